"""jax.scipy.cluster: quantising vectors."""
from jax.scipy.cluster import vq  # noqa: F401
