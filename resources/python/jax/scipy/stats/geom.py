"""The geometric distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, where, xlog1py


def logpmf(k, p, loc=0):
    k, p, loc = floats(k, p, loc)
    y = k - loc
    return where(y <= 0, -np.inf, xlog1py(y - 1, -p) + e.log(p))


pmf = of_log(logpmf)
