"""jax.scipy.linalg: factorisations and matrices of given forms."""
import math

import _onepot
import numpy as np

from jax import numpy as jnp
from jax._src import lax_linalg as l
from jax._src.core import asarray, to_inexact
from jax.numpy.linalg import det as _det, inv as _inv


def _float(*args):
    return _onepot.promote([to_inexact(x) for x in args])


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    a, = _float(a)
    factor = l.cholesky(a if lower else l._h(a), symmetrize_input=False)
    return factor if lower else l._h(factor)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    return cholesky(a, lower), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    c, b = _float(c, b)
    b = solve_triangular(c, b, trans=0 if lower else 2, lower=lower)
    return solve_triangular(c, b, trans=2 if lower else 0, lower=lower)


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True):
    names = {0: (False, False), "N": (False, False), 1: (True, False), "T": (True, False), 2: (True, True), "C": (True, True)}
    if trans not in names:
        raise ValueError(f"Invalid 'trans' value {trans}")
    transpose, conjugate = names[trans]
    a, b = _float(a, b)
    vector = a.ndim == b.ndim + 1
    result = l.triangular_solve(a, b[..., None] if vector else b, left_side=True, lower=lower, transpose_a=transpose,
                                conjugate_a=conjugate, unit_diagonal=unit_diagonal)
    return result[..., 0] if vector else result


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a="gen"):
    if assume_a not in ("gen", "sym", "her", "pos"):
        raise ValueError(f"Expected assume_a to be one of ['gen', 'sym', 'her', 'pos']; got {assume_a!r}")
    if assume_a != "pos":
        return jnp.linalg.solve(a, b)
    return cho_solve(cho_factor(a, lower), b)


def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
    result = jnp.linalg.svd(a, full_matrices, compute_uv)
    return tuple(result) if compute_uv else result


def det(a, overwrite_a=False, check_finite=True):
    return _det(a)


def inv(a, overwrite_a=False, check_finite=True):
    return _inv(a)


def eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None, type=1,
         check_finite=True):
    if b is not None or eigvals is not None or type != 1:
        raise NotImplementedError("Only the b=None, eigvals=None, type=1 case of eigh is implemented")
    a, = _float(a)
    v, w = l.eigh(a, lower=lower, symmetrize_input=False)
    return w if eigvals_only else (w, v)


def lu_factor(a, overwrite_a=False, check_finite=True):
    factors, pivots, _ = l.lu(_float(a)[0])
    return factors, pivots


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    factors, pivots = lu_and_piv
    factors, b = _float(factors, b)
    order = l.lu_pivots_to_permutation(pivots, factors.shape[-1])
    vector = b.ndim == 1
    b = b[:, None] if vector else b
    if trans == 0:
        x = l.triangular_solve(factors, b[order], left_side=True, lower=True, unit_diagonal=True)
        x = l.triangular_solve(factors, x, left_side=True)
    else:
        x = l.triangular_solve(factors, b, left_side=True, transpose_a=True, conjugate_a=trans == 2)
        x = l.triangular_solve(factors, x, left_side=True, lower=True, unit_diagonal=True, transpose_a=True, conjugate_a=trans == 2)
        x = x[jnp.argsort(order)]
    return x[:, 0] if vector else x


def lu(a, permute_l=False, overwrite_a=False, check_finite=True):
    a, = _float(a)
    factors, _, order = l.lu(a)
    m, n = a.shape[-2:]
    k = min(m, n)
    lower = l._tril(factors[..., :, :k], -1) + jnp.eye(m, k, dtype=a.dtype)
    upper = l._triu(factors[..., :k, :])
    # p[order[i], i] = 1
    p = (jnp.arange(m)[:, None] == order[..., None, :]).astype(a.dtype)
    return (p @ lower, upper) if permute_l else (p, lower, upper)


def qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    if mode not in ("full", "r", "economic"):
        raise ValueError(f"Unsupported QR decomposition mode '{mode}'")
    q, r = l.qr(_float(a)[0], pivoting=pivoting, full_matrices=mode != "economic")
    return (r,) if mode == "r" else (q, r)


