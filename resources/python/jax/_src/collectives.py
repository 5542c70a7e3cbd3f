"""lax: what values mapped by vmap or pmap do with one another, all of it made of all_gather over the axis' name."""
import contextlib
import math

import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src import tree
from jax._src.core import asarray, bind1, full, opcode

_CALL = opcode("custom-call")
_frames = []  # (name, size, index) of the axes that are being mapped, outermost first


@contextlib.contextmanager
def axis_frame(name, size, index):
    _frames.append((name, size, index))
    try:
        yield
    finally:
        _frames.pop()


def _frame(name):
    for frame in reversed(_frames):
        if frame[0] == name:
            return frame
    raise NameError(f"Found an unbound axis name: {name}. To fix this, please call psum under `jax.shard_map` (or `jax.vmap`, "
                    "`jax.pmap`) with that axis name.")


def _names(axis_name):
    return tuple(axis_name) if isinstance(axis_name, (tuple, list)) else (axis_name,)


def axis_size(axis_name):
    return math.prod(_frame(name)[1] for name in _names(axis_name))


def axis_index(axis_name):
    total = None
    for name in _names(axis_name):
        _, size, index = _frame(name)
        total = index if total is None else total * size + index
    return total


def _gather_one(x, name):
    _, size, index = _frame(name)
    return bind1(_CALL, (x, index), (f"axis_gather:{name}",), x.dtype, (size, *x.shape))


def _gathered(x, axis_name):
    """[axis, …]; several names count as one axis, the first varying slowest."""
    x = asarray(x)
    if x.dtype.kind == "b":
        return _gathered(_onepot.convert(x, np.int32), axis_name) != 0
    names = _names(axis_name)
    out = x
    for name in reversed(names):
        out = _gather_one(out, name)
    return s.reshape(out, (-1 if not out.size else math.prod(out.shape[:len(names)]), *x.shape))


def _groups(gathered, axis_name, groups):
    """Only the rows of the group that the own index belongs to."""
    if groups is None:
        return gathered
    table = np.zeros((axis_size(axis_name), len(groups[0])), np.int32)
    for group in groups:
        for member in group:
            table[member] = group
    from jax._src.indexing import getitem
    return getitem(gathered, getitem(asarray(table), axis_index(axis_name)))


def _reduction(reduce):
    def apply(x, axis_name, *, axis_index_groups=None):
        def one(leaf):
            if isinstance(leaf, (int, float)) and reduce == "sum" and axis_index_groups is None:
                return leaf * axis_size(axis_name)
            rows = _groups(_gathered(leaf, axis_name), axis_name, axis_index_groups)
            return getattr(s, f"reduce_{reduce}")(rows, (0,))
        return tree.tree_map(one, x)
    return apply


psum, pmax, pmin = _reduction("sum"), _reduction("max"), _reduction("min")


def pmean(x, axis_name, *, axis_index_groups=None):
    count = len(axis_index_groups[0]) if axis_index_groups is not None else axis_size(axis_name)
    total = psum(x, axis_name, axis_index_groups=axis_index_groups)
    return tree.tree_map(lambda leaf: leaf / count, total)


def all_gather(x, axis_name, *, axis_index_groups=None, axis=0, tiled=False, to=None):
    def one(leaf):
        rows = _groups(_gathered(leaf, axis_name), axis_name, axis_index_groups)
        from jax._src.numpy_shaping import moveaxis
        place = axis % (rows.ndim - (1 if tiled else 0))
        rows = moveaxis(rows, 0, place)
        if not tiled:
            return rows
        shape = rows.shape
        return s.reshape(rows, (*shape[:place], shape[place] * shape[place + 1], *shape[place + 2:]))
    return tree.tree_map(one, x)


def ppermute(x, axis_name, perm):
    size = axis_size(axis_name)
    source = np.full(size, -1, np.int32)
    for start, end in perm:
        if source[end] >= 0:
            raise ValueError(f"ppermute sources and destinations must be unique, got {perm}")
        source[end] = start
    from jax._src.indexing import getitem

    def one(leaf):
        here = getitem(asarray(source), axis_index(axis_name))
        row = getitem(_gathered(leaf, axis_name), e.max(here, np.int32(0)))
        zero = e.full_like(row, 0)
        return bind1(opcode("select-n"), (_onepot.broadcast_to(here >= 0, row.shape) if row.ndim else here >= 0, zero, row))
    return tree.tree_map(one, x)


def pshuffle(x, axis_name, perm):
    if set(perm) != set(range(len(perm))):
        raise ValueError(f"`perm` does not represent a permutation: {perm}")
    return ppermute(x, axis_name, [(source, i) for i, source in enumerate(perm)])


def all_to_all(x, axis_name, split_axis, concat_axis, *, axis_index_groups=None, tiled=False):
    size = axis_size(axis_name)
    from jax._src.indexing import take_axis
    from jax._src.numpy_shaping import moveaxis

    def one(leaf):
        leaf = asarray(leaf)
        if not tiled and leaf.shape[split_axis] != size:
            raise ValueError("all_to_all requires the size of the mapped axis axis_name to equal x.shape[split_axis], but they are "
                             f"{size} and {leaf.shape[split_axis]} respectively.")
        rows = moveaxis(leaf, split_axis, 0)
        rows = s.reshape(rows, (size, rows.shape[0] // size, *rows.shape[1:]))
        mine = take_axis(_gathered(rows, axis_name), axis_index(axis_name), 1)  # [from, part, …]
        if not tiled:
            return moveaxis(s.squeeze(mine, (1,)), 0, concat_axis)
        mine = moveaxis(mine, 1, split_axis + 1)
        mine = moveaxis(mine, 0, concat_axis)
        shape = mine.shape
        return s.reshape(mine, (*shape[:concat_axis], shape[concat_axis] * shape[concat_axis + 1], *shape[concat_axis + 2:]))
    return tree.tree_map(one, x)


def psum_scatter(x, axis_name, *, scatter_dimension=0, axis_index_groups=None, tiled=False):
    size = axis_size(axis_name)

    def one(leaf):
        total = psum(leaf, axis_name, axis_index_groups=axis_index_groups)
        from jax._src.indexing import take_axis
        if not tiled:
            return take_axis(total, axis_index(axis_name), scatter_dimension)
        part = total.shape[scatter_dimension] // size
        return s.dynamic_slice_in_dim(total, axis_index(axis_name) * part, part, scatter_dimension)
    return tree.tree_map(one, x)


def pswapaxes(x, axis_name, axis, *, axis_index_groups=None):
    return all_to_all(x, axis_name, axis, axis, axis_index_groups=axis_index_groups)


def pbroadcast(x, axis_name, source):
    return tree.tree_map(lambda leaf: _gathered(leaf, axis_name)[source], x)


def pcast(x, /, axis_name=None, *, to=None):
    """Marks how a value varies over devices; the value stays."""
    return x


def indices(size):
    return s.iota(np.int32, size) if size else full((0,), 0, np.int32)
