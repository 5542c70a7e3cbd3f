"""Pareto's distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, log_of, of_log, where


def logpdf(x, b, loc=0, scale=1):
    x, b, loc, scale = floats(x, b, loc, scale)
    y = (x - loc) / scale
    return where(x < loc + scale, -np.inf, e.log(b / scale) - (b + 1) * e.log(y))


def logsf(x, b, loc=0, scale=1):
    x, b, loc, scale = floats(x, b, loc, scale)
    return where(x < loc + scale, 0.0, -b * e.log((x - loc) / scale))


def cdf(x, b, loc=0, scale=1):
    return 1 - sf(x, b, loc, scale)


def ppf(q, b, loc=0, scale=1):
    q, b, loc, scale = floats(q, b, loc, scale)
    value = loc + scale * (1 - q) ** (-1 / b)
    return where((q < 0) | (q > 1), np.nan, where(q == 1, np.inf, value))


pdf, sf = of_log(logpdf), of_log(logsf)
logcdf = log_of(cdf)
