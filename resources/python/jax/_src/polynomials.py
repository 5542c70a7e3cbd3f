"""jnp: polynomials as arrays of coefficients, the highest power first."""
import _onepot
import numpy as np

from jax import numpy as jnp
from jax._src.core import asarray, to_inexact


def _padded(a, b):
    a, b = _onepot.promote([asarray(a).reshape(-1), asarray(b).reshape(-1)])
    size = max(a.size, b.size)
    return tuple(jnp.concatenate([jnp.zeros(size - x.size, x.dtype), x]) for x in (a, b))


def polyadd(a1, a2):
    a, b = _padded(a1, a2)
    return a + b


def polysub(a1, a2):
    a, b = _padded(a1, a2)
    return a - b


def polymul(a1, a2, *, trim_leading_zeros=False):
    a, b = _onepot.promote([to_inexact(a1), to_inexact(a2)])
    if trim_leading_zeros and (a.size > 1 or b.size > 1):
        from jax._src.numpy_rest import trim_zeros
        a, b = trim_zeros(a, "f"), trim_zeros(b, "f")
    a, b = (jnp.zeros(1, x.dtype) if not x.size else x for x in (a, b))
    return jnp.convolve(a, b, mode="full")


def polydiv(u, v, *, trim_leading_zeros=False):
    u, v = _onepot.promote([to_inexact(u), to_inexact(v)])
    m, n = u.size - 1, v.size - 1
    steps = max(m - n + 1, 1)
    q = jnp.zeros(steps, u.dtype)
    for k in range(m - n + 1):
        d = u[k] / v[0]
        q = q.at[k].set(d)
        u = u.at[k:k + n + 1].add(-d * v)
    if trim_leading_zeros:
        from jax._src.numpy_rest import trim_zeros
        u = trim_zeros(u, "f")
    return q, u


def polyder(p, m=1):
    p = to_inexact(p)
    if m < 0:
        raise ValueError("Order of derivative must be positive")
    for _ in range(m):
        p = (p[:-1] * np.arange(p.size - 1, 0, -1).astype(p.dtype)) if p.size > 1 else p[:0]
    return p


def polyint(p, m=1, k=None):
    p = to_inexact(p)
    if m < 0:
        raise ValueError("Order of integral must be positive")
    constants = np.zeros(m) if k is None else np.broadcast_to(np.atleast_1d(np.asarray(k)), (m,))
    for i in range(m):
        p = jnp.concatenate([p / np.arange(p.size, 0, -1).astype(p.dtype), jnp.full(1, constants[i], p.dtype)])
    return p


def poly(seq_of_zeros):
    roots_ = to_inexact(seq_of_zeros)
    if roots_.ndim == 2:
        roots_ = jnp.linalg.eigvals(roots_)
    out = jnp.ones(1, roots_.dtype)
    for i in range(roots_.size):
        out = jnp.convolve(out, jnp.stack([jnp.ones((), roots_.dtype), -roots_[i]]), mode="full")
    return out


def roots(p, *, strip_zeros=True):
    p = to_inexact(p)
    trailing = 0
    if strip_zeros:
        values = np.asarray(p)
        there = np.nonzero(values)[0]
        if not there.size:
            return jnp.zeros(0, np.complex64 if p.dtype.itemsize == 4 else np.complex128)
        trailing = p.size - 1 - int(there[-1])
        p = p[int(there[0]):int(there[-1]) + 1]
    if p.size < 2:
        return jnp.zeros(trailing, np.complex64 if p.dtype.itemsize == 4 else np.complex128)
    n = p.size - 1
    matrix = jnp.eye(n, k=-1, dtype=p.dtype).at[0].set(-p[1:] / p[0])
    found = jnp.linalg.eigvals(matrix)
    return jnp.concatenate([found, jnp.zeros(trailing, found.dtype)])


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    x, y = _onepot.promote([to_inexact(x), to_inexact(y)])
    order = int(deg) + 1
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if y.ndim not in (1, 2) or x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length, y of one or two dimensions")
    rcond = x.size * float(np.finfo(x.dtype).eps) if rcond is None else rcond
    lhs, rhs = jnp.vander(x, order), y
    if w is not None:
        w = to_inexact(w)
        lhs = lhs * w[:, None]
        rhs = rhs * (w[:, None] if rhs.ndim == 2 else w)
    scale = jnp.sqrt((lhs * lhs).sum(0))
    c, residuals, rank, values = jnp.linalg.lstsq(lhs / scale, rhs, rcond)
    c = (c.T / scale).T
    if full:
        return c, residuals, rank, values, rcond
    if cov:
        base = jnp.linalg.inv(lhs.T @ lhs)
        factor = 1 if cov == "unscaled" else residuals / (x.size - order)
        return c, base * (factor if y.ndim == 1 else factor[None, None])
    return c
