"""Von Mises' distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import floats, of_log, where


def logpdf(x, kappa):
    x, kappa = floats(x, kappa)
    value = kappa * (e.cos(x) - 1) - e.log(2 * np.pi * f.bessel_i0e(kappa))
    return where(kappa > 0, value, np.nan)


pdf = of_log(logpdf)
