"""Fourier transforms: real ones are made of complex ones, which are linear and so differentiable."""
import enum

import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src.core import asarray, bind1, canonical_axis, opcode, to_inexact

_CALL = opcode("custom-call")


class FftType(enum.Enum):
    FFT, IFFT, RFFT, IRFFT = 0, 1, 2, 3


def to_complex(x):
    x = to_inexact(x)
    if x.dtype.kind == "c":
        return x
    wide = x.dtype.name == "float64"
    x = _onepot.convert(x, "float64" if wide else "float32")
    return e.complex(x, e.full_like(x, 0))


def transform(x, dimensions, backward):
    """The last `dimensions` dimensions of a complex array."""
    if dimensions > 3 or dimensions < 1:
        raise ValueError(f"FFT of {dimensions} dimensions: 1, 2 and 3 are available")
    return bind1(_CALL, (x,), (f"fftw_{'b' if backward else 'f'}{dimensions}",), x.dtype, x.shape)


def half(x, dimensions):
    """The transform of a real array: the last dimension up to its middle."""
    full = transform(to_complex(x), dimensions, False)
    return s.slice_in_dim(full, 0, x.shape[-1] // 2 + 1, 1, full.ndim - 1)


def from_half(x, dimensions, length):
    """The real array whose transform begins with x; only its Hermitian part counts."""
    x = to_complex(x)
    wanted = length // 2 + 1
    if dimensions > 1:
        # The dimensions before the last are complex transforms of their own.
        axes = list(range(x.ndim - dimensions, x.ndim - 1))
        order = [i for i in range(x.ndim) if i not in axes] + axes
        back = np.argsort(order).tolist()
        x = s.transpose(transform(s.transpose(x, order), len(axes), True), back)
    last = x.ndim - 1
    if x.shape[last] < wanted:
        x = s.pad(x, np.zeros((), x.dtype), [(0, 0, 0)] * last + [(0, wanted - x.shape[last], 0)])
    x = s.slice_in_dim(x, 0, wanted, 1, last)
    # Frequencies of zero and, for even lengths, of the middle are real.
    parts = s.broadcasted_iota(np.int32, x.shape, last)
    lone = (parts == 0) | (parts == length // 2) if length % 2 == 0 else parts == 0
    x = bind1(opcode("select-n"), (lone, x, e.complex(e.real(x), e.full_like(e.real(x), 0))))
    mirror = s.rev(e.conj(s.slice_in_dim(x, 1, length - wanted + 1, 1, last)), (last,))
    full = s.concatenate([x, mirror], last) if mirror.shape[last] else x
    return e.real(transform(full, 1, True))


def fft(x, fft_type, fft_lengths):
    """lax.fft"""
    kind = fft_type if isinstance(fft_type, FftType) else FftType[str(fft_type).upper().rsplit(".", 1)[-1]]
    lengths = (fft_lengths,) if isinstance(fft_lengths, int) else tuple(fft_lengths)
    x, count = asarray(x), len(lengths)
    if not lengths:
        return x
    if kind is FftType.RFFT:
        if x.dtype.kind == "c":
            raise ValueError("FFT_TYPE RFFT requires a real input")
        if x.shape[-count:] != lengths:
            raise ValueError(f"RFFT input shape {x.shape} must have last dimensions equal to fft_lengths={lengths}")
        return half(x, count)
    if kind is FftType.IRFFT:
        return from_half(x, count, lengths[-1])
    return transform(to_complex(x), count, kind is FftType.IFFT)


def resized(x, lengths, axes):
    """Cut or filled with zeros to these lengths."""
    for axis, length in zip(axes, lengths):
        if length is None or x.shape[axis] == length:
            continue
        if length < 1:
            raise ValueError(f"Invalid number of FFT data points ({length}) specified.")
        if x.shape[axis] > length:
            x = s.slice_in_dim(x, 0, length, 1, axis)
        else:
            x = s.pad(x, np.zeros((), x.dtype), [(0, length - n if d == axis else 0, 0) for d, n in enumerate(x.shape)])
    return x


def axes_of(x, axes):
    return [canonical_axis(a, x.ndim) for a in axes]
