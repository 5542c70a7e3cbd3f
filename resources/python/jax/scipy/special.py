"""jax.scipy.special: error functions, logit and their like."""
import numpy as np

from jax import nn
from jax import numpy as jnp
from jax._src import lax_elementwise as e
from jax._src.core import to_inexact


def erf(x):
    return e.erf(to_inexact(x))


def erfc(x):
    return e.erfc(to_inexact(x))


def erfinv(x):
    return e.erf_inv(to_inexact(x))


def expit(x):
    return e.logistic(to_inexact(x))


def logit(x):
    x = to_inexact(x)
    return e.log(x / (1 - x))


def xlogy(x, y):
    x, y = to_inexact(x), to_inexact(y)
    return jnp.where(x == 0, 0.0, x * jnp.log(jnp.where(x == 0, 1.0, y)))


def xlog1py(x, y):
    x, y = to_inexact(x), to_inexact(y)
    return jnp.where(x == 0, 0.0, x * jnp.log1p(jnp.where(x == 0, 0.0, y)))


def entr(x):
    x = to_inexact(x)
    return jnp.where(x < 0, -np.inf, -xlogy(x, x))


def ndtr(x):
    x = to_inexact(x)
    return 0.5 * erfc(-x * np.float32(np.sqrt(0.5)))


def ndtri(p):
    return np.float32(np.sqrt(2)) * erfinv(2 * to_inexact(p) - 1)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    return nn.logsumexp(a, axis, b, keepdims, return_sign, where)


def softmax(x, axis=None):
    return nn.softmax(x, axis)


def log_softmax(x, axis=None):
    return nn.log_softmax(x, axis)
