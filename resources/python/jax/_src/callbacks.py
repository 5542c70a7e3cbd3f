"""Calls out of a program, and the 64-bit switch: what this version can and cannot do."""
import contextlib

import _onepot

from jax._src import tree
from jax._src.core import asarray


def pure_callback(callback, result_shape_dtypes, *args, sharding=None, vectorized=None, vmap_method=None, **kwargs):
    """Calls at once; inside a traced function there are no values to call with."""
    if any(isinstance(leaf, _onepot.Tracer) for leaf in tree.tree_leaves((args, kwargs))):
        raise NotImplementedError("jax.pure_callback inside a traced function is not available")
    result = callback(*args, **kwargs)
    return tree.tree_map(lambda want, got: _onepot.convert(asarray(got), want.dtype), result_shape_dtypes, result)


@contextlib.contextmanager
def enable_x64(new_val=True):
    if new_val:
        raise NotImplementedError("64-bit types are not available: jax_enable_x64 stays off")
    yield
