"""jnp: taking, sorting, searching, counting."""
import _onepot
import numpy as np

from jax._src import lax_structure as s
from jax._src import numpy_reductions as r
from jax._src import numpy_ufuncs as u
from jax._src.core import Tracer, asarray, canonical_axis, full, library
from jax._src.indexing import getitem, take_axis


def _fill_value(dtype, fill):
    if fill is not None:
        return np.asarray(fill, dtype)
    if dtype.kind == "f":
        return np.float32(np.nan)
    if dtype.kind == "b":
        return np.True_
    return np.asarray(np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max, dtype)


def take(a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None):
    a = asarray(a)
    if isinstance(indices, (list, tuple)):
        raise TypeError(f"take requires ndarray or scalar arguments, got {type(indices)} at position 1.")
    indices = asarray(indices)
    if axis is None:
        a, axis = s.reshape(a, (a.size,)), 0
    axis = canonical_axis(axis, a.ndim)
    size = a.shape[axis]
    if mode == "wrap":
        return take_axis(a, u.remainder(indices, size), axis)
    if mode == "clip":
        return take_axis(a, u.clip(indices, 0, size - 1), axis)
    if isinstance(indices, Tracer) or _some_outside(indices, size):
        shape = (1,) * axis + indices.shape + (1,) * (a.ndim - axis - 1)
        inside = s.reshape((indices >= -size) & (indices < size), shape)
        return u.where(inside, take_axis(a, indices, axis), _fill_value(a.dtype, fill_value))
    return take_axis(a, indices, axis)


def _some_outside(indices, size):
    values = np.asarray(indices)
    return bool(((values < -size) | (values >= size)).any())


def take_along_axis(arr, indices, axis=-1, mode=None, fill_value=None):
    arr, indices = asarray(arr), asarray(indices)
    if indices.dtype.kind not in "iu":
        raise TypeError(f"take_along_axis indices must be of integer type, got {indices.dtype.name}")
    if axis is None:
        if indices.ndim != 1:
            raise ValueError(f"take_along_axis indices must be 1D if axis=None, got {indices.ndim}D")
        arr, axis = h_ravel(arr), 0
    if arr.ndim != indices.ndim:
        raise ValueError(f"indices and arr must have the same number of dimensions; {indices.ndim} vs. {arr.ndim}")
    axis = canonical_axis(axis, arr.ndim)
    # Every other dimension broadcasts, one way or the other.
    common = np.broadcast_shapes(*([n for d, n in enumerate(x.shape) if d != axis] or [1] for x in (arr, indices)))
    common = list(common) if arr.ndim > 1 else []
    arr = _onepot.broadcast_to(arr, (*common[:axis], arr.shape[axis], *common[axis:]))
    indices = _onepot.broadcast_to(indices, (*common[:axis], indices.shape[axis], *common[axis:]))
    places = []
    for d in range(arr.ndim):
        if d == axis:
            places.append(indices)
            continue
        grid = s.reshape(s.iota(np.int32, indices.shape[d]), [indices.shape[d] if i == d else 1 for i in range(arr.ndim)])
        places.append(_onepot.broadcast_to(grid, indices.shape))
    return arr.at[tuple(places)].get(mode=mode or "fill", fill_value=fill_value)


def h_ravel(x):
    return s.reshape(x, (x.size,))


def choose(a, choices, out=None, mode="raise"):
    choices = [asarray(c) for c in choices]
    return select([asarray(a) == i for i in range(len(choices))], choices)


def select(condlist, choicelist, default=0):
    result = default
    for condition, choice in zip(reversed(list(condlist)), reversed(list(choicelist))):
        result = u.where(condition, choice, result)
    return result


def piecewise(x, condlist, funclist, *args, **kw):
    conditions = list(condlist)
    functions = [f if callable(f) else (lambda _, value=f: value) for f in funclist]
    default = functions.pop() if len(functions) == len(conditions) + 1 else (lambda _: 0)
    result = default(x, *args, **kw) if len(funclist) == len(conditions) + 1 else default(x)
    for condition, function in zip(reversed(conditions), reversed(functions)):
        result = u.where(condition, function(x, *args, **kw), result)
    return result


@library("sort", static=("axis", "stable", "descending"))
def _sort(x, axis, stable, descending):
    result = s.sort(x, axis, stable)
    return s.rev(result, (canonical_axis(axis, x.ndim),)) if descending else result


def sort(a, axis=-1, *, kind=None, order=None, stable=True, descending=False):
    a = asarray(a)
    if axis is None:
        a, axis = s.reshape(a, (a.size,)), 0
    return _sort(a, axis=canonical_axis(axis, a.ndim), stable=stable, descending=descending)


@library("argsort", static=("axis", "stable", "descending"))
def _argsort(x, axis, stable, descending):
    places = s.broadcasted_iota(np.int32, x.shape, axis)
    if descending:
        x, places = s.rev(x, (axis,)), s.rev(places, (axis,))
    result = s.sort((x, places), axis, stable)[1]
    return s.rev(result, (axis,)) if descending else result


def argsort(a, axis=-1, *, kind=None, order=None, stable=True, descending=False):
    a = asarray(a)
    if axis is None:
        a, axis = s.reshape(a, (a.size,)), 0
    return _argsort(a, axis=canonical_axis(axis, a.ndim), stable=stable, descending=descending)


def lexsort(keys, axis=-1):
    keys = [asarray(k) for k in keys]
    places = s.broadcasted_iota(np.int32, keys[0].shape, canonical_axis(axis, keys[0].ndim))
    return s.sort((*keys[::-1], places), axis, True, len(keys))[-1]


