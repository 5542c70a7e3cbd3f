"""vmap, and pmap over the local devices."""
import functools

import _onepot

from jax._src import tree
from jax._src.core import asarray


def _axes_for(axes, args, what):
    """One axis a leaf of `args` from a tree prefix of axes."""
    none = object()
    marked = tree.tree_map(lambda a: none if a is None else a, axes, is_leaf=lambda a: a is None)
    try:
        flat = tree.broadcast_prefix(marked, args)
    except ValueError as error:
        raise ValueError(f"vmap {what} specification must be a tree prefix of the corresponding value, got specification "
                         f"{axes} for value tree {tree.tree_structure(args)}.") from error
    return [None if a is none else a for a in flat]


def vmap(fun, in_axes=0, out_axes=0, axis_name=None, axis_size=None, spmd_axis_name=None):
    """Applies `fun` to slices of its arguments all at once."""
    if isinstance(in_axes, list):
        in_axes = tuple(in_axes)

    @functools.wraps(fun)
    def batched(*args, **kwargs):
        if isinstance(in_axes, tuple) and len(in_axes) != len(args):
            raise ValueError(f"vmap in_axes must be an int, None, or a tuple of entries corresponding to the positional arguments "
                             f"passed to the function, but got len(in_axes)={len(in_axes)}, len(args)={len(args)}")
        leaves, in_tree = tree.tree_flatten((args, kwargs))
        values = [asarray(x) for x in leaves]
        axes = _axes_for(in_axes, args, "in_axes") + [0] * len(tree.tree_leaves(kwargs))
        size = _common_size(values, axes, in_tree, axis_size)
        out = {}

        def flat(parts):
            positional, keyword = in_tree.unflatten(parts)
            results, out["tree"] = tree.tree_flatten(fun(*positional, **keyword))
            return [asarray(x) for x in results]
        results = _onepot.vmap(flat, values, axes, [0], size, axis_name or "")
        placed = _axes_for(out_axes, out["tree"].unflatten(results), "out_axes")
        return out["tree"].unflatten([_place(r, a) for r, a in zip(results, placed)])
    return batched


def _common_size(values, axes, in_tree, axis_size):
    sizes = {}
    for path, value, axis in zip(in_tree._paths, values, axes):
        if axis is None:
            continue
        if not -value.ndim <= axis < value.ndim:
            raise ValueError(f"vmap was requested to map its argument along axis {axis}, which implies that its rank should be at "
                             f"least {axis + 1 if axis >= 0 else -axis}, but is only {value.ndim} (its shape is {value.shape})")
        sizes.setdefault(value.shape[axis], path)
    if axis_size is not None:
        sizes.setdefault(axis_size, "axis_size")
    if not sizes:
        raise ValueError("vmap must have at least one non-None value in in_axes")
    if len(sizes) > 1:
        parts = ", ".join(f"size {size} at args{path}" for size, path in sizes.items())
        raise ValueError(f"vmap got inconsistent sizes for array axes to be mapped: {parts}")
    return next(iter(sizes))


def _place(result, axis):
    """The batch dimension stands in front; None: every slice is the same."""
    if axis is None:
        return result[0]
    if axis == 0:
        return result
    from jax.numpy import moveaxis
    return moveaxis(result, 0, axis)


def pmap(fun, axis_name=None, *, in_axes=0, out_axes=0, static_broadcasted_argnums=(), devices=None, backend=None,
         axis_size=None, donate_argnums=(), global_arg_shapes=None):
    """Like vmap, one slice a device; there may not be more slices than devices."""
    from jax._src.api import jit
    mapped = vmap(fun, in_axes, out_axes, axis_name, axis_size)
    compiled = jit(mapped)

    @functools.wraps(fun)
    def parallel(*args, **kwargs):
        count = len(_onepot.devices())
        leaves, _ = tree.tree_flatten(args)
        for value, axis in zip(leaves, _axes_for(in_axes, args, "in_axes")):
            if axis is not None and asarray(value).shape[axis] > count:
                raise ValueError(f"compiling computation that requires {asarray(value).shape[axis]} logical devices, but only "
                                 f"{count} XLA devices are available (num_replicas={asarray(value).shape[axis]})")
        return compiled(*args, **kwargs)
    return parallel
