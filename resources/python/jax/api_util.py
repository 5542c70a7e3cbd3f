"""jax.api_util: functions over leaves."""
from jax._src import tree


def flatten_fun(f, in_tree):
    """A function of leaves, and the structure of what it gives, known after the first call."""
    box = []

    def flat(*leaves):
        args, kwargs = in_tree.unflatten(list(leaves))
        out, structure = tree.tree_flatten(getattr(f, "f", f)(*args, **kwargs))
        box.append(structure)
        return out
    return flat, lambda: box[-1]


def flatten_fun_nokwargs(f, in_tree):
    def both(*args):
        return getattr(f, "f", f)(*args)
    box = []

    def flat(*leaves):
        out, structure = tree.tree_flatten(both(*in_tree.unflatten(list(leaves))))
        box.append(structure)
        return out
    return flat, lambda: box[-1]


def debug_info(traced_for, fun, args, kwargs, **options):
    return None


def shaped_abstractify(x):
    from jax._src.core import asarray
    return asarray(x).aval
