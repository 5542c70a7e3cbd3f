"""Cauchy's distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, log_of, of_log, standard


def logpdf(x, loc=0, scale=1):
    z, scale = standard(x, loc, scale)
    return -np.log(np.pi) - e.log(scale) - e.log1p(z * z)


def cdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return 0.5 + e.atan2(z, e.full_like(z, 1)) / np.pi


def sf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return 0.5 - e.atan2(z, e.full_like(z, 1)) / np.pi


def ppf(q, loc=0, scale=1):
    q, loc, scale = floats(q, loc, scale)
    return loc + scale * e.tan(np.pi * (q - 0.5))


def isf(q, loc=0, scale=1):
    q, loc, scale = floats(q, loc, scale)
    return loc + scale * e.tan(np.pi * (0.5 - q))


pdf, logcdf, logsf = of_log(logpdf), log_of(cdf), log_of(sf)
