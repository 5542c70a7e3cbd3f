"""jax.experimental.layout: the order of an array's dimensions in memory."""
from jax._src.sharding import Format, Layout  # noqa: F401