def searchsorted(a, v, side="left", sorter=None, *, method="scan"):
    """Counts the elements below: every query beside every element, which fuses into one reduction."""
    a, v = _onepot.promote([asarray(a), asarray(v)])
    queries = s.expand_dims(v, (v.ndim,))
    row = s.reshape(a, (1,) * v.ndim + a.shape)
    return r.sum(row < queries if side == "left" else row <= queries, -1, dtype=np.int32)


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")


def _sized(name, condition):
    from jax.errors import ConcretizationTypeError
    if isinstance(condition, Tracer):
        raise ConcretizationTypeError(condition, f"The size argument of jnp.{name} must be statically specified to use "
                                                 f"jnp.{name} within JAX transformations.")


def nonzero(a, *, size=None, fill_value=None):
    a = asarray(a)
    if size is None:
        _sized("nonzero", a)
        return tuple(asarray(i.astype(np.int32)) for i in np.nonzero(np.asarray(a)))
    mask = s.reshape(u._truth(a), (a.size,))
    counts = r.cumsum(mask)
    flat = searchsorted(counts, s.iota(np.int32, size) + 1)
    inside = s.iota(np.int32, size) < counts[-1]
    out, stride = [], 1
    for n in reversed(a.shape):
        out.append(u.where(inside, (flat // stride) % n, 0 if fill_value is None else fill_value))
        stride *= n
    return tuple(reversed(out))


def flatnonzero(a, *, size=None, fill_value=None):
    return nonzero(s.reshape(asarray(a), (asarray(a).size,)), size=size, fill_value=fill_value)[0]


def argwhere(a, *, size=None, fill_value=None):
    from jax._src.numpy_creation import stack
    return stack(nonzero(a, size=size, fill_value=fill_value), 1)


def extract(condition, arr):
    return getitem(s.reshape(asarray(arr), (asarray(arr).size,)), nonzero(s.reshape(asarray(condition), (-1,)))[0])


def compress(condition, a, axis=None, *, out=None):
    places = np.nonzero(np.asarray(condition))[0].astype(np.int32)
    a = asarray(a)
    return take_axis(a if axis is not None else s.reshape(a, (a.size,)), asarray(places), 0 if axis is None else axis)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, size=None,
           fill_value=None):
    ar = asarray(ar)
    _sized("unique", ar)
    found = np.unique(np.asarray(ar), return_index, return_inverse, return_counts, axis)
    if not isinstance(found, tuple):
        return asarray(found)
    return tuple(asarray(x if i == 0 else x.astype(np.int32)) for i, x in enumerate(found))


def bincount(x, weights=None, minlength=0, *, length=None):
    x = asarray(x)
    if length is None:
        _sized("bincount", x)
        length = max(int(np.asarray(x).max()) + 1 if x.size else 0, minlength)
    hits = s.expand_dims(x, (1,)) == s.reshape(s.iota(x.dtype, length), (1, length))
    return r.sum(hits, 0) if weights is None else r.sum(u.where(hits, s.expand_dims(asarray(weights), (1,)), 0), 0)


def histogram(a, bins=10, range=None, weights=None, density=None):
    from jax._src.numpy_creation import linspace
    a = s.reshape(u.to_inexact(a), (asarray(a).size,))
    low, high = (r.min(a), r.max(a)) if range is None else range
    edges = linspace(low, high, bins + 1) if np.ndim(bins) == 0 else asarray(bins)
    count = edges.shape[0] - 1
    place = u.where(a == edges[-1], count - 1, searchsorted(edges, a, "right") - 1)
    place = u.where((a < edges[0]) | (a > edges[-1]), count, place)
    counts = bincount(place, None if weights is None else s.reshape(asarray(weights), (-1,)), length=count + 1)[:count]
    counts = _onepot.convert(counts, np.float32)
    return (counts / r.diff(edges) / r.sum(counts) if density else counts), edges


def isin(element, test_elements, assume_unique=False, invert=False):
    element, tests = _onepot.promote([asarray(element), asarray(test_elements)])
    found = r.any(s.expand_dims(element, (element.ndim,)) == s.reshape(tests, (1,) * element.ndim + (tests.size,)), -1)
    return ~found if invert else found


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = asarray(a1), asarray(a2)
    if a1.shape != a2.shape:
        return full((), False, np.bool_)
    same = a1 == a2
    return r.all(same | (u.isnan(a1) & u.isnan(a2)) if equal_nan else same)


def array_equiv(a1, a2):
    try:
        np.broadcast_shapes(asarray(a1).shape, asarray(a2).shape)
    except ValueError:
        return full((), False, np.bool_)
    return r.all(asarray(a1) == asarray(a2))


def unravel_index(indices, shape):
    indices, out = asarray(indices), []
    for n in reversed(shape if isinstance(shape, (tuple, list)) else (shape,)):
        out.append(indices % n)
        indices = indices // n
    return tuple(reversed(out))


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    result = 0
    for index, n in zip(multi_index, dims):
        result = result * n + asarray(index)
    return result


def append(arr, values, axis=None):
    from jax._src.numpy_creation import concatenate
    if axis is None:
        return concatenate([s.reshape(asarray(arr), (asarray(arr).size,)), s.reshape(asarray(values), (asarray(values).size,))])
    return concatenate([arr, values], axis)


def delete(arr, obj, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = s.reshape(arr, (arr.size,)), 0
    places = np.delete(np.arange(arr.shape[axis], dtype=np.int32), obj if not isinstance(obj, _onepot.Array) else np.asarray(obj))
    return take_axis(arr, asarray(places), axis)
