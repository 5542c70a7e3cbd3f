"""jnp: what is less often used: partitions, bits, blocks, grids, sets, quantiles that pass NaN by."""
import collections

import _onepot
import numpy as np

from jax import numpy as jnp
from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src.core import Array, asarray, canonical_axes, canonical_axis, to_inexact

ComplexWarning = getattr(np, "exceptions", np).ComplexWarning
array_repr, array_str = (lambda arr, *options: np.array_repr(np.asarray(arr), *options)), (
    lambda a, *options: np.array_str(np.asarray(a), *options))


def apply_over_axes(func, a, axes):
    a = asarray(a)
    for axis in (axes if isinstance(axes, (tuple, list)) else (axes,)):
        b = func(a, axis)
        a = jnp.expand_dims(b, axis) if b.ndim == a.ndim - 1 else b
    return a


def partition(a, kth, axis=-1):
    """The kth smallest elements in their places; all of it is sorted, which is one of the orders that fit."""
    a = asarray(a)
    axis, kth = canonical_axis(axis, a.ndim), canonical_axis(kth, a.shape[axis])
    rows = jnp.moveaxis(a, axis, -1)
    low = -s.top_k(-rows, kth + 1)[0] if rows.dtype.kind != "u" else jnp.sort(rows)[..., :kth + 1]
    high = s.top_k(rows, rows.shape[-1] - kth - 1)[0]
    return jnp.moveaxis(s.concatenate([low, high], rows.ndim - 1), -1, axis)


def argpartition(a, kth, axis=-1):
    a = asarray(a)
    axis, kth = canonical_axis(axis, a.ndim), canonical_axis(kth, a.shape[axis])
    rows = jnp.moveaxis(a, axis, -1)
    low = s.top_k(-rows, kth + 1)[1]
    taken = (low[..., None] == jnp.arange(rows.shape[-1])).any(-2)
    rest = s.top_k(jnp.where(taken, 0, 1), rows.shape[-1] - kth - 1)[1]
    return jnp.moveaxis(s.concatenate([low, rest], rows.ndim - 1), -1, axis)


def bitwise_count(x, /):
    x = asarray(x)
    return e.population_count(abs(x)).astype(np.uint8)


def block(arrays):
    def depth(x):
        return 1 + max(depth(i) for i in x) if isinstance(x, list) else 0
    levels = depth(arrays)
    if levels == 0:
        return asarray(arrays)

    def build(x, level):
        if not isinstance(x, list):
            x = asarray(x)
            return x.reshape((1,) * (levels - x.ndim) + x.shape) if x.ndim < levels else x
        return jnp.concatenate([build(i, level + 1) for i in x], level - levels)
    return build(arrays, 0)


def can_cast(from_, to, casting="safe"):
    return np.can_cast(_onepot.dtype_of(from_), _onepot.dtype_of(to), casting=casting)


def _cumulative(name, function):
    def apply(x, /, *, axis=None, dtype=None, include_initial=False):
        x = asarray(x)
        if x.ndim == 0:
            raise ValueError(f"The input must be non-scalar to take a cumulative {name}, however a scalar value or scalar array was "
                             "given.")
        if axis is None:
            if x.ndim > 1:
                raise ValueError(f"The input array has rank {x.ndim}, however axis was not set to an explicit value. The axis argument "
                                 "is only optional for one-dimensional arrays.")
            axis = 0
        out = function(x, axis=axis, dtype=dtype)
        if include_initial:
            shape = list(out.shape)
            shape[canonical_axis(axis, x.ndim)] = 1
            out = jnp.concatenate([jnp.full(shape, 0 if name == "sum" else 1, out.dtype), out], axis)
        return out
    return apply


cumulative_sum, cumulative_prod = _cumulative("sum", jnp.cumsum), _cumulative("product", jnp.cumprod)


