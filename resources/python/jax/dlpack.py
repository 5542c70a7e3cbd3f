"""jax.dlpack: arrays to and from other libraries."""
from jax._src.numpy_rest import from_dlpack as _from_dlpack


def from_dlpack(external_array, device=None, copy=None):
    return _from_dlpack(external_array, device=device, copy=copy)


def is_supported_dtype(dtype):
    import _onepot
    return _onepot.dtype_of(dtype).kind in "biufc"
