"""jax.scipy.integrate: the trapezoid rule."""
from jax.numpy import trapezoid  # noqa: F401
