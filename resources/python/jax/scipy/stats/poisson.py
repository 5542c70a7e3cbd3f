"""Poisson's distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import floats, of_log, where, whole, xlogy


def logpmf(k, mu, loc=0):
    k, mu, loc = floats(k, mu, loc)
    y = k - loc
    value = xlogy(y, mu) - f.lgamma(y + 1) - mu
    return where((y < 0) | ~whole(k), -np.inf, value)


def cdf(k, mu, loc=0):
    k, mu, loc = floats(k, mu, loc)
    y = e.floor(k - loc)
    return where(y < 0, 0.0, f.igammac(where(y < 0, 1.0, y + 1), mu))


def entropy(mu, loc=0):
    """The sum itself for small means; beyond, the asymptotic series."""
    from jax.numpy import arange, expand_dims
    mu, _ = floats(mu, loc)
    k = arange(0, 120, dtype=mu.dtype)
    small = where(mu > 40, 1.0, mu)
    logs = logpmf(k, expand_dims(small, -1))
    summed = -(e.exp(logs) * where(logs == -np.inf, 0.0, logs)).sum(-1)
    large = where(mu > 40, mu, 50.0)
    series = 0.5 * e.log(2 * np.pi * np.e * large) - 1 / (12 * large) - 1 / (24 * large ** 2) - 19 / (360 * large ** 3)
    return where(mu == 0, 0.0, where(mu > 40, series, summed))


pmf = of_log(logpmf)
