"""jax.experimental.pjit: jit under its older name."""
from jax._src.api import jit as pjit  # noqa: F401
from jax._src.sharding import PartitionSpec  # noqa: F401
