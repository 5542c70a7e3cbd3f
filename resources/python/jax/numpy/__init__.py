"""jax.numpy: NumPy's functions over jax arrays."""
import builtins

import _onepot
import numpy as _np
from numpy import euler_gamma, e, inf, nan, newaxis, pi  # noqa: F401

from jax._src import core as _core
from jax._src.core import Array as ndarray  # noqa: F401
from jax._src.numpy_creation import (  # noqa: F401
    arange, array, asarray, atleast_1d, atleast_2d, atleast_3d, column_stack, concat, concatenate, copy, dstack, empty, empty_like,
    eye, frombuffer, full, full_like, geomspace, hstack, identity, indices, linspace, logspace, meshgrid, ones, ones_like, stack,
    tri, vstack, zeros, zeros_like)
from jax._src.numpy_further import (  # noqa: F401
    angle, bartlett, blackman, corrcoef, fill_diagonal, fromfunction, gradient, hamming, hanning, insert, intersect1d, iscomplex,
    isreal, iterable, ix_, ldexp, nanargmax, nanargmin, nancumprod, put_along_axis, resize, setdiff1d, setxor1d,
    tril_indices_from, triu_indices_from, union1d, unstack)
from jax._src.numpy_indexing import (  # noqa: F401
    append, argsort, argwhere, array_equal, array_equiv, bincount, choose, compress, delete, digitize, extract, flatnonzero,
    histogram, isin, lexsort, nonzero, piecewise, ravel_multi_index, searchsorted, select, sort, take, take_along_axis, unique,
    unravel_index)
from jax._src.numpy_linear import (  # noqa: F401
    convolve, correlate, cov, cross, dot, einsum, inner, interp, kron, matmul, matvec, outer, polyval, tensordot, trapezoid,
    vander, vdot, vecdot)
from jax._src.numpy_reductions import (  # noqa: F401
    all, amax, amin, any, argmax, argmin, average, count_nonzero, cumprod, cumsum, diff, ediff1d, max, mean, median, min, nancumsum, nanmax,
    nanmean, nanmin, nanprod, nanstd, nansum, nanvar, percentile, prod, ptp, quantile, std, sum, trace, var)
from jax._src.numpy_shaping import (  # noqa: F401
    array_split, broadcast_arrays, broadcast_shapes, broadcast_to, diag, diag_indices, diagflat, diagonal, expand_dims, flip, fliplr,
    flipud, hsplit, matrix_transpose, moveaxis, pad, permute_dims, ravel, repeat, reshape, roll, rollaxis, rot90, split, squeeze,
    swapaxes, tile, transpose, tril, tril_indices, triu, triu_indices, vsplit)
from jax._src.numpy_ufuncs import (  # noqa: F401
    abs, absolute, add, allclose, arccos, arccosh, arcsin, arcsinh, arctan, arctan2, arctanh, around, bitwise_and, bitwise_invert,
    bitwise_left_shift, bitwise_not, bitwise_or, bitwise_right_shift, bitwise_xor, cbrt, ceil, clip, conj, conjugate, copysign, cos,
    cosh, deg2rad, degrees, divide, divmod, equal, exp, exp2, expm1, fabs, fix, float_power, floor, floor_divide, fmax, fmin, fmod,
    gcd, greater, greater_equal, heaviside, hypot, imag, invert, isclose, isfinite, isinf, isnan, isneginf, isposinf, lcm,
    left_shift, less, less_equal, log, log10, log1p, log2, logaddexp, logaddexp2, logical_and, logical_not, logical_or,
    logical_xor, maximum, minimum, mod, modf, multiply, nan_to_num, negative, nextafter, not_equal, positive, pow, power, rad2deg,
    radians, real, reciprocal, remainder, right_shift, rint, round, sign, signbit, sin, sinc, sinh, sqrt, square, subtract, tan,
    tanh, true_divide, trunc, where)

acos, acosh, asin, asinh, atan, atan2, atanh = arccos, arccosh, arcsin, arcsinh, arctan, arctan2, arctanh
save, load, savez, set_printoptions, printoptions, get_printoptions = (
    _np.save, _np.load, _np.savez, _np.set_printoptions, _np.printoptions, _np.get_printoptions)
