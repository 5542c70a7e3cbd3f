"""The beta distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import beta_log, floats, log_of, of_log, where, xlog1py, xlogy


def logpdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = floats(x, a, b, loc, scale)
    y = (x - loc) / scale
    value = xlogy(a - 1, y) + xlog1py(b - 1, -y) - beta_log(a, b) - e.log(scale)
    result = where((x > loc + scale) | (x < loc), -np.inf, value)
    return where((a <= 0) | (b <= 0) | (scale <= 0), np.nan, result)


def cdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = floats(x, a, b, loc, scale)
    y = (x - loc) / scale
    return f.betainc(a, b, e.clamp(0.0, y, 1.0))


def sf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = floats(x, a, b, loc, scale)
    y = (x - loc) / scale
    return f.betainc(b, a, 1 - e.clamp(0.0, y, 1.0))


pdf, logcdf, logsf = of_log(logpdf), log_of(cdf), log_of(sf)
