"""jax.numpy.linalg: NumPy's linear algebra."""
import collections

import _onepot
import numpy as np

from jax._src import lax_linalg as l
from jax._src import lax_structure as s
from jax._src import numpy_linear as n
from jax._src import numpy_reductions as r
from jax._src import numpy_ufuncs as u
from jax._src.core import asarray, canonical_axes, to_inexact

QRResult = collections.namedtuple("QRResult", "Q R")
SVDResult = collections.namedtuple("SVDResult", "U S Vh")
EighResult = collections.namedtuple("EighResult", "eigenvalues eigenvectors")
EigResult = collections.namedtuple("EigResult", "eigenvalues eigenvectors")
SlogdetResult = collections.namedtuple("SlogdetResult", "sign logabsdet")


def _float(name, a, square=False):
    if isinstance(a, (list, tuple)) or a is None:
        raise TypeError(f"{name} requires ndarray or scalar arguments, got {type(a)} at position 0.")
    a = to_inexact(a)
    if a.ndim < 2:
        raise ValueError(f"{name}: input must have at least 2 dimensions, got shape {a.shape}")
    if square and a.shape[-1] != a.shape[-2]:
        raise ValueError(f"{name}: argument must be a (batch of) square matrix, got shape {a.shape}")
    return _onepot.convert(a, a.dtype)


def cholesky(a, *, upper=False, symmetrize_input=True):
    factor = l.cholesky(_float("jnp.linalg.cholesky", a, True), symmetrize_input=symmetrize_input)
    return l._h(factor) if upper else factor


def svd(a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None):
    a = _float("jnp.linalg.svd", a)
    if not hermitian:
        result = l.svd(a, full_matrices=full_matrices, compute_uv=compute_uv, subset_by_index=subset_by_index)
        return SVDResult(*result) if compute_uv else result
    w, v = eigh(a)
    order = s.rev(u.abs(w), (w.ndim - 1,))
    from jax._src.numpy_indexing import argsort, take_along_axis
    places = argsort(-u.abs(w), axis=-1)
    order = take_along_axis(u.abs(w), places, -1)
    if not compute_uv:
        return order
    signs = take_along_axis(u.where(w < 0, -1, 1).astype(v.dtype), places, -1)
    v = take_along_axis(v, places[..., None, :], -1)
    return SVDResult(v, order, l._h(v * signs[..., None, :]))


def svdvals(x, /):
    return svd(x, compute_uv=False)


def qr(a, mode="reduced"):
    a = _float("jnp.linalg.qr", a)
    if mode == "raw":
        h, taus = l.geqrf(a)
        return l._t(h), taus
    if mode not in ("reduced", "r", "complete"):
        raise ValueError(f"Unsupported QR decomposition mode '{mode}'")
    q, factor = l.qr(a, full_matrices=mode == "complete")
    return factor if mode == "r" else QRResult(q, factor)


def eigh(a, UPLO=None, symmetrize_input=True):
    if UPLO not in (None, "L", "U"):
        raise ValueError(f"UPLO must be one of None, 'L', or 'U', got {UPLO}")
    v, w = l.eigh(_float("jnp.linalg.eigh", a, True), lower=UPLO != "U", symmetrize_input=symmetrize_input)
    return EighResult(w, v)


def eigvalsh(a, UPLO="L", *, symmetrize_input=True):
    return eigh(a, UPLO, symmetrize_input)[0]


def eig(a):
    w, v = l.eig(_float("jnp.linalg.eig", a, True), compute_left_eigenvectors=False)
    return EigResult(w, v)


def eigvals(a):
    return l.eig(_float("jnp.linalg.eigvals", a, True), compute_left_eigenvectors=False)[0]


