"""jax.experimental.ode: initial value problems by Dormand and Prince's method."""
import numpy as np

from jax import numpy as jnp
from jax._src.control_flow import scan, while_loop
from jax.flatten_util import ravel_pytree

_A = ((1 / 5,), (3 / 40, 9 / 40), (44 / 45, -56 / 15, 32 / 9), (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
      (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656), (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84))
_C = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
_ERROR = (35 / 384 - 1951 / 21600, 0, 500 / 1113 - 22642 / 50085, 125 / 192 - 451 / 720, -2187 / 6784 + 12231 / 42400,
          11 / 84 - 649 / 6300, -1 / 60)


def odeint(func, y0, t, *args, rtol=1.4e-8, atol=1.4e-8, mxstep=np.inf, hmax=np.inf):
    """The solution at the times `t`, beginning with y0 at the first."""
    flat0, unravel = ravel_pytree(y0)
    slope = lambda y, time: ravel_pytree(func(unravel(y), time, *args))[0]
    most = np.iinfo(np.int32).max if not np.isfinite(mxstep) else int(mxstep)

    def attempt(y, f, time, h):
        k = [f]
        for row, c in zip(_A, _C):
            k.append(slope(y + h * sum(a * s for a, s in zip(row, k)), time + c * h))
        new = y + h * sum(a * s for a, s in zip(_A[-1], k))
        return new, k[-1], h * sum(e * s for e, s in zip(_ERROR, k))

    def to_next(carry, target):
        def step(state):
            i, y, f, time, h = state
            h = jnp.minimum(jnp.minimum(h, hmax), target - time)
            new, last, error = attempt(y, f, time, h)
            ratio = jnp.sqrt(jnp.mean((error / (atol + rtol * jnp.maximum(jnp.abs(y), jnp.abs(new)))) ** 2))
            good = ratio <= 1
            factor = jnp.clip(0.9 * jnp.where(ratio == 0, 1e-10, ratio) ** -0.2, 0.2, 10.0)
            return i + 1, jnp.where(good, new, y), jnp.where(good, last, f), jnp.where(good, time + h, time), h * factor
        i, y, f, time, h = while_loop(lambda st: (st[3] < target) & (st[0] < most) & (st[4] > 0), step, (0, *carry))
        return (y, f, target, h), y
    f0 = slope(flat0, t[0])
    first = 0.01 * jnp.sqrt(jnp.mean(flat0 ** 2) + 1e-6) / (jnp.sqrt(jnp.mean(f0 ** 2)) + 1e-6)
    _, ys = scan(to_next, (flat0, f0, t[0] * 1.0, jnp.minimum(first, hmax)), t[1:])
    rows = jnp.concatenate([flat0[None], ys])
    from jax._src.batching import vmap
    return vmap(unravel)(rows)
