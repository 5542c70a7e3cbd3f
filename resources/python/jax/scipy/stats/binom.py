"""The binomial distribution."""
import numpy as np

from jax._src import special_functions as f
from jax._src.distributions import floats, of_log, where, xlog1py, xlogy


def logpmf(k, n, p, loc=0):
    k, n, p, loc = floats(k, n, p, loc)
    y = k - loc
    value = f.lgamma(n + 1) - f.lgamma(y + 1) - f.lgamma(n - y + 1) + xlogy(y, p) + xlog1py(n - y, -p)
    return where((y >= 0) & (y <= n), value, -np.inf)


pmf = of_log(logpmf)
