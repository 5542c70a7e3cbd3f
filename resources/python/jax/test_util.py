"""jax.test_util: derivatives against differences."""
import numpy as np

from jax._src import tree


def check_grads(f, args, order, modes=("fwd", "rev"), atol=None, rtol=None, eps=None):
    """Compares the derivative along one direction with a central difference; raises AssertionError where they differ."""
    from jax._src.core import asarray
    from jax._src.derivatives import jvp
    eps, tolerance = 1e-3 if eps is None else eps, 2e-2 if rtol is None else rtol
    args = tuple(tree.tree_map(asarray, a) for a in args)
    rng = np.random.RandomState(0)
    way = tree.tree_map(lambda x: asarray(rng.randn(*x.shape).astype(x.dtype)), args)
    found = jvp(f, args, way)[1]
    ahead = f(*tree.tree_map(lambda x, t: x + eps * t, args, way))
    behind = f(*tree.tree_map(lambda x, t: x - eps * t, args, way))
    for own, a, b in zip(*map(tree.tree_leaves, (found, ahead, behind))):
        np.testing.assert_allclose(np.asarray(own), (np.asarray(a) - np.asarray(b)) / (2 * eps), rtol=tolerance,
                                   atol=2e-2 if atol is None else atol)
