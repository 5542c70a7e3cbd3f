"""jnp: sums, extrema, means, variances, cumulative sums, and what is made of them."""
import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src import numpy_ufuncs as u
from jax._src.core import asarray, canonical_axes, canonical_axis, full, inexact_dtype, library, to_inexact


def _array(name, x):
    if isinstance(x, (list, tuple)) or x is None:
        raise TypeError(f"{name} requires ndarray or scalar arguments, got {type(x)} at position 0.")
    return asarray(x)


def _keep(result, x, axes, keepdims):
    if not keepdims:
        return result
    return s.broadcast_in_dim(result, [1 if d in axes else n for d, n in enumerate(x.shape)],
                              [d for d in range(x.ndim) if d not in axes])


def _reduce(name, rule, x, axis, dtype, keepdims, initial, where, identity, combine, empty_ok=True):
    x = _array(name, x)
    axes = canonical_axes(axis, x.ndim)
    if dtype is not None:
        x = _onepot.convert(x, dtype)
    if where is not None:
        if identity is None and initial is None:
            raise ValueError(f"reduction operation {name} does not have an identity, so to use a where mask one has to specify "
                             "'initial'")
        x = u.where(where, x, initial if identity is None else np.asarray(identity, x.dtype))
    if not empty_ok and initial is None and 0 in [x.shape[d] for d in axes]:
        raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
    result = rule(x, axes)
    if initial is not None:
        result = combine(_onepot.convert(initial, result.dtype), result)
    return _keep(result, x, axes, keepdims)


def _upcast(x):
    """bool and small integers count as the default integers."""
    x = asarray(x)
    if x.dtype.kind == "b":
        return _onepot.convert(x, int)
    wide = np.dtype(np.int64 if x.dtype.kind == "i" else np.uint64)
    if x.dtype.kind in "iu" and x.dtype.itemsize < _onepot.dtype_of(wide).itemsize:
        return _onepot.convert(x, wide, x.weak_type)
    return x


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, promote_integers=True):
    a = _array("sum", a)
    return _reduce("sum", s.reduce_sum, a if dtype is not None else _upcast(a), axis, dtype, keepdims, initial, where, 0, u.add)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None, promote_integers=True):
    a = _array("prod", a)
    return _reduce("prod", s.reduce_prod, a if dtype is not None else _upcast(a), axis, dtype, keepdims, initial, where, 1, u.multiply)


def max(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    return _reduce("max", s.reduce_max, a, axis, None, keepdims, initial, where, None, u.maximum, False)


def min(a, axis=None, out=None, keepdims=False, initial=None, where=None):
    return _reduce("min", s.reduce_min, a, axis, None, keepdims, initial, where, None, u.minimum, False)


amax, amin = max, min


def any(a, axis=None, out=None, keepdims=False, *, where=None):
    return _reduce("any", s.reduce_or, u._truth(a), axis, None, keepdims, None, where, False, u.logical_or)


def all(a, axis=None, out=None, keepdims=False, *, where=None):
    return _reduce("all", s.reduce_and, u._truth(a), axis, None, keepdims, None, where, True, u.logical_and)


def _count(x, axes, where):
    count = 1
    for d in axes:
        count *= x.shape[d]
    return count


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=None):
    a = _array("mean", a)
    wanted = inexact_dtype(a.dtype) if dtype is None else _onepot.dtype_of(dtype)
    half = wanted.itemsize == 2
    axes = canonical_axes(axis, a.ndim)
    x = _onepot.convert(a, np.float32 if half else wanted, a.weak_type and dtype is None)
    if where is None:
        result = e.div(sum(x, axis, keepdims=keepdims), _onepot.convert(_count(a, axes, None), x.dtype))
    else:
        counted = sum(_onepot.convert(_onepot.broadcast_to(asarray(where), a.shape), x.dtype), axis, keepdims=keepdims)
        result = sum(x, axis, keepdims=keepdims, where=where) / counted
    return _onepot.convert(result, wanted) if half else result


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    a = _array("average", a)
    if weights is None:
        result = mean(a, axis, keepdims=keepdims)
        total = full(result.shape, _count(a, canonical_axes(axis, a.ndim), None), result.dtype)
    else:
        weights = asarray(weights)
        if weights.shape != a.shape and weights.ndim == 1 and axis is not None:
            weights = s.broadcast_in_dim(weights, a.shape, (canonical_axis(axis, a.ndim),))
        total = sum(to_inexact(weights), axis, keepdims=keepdims)
        result = sum(a * weights, axis, keepdims=keepdims) / total
    return (result, _onepot.broadcast_to(total, result.shape)) if returned else result


