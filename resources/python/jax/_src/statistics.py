"""Statistics of samples: modes, ranks, standard errors, kernel density estimates."""
import collections

import numpy as np

from jax import numpy as jnp
from jax._src import lax_elementwise as e
from jax._src.core import asarray, canonical_axis, to_inexact

ModeResult = collections.namedtuple("ModeResult", "mode count")


def _only_propagate(name, nan_policy):
    if nan_policy != "propagate":
        raise NotImplementedError(f"Logic for `nan_policy` of {nan_policy} is not implemented in {name}")


def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    """The most frequent value; of several the least."""
    _only_propagate("mode", nan_policy)
    a = asarray(a)
    shape = a.shape
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis = canonical_axis(axis, a.ndim)
    rows = jnp.sort(jnp.moveaxis(a, axis, -1), axis=-1)
    counts = (rows[..., :, None] == rows[..., None, :]).sum(-1)
    place = jnp.argmax(counts, -1)[..., None]
    value, count = (jnp.take_along_axis(x, place, -1) for x in (rows, counts))
    if keepdims and len(shape) != a.ndim:
        return ModeResult(value.reshape((1,) * len(shape)), count.reshape((1,) * len(shape)))
    if keepdims:
        return ModeResult(jnp.moveaxis(value, -1, axis), jnp.moveaxis(count, -1, axis))
    return ModeResult(value[..., 0], count[..., 0])


def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    _only_propagate("rankdata", nan_policy)
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise ValueError(f"unknown method '{method}'")
    a = asarray(a)
    if axis is None:
        a, axis = a.reshape(-1), 0
    rows = jnp.moveaxis(a, axis, -1)
    below = (rows[..., None, :] < rows[..., :, None]).sum(-1)
    same = rows[..., None, :] == rows[..., :, None]
    if method == "ordinal":
        earlier = np.tril(np.ones((rows.shape[-1],) * 2, bool), -1)
        ranks = below + (same & earlier).sum(-1) + 1
    elif method == "dense":
        first = ~(same & np.tril(np.ones((rows.shape[-1],) * 2, bool), -1)).any(-1)
        ranks = ((rows[..., None, :] < rows[..., :, None]) & first[..., None, :]).sum(-1) + 1
    else:
        low, high = below + 1, below + same.sum(-1)
        ranks = low if method == "min" else high if method == "max" else (low + high) / 2
    return jnp.moveaxis(ranks, -1, axis)


def sem(a, axis=0, ddof=1, nan_policy="propagate", *, keepdims=False):
    """The standard error of the mean."""
    _only_propagate("sem", nan_policy)
    a = to_inexact(a)
    if axis is None:
        a, axis = a.reshape(-1), 0
    return jnp.std(a, axis, ddof=ddof, keepdims=keepdims) / e.sqrt(jnp.asarray(a.shape[axis], a.dtype))


class gaussian_kde:
    """A density from samples, by a normal kernel around each."""

    def __init__(self, dataset, bw_method=None, weights=None):
        self.dataset = jnp.atleast_2d(to_inexact(dataset))
        self.d, self.n = self.dataset.shape
        if self.dataset.size <= 1:
            raise ValueError("`dataset` input should have multiple elements.")
        self.weights = jnp.full(self.n, 1.0 / self.n) if weights is None else asarray(weights) / jnp.sum(asarray(weights))
        self.neff = 1 / jnp.sum(self.weights ** 2)
        if bw_method is None or bw_method == "scott":
            self.factor = self.neff ** (-1.0 / (self.d + 4))
        elif bw_method == "silverman":
            self.factor = (self.neff * (self.d + 2) / 4.0) ** (-1.0 / (self.d + 4))
        else:
            self.factor = bw_method(self) if callable(bw_method) else asarray(bw_method)
        away = self.dataset - (self.dataset * self.weights).sum(1, keepdims=True)
        self.covariance = (away * self.weights) @ away.T / (1 - jnp.sum(self.weights ** 2)) * self.factor ** 2
        self.inv_cov = jnp.linalg.inv(self.covariance)

    def logpdf(self, x):
        from jax.nn import logsumexp
        points = jnp.atleast_2d(to_inexact(x))
        if points.shape[0] != self.d and points.shape[1] == self.d == 1:
            points = points.T
        away = points[:, :, None] - self.dataset[:, None, :]
        energy = -0.5 * jnp.einsum("imn,ij,jmn->mn", away, self.inv_cov, away)
        constant = -0.5 * (self.d * np.log(2 * np.pi) + jnp.linalg.slogdet(self.covariance)[1])
        return logsumexp(energy, axis=1, b=self.weights) + constant

    def evaluate(self, points):
        return jnp.exp(self.logpdf(points))

    __call__ = pdf = evaluate
