"""The normal distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, standard
from jax.scipy import special


def logpdf(x, loc=0, scale=1):
    z, scale = standard(x, loc, scale)
    return -0.5 * (np.log(2 * np.pi) + 2 * e.log(scale) + z * z)


def cdf(x, loc=0, scale=1):
    return special.ndtr(standard(x, loc, scale)[0])


def logcdf(x, loc=0, scale=1):
    return special.log_ndtr(standard(x, loc, scale)[0])


def sf(x, loc=0, scale=1):
    return special.ndtr(-standard(x, loc, scale)[0])


def logsf(x, loc=0, scale=1):
    return special.log_ndtr(-standard(x, loc, scale)[0])


def ppf(q, loc=0, scale=1):
    q, loc, scale = floats(q, loc, scale)
    return special.ndtri(q) * scale + loc


def isf(q, loc=0, scale=1):
    q, loc, scale = floats(q, loc, scale)
    return -special.ndtri(q) * scale + loc


pdf = of_log(logpdf)
