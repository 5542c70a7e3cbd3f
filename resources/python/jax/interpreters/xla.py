"""XLA's types by their older names."""
from jax._src.array_methods import ShapedArray as canonicalize_shaped_array_type  # noqa: F401