def diag_indices_from(arr):
    arr = asarray(arr)
    if arr.ndim < 2 or len(set(arr.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length, and there must be at least 2")
    return jnp.diag_indices(arr.shape[0], ndim=arr.ndim)


def dsplit(ary, indices_or_sections):
    return jnp.split(ary, indices_or_sections, axis=2)


def einsum_path(subscripts, /, *operands, optimize="auto"):
    return np.einsum_path(subscripts, *(np.zeros(np.shape(o)) for o in operands), optimize=optimize if optimize != "auto" else True)


def frexp(x, /):
    """Mantissa in [0.5, 1) and exponent, from the bits."""
    x = to_inexact(x)
    wide = x.dtype.itemsize == 8
    x = x if wide else x.astype(np.float32)
    word, shift, mask, bias = (np.int64, 52, 0x7FF, 1022) if wide else (np.int32, 23, 0xFF, 126)
    usual = (x != 0) & e.is_finite(x)
    tiny = abs(x) < np.finfo(x.dtype).tiny
    scaled = jnp.where(tiny, x * float(2.0 ** (shift + 2)), x)
    bits = e.bitcast_convert_type(scaled, word)
    exponent = ((bits >> shift) & mask) - bias
    mantissa = e.bitcast_convert_type((bits & ~np.asarray(mask << shift, word)) | np.asarray(bias << shift, word), x.dtype)
    exponent = exponent - jnp.where(tiny, shift + 2, 0)
    return jnp.where(usual, mantissa, x), jnp.where(usual, exponent, 0).astype(np.int32)


def spacing(x, /):
    x = to_inexact(x)
    ahead = e.nextafter(x, jnp.where(jnp.signbit(x), e.full_like(x, -np.inf), e.full_like(x, np.inf)))
    return jnp.where(e.is_finite(x), ahead - x, np.nan)


def i0(x):
    from jax.scipy.special import i0 as bessel
    return bessel(x)


def kaiser(M, beta):
    if M < 2:
        return jnp.ones(M)
    n = np.arange(M)
    alpha = 0.5 * (M - 1)
    return i0(jnp.asarray(float(beta)) * jnp.sqrt(1 - ((n - alpha) / alpha) ** 2)) / i0(jnp.asarray(float(beta)))


def mask_indices(n, mask_func, k=0, *, size=None):
    return jnp.nonzero(mask_func(jnp.ones((n, n)), k) != 0, size=size)


# ---- quantiles that pass NaN by

def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    a, q = to_inexact(a), to_inexact(q)
    axes = canonical_axes(axis, a.ndim)
    kept = [d for d in range(a.ndim) if d not in axes]
    rows = s.transpose(a, kept + list(axes)).reshape([a.shape[d] for d in kept] + [-1])
    rows = jnp.sort(rows, -1)  # NaN last
    count = jnp.sum(~jnp.isnan(rows), -1)
    place = q.reshape(q.shape + (1,) * len(kept)) * (count - 1)
    place = jnp.clip(place, 0, None)
    low, high = e.floor(place), e.ceil(place)
    part = place - low
    wide = jnp.broadcast_to(rows, q.shape + rows.shape)

    def at(i):
        i = jnp.clip(i, 0, rows.shape[-1] - 1).astype(np.int32)
        return jnp.take_along_axis(wide, i[..., None], -1)[..., 0]
    x, y = at(low), at(high)
    choices = {"linear": lambda: x * (1 - part) + y * part, "lower": lambda: x, "higher": lambda: y,
               "nearest": lambda: jnp.where(part > 0.5, y, x), "midpoint": lambda: (x + y) / 2}
    if method not in choices:
        raise ValueError("interpolation can only be 'linear', 'lower', 'higher', 'midpoint', or 'nearest'")
    result = jnp.where(count == 0, np.nan, choices[method]())
    if keepdims:
        result = result.reshape(q.shape + tuple(1 if d in axes else n for d, n in enumerate(a.shape)))
    return result.astype(a.dtype)


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, weights=None):
    return nanquantile(a, to_inexact(q) / 100, axis, method=method, keepdims=keepdims)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return nanquantile(a, 0.5, axis, keepdims=keepdims)


# ---- histograms

def histogram_bin_edges(a, bins=10, range=None, weights=None):
    return jnp.histogram(a, bins, range)[1]


def histogramdd(sample, bins=10, range=None, weights=None, density=None):
    sample = to_inexact(sample)
    count, dims = sample.shape
    bins = [bins] * dims if isinstance(bins, int) else list(bins)
    range = [None] * dims if range is None else range
    edges = [histogram_bin_edges(sample[:, d], b, r) for d, (b, r) in enumerate(zip(bins, range))]
    flat, sizes = 0, []
    inside = jnp.ones(count, bool)
    for d, edge in enumerate(edges):
        place = jnp.searchsorted(edge, sample[:, d], side="right")
        place = jnp.where(sample[:, d] == edge[-1], place - 1, place)
        inside = inside & (place >= 1) & (place < edge.size)
        sizes.append(edge.size - 1)
        flat = flat * sizes[-1] + jnp.clip(place - 1, 0, sizes[-1] - 1)
    weights = jnp.ones(count, sample.dtype) if weights is None else asarray(weights)
    total = int(np.prod(sizes))
    hist = jnp.zeros(total, to_inexact(weights).dtype).at[flat].add(jnp.where(inside, weights, 0)).reshape(sizes)
    if density:
        hist = hist / hist.sum()
        for d, edge in enumerate(edges):
            hist = hist / jnp.diff(edge).reshape([-1 if i == d else 1 for i in builtin_range(dims)])
    return hist, edges


builtin_range = range


def histogram2d(x, y, bins=10, range=None, weights=None, density=None):
    bins = bins if not isinstance(bins, int) and len(bins) == 2 else [bins, bins]
    hist, edges = histogramdd(jnp.stack([asarray(x), asarray(y)], 1), bins, range, weights, density)
    return hist, edges[0], edges[1]


# ---- bits

def packbits(a, axis=None, bitorder="big"):
    if bitorder not in ("little", "big"):
        raise ValueError("'order' must be either 'little' or 'big'")
    a = asarray(a)
    if a.dtype.kind not in "bui" or a.dtype.kind == "f":
        raise TypeError("Expected an input array of integer or boolean data type")
    a = (a > 0).astype(np.uint8)
    if axis is None:
        a, axis = a.reshape(-1), 0
    rows = jnp.moveaxis(a, axis, -1)
    rows = jnp.pad(rows, [(0, 0)] * (rows.ndim - 1) + [(0, -rows.shape[-1] % 8)])
    rows = rows.reshape(rows.shape[:-1] + (rows.shape[-1] // 8, 8))
    weights = np.uint8(2) ** np.arange(8, dtype=np.uint8)
    weights = weights[::-1].copy() if bitorder == "big" else weights
    return jnp.moveaxis((rows * weights).sum(-1).astype(np.uint8), -1, axis)


def unpackbits(a, axis=None, count=None, bitorder="big"):
    a = asarray(a)
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if bitorder not in ("little", "big"):
        raise ValueError("'order' must be either 'little' or 'big'")
    if axis is None:
        a, axis = a.reshape(-1), 0
    places = np.arange(8, dtype=np.uint8)
    places = places[::-1].copy() if bitorder == "big" else places
    rows = jnp.moveaxis(a, axis, -1)
    bits = (e.shift_right_logical(jnp.broadcast_to(rows[..., None], rows.shape + (8,)), jnp.broadcast_to(places, rows.shape + (8,))) & 1)
    bits = bits.reshape(rows.shape[:-1] + (-1,))
    return jnp.moveaxis(bits if count is None else bits[..., :count], -1, axis)


# ---- sets

UniqueAll = collections.namedtuple("_UniqueAllResult", "values indices inverse_indices counts")
UniqueCounts = collections.namedtuple("_UniqueCountsResult", "values counts")
UniqueInverse = collections.namedtuple("_UniqueInverseResult", "values inverse_indices")


def unique_all(x, /, *, size=None, fill_value=None):
    return UniqueAll(*jnp.unique(x, True, True, True, equal_nan=False, size=size, fill_value=fill_value))


def unique_counts(x, /, *, size=None, fill_value=None):
    return UniqueCounts(*jnp.unique(x, return_counts=True, equal_nan=False, size=size, fill_value=fill_value))


def unique_inverse(x, /, *, size=None, fill_value=None):
    return UniqueInverse(*jnp.unique(x, return_inverse=True, equal_nan=False, size=size, fill_value=fill_value))


def unique_values(x, /, *, size=None, fill_value=None):
    return jnp.unique(x, equal_nan=False, size=size, fill_value=fill_value)


# ---- changes in place, which arrays do not have

def put(a, ind, v, mode=None, *, inplace=True):
    if inplace:
        raise ValueError("jax.numpy.put cannot modify arrays in-place, because JAX arrays are immutable. Pass inplace=False to instead "
                         "return an updated array.")
    a, ind, v = asarray(a), asarray(ind).reshape(-1), asarray(v).reshape(-1)
    if not ind.size or not v.size:
        return a
    v = jnp.tile(v, -(-ind.size // v.size))[:ind.size]
    ind = ind % a.size if mode == "wrap" else ind
    return a.reshape(-1).at[ind].set(v, mode="clip" if mode == "clip" else None).reshape(a.shape)


def place(arr, mask, vals, *, inplace=True):
    if inplace:
        raise ValueError("jax.numpy.place cannot modify arrays in-place, because JAX arrays are immutable. Pass inplace=False to instead "
                         "return an updated array.")
    arr, mask, vals = asarray(arr), asarray(mask) != 0, asarray(vals).reshape(-1)
    if not vals.size:
        raise ValueError("Cannot place values from an empty array")
    number = jnp.cumsum(mask.reshape(-1)) - 1
    return jnp.where(mask, vals[number % vals.size].reshape(arr.shape), arr).astype(arr.dtype)


def sort_complex(a):
    a = asarray(a)
    return jnp.sort(a.astype(np.complex64 if a.dtype.itemsize < 8 else np.complex128) if a.dtype.kind != "c" else a)


def trim_zeros(filt, trim="fb", axis=None):
    filt = asarray(filt)
    there = np.nonzero(np.asarray(filt))[0]
    if not there.size:
        return filt[:0]
    start = int(there[0]) if "f" in trim.lower() else 0
    stop = int(there[-1]) + 1 if "b" in trim.lower() else filt.shape[0]
    return filt[start:stop]


def unwrap(p, discont=None, axis=-1, period=2 * np.pi):
    p = asarray(p)
    axis = canonical_axis(axis, p.ndim)
    interval = period // 2 if p.dtype.kind in "iu" else period / 2
    dd = jnp.diff(p, axis=axis)
    shifted = jnp.mod(dd + interval, period) - interval
    shifted = jnp.where((shifted == -interval) & (dd > 0), interval, shifted)
    correction = shifted - dd
    if discont is not None:
        correction = jnp.where(abs(dd) < discont, 0, correction)
    first = [slice(None)] * p.ndim
    first[axis] = slice(0, 1)
    return jnp.concatenate([p[tuple(first)], p[tuple(slice(1, None) if d == axis else slice(None) for d in builtin_range(p.ndim))]
                            + jnp.cumsum(correction, axis)], axis).astype(to_inexact(p).dtype if p.dtype.kind == "f" else p.dtype)


def vecmat(x1, x2, /):
    return jnp.einsum("...i,...ij->...j", jnp.conj(asarray(x1)), asarray(x2))


# ---- reading

def fromfile(*args, **kwargs):
    raise NotImplementedError("jnp.fromfile() is not implemented because it may be non-pure and thus unsafe for use with JIT and other "
                              "JAX transformations. Consider using jnp.asarray(np.fromfile(...)) instead, although care should be taken "
                              "if np.fromfile is used within jax transformations because of its potential side-effect of consuming the "
                              "file object; for more information see https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html")


def fromiter(*args, **kwargs):
    raise NotImplementedError("jnp.fromiter() is not implemented because it may be non-pure and thus unsafe for use with JIT and other "
                              "JAX transformations. Consider using jnp.asarray(np.fromiter(...)) instead.")


def fromstring(string, dtype=float, count=-1, *, sep):
    return asarray(np.fromstring(string, _onepot.dtype_of(dtype), count, sep=sep))


def from_dlpack(x, /, *, device=None, copy=None):
    return asarray(np.from_dlpack(x) if not isinstance(x, Array) else x)


# ---- grids and pieces by index notation

class _Grid:
    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        rows = []
        for k in keys:
            start, step = k.start or 0, 1 if k.step is None else k.step
            rows.append(jnp.linspace(start, k.stop, int(abs(step))) if isinstance(step, complex) else jnp.arange(start, k.stop, step))
        if not isinstance(key, tuple):
            return rows[0]
        rows = _onepot.promote(rows)
        grid = jnp.meshgrid(*rows, indexing="ij", sparse=self._sparse)
        return list(grid) if self._sparse else jnp.stack(grid) if grid else jnp.zeros((0,))


class _Joined:
    """r_ and c_: slices and arrays joined along an axis."""

    def __init__(self, axis, ndmin, trans1d):
        self._axis, self._ndmin, self._trans1d = axis, ndmin, trans1d

    def __getitem__(self, key):
        keys = list(key) if isinstance(key, tuple) else [key]
        axis, ndmin, trans1d = self._axis, self._ndmin, self._trans1d
        if keys and isinstance(keys[0], str):
            words = keys.pop(0)
            if words in ("r", "c"):
                raise NotImplementedError("string directives 'r' and 'c' of r_ and c_")
            numbers = [int(w) for w in words.split(",")]
            axis, ndmin, trans1d = (numbers + [axis, ndmin, trans1d][len(numbers):])[:3]
        parts = []
        for k in keys:
            item = _Grid(False)[k] if isinstance(k, slice) else jnp.asarray(k)
            was = item.ndim
            item = jnp.array(item, ndmin=ndmin)
            if trans1d != -1 and ndmin - was > 0:
                order = list(builtin_range(item.ndim))
                move = order[-was:] if was else []
                rest = [d for d in order if d not in move]
                at = trans1d if trans1d >= 0 else trans1d + len(rest) + 1
                item = s.transpose(item, np.argsort(rest[:at] + move + rest[at:]).tolist())
            parts.append(item)
        return jnp.concatenate(parts, axis)


mgrid, ogrid = _Grid(False), _Grid(True)
r_, c_ = _Joined(0, 1, -1), _Joined(-1, 2, 0)
index_exp, s_ = np.index_exp, np.s_
