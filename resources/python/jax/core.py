"""jax.core: the types that programs test for."""
from jax._src.array_methods import ShapedArray  # noqa: F401
from jax._src.core import Tracer  # noqa: F401
from _onepot import ClosedJaxpr  # noqa: F401
