"""jnp: functions that ordinary programs use now and then."""
import _onepot
import numpy as np

from jax._src import lax_structure as s
from jax._src import numpy_creation as c
from jax._src import numpy_indexing as n
from jax._src import numpy_reductions as r
from jax._src import numpy_ufuncs as u
from jax._src.core import asarray, canonical_axes, canonical_axis


def gradient(f, *varargs, axis=None, edge_order=None):
    """Central differences inside, one-sided ones at the ends; spacing is a number for each axis."""
    f = u.to_inexact(f)
    axes = canonical_axes(axis, f.ndim)
    steps = [1.0] * len(axes) if not varargs else list(varargs) * (len(axes) if len(varargs) == 1 else 1)
    results = []
    for d, step in zip(axes, steps):
        size = f.shape[d]
        if size < 2:
            raise ValueError("Shape of array too small to calculate a numerical gradient, at least 2 elements are required.")
        part = lambda a, b: s.slice_in_dim(f, a, b, 1, d)
        inner = (part(2, size) - part(0, size - 2)) * 0.5
        results.append(s.concatenate([part(1, 2) - part(0, 1), inner, part(size - 1, size) - part(size - 2, size - 1)], d) / step)
    return results[0] if len(results) == 1 else results


def _set_operation(name, function):
    def apply(ar1, ar2, assume_unique=False, **options):
        n._sized(name, asarray(ar1))
        n._sized(name, asarray(ar2))
        return asarray(function(np.asarray(ar1), np.asarray(ar2)))
    apply.__name__ = apply.__qualname__ = name
    return apply


intersect1d, union1d = _set_operation("intersect1d", np.intersect1d), _set_operation("union1d", np.union1d)
setdiff1d, setxor1d = _set_operation("setdiff1d", np.setdiff1d), _set_operation("setxor1d", np.setxor1d)


def _nan_arg(rule, fill):
    def apply(a, axis=None, out=None, keepdims=None):
        a = asarray(a)
        return rule(u.where(u.isnan(a), fill, a), axis, keepdims=keepdims)
    return apply


nanargmax, nanargmin = _nan_arg(r.argmax, -np.inf), _nan_arg(r.argmin, np.inf)


def nancumprod(a, axis=None, dtype=None, out=None):
    a = asarray(a)
    return r.cumprod(u.where(u.isnan(a), 1, a), axis, dtype)


def insert(arr, obj, values, axis=None):
    arr = asarray(arr)
    if axis is None:
        arr, axis = s.reshape(arr, (arr.size,)), 0
    axis = canonical_axis(axis, arr.ndim)
    if np.ndim(obj) or isinstance(obj, slice):
        raise NotImplementedError("jnp.insert at several places")
    place = int(obj) + (arr.shape[axis] if int(obj) < 0 else 0)
    values = _onepot.convert(values, arr.dtype)
    shape = arr.shape[:axis] + (values.shape[axis] if values.ndim == arr.ndim else 1,) + arr.shape[axis + 1:]
    return s.concatenate([s.slice_in_dim(arr, 0, place, 1, axis), _onepot.broadcast_to(values, shape),
                          s.slice_in_dim(arr, place, None, 1, axis)], axis)


def resize(a, new_shape):
    a = asarray(a)
    new_shape = (new_shape,) if np.ndim(new_shape) == 0 else tuple(new_shape)
    count = int(np.prod(new_shape))
    flat = s.reshape(a, (a.size,))
    repeats = -(-count // max(a.size, 1))
    return s.reshape(s.slice_in_dim(s.concatenate([flat] * repeats, 0), 0, count), new_shape)


def unstack(x, /, *, axis=0):
    x = asarray(x)
    return tuple(s.index_in_dim(x, i, axis, False) for i in range(x.shape[canonical_axis(axis, x.ndim)]))


def ldexp(x1, x2, /):
    return u.to_inexact(x1) * u.exp2(u.to_inexact(x2))


def iterable(y):
    return hasattr(y, "__iter__") and not (isinstance(y, _onepot.Array) and y.ndim == 0)


def isreal(x, /):
    return u.imag(x) == 0


def iscomplex(x, /):
    return u.imag(x) != 0


def angle(z, deg=False):
    result = u.arctan2(u.imag(z), u.real(z))
    return u.rad2deg(result) if deg else result


def fromfunction(function, shape, *, dtype=np.float32, **kwargs):
    return function(*(s.broadcasted_iota(dtype, shape, d) for d in range(len(shape))), **kwargs)


def corrcoef(x, y=None, rowvar=True):
    from jax._src.numpy_linear import cov
    covariance = cov(x, y, rowvar)
    if covariance.ndim == 0:
        return covariance / covariance
    deviation = u.sqrt(covariance.diagonal())
    return covariance / (deviation[:, None] * deviation[None, :])


def ix_(*args):
    arrays = [asarray(a) for a in args]
    return tuple(s.reshape(a, [a.size if i == d else 1 for i in range(len(arrays))]) for d, a in enumerate(arrays))


def tril_indices_from(arr, k=0):
    from jax._src.numpy_shaping import tril_indices
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr, k=0):
    from jax._src.numpy_shaping import triu_indices
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


def window(name):
    """hamming, hanning, blackman, bartlett: NumPy's values as float32."""
    function = getattr(np, name)
    return lambda M: asarray(function(M).astype(np.float32))


bartlett, blackman, hamming, hanning = (window(name) for name in ("bartlett", "blackman", "hamming", "hanning"))


def put_along_axis(arr, indices, values, axis, inplace=True, *, mode=None):
    arr, indices = asarray(arr), asarray(indices)
    axis = canonical_axis(axis, arr.ndim)
    grid = [indices if d == axis else s.reshape(s.iota(np.int32, indices.shape[d]),
                                                [indices.shape[d] if i == d else 1 for i in range(arr.ndim)]) for d in range(arr.ndim)]
    return arr.at[tuple(grid)].set(values)


def fill_diagonal(a, val, wrap=False, *, inplace=True):
    places = c.arange(min(a.shape))
    return a.at[(places,) * a.ndim].set(val)
