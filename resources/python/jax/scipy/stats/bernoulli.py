"""The Bernoulli distribution."""
import numpy as np

from jax._src.distributions import floats, of_log, where, xlog1py, xlogy


def logpmf(k, p, loc=0):
    k, p, loc = floats(k, p, loc)
    x = k - loc
    value = xlogy(x, p) + xlog1py(1 - x, -p)
    return where((x == 0) | (x == 1), value, -np.inf)


pmf = of_log(logpmf)


def cdf(k, p):
    k, p = floats(k, p)
    return where((p < 0) | (p > 1), np.nan, where(k < 0, 0.0, where(k < 1, 1 - p, 1.0)))


def ppf(q, p):
    q, p = floats(q, p)
    return where((q < 0) | (q > 1) | (p < 0) | (p > 1), np.nan, where(q == 0, -1.0, where(q <= 1 - p, 0.0, 1.0)))
