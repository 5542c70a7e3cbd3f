"""Student's distribution."""
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.distributions import floats, of_log


def logpdf(x, df, loc=0, scale=1):
    x, df, loc, scale = floats(x, df, loc, scale)
    y = (x - loc) / scale
    half = (df + 1) / 2
    return f.lgamma(half) - f.lgamma(df / 2) - 0.5 * e.log(np.pi * df) - e.log(scale) - half * e.log1p(y * y / df)


pdf = of_log(logpdf)