def qr_multiply(a, c, mode="right", pivoting=False, conjugate=False, overwrite_a=False, overwrite_c=False):
    a, c = _float(a, c)
    q, r = l.qr(a, pivoting=pivoting, full_matrices=False)
    q = jnp.conj(q) if conjugate else q
    return (q @ c if mode == "left" else c @ q), r


def schur(a, output="real"):
    a, = _float(a)
    if output == "complex":
        a = a.astype(l._complex(a.dtype))
    elif output != "real":
        raise ValueError(f"Expected 'output' to be either 'real' or 'complex', got output={output!r}.")
    return l.schur(a)


def hessenberg(a, *, calc_q=False, overwrite_a=False, check_finite=True):
    a, = _float(a)
    reflectors, taus = l.hessenberg(a)
    h = jnp.triu(reflectors, -1)
    if not calc_q:
        return h
    n = a.shape[-1]
    inner = l.householder_product(reflectors[..., 1:, :n - 1], taus)
    q = jnp.zeros_like(a).at[..., 0, 0].set(1).at[..., 1:, 1:].set(inner)
    return h, q


def polar(a, side="right", *, method="svd", eps=None, max_iterations=None):
    a, = _float(a)
    u, values, vh = l.svd(a, full_matrices=False)
    values = values.astype(u.dtype)
    if side == "right":
        return u @ vh, (l._h(vh) * values[..., None, :]) @ vh
    if side == "left":
        return u @ vh, (u * values[..., None, :]) @ l._h(u)
    raise ValueError(f"side={side!r} must be 'right' or 'left'")


def sqrtm(A, blocksize=1):
    """By the complex Schur form: the square root of a triangle, column by column."""
    A, = _float(A)
    t, q = l.schur(A.astype(l._complex(A.dtype)))
    n = t.shape[-1]
    root = jnp.zeros_like(t)
    diagonal = jnp.sqrt(jnp.diagonal(t))
    root = root.at[jnp.arange(n), jnp.arange(n)].set(diagonal)
    for j in range(n):
        for i in range(j - 1, -1, -1):
            inner = root[i, i + 1:j] @ root[i + 1:j, j] if j > i + 1 else 0
            root = root.at[i, j].set((t[i, j] - inner) / (root[i, i] + root[j, j]))
    return q @ root @ l._h(q)


def funm(A, func, disp=True):
    """By the complex Schur form and Parlett's recurrence."""
    A, = _float(A)
    t, q = l.schur(A.astype(l._complex(A.dtype)))
    n = t.shape[-1]
    out = jnp.diag(func(jnp.diagonal(t)))
    for p in range(1, n):
        for i in range(n - p):
            j = i + p
            value = t[i, j] * (out[j, j] - out[i, i])
            if p > 1:
                value = value + t[i, i + 1:j] @ out[i + 1:j, j] - out[i, i + 1:j] @ t[i + 1:j, j]
            gap = t[j, j] - t[i, i]
            out = out.at[i, j].set(jnp.where(gap == 0, value, value / jnp.where(gap == 0, 1, gap)))
    result = q @ out @ l._h(q)
    error = jnp.asarray(1e-6 if t.dtype.itemsize == 8 else 1e-15)
    return result if disp else (result, error)


def rsf2csf(T, Z, check_finite=True):
    """The complex Schur form of a real one: that of the matrix itself."""
    T, Z = _float(T, Z)
    kind = l._complex(T.dtype)
    t, v = l.schur(T.astype(kind))
    return t, Z.astype(kind) @ v


# Numerators of the diagonal Padé approximants to exp, by degree.
_PADE = {3: (120., 60., 12., 1.), 5: (30240., 15120., 3360., 420., 30., 1.),
         7: (17297280., 8648640., 1995840., 277200., 25200., 1512., 56., 1.),
         13: (64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800., 129060195264000., 10559470521600.,
              670442572800., 33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.)}