def solve(a, b):
    a, b = _onepot.promote([_float("jnp.linalg.solve", a, True), to_inexact(b)])
    if b.ndim == 0:
        raise ValueError("jnp.linalg.solve: b must have at least one dimension")
    vector = b.ndim == 1
    rhs = b[:, None] if vector else b
    if a.shape[-1] != rhs.shape[-2]:
        raise ValueError(f"jnp.linalg.solve: shapes {a.shape} and {b.shape} do not match: {a.shape[-1]} ≠ {rhs.shape[-2]}")
    batch = np.broadcast_shapes(a.shape[:-2], rhs.shape[:-2])
    x = l.solve(_onepot.broadcast_to(a, batch + a.shape[-2:]), _onepot.broadcast_to(rhs, batch + rhs.shape[-2:]))
    return x[..., 0] if vector else x


def inv(a):
    a = _float("jnp.linalg.inv", a, True)
    return l.solve(a, _onepot.broadcast_to(l._eye(a.shape[-1], a.dtype), a.shape))


def _parity(pivots):
    places = s.broadcasted_iota(np.int32, pivots.shape, pivots.ndim - 1)
    return r.sum(pivots != places, -1) % 2


def slogdet(a, *, method=None):
    if method not in (None, "lu", "qr"):
        raise ValueError(f"Unknown slogdet method '{method}'. Supported methods are 'lu' (`None`), and 'qr'.")
    a = _float("jnp.linalg.slogdet", a, True)
    factors, pivots, _ = l.lu(a)
    diagonal = l._diagonal(factors)
    size = u.abs(diagonal)
    one = np.ones((), a.dtype)
    signs = u.where(size == 0, np.zeros((), a.dtype), diagonal / u.where(size == 0, 1, size).astype(a.dtype))
    flip = u.where(_parity(pivots) == 1, -one, one)
    return SlogdetResult(r.prod(signs, -1) * flip, r.sum(u.log(size), -1))


def det(a):
    a = _float("jnp.linalg.det", a, True)
    size = a.shape[-1]
    if size == 1:
        return a[..., 0, 0]
    if size == 2:
        return a[..., 0, 0] * a[..., 1, 1] - a[..., 0, 1] * a[..., 1, 0]
    if size == 3:
        x = lambda i, j: a[..., i, j]
        return (x(0, 0) * (x(1, 1) * x(2, 2) - x(1, 2) * x(2, 1)) - x(0, 1) * (x(1, 0) * x(2, 2) - x(1, 2) * x(2, 0))
                + x(0, 2) * (x(1, 0) * x(2, 1) - x(1, 1) * x(2, 0)))
    return _det(a)


def _det(a):
    from jax._src.custom import custom_jvp

    @custom_jvp
    def value(a):
        factors, pivots, _ = l.lu(a)
        sign = u.where(_parity(pivots) == 1, -np.ones((), a.dtype), np.ones((), a.dtype))
        return r.prod(l._diagonal(factors), -1) * sign

    @value.defjvp
    def rule(primals, tangents):
        # The cofactors by the singular values, so that singular matrices have derivatives too.
        (a,), (da,) = primals, tangents
        left, values, vh = l.svd(a, full_matrices=False)
        size = values.shape[-1]
        others = [r.prod(s.concatenate([values[..., :i], values[..., i + 1:]], values.ndim - 1), -1) for i in range(size)]
        from jax._src.numpy_creation import stack
        cofactors = stack(others, -1).astype(a.dtype)
        outer_sign = _orientation(left) * _orientation(l._h(vh))
        adjugate = s.batch_matmul(l._h(vh) * cofactors[..., None, :], l._h(left)) * outer_sign[..., None, None]
        return value(a), r.sum(adjugate * l._t(da), (-2, -1))
    return value(a)


def _orientation(q):
    """The determinant of an orthogonal matrix, without derivative."""
    from jax._src.lax_elementwise import stop_gradient
    factors, pivots, _ = l.lu(stop_gradient(q))
    sign = u.where(_parity(pivots) == 1, -np.ones((), q.dtype), np.ones((), q.dtype))
    return r.prod(l._diagonal(factors), -1) * sign


