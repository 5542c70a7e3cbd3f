"""The logistic distribution."""
from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, standard


def logpdf(x, loc=0, scale=1):
    z, scale = standard(x, loc, scale)
    half = z / 2
    from jax.numpy import logaddexp
    return -2 * logaddexp(half, -half) - e.log(scale)


def cdf(x, loc=0, scale=1):
    return e.logistic(standard(x, loc, scale)[0])


def sf(x, loc=0, scale=1):
    return e.logistic(-standard(x, loc, scale)[0])


def ppf(x, loc=0, scale=1):
    x, loc, scale = floats(x, loc, scale)
    return e.log(x / (1 - x)) * scale + loc


def isf(x, loc=0, scale=1):
    x, loc, scale = floats(x, loc, scale)
    return -e.log(x / (1 - x)) * scale + loc


pdf = of_log(logpdf)
