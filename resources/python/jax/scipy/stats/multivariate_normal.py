"""The normal distribution of vectors."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log


def logpdf(x, mean, cov, allow_singular=None):
    if allow_singular is not None:
        raise NotImplementedError("allow_singular argument of multivariate_normal.logpdf")
    x, mean, cov = floats(x, mean, cov)
    if not mean.shape:
        return -0.5 * (x - mean) ** 2 / cov - 0.5 * (np.log(2 * np.pi) + e.log(cov))
    size = mean.shape[-1]
    if not cov.shape:
        away = x - mean
        return -0.5 * (away * away).sum(-1) / cov - size / 2 * (np.log(2 * np.pi) + e.log(cov))
    from jax._src import lax_linalg as l
    from jax.numpy import broadcast_shapes, broadcast_to
    factor = l.cholesky(cov)
    batch = broadcast_shapes(x.shape[:-1], mean.shape[:-1], cov.shape[:-2])
    away = broadcast_to(x - mean, batch + (size,))
    y = l.triangular_solve(broadcast_to(factor, batch + factor.shape[-2:]), away[..., None], left_side=True, lower=True)[..., 0]
    return -0.5 * (y * y).sum(-1) - size / 2 * np.log(2 * np.pi) - e.log(l._diagonal(factor)).sum(-1)


pdf = of_log(logpdf)