def pinv(a, rtol=None, hermitian=False, *, rcond=None):
    a = _float("jnp.linalg.pinv", a)
    rtol = rcond if rtol is None else rtol
    if rtol is None:
        rtol = 10.0 * max(a.shape[-2:]) * float(np.finfo(a.dtype).eps)
    left, values, vh = svd(a, full_matrices=False, hermitian=hermitian)
    cutoff = asarray(rtol)[..., None] * values[..., 0:1]
    inverse = u.where(values > cutoff, 1 / u.where(values > cutoff, values, 1), 0).astype(a.dtype)
    return s.batch_matmul(l._h(vh) * inverse[..., None, :], l._h(left))


def lstsq(a, b, rcond=None, *, numpy_resid=False):
    a, b = _onepot.promote([_float("jnp.linalg.lstsq", a), to_inexact(b)])
    vector = b.ndim == 1
    rhs = b[:, None] if vector else b
    m, size = a.shape
    rcond = float(np.finfo(a.dtype).eps) * max(m, size) if rcond is None else rcond
    left, values, vh = l.svd(a, full_matrices=False)
    keep = values >= rcond * values[0]
    inverse = u.where(keep, 1 / u.where(keep, values, 1), 0).astype(a.dtype)
    x = n.matmul(l._h(vh), inverse[:, None] * n.matmul(l._h(left), rhs))
    rank = r.sum(keep)
    away = rhs - n.matmul(a, x)
    residuals = r.sum(u.abs(away) ** 2, 0)
    return (x[:, 0] if vector else x), residuals, rank, values


def matrix_rank(M, rtol=None, *, hermitian=False, tol=None):
    M = _float("jnp.linalg.matrix_rank", M)
    values = svd(M, full_matrices=False, compute_uv=False, hermitian=hermitian)
    rtol = tol if rtol is None else rtol
    if rtol is None:
        rtol = max(M.shape[-2:]) * float(np.finfo(M.dtype).eps)
    return r.sum(values > asarray(rtol)[..., None] * values[..., 0:1], -1)


def cond(x, p=None):
    x = _float("jnp.linalg.cond", x)
    if p in (None, 2, -2):
        values = svd(x, compute_uv=False)
        return values[..., 0] / values[..., -1] if p != -2 else values[..., -1] / values[..., 0]
    result = norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))
    return u.where(u.isnan(result) & ~r.any(u.isnan(x), (-2, -1)), np.inf, result)


