"""jax.experimental.mesh_utils: devices in an array."""
import numpy as np

from jax._src.devices import devices as _devices


def create_device_mesh(mesh_shape, devices=None, *, contiguous_submeshes=False, allow_split_physical_axes=False):
    found = list(devices) if devices is not None else _devices()
    if np.prod(mesh_shape) != len(found):
        raise ValueError(f"Number of devices {len(found)} must equal the product of mesh_shape {tuple(mesh_shape)}")
    return np.asarray(found, dtype=object).reshape(mesh_shape)
