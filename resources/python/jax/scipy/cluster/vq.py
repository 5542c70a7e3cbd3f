"""Vector quantisation."""
from jax import numpy as jnp
from jax._src.core import to_inexact


def vq(obs, code_book, check_finite=True):
    """For each observation the number of the nearest code, and how far that is."""
    obs, code_book = to_inexact(obs), to_inexact(code_book)
    if obs.ndim != code_book.ndim:
        raise ValueError("Observation and code_book should have the same rank")
    if obs.ndim == 1:
        obs, code_book = obs[:, None], code_book[:, None]
    away = jnp.linalg.norm(obs[..., None, :] - code_book[None, ...], axis=-1)
    return jnp.argmin(away, -1), jnp.min(away, -1)
