"""Dirichlet's distribution."""
import numpy as np

from jax._src import special_functions as f
from jax._src.distributions import floats, of_log, where, xlogy


def logpdf(x, alpha):
    x, alpha = floats(x, alpha)
    if x.ndim < 1 or alpha.ndim != 1 or x.shape[0] not in (alpha.shape[0], alpha.shape[0] - 1):
        raise ValueError(f"`x` must have either the same number of entries as `alpha` or one entry fewer; got shapes {x.shape} and {alpha.shape}")
    if x.shape[0] != alpha.shape[0]:
        from jax.numpy import concatenate
        x = concatenate([x, 1 - x.sum(0, keepdims=True)])
    weights = alpha.reshape(alpha.shape + (1,) * (x.ndim - 1))
    value = xlogy(weights - 1, x).sum(0) + f.lgamma(alpha.sum()) - f.lgamma(alpha).sum()
    inside = ((x >= 0) & (x <= 1)).all(0) & (abs(x.sum(0) - 1) < 1e-6)
    return where(inside, value, -np.inf)


pdf = of_log(logpdf)
