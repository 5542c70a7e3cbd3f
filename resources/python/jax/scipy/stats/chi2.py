"""The chi-squared distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import floats, log_of, of_log, where


def logpdf(x, df, loc=0, scale=1):
    x, df, loc, scale = floats(x, df, loc, scale)
    y, half = (x - loc) / scale, df / 2
    value = (half - 1) * e.log(y) - y / 2 - half * np.log(2.0) - f.lgamma(half) - e.log(scale)
    return where(x < loc, -np.inf, value)


def cdf(x, df, loc=0, scale=1):
    x, df, loc, scale = floats(x, df, loc, scale)
    return f.igamma(df / 2, e.max(e.full_like(x, 0), (x - loc) / scale / 2))


def sf(x, df, loc=0, scale=1):
    x, df, loc, scale = floats(x, df, loc, scale)
    return f.igammac(df / 2, e.max(e.full_like(x, 0), (x - loc) / scale / 2))


pdf, logcdf, logsf = of_log(logpdf), log_of(cdf), log_of(sf)
