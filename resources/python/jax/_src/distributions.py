"""Densities and distribution functions: what jax.scipy.stats is made of."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import numpy_ufuncs as u
from jax._src import special_functions as f
from jax._src.core import asarray, to_inexact

import _onepot

where = u.where


def floats(*args):
    """All as one float type."""
    return _onepot.promote([to_inexact(x) for x in args])


def standard(x, loc, scale):
    x, loc, scale = floats(x, loc, scale)
    return (x - loc) / scale, scale


def xlogy(x, y):
    from jax.scipy.special import xlogy as g
    return g(x, y)


def xlog1py(x, y):
    from jax.scipy.special import xlog1py as g
    return g(x, y)


def of_log(log_function):
    """The density (or probability) from its logarithm."""
    def plain(*args, **kwargs):
        return e.exp(log_function(*args, **kwargs))
    return plain


def log_of(function):
    def logarithm(*args, **kwargs):
        return e.log(function(*args, **kwargs))
    return logarithm


def complement(function):
    """sf from cdf."""
    def survival(*args, **kwargs):
        return 1 - function(*args, **kwargs)
    return survival


def log_complement(function):
    def log_survival(*args, **kwargs):
        return e.log1p(-function(*args, **kwargs))
    return log_survival


def beta_log(a, b):
    return f.lgamma(a) + f.lgamma(b) - f.lgamma(a + b)


def whole(k):
    return k == e.floor(k)
