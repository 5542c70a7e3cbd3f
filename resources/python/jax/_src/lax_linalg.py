"""lax.linalg: factorisations by LAPACK, with their derivatives. Leading dimensions are a batch."""
import enum
import functools

import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src.core import asarray, bind, bind1, opcode
from jax._src.custom import custom_jvp

_CALL = opcode("custom-call")


class EigImplementation(enum.Enum):
    LAPACK, CUSOLVER, MAGMA = "lapack", "cusolver", "magma"


class EighImplementation(enum.Enum):
    QR, JACOBI, QDWH = "QR", "Jacobi", "QDWH"


class SvdAlgorithm(enum.Enum):
    DEFAULT, QR, JACOBI, POLAR, DIVIDE_AND_CONQUER = "default", "QR", "Jacobi", "polar", "divide and conquer"


def _matrix(name, x, square=False):
    x = asarray(x)
    if x.ndim < 2:
        raise TypeError(f"{name} requires arrays with at least 2 dimensions, got shape {x.shape}")
    if square and x.shape[-1] != x.shape[-2]:
        raise ValueError(f"Argument to {name} must have shape [..., n, n], got shape {x.shape}")
    if x.dtype.kind not in "fc" or x.dtype.itemsize < 4 or x.dtype.name == "bfloat16":
        raise TypeError(f"{name} does not accept dtype {x.dtype.name}. Accepted dtypes are subtypes of float32, float64, complex64, "
                        "complex128.")
    return x


def _real(dtype):
    return np.finfo(dtype).dtype


def _complex(dtype):
    return np.dtype("complex128" if dtype.itemsize == (16 if dtype.kind == "c" else 8) else "complex64")