@library("_var", static=("axis", "keepdims"))
def _var(x, ddof, axis, keepdims):
    axes = canonical_axes(axis, x.ndim)
    count = _count(x, axes, None)
    centre = mean(x, axis, keepdims=True)
    squared = e.square(x - centre)
    normalizer = _onepot.convert(count, x.dtype) - _onepot.convert(ddof, x.dtype)
    result = e.div(sum(squared, axis, keepdims=keepdims), normalizer)
    return u.where(normalizer > 0, result, np.nan)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None):
    x = to_inexact(_array("var", a))
    x = _onepot.convert(x, x.dtype if dtype is None else dtype)
    if correction is not None:
        ddof = correction
    if where is not None:
        centre = globals()["mean"](x, axis, keepdims=True, where=where)
        counted = sum(_onepot.convert(_onepot.broadcast_to(asarray(where), x.shape), x.dtype), axis, keepdims=keepdims)
        return sum(e.square(x - centre), axis, keepdims=keepdims, where=where) / (counted - ddof)
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else axis
    return _var(x, ddof, axis=axis, keepdims=keepdims)


@library("_std", static=("axis", "keepdims"))
def _std(x, ddof, axis, keepdims):
    return e.sqrt(_var(x, ddof, axis=axis, keepdims=keepdims))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, mean=None, correction=None):
    x = to_inexact(_array("std", a))
    if where is not None:
        return e.sqrt(var(x, axis, dtype, ddof=ddof, keepdims=keepdims, where=where))
    x = _onepot.convert(x, x.dtype if dtype is None else dtype)
    axis = tuple(axis) if isinstance(axis, (tuple, list)) else axis
    return _std(x, ddof if correction is None else correction, axis=axis, keepdims=keepdims)


@library("_ptp", static=("axis", "keepdims"))
def _ptp(x, axis, keepdims):
    return max(x, axis, keepdims=keepdims) - min(x, axis, keepdims=keepdims)


def ptp(a, axis=None, out=None, keepdims=False):
    return _ptp(asarray(a), axis=axis, keepdims=keepdims)


@library("count_nonzero", static=("axis", "keepdims"))
def _count_nonzero(x, axis, keepdims):
    return sum(u._truth(x), axis, keepdims=keepdims)


def count_nonzero(a, axis=None, keepdims=False):
    return _count_nonzero(asarray(a), axis=axis, keepdims=keepdims)


def _without_nan(name, rule, fill):
    def apply(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None):
        a = asarray(a)
        x = u.where(u.isnan(a), np.asarray(fill, a.dtype), a) if a.dtype.kind == "f" else a
        extra = {} if dtype is None else {"dtype": dtype}
        result = rule(x, axis, keepdims=keepdims, initial=initial, where=where, **extra)
        if name in ("nanmax", "nanmin") and a.dtype.kind == "f":
            result = u.where(all(u.isnan(a), axis, keepdims=keepdims), np.nan, result)
        return result
    apply.__name__ = apply.__qualname__ = name
    return apply


nansum, nanprod = _without_nan("nansum", sum, 0), _without_nan("nanprod", prod, 1)
nanmax, nanmin = _without_nan("nanmax", max, -np.inf), _without_nan("nanmin", min, np.inf)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False, where=None):
    a = asarray(a)
    return nansum(to_inexact(a), axis, keepdims=keepdims) / _onepot.convert(sum(~u.isnan(a), axis, keepdims=keepdims), np.float32)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None):
    return var(a, axis, dtype, ddof=ddof, keepdims=keepdims, where=~u.isnan(asarray(a)))


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=None):
    return e.sqrt(nanvar(a, axis, dtype, ddof=ddof, keepdims=keepdims))


def _arg(name, rule):
    def apply(a, axis=None, out=None, keepdims=None):
        a = _array(name, a)
        flat = axis is None
        x = s.reshape(a, (a.size,)) if flat and a.ndim != 1 else a
        if x.dtype.kind == "b":
            x = _onepot.convert(x, np.int32)
        result = rule(x, 0 if flat else axis, _onepot.dtype_of(int))
        if keepdims:
            axes = range(a.ndim) if flat else (canonical_axis(axis, a.ndim),)
            result = s.reshape(result, [1 if d in axes else n for d, n in enumerate(a.shape)])
        return result
    apply.__name__ = apply.__qualname__ = name
    return apply


