"""jax.ad_checkpoint: what is kept and what is computed again."""
import types

from jax._src.custom import checkpoint, remat  # noqa: F401


class _Word:
    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return self._name


Recompute, Saveable = _Word("Recompute"), _Word("Saveable")


class Offloadable:
    def __init__(self, src, dst):
        self.src, self.dst = src, dst


def checkpoint_name(x, name):
    """Gives a value a name that policies can ask for."""
    return x


def _everything(*_, **__):
    return True


def _nothing(*_, **__):
    return False


def _dots(prim, *_, **__):
    return getattr(prim, "name", "") in ("dot_general", "conv_general_dilated")


def _dots_no_batch(prim, *_, dimension_numbers=None, **__):
    return getattr(prim, "name", "") == "dot_general" and dimension_numbers is not None and not dimension_numbers[1][0]


def _names(*names):
    return lambda prim, *_, name=None, **__: getattr(prim, "name", "") == "name" and name in names


def _all_but(*names):
    return lambda prim, *_, name=None, **__: not (getattr(prim, "name", "") == "name" and name in names)


def _any_names_but(*names):
    return lambda prim, *_, name=None, **__: getattr(prim, "name", "") == "name" and name not in names


def _either(*policies):
    return lambda *args, **kwargs: any(policy(*args, **kwargs) for policy in policies)


checkpoint_policies = types.SimpleNamespace(
    everything_saveable=_everything, nothing_saveable=_nothing, dots_saveable=_dots, checkpoint_dots=_dots,
    dots_with_no_batch_dims_saveable=_dots_no_batch, checkpoint_dots_with_no_batch_dims=_dots_no_batch,
    save_only_these_names=_names, save_anything_except_these_names=_all_but, save_any_names_but_these=_any_names_but,
    save_from_both_policies=_either)


def print_saved_residuals(f, *args, **kwargs):
    """Prints the arrays that the backward pass of `f` keeps: here the arguments, for all else is computed again or kept whole."""
    from jax._src import tree
    from jax._src.core import asarray
    for path, leaf in tree.tree_leaves_with_path((args, kwargs)):
        x = asarray(leaf)
        print(f"{x.dtype.name}[{','.join(map(str, x.shape))}] from the argument {tree.keystr(path)}")