def _t(x):
    return s.transpose(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def _h(x):
    return e.conj(_t(x))


def _mask(x, k, lower):
    rows, columns = (s.broadcasted_iota(np.int32, x.shape[-2:], d) for d in (0, 1))
    keep = rows + np.int32(k) >= columns if lower else rows + np.int32(k) <= columns
    return bind1(opcode("select-n"), (_onepot.broadcast_to(keep, x.shape), e.full_like(x, 0), x))


def _tril(x, k=0):
    return _mask(x, k, True)


def _triu(x, k=0):
    return _mask(x, k, False)


def _eye(n, dtype):
    rows, columns = (s.broadcasted_iota(np.int32, (n, n), d) for d in (0, 1))
    return _onepot.convert(rows == columns, dtype)


def _diagonal(x):
    from jax._src.numpy_shaping import diagonal
    return diagonal(x, 0, -2, -1)


def symmetrize(x):
    return (x + _h(x)) / 2


# ---- triangular solve

def triangular_solve(a, b, *, left_side=False, lower=False, transpose_a=False, conjugate_a=False, unit_diagonal=False):
    """x with op(a) x = b, or x op(a) = b."""
    a, b = _onepot.promote([asarray(a), asarray(b)])
    a = _matrix("triangular_solve", a, True)
    vector = b.ndim == a.ndim - 1
    if vector:
        b = s.expand_dims(b, (b.ndim if left_side else b.ndim - 1,))
    if a.ndim != b.ndim or a.shape[-1] != b.shape[-2 if left_side else -1]:
        raise TypeError(f"triangular_solve requires both arguments to have the same number of dimensions and matching sizes, got {a.shape} "
                        f"and {b.shape}")
    conjugate_a = conjugate_a and a.dtype.kind == "c"
    a = e.conj(a) if conjugate_a else a
    if left_side:
        result = _solve(lower, transpose_a, unit_diagonal)(a, b)
    else:
        result = _t(_solve(lower, not transpose_a, unit_diagonal)(a, _t(b)))
    return s.squeeze(result, (result.ndim - 1 if left_side else result.ndim - 2,)) if vector else result


@functools.lru_cache(maxsize=None)
def _solve(lower, transposed, unit):
    target = "lapack_trtrs_" + "ul"[lower] + "nt"[transposed] + "nu"[unit]

    def call(a, b):
        return bind1(_CALL, (a, b), (target,), b.dtype, b.shape)

    def solve(a, b):
        return call(a, b)

    def rule(primals, tangents):
        (a, b), (da, db) = primals, tangents
        x = call(a, b)
        change = (_tril if lower else _triu)(da, (-1 if lower else 1) if unit else 0)
        change = _t(change) if transposed else change
        return x, call(a, db - s.batch_matmul(change, x))
    solve = custom_jvp(solve)
    solve.__name__ = "triangular_solve"
    solve.defjvp(rule)
    return solve


# ---- Cholesky

@custom_jvp
def _cholesky(x):
    return bind1(_CALL, (x,), ("lapack_potrf",), x.dtype, x.shape)


@_cholesky.defjvp
def _cholesky_rule(primals, tangents):
    (x,), (dx,) = primals, tangents
    l = _cholesky(x)
    inner = triangular_solve(l, dx, left_side=False, lower=True, transpose_a=True, conjugate_a=True)
    inner = triangular_solve(l, inner, left_side=True, lower=True)
    halved = _tril(inner) / (_eye(x.shape[-1], x.dtype) + np.ones((), x.dtype))
    return l, s.batch_matmul(l, halved)


def cholesky(x, *, symmetrize_input=True):
    """l with l l^H = x; NaN where x is not positive definite."""
    x = _matrix("cholesky", x, True)
    return _cholesky(symmetrize(x) if symmetrize_input else x)


def cholesky_update(r_matrix, w_vector):
    """The upper factor of r^H r + w w^H."""
    r_matrix, w = asarray(r_matrix), asarray(w_vector)
    return _h(cholesky(s.batch_matmul(_h(r_matrix), r_matrix) + w[..., :, None] * e.conj(w)[..., None, :]))


# ---- LU

@custom_jvp
def _lu(x):
    *batch, m, n = x.shape
    k = min(m, n)
    return bind(_CALL, (x,), ("lapack_getrf",), [x.dtype, np.dtype("int32"), np.dtype("int32")],
                [x.shape, (*batch, k), (*batch, m)])


@_lu.defjvp
def _lu_rule(primals, tangents):
    (x,), (dx,) = primals, tangents
    lu_matrix, pivots, permutation = _lu(x)
    *batch, m, n = x.shape
    k = min(m, n)
    zero, sides = np.zeros((), x.dtype), [(0, 0, 0)] * len(batch)
    l = s.pad(_tril(lu_matrix[..., :, :k], -1), zero, [*sides, (0, 0, 0), (0, m - k, 0)]) + _eye(m, x.dtype)
    tail = s.pad(_eye(n - k, x.dtype), zero, [(k, 0, 0), (k, 0, 0)])
    u = s.pad(_triu(lu_matrix[..., :k, :]), zero, [*sides, (0, n - k, 0), (0, 0, 0)]) + tail
    from jax._src.numpy_indexing import take_along_axis
    inner = triangular_solve(l, take_along_axis(dx, permutation[..., :, None], -2), left_side=True, lower=True, unit_diagonal=True)
    inner = triangular_solve(u, inner, left_side=False)
    change = s.batch_matmul(l, _tril(inner, -1)) + s.batch_matmul(_triu(inner), u)
    return (lu_matrix, pivots, permutation), (change, e.full_like(pivots, 0), e.full_like(permutation, 0))


def lu(x):
    """(l and u in one matrix, pivots, permutation)."""
    return tuple(_lu(_matrix("lu", x)))


def lu_pivots_to_permutation(pivots, permutation_size):
    from jax._src.control_flow import fori_loop
    pivots = asarray(pivots)
    start = _onepot.broadcast_to(s.iota(np.int32, permutation_size), pivots.shape[:-1] + (permutation_size,))

    def swap(i, order):
        j = pivots[..., i]
        from jax._src.numpy_indexing import take_along_axis
        there = take_along_axis(order, j[..., None], -1)[..., 0]
        here = order[..., i]
        places = s.broadcasted_iota(np.int32, order.shape, order.ndim - 1)
        order = bind1(opcode("select-n"), (places == j[..., None], order, _onepot.broadcast_to(here[..., None], order.shape)))
        return order.at[..., i].set(there)
    return fori_loop(0, pivots.shape[-1], swap, start)


# ---- QR

def householder_product(a, taus):
    """The first columns of the product of reflectors that geqrf stores."""
    a, taus = _matrix("householder_product", a), asarray(taus)
    return bind1(_CALL, (a, taus), ("lapack_orgqr",), a.dtype, a.shape)


def geqrf(a):
    a = _matrix("geqrf", a)
    *batch, m, n = a.shape
    return tuple(bind(_CALL, (a,), ("lapack_geqrf",), [a.dtype, a.dtype], [a.shape, (*batch, min(m, n))]))


@functools.lru_cache(maxsize=None)
def _qr(full):
    def decompose(x):
        *batch, m, n = x.shape
        r, taus = geqrf(x)
        if m < n:
            q = householder_product(r[..., :m, :m], taus)
        elif full:
            q = householder_product(s.pad(r, np.zeros((), x.dtype), [(0, 0, 0)] * (len(batch) + 1) + [(0, m - n, 0)]), taus)
        else:
            q, r = householder_product(r, taus), r[..., :n, :n]
        return q, _triu(r)

    def rule(primals, tangents):
        (x,), (dx,) = primals, tangents
        q, r = function(x)
        *_, m, n = x.shape
        if m < n:
            # The square part decides q; the rest of r follows from it.
            dq, dr = _thin_qr_change(q, r[..., :m], dx[..., :m])
            rest = s.batch_matmul(_h(q), dx[..., m:] - s.batch_matmul(dq, r[..., m:]))
            return (q, r), (dq, s.concatenate([dr, rest], rest.ndim - 1))
        if full and m != n:
            raise NotImplementedError("Unimplemented case of QR decomposition derivative")
        return (q, r), _thin_qr_change(q, r, dx)
    function = custom_jvp(decompose)
    function.__name__ = "qr"
    function.defjvp(rule)
    return function


def _thin_qr_change(q, r, dx):
    dx_rinv = triangular_solve(r, dx)
    qt_dx_rinv = s.batch_matmul(_h(q), dx_rinv)
    lower = _tril(qt_dx_rinv, -1)
    skew = lower - _h(lower)
    if q.dtype.kind == "c":
        skew = skew + _eye(r.shape[-1], q.dtype) * (qt_dx_rinv - _onepot.convert(e.real(qt_dx_rinv), q.dtype))
    return s.batch_matmul(q, skew - qt_dx_rinv) + dx_rinv, s.batch_matmul(qt_dx_rinv - skew, r)


def qr(x, *, pivoting=False, full_matrices=True, use_magma=None):
    if pivoting:
        raise NotImplementedError("lax.linalg.qr with pivoting: the nearest is qr without it, or svd")
    return tuple(_qr(bool(full_matrices))(_matrix("qr", x)))


# ---- eigenvalues

@custom_jvp
def _eigh(x):
    return tuple(bind(_CALL, (x,), ("lapack_syevd",), [x.dtype, _real(x.dtype)], [x.shape, x.shape[:-1]]))


@_eigh.defjvp
def _eigh_rule(primals, tangents):
    (x,), (dx,) = primals, tangents
    v, w = _eigh(x)
    full = _onepot.convert(w, x.dtype)
    eye = _eye(x.shape[-1], x.dtype)
    gaps = e.integer_pow(eye + full[..., None, :] - full[..., None], -1) - eye
    inner = s.batch_matmul(s.batch_matmul(_h(v), dx), v)
    return (v, w), (s.batch_matmul(v, gaps * inner), e.real(_diagonal(inner)) if x.dtype.kind == "c" else _diagonal(inner))


def eigh(x, *, lower=True, symmetrize_input=True, sort_eigenvalues=True, subset_by_index=None, implementation=None):
    """(eigenvectors, eigenvalues in rising order) of a Hermitian matrix."""
    x = _matrix("eigh", x, True)
    if symmetrize_input:
        x = symmetrize(x)
    elif not lower:
        x = _h(x)
    v, w = _eigh(x)
    if subset_by_index is not None and tuple(subset_by_index) != (0, x.shape[-1]):
        first, last = subset_by_index
        return v[..., first:last], w[..., first:last]
    return v, w


@custom_jvp
def _eig(x):
    kind = _complex(x.dtype)
    return tuple(bind(_CALL, (x,), ("lapack_geev",), [kind] * 3, [x.shape[:-1], x.shape, x.shape]))


@_eig.defjvp
def _eig_rule(primals, tangents):
    (x,), (dx,) = primals, tangents
    w, vl, vr = _eig(x)
    inner = solve(vr, s.batch_matmul(_onepot.convert(dx, vr.dtype), vr))
    nothing = e.full_like(vr, 0)
    return (w, vl, vr), (_diagonal(inner), nothing, nothing)


def eig(x, *, compute_left_eigenvectors=True, compute_right_eigenvectors=True, use_magma=None, implementation=None,
        enable_eigvec_derivs=False):
    w, left, right = _eig(_matrix("eig", x, True))
    return [w, *([left] if compute_left_eigenvectors else []), *([right] if compute_right_eigenvectors else [])]


def hessenberg(a):
    a = _matrix("hessenberg", a, True)
    return tuple(bind(_CALL, (a,), ("lapack_gehrd",), [a.dtype, a.dtype], [a.shape, (*a.shape[:-2], max(a.shape[-1] - 1, 0))]))


def schur(x, *, compute_schur_vectors=True, sort_eig_vals=False, select_callable=None):
    if sort_eig_vals:
        raise NotImplementedError("The feature to sort the eigenvalues is not implemented.")
    x = _matrix("schur", x, True)
    t, vectors = bind(_CALL, (x,), ("lapack_gees",), [x.dtype, x.dtype], [x.shape, x.shape])
    return (t, vectors) if compute_schur_vectors else (t,)


# ---- singular values

@functools.lru_cache(maxsize=None)
def _svd(full, vectors):
    def decompose(x):
        *batch, m, n = x.shape
        k = min(m, n)
        real = _real(x.dtype)
        if not vectors:
            return (bind1(_CALL, (x,), ("lapack_gesdd",), real, (*batch, k)),)
        u, vh = ((*batch, m, m), (*batch, n, n)) if full else ((*batch, m, k), (*batch, k, n))
        return tuple(bind(_CALL, (x,), ("lapack_gesdd",), [real, x.dtype, x.dtype], [(*batch, k), u, vh]))

    def rule(primals, tangents):
        (x,), (dx,) = primals, tangents
        if vectors and full and x.shape[-1] != x.shape[-2]:
            raise NotImplementedError("Singular value decomposition JVP not implemented for full matrices")
        values, u, vh = _svd(False, True)(x)
        inner = s.batch_matmul(s.batch_matmul(_h(u), dx), _h(vh))
        change = e.real(_diagonal(inner)) if x.dtype.kind == "c" else _diagonal(inner)
        if not vectors:
            return (values,), (change,)
        return (values, u, vh), (change, *_vector_changes(x, dx, values, u, vh, inner))
    function = custom_jvp(decompose)
    function.__name__ = "svd"
    function.defjvp(rule)
    return function


def _vector_changes(x, dx, values, u, vh, inner):
    """How the singular vectors move; those of equal values stay."""
    row = values[..., None, :]
    gaps = (row + _t(row)) * (row - _t(row))
    same = _onepot.convert(gaps == 0, gaps.dtype)
    factor = _onepot.convert(1 / (gaps + same) - same, x.dtype)
    scaled = _onepot.convert(row, x.dtype) * inner
    back = _onepot.convert(_t(row), x.dtype) * inner
    zero = _onepot.convert(values == 0, values.dtype)
    inverse = _onepot.convert(1 / (values + zero) - zero, x.dtype)
    # Real parts of a complex diagonal turn u and v alike; the rest is shared.
    eye = _eye(values.shape[-1], x.dtype)
    turn = (inner - _h(inner)) * 0.5 * eye * inverse[..., None, :]
    du = s.batch_matmul(u, factor * (scaled + _h(scaled)) + turn)
    dv = s.batch_matmul(_h(vh), factor * (back + _h(back)))
    m, n = x.shape[-2:]
    if m > n:
        away = s.batch_matmul(dx, _h(vh)) * inverse[..., None, :]
        du = du + away - s.batch_matmul(u, s.batch_matmul(_h(u), away))
    if n > m:
        away = s.batch_matmul(_h(dx), u) * inverse[..., None, :]
        dv = dv + away - s.batch_matmul(_h(vh), s.batch_matmul(vh, away))
    return du, _h(dv)


def svd(x, *, full_matrices=True, compute_uv=True, subset_by_index=None, algorithm=None):
    """(u, s, vh), or s alone."""
    result = _svd(bool(full_matrices), bool(compute_uv))(_matrix("svd", x))
    if not compute_uv:
        values = result[0]
        return values if subset_by_index is None else values[..., slice(*subset_by_index)]
    values, u, vh = result
    if subset_by_index is not None:
        part = slice(*subset_by_index)
        return u[..., part], values[..., part], vh[..., part, :]
    return u, values, vh


# ---- made of these

def solve(a, b):
    """x with a x = b, b a matrix (or a batch of them)."""
    factors, _, permutation = lu(a)
    from jax._src.numpy_indexing import take_along_axis
    x = take_along_axis(b, permutation[..., :, None], -2)
    x = triangular_solve(factors, x, left_side=True, lower=True, unit_diagonal=True)
    return triangular_solve(factors, x, left_side=True)


def symmetric_product(a_matrix, c_matrix, *, alpha=1., beta=0., symmetrize_output=False):
    result = alpha * s.batch_matmul(a_matrix, _t(a_matrix)) + beta * c_matrix
    return _tril(result) + _t(_tril(result, -1)) if symmetrize_output else result


def ormqr(a, taus, c, *, left=True, transpose=False):
    *_, m, n = a.shape
    wide = s.pad(a, np.zeros((), a.dtype), [(0, 0, 0)] * (a.ndim - 1) + [(0, m - n, 0)]) if n < m else a
    q = householder_product(wide, taus)
    q = _h(q) if transpose else q
    return s.batch_matmul(q, c) if left else s.batch_matmul(c, q)


def qdwh(x, *, is_hermitian=False, max_iterations=None, eps=None, dynamic_shape=None):
    """(unitary factor, Hermitian factor, iterations, converged) of the polar decomposition, here by the singular values."""
    u, values, vh = svd(x, full_matrices=False)
    return s.batch_matmul(u, vh), s.batch_matmul(_h(vh) * values[..., None, :], vh), asarray(np.int32(1)), asarray(True)


def tridiagonal_solve(dl, d, du, b, *, perturb_singular=False):
    """Thomas' algorithm: one sweep down, one up."""
    from jax._src.control_flow import scan
    dl, d, du, b = _onepot.promote([asarray(x) for x in (dl, d, du, b)])
    move = lambda x, axis: s.transpose(x, (axis % x.ndim, *(i for i in range(x.ndim) if i != axis % x.ndim)))

    def down(carry, row):
        c, x = carry
        below, middle, above, right = row
        scale = middle - below * c
        c = above / scale
        x = (right - below[..., None] * x) / scale[..., None]
        return (c, x), (c, x)
    rows = (move(dl, -1), move(d, -1), move(du, -1), move(b, -2))
    start = (e.full_like(rows[0][0], 0), e.full_like(rows[3][0], 0))
    _, (cs, xs) = scan(down, start, rows)

    def up(x, row):
        c, right = row
        x = right - c[..., None] * x
        return x, x
    _, out = scan(up, start[1], (cs, xs), reverse=True)
    return s.transpose(out, (*range(1, b.ndim - 1), 0, b.ndim - 1))
