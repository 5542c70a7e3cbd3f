"""The generalized normal distribution."""
from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import floats, of_log


def logpdf(x, beta):
    x, beta = floats(x, beta)
    return e.log(0.5 * beta) - f.lgamma(1 / beta) - abs(x) ** beta


def cdf(x, beta):
    x, beta = floats(x, beta)
    return 0.5 * (1 + e.sign(x) * f.igamma(1 / beta, abs(x) ** beta))


pdf = of_log(logpdf)
