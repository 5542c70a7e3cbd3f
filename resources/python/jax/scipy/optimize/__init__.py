"""jax.scipy.optimize: minimisation by quasi-Newton steps."""
import typing

from jax import numpy as jnp
from jax._src.control_flow import while_loop
from jax._src.derivatives import value_and_grad


class OptimizeResults(typing.NamedTuple):
    x: object
    success: object
    status: object
    fun: object
    jac: object
    hess_inv: object
    nfev: object
    njev: object
    nit: object


def minimize(fun, x0, args=(), *, method, tol=None, options=None):
    """BFGS with a backtracking line search."""
    options = dict(options or {})
    if not isinstance(args, tuple):
        raise TypeError("args argument to jax.scipy.optimize.minimize must be a tuple, got {}".format(args))
    if method.lower() != "bfgs":
        raise ValueError(f"Method {method} not recognized")
    x0 = jnp.asarray(x0)
    gtol = options.get("gtol", 1e-5 if tol is None else tol)
    limit = options.get("maxiter", x0.size * 200)
    both = value_and_grad(lambda x: fun(x, *args))
    f0, g0 = both(x0)
    eye = jnp.eye(x0.size, dtype=x0.dtype)

    def search(x, f, g, p):
        slope = g @ p

        def enough(state):
            t, value, k = state
            return ~(value <= f + 1e-4 * t * slope) & (k < 40)
        start = jnp.asarray(1.0, x0.dtype)
        t, _, k = while_loop(enough, lambda st: (st[0] * 0.5, fun(x + st[0] * 0.5 * p, *args), st[2] + 1), (start, fun(x + p, *args), 0))
        return t, k

    def step(state):
        x, f, g, h, k, calls, stuck = state
        p = -(h @ g)
        t, tries = search(x, f, g, p)
        move = t * p
        new = x + move
        value, slope = both(new)
        y = slope - g
        sy = y @ move
        good = sy > 1e-10
        rho = jnp.where(good, 1 / jnp.where(good, sy, 1), 0)
        left = eye - rho * jnp.outer(move, y)
        updated = left @ h @ left.T + rho * jnp.outer(move, move)
        return new, value, slope, jnp.where(good, updated, h), k + 1, calls + tries + 2, jnp.max(jnp.abs(move)) == 0
    going = lambda st: (jnp.max(jnp.abs(st[2])) > gtol) & (st[4] < limit) & ~st[6]
    x, f, g, h, k, calls, _ = while_loop(going, step, (x0, f0, g0, eye, 0, 1, jnp.asarray(False)))
    done = jnp.max(jnp.abs(g)) <= gtol
    return OptimizeResults(x, done, jnp.where(done, 0, jnp.where(k >= limit, 1, 3)), f, g, h, calls, k + 1, k)
