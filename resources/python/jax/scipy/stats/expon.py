"""The exponential distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, standard, where


def logpdf(x, loc=0, scale=1):
    z, scale = standard(x, loc, scale)
    return where(z < 0, -np.inf, -z - e.log(scale))


def cdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return where(z < 0, 0.0, -e.expm1(-z))


def logcdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return where(z < 0, -np.inf, e.log1p(-e.exp(-z)))


def logsf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return where(z < 0, 0.0, -z)


def ppf(q, loc=0, scale=1):
    q, loc, scale = floats(q, loc, scale)
    return where((q < 0) | (q > 1), np.nan, loc - scale * e.log1p(-q))


pdf, sf = of_log(logpdf), of_log(logsf)
