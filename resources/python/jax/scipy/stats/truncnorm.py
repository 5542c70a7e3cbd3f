"""The normal distribution between two bounds."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, where
from jax.scipy.special import log_ndtr


def _log_mass(a, b):
    """log(ndtr(b) - ndtr(a)), from the side where both are small."""
    flip = a > 0
    a, b = where(flip, -b, a), where(flip, -a, b)
    high, low = log_ndtr(b), log_ndtr(a)
    return high + e.log1p(-e.exp(low - high))


def logpdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = floats(x, a, b, loc, scale)
    z = (x - loc) / scale
    value = -0.5 * z * z - 0.5 * np.log(2 * np.pi) - e.log(scale) - _log_mass(a, b)
    return where((z < a) | (z > b), -np.inf, where(a >= b, np.nan, value))


def logcdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = floats(x, a, b, loc, scale)
    z = (x - loc) / scale
    value = _log_mass(a, where((z > a) & (z < b), z, b)) - _log_mass(a, b)
    return where(z >= b, 0.0, where(z <= a, -np.inf, where(a >= b, np.nan, value)))


def logsf(x, a, b, loc=0, scale=1):
    return logcdf(-floats(x)[0], -floats(b)[0], -floats(a)[0], -floats(loc)[0], scale)


pdf, cdf, sf = of_log(logpdf), of_log(logcdf), of_log(logsf)
