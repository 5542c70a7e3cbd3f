"""vmap, and pmap over the local devices."""
import functools

import _onepot

from jax._src import collectives, tree
from jax._src.core import asarray
from jax._src.devices import device_count


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

        def named(parts):
            # The position along the axis is one more value that is mapped.
            with collectives.axis_frame(axis_name, size, parts[-1]):
                return flat(parts[:-1])
        if axis_name is None:
            results = _onepot.vmap(flat, values, axes, [0], size, "")
        else:
            results = _onepot.vmap(named, values + [collectives.indices(size)], axes + [0], [0], size, str(axis_name))
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
        count = device_count()
        leaves, _ = tree.tree_flatten(args)
        for value, axis in zip(leaves, _axes_for(in_axes, args, "in_axes")):
            if axis is not None and asarray(value).shape[axis] > count:
                raise ValueError(f"compiling computation that requires {asarray(value).shape[axis]} logical devices, but only "
                                 f"{count} XLA devices are available (num_replicas={asarray(value).shape[axis]})")
        return compiled(*args, **kwargs)
    return parallel


# ---- shard_map: one vmap a mesh axis

def shard_map(f=None, /, *, out_specs, in_specs=None, mesh=None, axis_names=frozenset(), check_vma=True, check_rep=True, auto=frozenset()):
    """Runs `f` on the parts of its arguments that a mesh's devices hold, one after another in the same memory."""
    if f is None:
        return functools.partial(shard_map, out_specs=out_specs, in_specs=in_specs, mesh=mesh, axis_names=axis_names, check_vma=check_vma)

    @functools.wraps(f)
    def mapped(*args):
        from jax._src.sharding import get_mesh
        around = mesh if mesh is not None else get_mesh()
        sizes = around.shape
        specs = tuple(in_specs) if isinstance(in_specs, (tuple, list)) and not _is_spec(in_specs) else (in_specs,) * len(args)
        leaves, in_tree = tree.tree_flatten(tuple(args))
        leaf_specs = tree.broadcast_prefix(specs, tuple(args), is_leaf=_is_spec)
        parts = [_cut(asarray(x), spec, sizes) for x, spec in zip(leaves, leaf_specs)]
        out = {}

        def inner(*flat):
            results, out["tree"] = tree.tree_flatten(f(*in_tree.unflatten(list(flat))))
            return [asarray(r) for r in results]
        function = inner
        names = list(sizes)
        for depth in range(len(names) - 1, -1, -1):
            function = vmap(function, 0, 0, axis_name=names[depth], axis_size=sizes[names[depth]])
        results = function(*parts)
        wanted = tree.broadcast_prefix(out_specs, out["tree"].unflatten(results), is_leaf=_is_spec)
        return out["tree"].unflatten([_joined(r, spec, sizes) for r, spec in zip(results, wanted)])
    return mapped


def _is_spec(x):
    from jax._src.sharding import PartitionSpec
    return isinstance(x, PartitionSpec)


def _spec_axes(spec, ndim):
    """The mesh axes of each dimension."""
    parts = tuple(spec or ()) + (None,) * (ndim - len(spec or ()))
    return [() if p is None else p if isinstance(p, tuple) else (p,) for p in parts]


def _cut(x, spec, sizes):
    """[mesh axes…, the part's dimensions…]"""
    from jax.numpy import broadcast_to, transpose
    axes = _spec_axes(spec, x.ndim)
    shape, kept, places = [], [], {}
    for n, names in zip(x.shape, axes):
        for name in names:
            if n % sizes[name]:
                raise ValueError(f"shard_map applied to an argument of shape {x.shape} whose dimension is not evenly divisible by the mesh "
                                 f"axis {name!r} of size {sizes[name]}")
            places[name] = len(shape)
            shape.append(sizes[name])
            n //= sizes[name]
        kept.append(len(shape))
        shape.append(n)
    x = x.reshape(shape)
    used = [name for name in sizes if name in places]
    x = transpose(x, [places[name] for name in used] + kept)
    missing = [1 if name not in places else sizes[name] for name in sizes]
    x = x.reshape(missing + list(x.shape[len(used):]))
    return broadcast_to(x, tuple(sizes.values()) + x.shape[len(sizes):])


def _joined(x, spec, sizes):
    from jax.numpy import transpose
    names = list(sizes)
    ndim = x.ndim - len(names)
    axes = _spec_axes(spec, ndim)
    used = [name for part in axes for name in part]
    for depth in range(len(names) - 1, -1, -1):
        if names[depth] not in used:
            x = x[(slice(None),) * depth + (0,)]
    left = [name for name in names if name in used]
    order, shape = [], []
    for d, part in enumerate(axes):
        order += [left.index(name) for name in part] + [len(left) + d]
        size = x.shape[len(left) + d]
        for name in part:
            size *= sizes[name]
        shape.append(size)
    return transpose(x, order).reshape(shape)


def smap(f=None, /, *, in_axes=0, out_axes, axis_name):
    """vmap over a mesh axis by its name."""
    if f is None:
        return functools.partial(smap, in_axes=in_axes, out_axes=out_axes, axis_name=axis_name)
    from jax._src.sharding import get_mesh
    return vmap(f, in_axes, out_axes, axis_name=axis_name, axis_size=get_mesh().shape[axis_name])
