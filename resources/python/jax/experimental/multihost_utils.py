"""jax.experimental.multihost_utils: several processes; here there is one."""
import numpy as np

from jax._src import tree


def process_allgather(in_tree, tiled=False):
    return tree.tree_map(lambda x: np.asarray(x) if tiled else np.asarray(x)[None], in_tree)


def broadcast_one_to_all(in_tree, is_source=None):
    return tree.tree_map(np.asarray, in_tree)


def sync_global_devices(name):
    """Nobody else to wait for."""


def assert_equal(in_tree, fail_message=""):
    """Equal to itself."""
