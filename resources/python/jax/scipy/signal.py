"""jax.scipy.signal: convolutions, detrending, spectra."""
import _onepot
import numpy as np

from jax import numpy as jnp
from jax._src import lax_convolution as c
from jax._src import lax_structure as s
from jax._src.core import asarray, canonical_axis, to_inexact


def _convolve(a, b, mode):
    if mode not in ("full", "same", "valid"):
        raise ValueError("mode must be one of ['full', 'same', 'valid']")
    a, b = _onepot.promote([to_inexact(a), to_inexact(b)])
    if a.ndim != b.ndim:
        raise ValueError(f"in1 and in2 must have the same number of dimensions, got {a.ndim} and {b.ndim}")
    shape = a.shape
    if mode == "valid" and all(n <= m for n, m in zip(a.shape, b.shape)) and a.shape != b.shape:
        a, b = b, a
    pads = [(n - 1, n - 1) if mode != "valid" else (0, 0) for n in b.shape]
    flipped = s.rev(b, range(b.ndim))
    full = c.conv_general_dilated(a[None, None], flipped[None, None], (1,) * a.ndim, pads)[0, 0]
    if mode == "same":
        starts = [(m - n) // 2 for m, n in zip(full.shape, shape)]
        return s.slice(full, starts, [i + n for i, n in zip(starts, shape)], (1,) * full.ndim)
    return full


def convolve(in1, in2, mode="full", method="auto", precision=None):
    return fftconvolve(in1, in2, mode) if method == "fft" else _convolve(in1, in2, mode)


def correlate(in1, in2, mode="full", method="auto", precision=None):
    in2 = jnp.conj(asarray(in2))
    return convolve(in1, s.rev(in2, range(in2.ndim)), mode, method)


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0, precision=None):
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError("convolve2d() only supports boundary='fill', fillvalue=0")
    if jnp.ndim(in1) != 2 or jnp.ndim(in2) != 2:
        raise ValueError("convolve2d() only supports 2-dimensional inputs.")
    return _convolve(in1, in2, mode)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0, precision=None):
    if boundary != "fill" or fillvalue != 0:
        raise NotImplementedError("correlate2d() only supports boundary='fill', fillvalue=0")
    in2 = jnp.conj(asarray(in2))
    return _convolve(in1, s.rev(in2, (0, 1)), mode)


def fftconvolve(in1, in2, mode="full", axes=None):
    a, b = _onepot.promote([to_inexact(in1), to_inexact(in2)])
    axes = range(a.ndim) if axes is None else [canonical_axis(d, a.ndim) for d in ((axes,) if isinstance(axes, int) else axes)]
    axes = list(axes)
    lengths = [a.shape[d] + b.shape[d] - 1 for d in axes]
    product = jnp.fft.fftn(a, lengths, axes) * jnp.fft.fftn(b, lengths, axes)
    full = jnp.fft.ifftn(product, lengths, axes)
    full = full if a.dtype.kind == "c" else full.real
    if mode == "full":
        return full
    wanted = list(full.shape)
    for d in axes:
        wanted[d] = a.shape[d] if mode == "same" else abs(a.shape[d] - b.shape[d]) + 1
    starts = [(m - n) // 2 for m, n in zip(full.shape, wanted)]
    return s.slice(full, starts, [i + n for i, n in zip(starts, wanted)], (1,) * full.ndim)


def detrend(data, axis=-1, type="linear", bp=0, overwrite_data=None):
    data = to_inexact(data)
    if type == "constant":
        return data - data.mean(axis, keepdims=True)
    if type != "linear":
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    rows = jnp.moveaxis(data, axis, 0)
    shape, n = rows.shape, rows.shape[0]
    rows = rows.reshape(n, -1)
    breaks = np.unique(np.array([0, *np.atleast_1d(bp), n]))
    parts = []
    for start, stop in zip(breaks[:-1], breaks[1:]):
        size = int(stop - start)
        line = np.stack([np.arange(1, size + 1) / size, np.ones(size)], 1).astype(rows.dtype)
        part = rows[int(start):int(stop)]
        fit = np.linalg.pinv(line).astype(rows.dtype) @ part
        parts.append(part - line @ fit)
    return jnp.moveaxis(jnp.concatenate(parts).reshape(shape), 0, axis)
