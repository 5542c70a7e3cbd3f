"""jax.scipy.fft: cosine transforms."""
import math

import numpy as np

from jax import numpy as jnp
from jax._src.core import canonical_axis, to_inexact


def _matrix(n, norm, inverse, dtype):
    k, i = np.arange(n)[:, None], np.arange(n)[None, :]
    matrix = 2 * np.cos(np.pi * k * (2 * i + 1) / (2 * n))
    if norm == "ortho":
        matrix *= math.sqrt(1 / (2 * n))
        matrix[0] *= math.sqrt(0.5)
        return (matrix.T if inverse else matrix).astype(dtype)
    if norm not in (None, "backward"):
        raise ValueError(f"Invalid norm value {norm!r}, should be 'backward' or 'ortho'")
    return (np.linalg.inv(matrix) if inverse else matrix).astype(dtype)


def _along(x, axis, n, norm, inverse):
    x = to_inexact(x)
    axis = canonical_axis(axis, x.ndim)
    if n is not None:
        from jax._src.fourier import resized
        x = resized(x, [n], [axis])
    return jnp.moveaxis(jnp.moveaxis(x, axis, -1) @ _matrix(x.shape[axis], norm, inverse, x.dtype).T, -1, axis)


def _check(kind):
    if kind != 2:
        raise NotImplementedError("Only DCT type 2 is implemented.")


def dct(x, type=2, n=None, axis=-1, norm=None):
    _check(type)
    return _along(x, axis, n, norm, False)


def idct(x, type=2, n=None, axis=-1, norm=None):
    _check(type)
    return _along(x, axis, n, norm, True)


def _several(x, s, axes, norm, inverse):
    axes = range(np.ndim(x)) if axes is None else axes
    for axis, n in zip(axes, s if s is not None else [None] * len(list(axes))):
        x = _along(x, axis, n, norm, inverse)
    return x


def dctn(x, type=2, s=None, axes=None, norm=None):
    _check(type)
    return _several(x, s, axes, norm, False)


def idctn(x, type=2, s=None, axes=None, norm=None):
    _check(type)
    return _several(x, s, axes, norm, True)
