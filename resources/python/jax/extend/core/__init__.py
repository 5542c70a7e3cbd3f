"""Primitives and jaxprs as types."""
from _onepot import ClosedJaxpr  # noqa: F401

from jax._src.array_methods import ShapedArray  # noqa: F401
from jax._src.primitives import Primitive  # noqa: F401
from jax.extend.core import primitives  # noqa: F401


class Jaxpr:
    """The type of open jaxprs; make_jaxpr gives closed ones."""


class Literal:
    """A constant in a jaxpr."""


class Var:
    """A variable in a jaxpr."""


class JaxprEqn:
    """A line of a jaxpr."""


def get_opaque_trace_state(convention=None):
    import _onepot
    return _onepot.staging()


def mapped_aval(size, axis, aval):
    if axis is None:
        return aval
    return ShapedArray(aval.shape[:axis] + aval.shape[axis + 1:], aval.dtype, aval.weak_type)


def unmapped_aval(size, axis, aval, explicit_mesh_axis=None):
    if axis is None:
        return aval
    return ShapedArray(aval.shape[:axis] + (size,) + aval.shape[axis:], aval.dtype, aval.weak_type)


def array_types():
    from jax._src.core import Array
    return (Array,)
