"""Laplace's distribution."""
from jax._src import lax_elementwise as e
from jax._src.distributions import of_log, standard, where


def logpdf(x, loc=0, scale=1):
    z, scale = standard(x, loc, scale)
    return -abs(z) - e.log(2 * scale)


def cdf(x, loc=0, scale=1):
    z, _ = standard(x, loc, scale)
    return where(z <= 0, 0.5 * e.exp(z), 1 - 0.5 * e.exp(-z))


pdf = of_log(logpdf)
