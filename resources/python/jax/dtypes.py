"""jax.dtypes: dtypes as JAX sees them with 64-bit types off."""
import _onepot

from jax._src.core import bfloat16_dtype as bfloat16, key_dtype as prng_key  # noqa: F401


def canonicalize_dtype(dtype, allow_extended_dtype=False):
    return _onepot.dtype_of(dtype)


def result_type(*args, return_weak_type_flag=False):
    dtype, weak = _onepot.result_type(args)
    return (dtype, weak) if return_weak_type_flag else dtype