def matrix_power(a, n):  # noqa: A002
    from jax._src.numpy_linear import matmul as product
    a = asarray(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise TypeError(f"{a.shape} array must be a (batch of) square matrix: the last 2 dimensions must be equal")
    if n < 0:
        a, n = inv(a), -n
    if n == 0:
        return _onepot.broadcast_to(l._eye(a.shape[-1], a.dtype), a.shape)
    result, base = None, a
    while n:
        if n & 1:
            result = base if result is None else product(result, base)
        n >>= 1
        base = product(base, base) if n else base
    return result


def multi_dot(arrays, *, precision=None):
    result = arrays[0]
    for array in arrays[1:]:
        result = n.dot(result, array, precision=precision)
    return result


def norm(x, ord=None, axis=None, keepdims=False):
    x = to_inexact(x)
    if axis is None and ord is None:
        return u.sqrt(_total(x, None, keepdims))
    axes = canonical_axes(axis, x.ndim)
    if len(axes) == 1:
        return vector_norm(x, axis=axes, keepdims=keepdims, ord=2 if ord is None else ord)
    if len(axes) != 2:
        raise ValueError(f"Improper number of axes for norm: {axes=}. Pass one axis to compute a vector-norm, or two axes to compute "
                         "a matrix-norm.")
    return _matrix_norm(x, "fro" if ord is None else ord, axes, keepdims)


def _total(x, axes, keepdims):
    return r.sum(u.real(x * u.conj(x)) if x.dtype.kind == "c" else x * x, axes, keepdims=keepdims)


def _matrix_norm(x, ord, axes, keepdims):
    if ord == "fro":
        return u.sqrt(_total(x, axes, keepdims))
    if ord in (1, -1, np.inf, -np.inf):
        along, over = axes if abs(ord) == 1 else axes[::-1]
        sums = r.sum(u.abs(x), along, keepdims=True)
        result = (r.max if ord > 0 else r.min)(sums, over, keepdims=True)
    elif ord in ("nuc", 2, -2):
        from jax._src.numpy_shaping import moveaxis
        values = svd(moveaxis(x, axes, (-2, -1)), compute_uv=False)
        result = r.sum(values, -1) if ord == "nuc" else r.max(values, -1) if ord == 2 else r.min(values, -1)
        return s.expand_dims(result, sorted(axes)) if keepdims else result
    else:
        raise ValueError(f"Invalid order '{ord}' for matrix norm.")
    return result if keepdims else s.squeeze(result, axes)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    return norm(x, ord, (-2, -1), keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    x = to_inexact(x)
    axes = canonical_axes(axis, x.ndim)
    if ord is None or ord == 2:
        return u.sqrt(_total(x, axes, keepdims))
    if ord == np.inf:
        return r.max(u.abs(x), axes, keepdims=keepdims, initial=0)
    if ord == -np.inf:
        return r.min(u.abs(x), axes, keepdims=keepdims, initial=np.inf)
    if ord == 0:
        return r.sum(x != 0, axes, dtype=u.abs(x).dtype, keepdims=keepdims)
    if ord == 1:
        return r.sum(u.abs(x), axes, keepdims=keepdims)
    if isinstance(ord, str):
        raise ValueError(f"Invalid order '{ord}' for vector norm.")
    return r.sum(u.abs(x) ** ord, axes, keepdims=keepdims) ** (1.0 / ord)


def tensorinv(a, ind=2):
    a = asarray(a)
    if ind <= 0:
        raise ValueError(f"ind must be a positive integer; got ind={ind}")
    shape = a.shape[ind:] + a.shape[:ind]
    return inv(s.reshape(a, (int(np.prod(a.shape[:ind])), -1))).reshape(shape)


def tensorsolve(a, b, axes=None):
    a, b = asarray(a), asarray(b)
    if axes is not None:
        axes = canonical_axes(axes, a.ndim)
        a = s.transpose(a, [i for i in range(a.ndim) if i not in axes] + list(axes))
    shape = a.shape[b.ndim:]
    if int(np.prod(shape)) != b.size:
        raise ValueError("Input arrays must have prod(a.shape[:b.ndim]) == prod(a.shape[b.ndim:]); got a.shape={} and b.ndim={}.".format(
            a.shape, b.ndim))
    return solve(s.reshape(a, (b.size, b.size)), s.reshape(b, (b.size,))).reshape(shape)


def cross(x1, x2, /, *, axis=-1):
    x1, x2 = asarray(x1), asarray(x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, but they have "
                         f"{x1.shape[axis]=} and {x2.shape[axis]=}")
    return n.cross(x1, x2, axis=axis)


def diagonal(x, /, *, offset=0):
    from jax._src.numpy_shaping import diagonal as take
    return take(x, offset, -2, -1)


def trace(x, /, *, offset=0, dtype=None):
    return r.trace(x, offset, -2, -1, dtype)


def matrix_transpose(x, /):
    from jax._src.numpy_shaping import matrix_transpose as swap
    return swap(x)


def outer(x1, x2, /):
    x1, x2 = asarray(x1), asarray(x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"Input arrays must be one-dimensional, but they are {x1.ndim=} {x2.ndim=}")
    return n.outer(x1, x2)


def matmul(x1, x2, /, *, precision=None, preferred_element_type=None):
    return n.matmul(x1, x2, precision=precision, preferred_element_type=preferred_element_type)


def tensordot(x1, x2, /, *, axes=2, precision=None, preferred_element_type=None, out_sharding=None):
    return n.tensordot(x1, x2, axes, precision=precision, preferred_element_type=preferred_element_type)


def vecdot(x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None):
    return n.vecdot(x1, x2, axis=axis)
