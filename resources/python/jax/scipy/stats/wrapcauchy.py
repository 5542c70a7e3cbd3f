"""Cauchy's distribution around a circle."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.distributions import floats, of_log, where


def logpdf(x, c):
    x, c = floats(x, c)
    value = e.log(1 - c * c) - np.log(2 * np.pi) - e.log1p(c * c - 2 * c * e.cos(x))
    inside = where((x >= 0) & (x <= 2 * np.pi), value, -np.inf)
    return where((c > 0) & (c < 1), inside, np.nan)


pdf = of_log(logpdf)
