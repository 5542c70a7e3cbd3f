"""jax.scipy.stats: distributions made of elementary functions."""
from jax.scipy.stats import norm  # noqa: F401
