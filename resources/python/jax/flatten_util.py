"""jax.flatten_util: a tree of arrays as one vector, and back."""
import _onepot
import numpy as np

from jax import numpy as jnp
from jax._src import tree
from jax._src.core import asarray


def ravel_pytree(pytree):
    leaves, treedef = tree.tree_flatten(pytree)
    arrays = [asarray(x) for x in leaves]
    shapes, dtypes = [a.shape for a in arrays], [a.dtype for a in arrays]
    bounds = np.cumsum([0] + [a.size for a in arrays]).tolist()
    flat = jnp.concatenate([a.ravel() for a in arrays]) if arrays else jnp.zeros(0)

    def unravel(vector):
        if vector.shape != (bounds[-1],):
            raise ValueError(f"The unravel function expected an array of shape {(bounds[-1],)}, got shape {vector.shape}.")
        parts = [_onepot.convert(vector[a:b].reshape(s), d) for a, b, s, d in zip(bounds, bounds[1:], shapes, dtypes)]
        return treedef.unflatten(parts)
    return flat, unravel
