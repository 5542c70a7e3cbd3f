"""The negative binomial distribution."""
import numpy as np

from jax._src import special_functions as f
from jax._src.distributions import floats, of_log, where, xlog1py, xlogy


def logpmf(k, n, p, loc=0):
    k, n, p, loc = floats(k, n, p, loc)
    y = k - loc
    value = f.lgamma(y + n) - f.lgamma(n) - f.lgamma(y + 1) + xlogy(n, p) + xlog1py(y, -p)
    return where(y < 0, -np.inf, value)


pmf = of_log(logpmf)
