"""The multinomial distribution."""
import numpy as np

from jax._src import special_functions as f
from jax._src.distributions import floats, of_log, where, xlogy


def logpmf(x, n, p):
    p, x, n = floats(p, x, n)
    value = f.lgamma(n + 1) + (xlogy(x, p) - f.lgamma(x + 1)).sum(-1)
    return where(x.sum(-1) == n, value, -np.inf)


pmf = of_log(logpmf)