__array_api_version__ = "2024.12"
dtype = _np.dtype
finfo, iinfo = _np.finfo, _np.iinfo
integer, floating, inexact, number, generic = _np.integer, _np.floating, _np.inexact, _np.number, _np.generic
signedinteger, unsignedinteger, complexfloating = _np.signedinteger, _np.unsignedinteger, _np.complexfloating

bool_ = _core.scalar_type("bool_", _np.dtype("bool"))
bool = bool_
int8, int16, int32 = (_core.scalar_type(n, _np.dtype(n)) for n in ("int8", "int16", "int32"))
uint8, uint16, uint32 = (_core.scalar_type(n, _np.dtype(n)) for n in ("uint8", "uint16", "uint32"))
float16, float32 = (_core.scalar_type(n, _np.dtype(n)) for n in ("float16", "float32"))
complex64 = _core.scalar_type("complex64", _np.dtype("complex64"))
bfloat16 = _core.scalar_type("bfloat16", _core.bfloat16_dtype)
# With 64-bit types off these names make 32-bit arrays, as in JAX.
int64, uint64 = _core.scalar_type("int64", _np.dtype("int64")), _core.scalar_type("uint64", _np.dtype("uint64"))
float64, complex128 = _core.scalar_type("float64", _np.dtype("float64")), _core.scalar_type("complex128", _np.dtype("complex128"))
int_, uint, float_, complex_, double, single, half = int32, uint32, float32, complex64, float64, float32, float16


def result_type(*args):
    return _onepot.result_type(args)[0]


def promote_types(a, b):
    return _onepot.result_type([a, b])[0]


def astype(x, dtype, copy=False, device=None):
    return _onepot.asarray(x).astype(dtype)


def shape(a):
    return _np.shape(a)


def ndim(a):
    return _np.ndim(a)


def size(a, axis=None):
    return _np.size(a) if axis is None else shape(a)[axis]


def isscalar(element):
    return isinstance(element, ndarray) and element.ndim == 0 or _np.isscalar(element)


def iscomplexobj(x):
    return _onepot.asarray(x).dtype.kind == "c"


def isrealobj(x):
    return not iscomplexobj(x)


def issubdtype(a, b):
    """As NumPy's, with jnp's scalar types and bfloat16."""
    a, b = (getattr(t, "dtype", t) if isinstance(t, type) and hasattr(t, "dtype") and not issubclass(t, _np.generic) else t
            for t in (a, b))
    if a == _core.bfloat16_dtype and not isinstance(a, _np.dtype):
        return b in (floating, inexact, number, generic) or b == a
    return _np.issubdtype(a, b)


def isdtype(dtype, kind):
    kinds = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
             "complex floating": "c", "numeric": "iufc"}
    options = kind if isinstance(kind, tuple) else (kind,)
    own = _onepot.dtype_of(dtype)
    return builtins.any(own.kind in kinds[k] if k in kinds else own == _onepot.dtype_of(k) for k in options)





def vectorize(pyfunc, *, excluded=frozenset(), signature=None):
    from jax._src.vectorize import vectorized
    return vectorized(pyfunc, excluded, signature)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    from jax._src.batching import vmap
    moved = moveaxis(arr, axis, -1)
    function = lambda row: func1d(row, *args, **kwargs)
    for _ in range(moved.ndim - 1):
        function = vmap(function)
    return function(moved)


from jax.numpy import fft, linalg  # noqa: E402,F401
from jax._src.numpy_rest import (  # noqa: E402,F401
    ComplexWarning, apply_over_axes, argpartition, array_repr, array_str, bitwise_count, block, c_, can_cast, cumulative_prod,
    cumulative_sum, diag_indices_from, dsplit, einsum_path, frexp, from_dlpack, fromfile, fromiter, fromstring, histogram2d,
    histogram_bin_edges, histogramdd, i0, index_exp, kaiser, mask_indices, mgrid, nanmedian, nanpercentile, nanquantile, ogrid, packbits,
    partition, place, put, r_, s_, sort_complex, spacing, trim_zeros, unique_all, unique_counts, unique_inverse, unique_values,
    unpackbits, unwrap, vecmat)
from jax._src.polynomials import (  # noqa: E402,F401
    poly, polyadd, polyder, polydiv, polyfit, polyint, polymul, polysub, roots)
from jax._src.array_api import frompyfunc, namespace_info as __array_namespace_info__, ufunc  # noqa: E402,F401

character, flexible, object_ = _np.character, _np.flexible, _np.object_
csingle, cdouble = complex64, complex128
