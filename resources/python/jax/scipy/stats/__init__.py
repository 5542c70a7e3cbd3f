"""jax.scipy.stats: distributions and statistics."""
from jax._src.statistics import gaussian_kde, mode, rankdata, sem  # noqa: F401
from jax.scipy.stats import (  # noqa: F401
    bernoulli, beta, betabinom, binom, cauchy, chi2, dirichlet, expon, gamma,
    gennorm, geom, gumbel_l, gumbel_r, laplace, logistic, multinomial, multivariate_normal, nbinom,
    norm, pareto, poisson, t, truncnorm, uniform, vonmises, wrapcauchy)
