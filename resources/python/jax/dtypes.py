"""jax.dtypes: dtypes as JAX sees them."""
import _onepot
import numpy as np

from jax._src.core import bfloat16_dtype as bfloat16, key_dtype as prng_key_dtype  # noqa: F401
from jax.errors import TypePromotionError  # noqa: F401

float0 = np.dtype([("float0", np.void, 0)])


class extended(np.generic):
    """The kind of dtypes that NumPy does not have."""


class prng_key(extended):
    """The kind of key arrays' dtype."""


def canonicalize_dtype(dtype, allow_extended_dtype=False):
    return _onepot.dtype_of(dtype)


def result_type(*args, return_weak_type_flag=False):
    dtype, weak = _onepot.result_type(args)
    return (dtype, weak) if return_weak_type_flag else dtype


def finfo(dtype):
    from jax.numpy import finfo as info
    return info(dtype)


def iinfo(int_type):
    from jax.numpy import iinfo as info
    return info(int_type)


def issubdtype(a, b):
    if b in (prng_key, extended):
        return a == prng_key_dtype or a is prng_key
    if a == prng_key_dtype:
        return False
    from jax.numpy import issubdtype as inside
    return inside(a, b)


def itemsize_bits(dtype):
    return 1 if _onepot.dtype_of(dtype).kind == "b" else 8 * _onepot.dtype_of(dtype).itemsize


def scalar_type_of(x):
    kind = _onepot.result_type([x])[0].kind
    return {"b": bool, "i": int, "u": int, "f": float, "c": complex}[kind]
