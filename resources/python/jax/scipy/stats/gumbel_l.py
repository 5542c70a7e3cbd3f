"""Gumbel's distribution of minima."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, standard, where


def logpdf(x, loc=0, scale=1):
    z, scale = standard(x, loc, scale)
    return where(scale > 0, z - e.exp(z) - e.log(scale), np.nan)


def logcdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return e.log(-e.expm1(-e.exp(z)))


def cdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return -e.expm1(-e.exp(z))


def logsf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return -e.exp(z)


def ppf(p, loc=0, scale=1):
    p, loc, scale = floats(p, loc, scale)
    return where((p > 0) & (p < 1) & (scale > 0), loc + scale * e.log(-e.log1p(-p)), np.nan)


pdf, sf = of_log(logpdf), of_log(logsf)
