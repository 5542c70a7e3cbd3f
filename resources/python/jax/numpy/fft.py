"""jax.numpy.fft: discrete Fourier transforms."""
import math

import _onepot
import numpy as np

from jax._src import fourier as f
from jax._src import lax_elementwise as e
from jax._src import lax_structure as structure
from jax._src.core import asarray, to_inexact


def _scale(x, count, norm, backward):
    """What norm makes of an unscaled forward and a scaled backward transform."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho", or "forward".')
    if norm in (None, "backward"):
        return x
    factor = math.sqrt(count) if norm == "ortho" else count
    return x * np.asarray(factor if backward else 1 / factor, x.dtype)


def _last(x, axes):
    """The axes moved to the end, and how to move them back."""
    order = [i for i in range(x.ndim) if i not in axes] + list(axes)
    return structure.transpose(x, order), np.argsort(order).tolist()


def _checked(name, a, axes):
    a = asarray(a)
    found = f.axes_of(a, axes)
    if len(set(found)) != len(found):
        raise ValueError(f"{name} does not support repeated axes. Got axes {list(axes)}.")
    return a, found


def _complex(name, a, lengths, axes, norm, backward):
    a, axes = _checked(name, a, axes)
    a = f.resized(f.to_complex(a), lengths, axes)
    count = math.prod(a.shape[d] for d in axes)
    for start in range(0, len(axes), 3):
        group = axes[start:start + 3]
        moved, back = _last(a, group)
        a = structure.transpose(f.transform(moved, len(group), backward), back)
    return _scale(a, count, norm, backward)


def fft(a, n=None, axis=-1, norm=None):
    return _complex("jax.numpy.fft.fft", a, [n], [axis], norm, False)


def ifft(a, n=None, axis=-1, norm=None):
    return _complex("jax.numpy.fft.ifft", a, [n], [axis], norm, True)


def _axes(a, s_, axes, name):
    ndim = np.ndim(a)
    if axes is None:
        axes = list(range(ndim)) if s_ is None else list(range(ndim - len(s_), ndim))
    if s_ is not None and len(s_) != len(axes):
        raise ValueError(f"Shape and axes have different lengths: {name} got s={s_} and axes={axes}.")
    return list(axes), list(s_) if s_ is not None else [None] * len(axes)


def fftn(a, s=None, axes=None, norm=None):  # noqa: A002
    axes, lengths = _axes(a, s, axes, "jax.numpy.fft.fftn")
    return _complex("jax.numpy.fft.fftn", a, lengths, axes, norm, False)


def ifftn(a, s=None, axes=None, norm=None):
    axes, lengths = _axes(a, s, axes, "jax.numpy.fft.ifftn")
    return _complex("jax.numpy.fft.ifftn", a, lengths, axes, norm, True)


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return fftn(a, s, axes, norm)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return ifftn(a, s, axes, norm)


def rfftn(a, s=None, axes=None, norm=None):
    axes, lengths = _axes(a, s, axes, "jax.numpy.fft.rfftn")
    a, axes = _checked("jax.numpy.fft.rfftn", a, axes)
    if a.dtype.kind == "c":
        raise ValueError(f"only real valued inputs supported for rfft, got dtype {a.dtype.name}")
    a = f.resized(to_inexact(a), lengths, axes)
    count = math.prod(a.shape[d] for d in axes)
    moved, back = _last(a, axes)
    result = structure.transpose(f.half(moved, 1), back)
    if len(axes) > 1:
        result = _complex("jax.numpy.fft.rfftn", result, [None] * (len(axes) - 1), axes[:-1], None, False)
    return _scale(result, count, norm, False)


def irfftn(a, s=None, axes=None, norm=None):
    axes, lengths = _axes(a, s, axes, "jax.numpy.fft.irfftn")
    a, axes = _checked("jax.numpy.fft.irfftn", a, axes)
    a = f.to_complex(a)
    last = lengths[-1] if lengths[-1] is not None else 2 * (a.shape[axes[-1]] - 1)
    if last < 1:
        raise ValueError(f"Invalid number of FFT data points ({last}) specified.")
    a = f.resized(a, lengths[:-1], axes[:-1])
    if len(axes) > 1:
        a = _complex("jax.numpy.fft.irfftn", a, [None] * (len(axes) - 1), axes[:-1], None, True)
    count = last * math.prod(a.shape[d] for d in axes[:-1])
    moved, back = _last(a, [axes[-1]])
    return _scale(structure.transpose(f.from_half(moved, 1, last), back), count, norm, True)


def rfft(a, n=None, axis=-1, norm=None):
    return rfftn(a, None if n is None else [n], [axis], norm)


def irfft(a, n=None, axis=-1, norm=None):
    return irfftn(a, None if n is None else [n], [axis], norm)


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return rfftn(a, s, axes, norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return irfftn(a, s, axes, norm)


_SWAPPED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def hfft(a, n=None, axis=-1, norm=None):
    if norm not in _SWAPPED:
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho", or "forward".')
    return irfft(e.conj(asarray(a)), n, axis, _SWAPPED[norm])


def ihfft(a, n=None, axis=-1, norm=None):
    if norm not in _SWAPPED:
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho", or "forward".')
    return e.conj(rfft(a, n, axis, _SWAPPED[norm]))


def _frequencies(indices, n, d, dtype):
    dtype = _onepot.dtype_of(float if dtype is None else dtype)
    return asarray((indices / (d * n)).astype(dtype))


def fftfreq(n, d=1.0, *, dtype=None, device=None):
    if isinstance(n, (list, tuple)) or isinstance(d, (list, tuple)):
        raise ValueError("The n and d arguments of jax.numpy.fft.fftfreq are a whole number and a number")
    return _frequencies(np.fft.fftfreq(n) * n, n, d, dtype)


def rfftfreq(n, d=1.0, *, dtype=None, device=None):
    if isinstance(n, (list, tuple)) or isinstance(d, (list, tuple)):
        raise ValueError("The n and d arguments of jax.numpy.fft.rfftfreq are a whole number and a number")
    return _frequencies(np.fft.rfftfreq(n) * n, n, d, dtype)


def fftshift(x, axes=None):
    return _shift(x, axes, lambda n: n // 2)


def ifftshift(x, axes=None):
    return _shift(x, axes, lambda n: -(n // 2))


def _shift(x, axes, by):
    from jax._src.numpy_shaping import roll
    x = asarray(x)
    axes = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    for axis in axes:
        x = roll(x, by(x.shape[axis]), axis)
    return x