def expm(A, *, upper_triangular=False, max_squarings=16):
    A, = _float(A)
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise ValueError(f"Expected A to be a (batched) square matrix, got A.shape={A.shape}.")
    if A.ndim > 2:
        from jax._src.batching import vmap
        return vmap(lambda a: expm(a, upper_triangular=upper_triangular, max_squarings=max_squarings))(A)
    degree, bound = (13, 5.371920351148152) if A.dtype.itemsize > 4 and A.dtype.kind == "f" or A.dtype.itemsize > 8 else (
        7, 3.925724783138660)
    size = jnp.abs(A).sum(0).max()
    squarings = jnp.clip(jnp.floor(jnp.log2(jnp.where(size > 0, size, 1) / bound)) + 1, 0, max_squarings)
    too_large = jnp.floor(jnp.log2(jnp.where(size > 0, size, 1) / bound)) + 1 > max_squarings
    A = A / (2.0 ** squarings).astype(A.dtype)
    b = _PADE[degree]
    eye = jnp.eye(A.shape[0], dtype=A.dtype)
    square = A @ A
    powers = [eye]
    for _ in range(degree // 2):
        powers.append(powers[-1] @ square)
    odd = A @ sum(b[2 * k + 1] * p for k, p in enumerate(powers))
    even = sum(b[2 * k] * p for k, p in enumerate(powers))
    result = jnp.linalg.solve(even - odd, even + odd)
    from jax._src.control_flow import fori_loop
    result = fori_loop(0, max_squarings, lambda i, r: jnp.where(i < squarings, r @ r, r), result)
    return jnp.where(too_large, jnp.nan, result)


def expm_frechet(A, E, *, method=None, compute_expm=True):
    from jax._src.derivatives import jvp
    value, change = jvp(expm, (asarray(A),), (asarray(E),))
    return (value, change) if compute_expm else change


def solve_sylvester(A, B, C, *, method="schur", tol=1e-8):
    """A X + X B = C, as one linear system."""
    A, B, C = _float(A, B, C)
    m, n = C.shape
    system = jnp.kron(A, jnp.eye(n, dtype=A.dtype)) + jnp.kron(jnp.eye(m, dtype=A.dtype), B.T)
    return jnp.linalg.solve(system, C.reshape(-1)).reshape(m, n)


def eigh_tridiagonal(d, e, *, eigvals_only=False, select="a", select_range=None, tol=None):
    d, e = _float(d, e)
    if not eigvals_only:
        raise NotImplementedError("Calculation of eigenvectors is not implemented")
    values = jnp.linalg.eigvalsh(jnp.diag(d) + jnp.diag(e, 1) + jnp.diag(jnp.conj(e), -1))
    if select == "i":
        return values[select_range[0]:select_range[1] + 1]
    if select != "a":
        raise ValueError(f"select='{select}' is not supported: use 'a' or 'i'")
    return values


# ---- matrices of given forms

def block_diag(*arrs):
    arrays = [jnp.atleast_2d(asarray(a)) for a in (arrs or ([[]],))]
    arrays = _onepot.promote(arrays)
    rows, columns = sum(a.shape[0] for a in arrays), sum(a.shape[1] for a in arrays)
    result, r, c = jnp.zeros((rows, columns), arrays[0].dtype), 0, 0
    for a in arrays:
        result = result.at[r:r + a.shape[0], c:c + a.shape[1]].set(a)
        r, c = r + a.shape[0], c + a.shape[1]
    return result


def toeplitz(c, r=None):
    c = asarray(c)
    c, r = (c.reshape(-1), jnp.conj(c).reshape(-1)) if r is None else _onepot.promote([c.reshape(-1), asarray(r).reshape(-1)])
    line = jnp.concatenate([c[::-1], r[1:]])
    places = np.arange(c.size)[::-1][:, None] + np.arange(r.size)[None, :]
    return line[places]


def hankel(c, r=None):
    c = asarray(c).reshape(-1)
    r = jnp.zeros_like(c) if r is None else asarray(r).reshape(-1)
    line = jnp.concatenate(_onepot.promote([c, r[1:]]))
    return line[np.arange(c.size)[:, None] + np.arange(r.size)[None, :]]


def circulant(c):
    c = asarray(c)
    n = c.shape[-1]
    return c[..., (np.arange(n)[:, None] - np.arange(n)[None, :]) % n]


def companion(a):
    a, = _float(a)
    n = a.shape[-1]
    top = -a[..., 1:] / a[..., :1]
    return jnp.zeros((*a.shape[:-1], n - 1, n - 1), top.dtype).at[..., 0, :].set(top) + jnp.eye(n - 1, k=-1, dtype=top.dtype)


def convolution_matrix(a, n, mode="full"):
    a = asarray(a)
    if n <= 0:
        raise ValueError("n must be a positive integer.")
    column = jnp.concatenate([a, jnp.zeros(n - 1, a.dtype)])
    row = jnp.zeros(n, a.dtype).at[0].set(a[0])
    full = toeplitz(column, row)
    if mode == "full":
        return full
    m, length = a.shape[0], max(a.shape[0], n)
    size = length if mode == "same" else length - min(m, n) + 1
    start = (full.shape[0] - size) // 2
    return full[start:start + size]


def dft(n, scale=None):
    k = np.arange(n)
    matrix = np.exp(-2j * np.pi * np.outer(k, k) / n)
    factor = {None: 1.0, "sqrtn": np.sqrt(n), "n": n}
    if scale not in factor:
        raise ValueError(f"scale must be None, 'sqrtn', or 'n'; {scale!r} is not valid.")
    return asarray(matrix / factor[scale])


def fiedler(a):
    a = asarray(a)
    return jnp.abs(a[..., :, None] - a[..., None, :])


def hadamard(n, dtype=int):
    if n < 1 or n & (n - 1):
        raise ValueError("n must be an integer, and n must be a power of 2")
    matrix = np.array([[1]])
    while matrix.shape[0] < n:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return jnp.asarray(matrix, dtype)


def helmert(n, full=False):
    rows = np.tril(np.ones((n, n)), -1) - np.diag(np.arange(n))
    rows[0] = 1
    d = np.arange(n) * np.arange(1, n + 1)
    d[0] = n
    rows = rows / np.sqrt(d)[:, None]
    return asarray(rows if full else rows[1:])


def hilbert(n):
    a = jnp.arange(1, 2 * n).astype(float)
    return 1 / a[np.arange(n)[:, None] + np.arange(n)[None, :]]


def invhilbert(n, exact=False):
    matrix = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            c = math.comb
            matrix[i, j] = (-1) ** (i + j) * (i + j + 1) * c(n + i, n - j - 1) * c(n + j, n - i - 1) * c(i + j, i) ** 2
    return asarray(matrix)


def pascal(n, kind=None):
    kinds = {None: "symmetric", "symmetric": "symmetric", "lower": "lower", "upper": "upper"}
    if kind not in kinds:
        raise ValueError("Expected kind to be on of: 'symmetric', 'lower', 'upper'.")
    lower = np.array([[math.comb(i, j) for j in range(n)] for i in range(n)], float)
    return asarray({"symmetric": lower @ lower.T, "lower": lower, "upper": lower.T}[kinds[kind]])


def invpascal(n, kind="symmetric", exact=True):
    lower = np.array([[(-1) ** (i + j) * math.comb(i, j) for j in range(n)] for i in range(n)], float)
    return asarray({"symmetric": lower.T @ lower, "lower": lower, "upper": lower.T}[kind])


def leslie(f, s):  # noqa: A002
    f, s_ = _onepot.promote([asarray(f), asarray(s)])
    n = f.shape[-1]
    matrix = jnp.zeros((n, n), f.dtype).at[0].set(f)
    return matrix.at[np.arange(1, n), np.arange(n - 1)].set(s_)
