"""The uniform distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, standard, where


def logpdf(x, loc=0, scale=1):
    x, loc, scale = floats(x, loc, scale)
    return where((x > loc + scale) | (x < loc), -np.inf, -e.log(scale))


def cdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return where(z <= 0, 0.0, where(z >= 1, 1.0, z))


def ppf(q, loc=0, scale=1):
    q, loc, scale = floats(q, loc, scale)
    return where((q < 0) | (q > 1), np.nan, loc + q * scale)


pdf = of_log(logpdf)