argmax, argmin = _arg("argmax", s.argmax), _arg("argmin", s.argmin)


def _cumulative(name, rule):
    inner = library(name, static=("axis",))(lambda x, axis: rule(x, axis))

    def apply(a, axis=None, dtype=None, out=None):
        a = _array(name, a)
        a = _upcast(a) if dtype is None else _onepot.convert(a, dtype)
        if axis is None:
            a, axis = s.reshape(a, (a.size,)), 0
        return inner(a, axis=canonical_axis(axis, a.ndim))
    apply.__name__ = apply.__qualname__ = name
    return apply


cumsum, cumprod = _cumulative("cumsum", s.cumsum), _cumulative("cumprod", s.cumprod)


def nancumsum(a, axis=None, dtype=None, out=None):
    a = asarray(a)
    return cumsum(u.where(u.isnan(a), 0, a), axis, dtype)


@library("diff", static=("n", "axis"))
def _diff(x, n, axis):
    for _ in range(n):
        size = x.shape[axis]
        left, right = s.slice_in_dim(x, 1, size, axis=axis), s.slice_in_dim(x, 0, size - 1, axis=axis)
        x = left != right if x.dtype.kind == "b" else left - right
    return x


def diff(a, n=1, axis=-1, prepend=None, append=None):
    from jax._src.numpy_creation import concatenate
    a = asarray(a)
    axis = canonical_axis(axis, a.ndim)

    def edge(value):
        value = asarray(value)
        return _onepot.broadcast_to(value, a.shape[:axis] + (1,) + a.shape[axis + 1:]) if value.ndim == 0 else value
    if prepend is not None or append is not None:
        parts = ([] if prepend is None else [edge(prepend)]) + [a] + ([] if append is None else [edge(append)])
        a = concatenate(parts, axis)
    return _diff(a, n=n, axis=axis)


def ediff1d(ary, to_end=None, to_begin=None):
    from jax._src.numpy_creation import concatenate
    ary = asarray(ary)
    parts = [diff(s.reshape(ary, (ary.size,)))]
    parts = ([] if to_begin is None else [asarray(to_begin).ravel()]) + parts + ([] if to_end is None else [asarray(to_end).ravel()])
    return concatenate(parts) if len(parts) > 1 else parts[0]


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    from jax._src.numpy_shaping import diagonal
    return sum(diagonal(a, offset, axis1, axis2), -1, dtype)


@library("median", static=("axis", "keepdims"))
def _median(x, axis, keepdims):
    axes = canonical_axes(axis, x.ndim)
    kept = [d for d in range(x.ndim) if d not in axes]
    flat = s.reshape(s.transpose(x, kept + list(axes)), [x.shape[d] for d in kept] + [_count(x, axes, None)])
    size = flat.shape[-1]
    ordered = s.sort(flat)
    low, high = (s.index_in_dim(ordered, i, -1, False) for i in ((size - 1) // 2, size // 2))
    result = low if size % 2 else low * 0.5 + high * 0.5
    result = u.where(any(u.isnan(flat), -1), np.nan, result)
    return _keep(result, x, axes, keepdims)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    return _median(to_inexact(_array("median", a)), axis=axis, keepdims=keepdims)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    x, q = to_inexact(asarray(a)), to_inexact(asarray(q))
    axes = canonical_axes(axis, x.ndim)
    kept = [d for d in range(x.ndim) if d not in axes]
    flat = s.reshape(s.transpose(x, kept + list(axes)), [x.shape[d] for d in kept] + [_count(x, axes, None)])
    ordered, size = s.sort(flat), flat.shape[-1]
    place = q * (size - 1)
    low, high = e.floor(place), e.ceil(place)
    weight = place - low
    from jax._src.indexing import take_axis
    take = lambda i: take_axis(ordered, _onepot.convert(i, np.int32), -1)
    result = {"linear": lambda: take(low) * (1 - weight) + take(high) * weight, "lower": lambda: take(low),
              "higher": lambda: take(high), "midpoint": lambda: (take(low) + take(high)) / 2,
              "nearest": lambda: take(u.where(weight > 0.5, high, low))}[method]()
    if q.ndim:
        from jax._src.numpy_shaping import moveaxis
        result = moveaxis(result, range(-q.ndim, 0), range(q.ndim))
    return _keep(result, x, axes, keepdims) if keepdims and not q.ndim else result


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return quantile(a, to_inexact(asarray(q)) / 100, axis, method=method, keepdims=keepdims)
