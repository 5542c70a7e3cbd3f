"""jnp: functions that rearrange elements."""
import _onepot
import numpy as np

from jax._src import lax_structure as s
from jax._src import numpy_ufuncs as u
from jax._src.core import Array, asarray, canonical_axes, canonical_axis, full, library, shape_of


def reshape(a, shape=None, order="C", *, copy=None, out_sharding=None):
    a, shape = asarray(a), shape_of(shape)
    if order == "F":
        return transpose(reshape(transpose(a), shape[::-1]))
    if -1 in shape:
        if shape.count(-1) > 1:
            raise ValueError("can only specify one unknown dimension")
        rest = int(np.prod([d for d in shape if d != -1], dtype=int))
        if rest == 0 or a.size % rest:
            raise TypeError(f"cannot reshape array of shape {a.shape} (size {a.size}) into shape {shape} because the product of "
                            f"specified axis sizes ({rest}) does not evenly divide {a.size}")
        shape = tuple(a.size // rest if d == -1 else d for d in shape)
    if int(np.prod(shape, dtype=object)) != a.size:
        raise TypeError(f"cannot reshape array of shape {a.shape} (size {a.size}) into shape {shape} "
                        f"(size {int(np.prod(shape, dtype=object))})")
    return s.reshape(a, shape)


def ravel(a, order="C"):
    return reshape(a, (asarray(a).size,), order)


def transpose(a, axes=None):
    a = asarray(a)
    return s.transpose(a, range(a.ndim - 1, -1, -1) if axes is None else [canonical_axis(d, a.ndim) for d in axes])


permute_dims = transpose


def matrix_transpose(a):
    return swapaxes(a, -1, -2)


def swapaxes(a, axis1, axis2):
    a = asarray(a)
    order = list(range(a.ndim))
    i, j = canonical_axis(axis1, a.ndim), canonical_axis(axis2, a.ndim)
    order[i], order[j] = order[j], order[i]
    return s.transpose(a, order)


def moveaxis(a, source, destination):
    a = asarray(a)
    source = canonical_axes(tuple(source) if isinstance(source, (tuple, list, range)) else (source,), a.ndim)
    destination = canonical_axes(tuple(destination) if isinstance(destination, (tuple, list, range)) else (destination,), a.ndim)
    if len(source) != len(destination):
        raise ValueError(f"Inconsistent number of elements: {len(source)} vs {len(destination)}")
    order = [d for d in range(a.ndim) if d not in source]
    for to, origin in sorted(zip(destination, source)):
        order.insert(to, origin)
    return s.transpose(a, order)


def rollaxis(a, axis, start=0):
    a = asarray(a)
    axis = canonical_axis(axis, a.ndim)
    start = start + a.ndim if start < 0 else start
    return moveaxis(a, axis, start - 1 if axis < start else start)


def squeeze(a, axis=None):
    a = asarray(a)
    axes = [d for d, n in enumerate(a.shape) if n == 1] if axis is None else canonical_axes(axis, a.ndim)
    return s.squeeze(a, axes)


def expand_dims(a, axis):
    return s.expand_dims(a, tuple(axis) if isinstance(axis, (tuple, list)) else (axis,))


def broadcast_to(array, shape, *, out_sharding=None):
    array, shape = asarray(array), shape_of(shape)
    try:
        fits = np.broadcast_shapes(array.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"Incompatible shapes for broadcasting: {array.shape} and requested shape {shape}")
    return _onepot.broadcast_to(array, shape)


def broadcast_arrays(*args):
    arrays = [asarray(a) for a in args]
    shape = broadcast_shapes(*(a.shape for a in arrays))
    return [_onepot.broadcast_to(a, shape) for a in arrays]


def broadcast_shapes(*shapes):
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(f"Incompatible shapes for broadcasting: shapes={list(shapes)}") from None


@library("_flip", static=("axes",))
def _flip(x, axes):
    return s.rev(x, axes)


def flip(m, axis=None):
    m = asarray(m)
    return _flip(m, axes=canonical_axes(axis, m.ndim))


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    m = asarray(m)
    first, second = canonical_axes(tuple(axes), m.ndim)
    k %= 4
    if k == 0:
        return m
    if k == 2:
        return flip(flip(m, first), second)
    return swapaxes(flip(m, second), first, second) if k == 1 else flip(swapaxes(m, first, second), second)


@library("_roll_static", static=("shifts", "axes"))
def _roll(x, shifts, axes):
    for shift, axis in zip(shifts, axes):
        size = x.shape[axis]
        shift = shift % size if size else 0
        if shift:
            ones = [1] * x.ndim
            low, high = [0] * x.ndim, list(x.shape)
            low[axis] = size - shift
            tail = s.slice(x, low, x.shape, ones)
            high[axis] = size - shift
            x = s.concatenate([tail, s.slice(x, [0] * x.ndim, high, ones)], axis)
    return x


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return reshape(roll(ravel(a), shift, 0), a.shape)
    axes = canonical_axes(tuple(axis) if isinstance(axis, (tuple, list)) else (axis,), a.ndim)
    if isinstance(shift, Array) and isinstance(shift, _onepot.Tracer):
        return _roll_dynamic(a, shift, axes)
    shifts = np.broadcast_to(np.asarray(shift).reshape(-1), (len(axes),)) if np.ndim(shift) else [shift] * len(axes)
    return _roll(a, shifts=tuple(int(i) for i in shifts), axes=axes)


def _roll_dynamic(a, shift, axes):
    for axis in axes:
        size = a.shape[axis]
        amount = u.remainder(shift, size)
        a = s.dynamic_slice_in_dim(s.concatenate([a, a], axis), size - amount, size, axis)
    return a


def split(ary, indices_or_sections, axis=0):
    return _split("split", ary, indices_or_sections, axis)


def array_split(ary, indices_or_sections, axis=0):
    return _split("array_split", ary, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    return _split("hsplit", ary, indices_or_sections, 1 if asarray(ary).ndim > 1 else 0)


def vsplit(ary, indices_or_sections):
    return _split("vsplit", ary, indices_or_sections, 0)


def _split(name, ary, places, axis):
    ary = asarray(ary)
    axis = canonical_axis(axis, ary.ndim)
    size = ary.shape[axis]
    if isinstance(places, (tuple, list, np.ndarray, Array)):
        bounds = [0, *(int(i) + (size if int(i) < 0 else 0) for i in places), size]
    else:
        count = int(places)
        if size % count and name != "array_split":
            raise ValueError("array split does not result in an equal division")
        each, extra = divmod(size, count)
        bounds = np.cumsum([0] + [each + 1] * extra + [each] * (count - extra)).tolist()
    return [s.slice_in_dim(ary, min(a, size), max(min(b, size), min(a, size)), 1, axis) for a, b in zip(bounds, bounds[1:])]


def repeat(a, repeats, axis=None, *, total_repeat_length=None):
    a = asarray(a)
    if axis is None:
        a, axis = ravel(a), 0
    axis = canonical_axis(axis, a.ndim)
    if np.ndim(repeats) == 0 and not isinstance(repeats, _onepot.Tracer):
        grown = s.broadcast_in_dim(a, a.shape[:axis + 1] + (int(repeats),) + a.shape[axis + 1:],
                                   [d if d <= axis else d + 1 for d in range(a.ndim)])
        return s.reshape(grown, a.shape[:axis] + (a.shape[axis] * int(repeats),) + a.shape[axis + 1:])
    from jax._src.indexing import take_axis
    if isinstance(repeats, _onepot.Tracer):
        from jax.errors import ConcretizationTypeError
        raise ConcretizationTypeError(repeats, "The repeats of jnp.repeat decide the result's size, which must be known.")
    return take_axis(a, asarray(np.repeat(np.arange(a.shape[axis], dtype=np.int32), np.asarray(repeats))), axis)


def tile(A, reps):
    A = asarray(A)
    reps = (reps,) if np.ndim(reps) == 0 else tuple(reps)
    reps = (1,) * (A.ndim - len(reps)) + tuple(int(r) for r in reps)
    shape = (1,) * (len(reps) - A.ndim) + A.shape
    A = s.reshape(A, shape)
    interleaved = [d for pair in zip(reps, shape) for d in pair]
    grown = s.broadcast_in_dim(A, interleaved, [2 * i + 1 for i in range(len(shape))])
    return s.reshape(grown, [r * n for r, n in zip(reps, shape)])


@library("_pad", static=("config",))
def _pad(x, value, config):
    return s.pad(x, _onepot.convert(value, x.dtype), config)


def pad(array, pad_width, mode="constant", **kwargs):
    x = asarray(array)
    if isinstance(pad_width, dict):
        pad_width = [pad_width.get(d, pad_width.get(d - x.ndim, (0, 0))) for d in range(x.ndim)]
    widths = np.broadcast_to(np.asarray(pad_width, int), (x.ndim, 2)).tolist()
    if mode == "constant":
        value = asarray(kwargs.get("constant_values", 0))
        if value.ndim:
            raise NotImplementedError("jnp.pad with several constant_values")
        return _pad(x, value, config=tuple((low, high, 0) for low, high in widths))
    for axis, (low, high) in enumerate(widths):
        x = _pad_axis(x, axis, low, high, mode)
    return x


def _pad_axis(x, axis, low, high, mode):
    from jax._src.indexing import take_axis
    size = x.shape[axis]
    places = np.arange(-low, size + high)
    if mode == "edge":
        places = places.clip(0, size - 1)
    elif mode == "wrap":
        places = places % size
    elif mode == "reflect":
        period = max(2 * (size - 1), 1)
        places = size - 1 - np.abs(size - 1 - places % period)
    elif mode == "symmetric":
        places = places % (2 * size)
        places = np.where(places >= size, 2 * size - 1 - places, places)
    else:
        raise NotImplementedError(f"Unimplemented padding mode '{mode}' for np.pad.")
    return take_axis(x, asarray(places.astype(np.int32)), axis) if low or high else x


@library("tril", static=("k",))
def _tril(x, k):
    return _triangle(x, k, True)


@library("triu", static=("k",))
def _triu(x, k):
    return _triangle(x, k - 1, False)


def _triangle(x, k, lower):
    shape = x.shape[-2:]
    rows = s.broadcasted_iota(np.int32, shape, 0) + np.int32(k)
    below = rows >= s.broadcasted_iota(np.int32, shape, 1)
    mask = _onepot.broadcast_to(below, x.shape)
    zeros = full(x.shape, 0, x.dtype)
    return u.bind1(u.opcode("select-n"), (mask, zeros, x) if lower else (mask, x, zeros))


def tril(m, k=0):
    m = asarray(m)
    if m.ndim < 2:
        raise ValueError("Argument to jax.numpy.tril must be at least 2D")
    return _tril(m, k=int(k))


def triu(m, k=0):
    m = asarray(m)
    if m.ndim < 2:
        raise ValueError("Argument to jax.numpy.triu must be at least 2D")
    return _triu(m, k=int(k))


def diagonal(a, offset=0, axis1=0, axis2=1):
    from jax._src.indexing import getitem
    a = moveaxis(a, (axis1, axis2), (-2, -1))
    rows, columns = a.shape[-2:]
    count = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
    places = np.arange(count, dtype=np.int32)
    index = (Ellipsis, asarray(places - min(offset, 0)), asarray(places + max(offset, 0)))
    return getitem(a, index)


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 2:
        return diagonal(v, k)
    if v.ndim != 1:
        raise ValueError("diag input must be 1d or 2d")
    return _diag(v, k=int(k))


@library("_diag", static=("k",))
def _diag(v, k):
    padded = s.pad(v, np.zeros((), v.dtype), [(max(0, k), max(0, -k), 0)])
    size = padded.shape[0]
    shape = (size, size)
    on = s.broadcasted_iota(np.int32, shape, 0) + np.int32(k) == s.broadcasted_iota(np.int32, shape, 1)
    return u.where(on, _onepot.broadcast_to(padded, shape), full(shape, 0, v.dtype))


def diagflat(v, k=0):
    return diag(ravel(v), k)


def tril_indices(n, k=0, m=None):
    return tuple(asarray(i.astype(np.int32)) for i in np.tril_indices(n, k, m))


def triu_indices(n, k=0, m=None):
    return tuple(asarray(i.astype(np.int32)) for i in np.triu_indices(n, k, m))


def diag_indices(n, ndim=2):
    return (s.iota(np.int32, n),) * ndim
