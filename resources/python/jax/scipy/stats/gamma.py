"""The gamma distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import floats, log_of, of_log, where, xlogy


def logpdf(x, a, loc=0, scale=1):
    x, a, loc, scale = floats(x, a, loc, scale)
    y = (x - loc) / scale
    return where(y >= 0, xlogy(a - 1, y) - y - f.lgamma(a) - e.log(scale), -np.inf)


def cdf(x, a, loc=0, scale=1):
    x, a, loc, scale = floats(x, a, loc, scale)
    return f.igamma(a, e.max(e.full_like(x, 0), (x - loc) / scale))


def sf(x, a, loc=0, scale=1):
    x, a, loc, scale = floats(x, a, loc, scale)
    y = (x - loc) / scale
    return where(y < 0, 1.0, f.igammac(a, e.max(e.full_like(x, 0), y)))


pdf, logcdf, logsf = of_log(logpdf), log_of(cdf), log_of(sf)
