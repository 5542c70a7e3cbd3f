"""The normal distribution."""
import numpy as np

from jax import numpy as jnp
from jax.scipy import special


def logpdf(x, loc=0, scale=1):
    z = (x - loc) / scale
    return -0.5 * z * z - np.float32(0.5 * np.log(2 * np.pi)) - jnp.log(scale)


def pdf(x, loc=0, scale=1):
    return jnp.exp(logpdf(x, loc, scale))


def cdf(x, loc=0, scale=1):
    return special.ndtr((x - loc) / scale)


def sf(x, loc=0, scale=1):
    return cdf(-x, -loc, scale)


def ppf(q, loc=0, scale=1):
    return special.ndtri(q) * scale + loc
