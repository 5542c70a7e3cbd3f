"""jax.scipy.sparse.linalg: linear systems by iteration; A is a matrix or a function."""
from jax import numpy as jnp
from jax._src import tree
from jax._src.control_flow import while_loop
from jax._src.lax_further import custom_linear_solve


def _dot(x, y):
    parts = tree.tree_map(lambda a, b: jnp.vdot(a, b), x, y)
    return sum(tree.tree_leaves(parts))


def _axpy(a, x, y):
    return tree.tree_map(lambda u, v: a * u + v, x, y)


def _function(A):
    return A if callable(A) else (lambda x: A @ x)


def _solve(method, A, b, x0, tol, atol, maxiter, M, symmetric):
    matvec, precondition = _function(A), (lambda x: x) if M is None else _function(M)
    b = tree.tree_map(jnp.asarray, b)
    x0 = tree.tree_map(jnp.zeros_like, b) if x0 is None else x0
    if tree.tree_structure(x0) != tree.tree_structure(b):
        raise ValueError(f"x0 and b must have matching tree structure: {tree.tree_structure(x0)} vs {tree.tree_structure(b)}")
    size = sum(x.size for x in tree.tree_leaves(b))
    limit = 10 * size if maxiter is None else maxiter

    def solve(matvec, rhs):
        goal = jnp.maximum(jnp.square(tol) * _dot(rhs, rhs).real, jnp.square(atol))
        return method(matvec, rhs, x0, goal, limit, precondition)
    return custom_linear_solve(matvec, b, solve, solve, symmetric), None


def _conjugate_gradients(matvec, b, x0, goal, limit, precondition):
    r = tree.tree_map(lambda u, v: u - v, b, matvec(x0))
    z = precondition(r)

    def step(state):
        x, r, gamma, p, k = state
        ap = matvec(p)
        alpha = gamma / _dot(p, ap).real
        x, r = _axpy(alpha, p, x), _axpy(-alpha, ap, r)
        z = precondition(r)
        new = _dot(r, z).real
        return x, r, new, _axpy(new / gamma, p, z), k + 1
    return while_loop(lambda st: (_dot(st[1], st[1]).real > goal) & (st[4] < limit), step, (x0, r, _dot(r, z).real, z, 0))[0]


def cg(A, b, x0=None, *, tol=1e-5, atol=0.0, maxiter=None, M=None):
    """Conjugate gradients, for positive definite A."""
    return _solve(_conjugate_gradients, A, b, x0, tol, atol, maxiter, M, True)


def _stabilised(matvec, b, x0, goal, limit, precondition):
    r = tree.tree_map(lambda u, v: u - v, b, matvec(x0))
    one = jnp.asarray(1.0, tree.tree_leaves(b)[0].dtype)
    zero = tree.tree_map(jnp.zeros_like, b)

    def step(state):
        x, r, rhat, alpha, omega, rho, p, q, k = state
        new = _dot(rhat, r)
        beta = new / rho * alpha / omega
        p = _axpy(beta, _axpy(-omega, q, p), r)
        phat = precondition(p)
        q = matvec(phat)
        alpha = new / _dot(rhat, q)
        s = _axpy(-alpha, q, r)
        shat = precondition(s)
        t = matvec(shat)
        square = _dot(t, t)
        early = _dot(s, s).real < goal
        omega = jnp.where(early | (square == 0), one, _dot(t, s) / jnp.where(square == 0, one, square))
        x = tree.tree_map(lambda u, v, w: u + alpha * v + jnp.where(early, 0, omega * w), x, phat, shat)
        r = tree.tree_map(lambda u, v: jnp.where(early, u, u - omega * v), s, t)
        return x, r, rhat, alpha, omega, new, p, q, k + 1
    return while_loop(lambda st: (_dot(st[1], st[1]).real > goal) & (st[8] < limit), step, (x0, r, r, one, one, one, zero,
                                                                                              zero, 0))[0]


def bicgstab(A, b, x0=None, *, tol=1e-5, atol=0.0, maxiter=None, M=None):
    """The stabilised biconjugate gradient method, for any A."""
    return _solve(_stabilised, A, b, x0, tol, atol, maxiter, M, False)
