"""The beta-binomial distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import beta_log, floats, of_log, where


def logpmf(k, n, a, b, loc=0):
    k, n, a, b, loc = floats(k, n, a, b, loc)
    y = e.floor(k) - loc
    value = -e.log1p(n) - beta_log(n - y + 1, y + 1) + beta_log(y + a, n - y + b) - beta_log(a, b)
    result = where((y < 0) | (y > n), -np.inf, value)
    return where((a <= 0) | (b <= 0) | (n < 0), np.nan, result)


pmf = of_log(logpmf)
