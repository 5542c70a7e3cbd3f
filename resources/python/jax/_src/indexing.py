"""x[…] and x.at[…]: static parts become slices, array parts a gather or scatter."""
import collections
import copy

import _onepot
import numpy as np

from jax._src import lax_structure as s
from jax._src.core import Array, Tracer, asarray, bind1, canonical_axis, full, opcode

GatherDimensionNumbers = collections.namedtuple(
    "GatherDimensionNumbers", "offset_dims collapsed_slice_dims start_index_map operand_batching_dims "
    "start_indices_batching_dims", defaults=((), ()))
ScatterDimensionNumbers = collections.namedtuple(
    "ScatterDimensionNumbers", "update_window_dims inserted_window_dims scatter_dims_to_operand_dims operand_batching_dims "
    "scatter_indices_batching_dims", defaults=((), ()))


class GatherScatterMode:
    CLIP, FILL_OR_DROP, PROMISE_IN_BOUNDS, ONE_HOT = "clip", "fill", "promise_in_bounds", "one_hot"


def _is_number(item):
    return isinstance(item, (int, np.integer)) and not isinstance(item, (bool, np.bool_))


def _normal(item):
    """Lists and NumPy arrays as arrays; scalars of NumPy and concrete 0-d arrays of integers as numbers."""
    if item is None or item is Ellipsis or isinstance(item, slice) or _is_number(item):
        return int(item) if _is_number(item) else item
    if isinstance(item, (list, tuple, bool, np.bool_)):
        if isinstance(item, (list, tuple)) and not isinstance(item, np.ndarray):
            raise TypeError("Using a non-tuple sequence for multidimensional indexing is not allowed; use `arr[array(seq)]` "
                            f"instead of `arr[seq]`. Got {item!r}")
        item = np.asarray(item)
    if isinstance(item, str):
        raise TypeError(f"JAX does not support string indexing; got idx={item!r}")
    if isinstance(item, float):
        raise TypeError("Indexer must have integer or boolean type, got indexer with type float64")
    item = asarray(item)
    if item.dtype.kind not in "iub":
        raise TypeError(f"Indexer must have integer or boolean type, got indexer with type {item.dtype.name}, indexer value {item}")
    return item


def _expand_masks(items):
    """A mask stands for the indices of what it lets through; it must be known."""
    result = []
    for item in items:
        if isinstance(item, Array) and item.dtype.kind == "b":
            if isinstance(item, Tracer):
                from jax.errors import NonConcreteBooleanIndexError
                raise NonConcreteBooleanIndexError(item)
            result += [asarray(i.astype(np.int32)) for i in np.nonzero(np.asarray(item))]
        else:
            result.append(item)
    return result


def _parse(index, shape):
    items = list(index) if isinstance(index, tuple) else [index]
    items = _expand_masks([_normal(i) for i in items])
    taken = sum(1 for i in items if i is not None and i is not Ellipsis)
    if taken > len(shape):
        raise IndexError(f"Too many indices: array is {len(shape)}-dimensional, but {taken} were indexed")
    ellipses = [n for n, i in enumerate(items) if i is Ellipsis]
    if len(ellipses) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    place = ellipses[0] if ellipses else len(items)
    items[place:place + 1] = [slice(None)] * (len(shape) - taken)
    return items


class _Plan:
    """What an index means for one shape: a slice of every dimension, then what is dropped, reversed, added, gathered."""

    def __init__(self, index, shape):
        self.shape = shape
        self.starts, self.limits, self.strides = [], [], []
        self.reversed, self.squeezed, self.dynamic, self.arrays = [], [], {}, {}
        self.new = []              # positions of None in the result before gathering, given as counts of kept dimensions
        kept, dim = 0, 0
        for item in _parse(index, shape):
            if item is None:
                self.new.append(kept)
                continue
            self._take(item, dim, shape[dim])
            kept += 0 if dim in self.squeezed or dim in self.dynamic else 1
            dim += 1

    def _take(self, item, dim, size):
        start, limit, stride = 0, size, 1
        if _is_number(item):
            if not -size <= item < size:
                # JAX clamps what is out of bounds.
                item = max(min(item, size - 1), -size)
            start = item + size if item < 0 else item
            limit = start + 1
            self.squeezed.append(dim)
        elif isinstance(item, slice):
            start, limit, stride = self._slice(item, dim, size)
        elif item.ndim == 0:
            self.dynamic[dim] = item
        else:
            self.arrays[dim] = item
        self.starts.append(start)
        self.limits.append(limit)
        self.strides.append(stride)

    def _slice(self, item, dim, size):
        for part in (item.start, item.stop, item.step):
            if isinstance(part, Tracer):
                raise IndexError("Array slice indices must have static start/stop/step to be used with NumPy indexing syntax. "
                                 f"Found slice({item.start}, {item.stop}, {item.step}). To index a statically sized array at a "
                                 "dynamic position, try lax.dynamic_slice/dynamic_update_slice (JAX does not support "
                                 "dynamically sized arrays within JIT compiled functions).")
        whole = slice(*(None if p is None else int(p) for p in (item.start, item.stop, item.step)))
        start, stop, step = whole.indices(size)
        count = len(range(start, stop, step))
        if step < 0:
            self.reversed.append(dim)
            last = start + (count - 1) * step
            return (last, start + 1, -step) if count else (0, 0, 1)
        return (start, max(min(stop, size), start), step) if count else (0, 0, 1)

    @property
    def static(self):
        return not self.dynamic and not self.arrays

    @property
    def trivial(self):
        return all(a == 0 and b == n and c == 1 for a, b, c, n in zip(self.starts, self.limits, self.strides, self.shape))

    def window(self):
        return [-(-(b - a) // c) for a, b, c in zip(self.starts, self.limits, self.strides)]


def _scalar_index(index, size):
    """A traced index; negative ones count from the end."""
    if index.dtype.kind != "i":
        return _onepot.convert(index, np.int32)
    moved = bind1(opcode("select-n"), (index < 0, index, index + size))
    return _onepot.convert(moved, np.int32)


def getitem(x, index):
    plan = _Plan(index, x.shape)
    if not plan.trivial:
        x = s.slice(x, plan.starts, plan.limits, plan.strides)
    if plan.reversed:
        x = s.rev(x, plan.reversed)
    if plan.arrays:
        return _gather(x, plan)
    if plan.dynamic:
        starts = [_scalar_index(plan.dynamic[d], x.shape[d]) if d in plan.dynamic else 0 for d in range(x.ndim)]
        sizes = [1 if d in plan.dynamic else n for d, n in enumerate(x.shape)]
        starts = [asarray(np.int32(0)) if isinstance(i, int) else i for i in starts]
        x = bind1(opcode("dynamic-slice"), (x, *starts), (sizes,))
    dropped = sorted(plan.squeezed + list(plan.dynamic))
    if dropped:
        x = s.squeeze(x, dropped)
    return _add_new(x, plan.new)


def _add_new(x, new):
    return s.expand_dims(x, [place + i for i, place in enumerate(new)]) if new else x


def _index_arrays(plan, shape):
    """Index arrays and traced scalars over one common shape, negative ones wrapped, by dimension."""
    dims = sorted([*plan.arrays, *plan.dynamic])
    arrays = [plan.arrays.get(d, plan.dynamic.get(d)) for d in dims]
    arrays = [_scalar_index(a, shape[d]) for a, d in zip(arrays, dims)]
    common = np.broadcast_shapes(*(a.shape for a in arrays))
    return dims, [_onepot.broadcast_to(a, common) for a in arrays], common


def _gather(x, plan):
    # Numbers among arrays act like arrays of one element, which decides where the result's dimensions go.
    dims, arrays, common = _index_arrays(plan, x.shape)
    indices = s.concatenate([s.expand_dims(a, (a.ndim,)) for a in arrays], len(common))
    collapsed = tuple(sorted(dims + plan.squeezed))
    rest = [d for d in range(x.ndim) if d not in collapsed]
    place = _place_of_arrays(plan, dims, rest)
    offset = tuple(i if i < place else i + len(common) for i in range(len(rest)))
    sizes = [1 if d in collapsed else n for d, n in enumerate(x.shape)]
    numbers = GatherDimensionNumbers(offset, collapsed, tuple(dims))
    result = s.gather(x, indices, numbers, sizes)
    if not plan.new:
        return result
    shifted = [p if p <= place else p + len(common) - len(dims) for p in plan.new]
    return _add_new(result, shifted)


def _place_of_arrays(plan, dims, rest):
    """Before which of the remaining dimensions the indices' dimensions stand: at the front where they are split."""
    advanced = sorted(dims + plan.squeezed)
    together = advanced == list(range(advanced[0], advanced[-1] + 1)) and not any(
        len([d for d in rest if d < advanced[0]]) < p <= len([d for d in rest if d < advanced[-1]]) for p in plan.new)
    return len([d for d in rest if d < advanced[0]]) if together else 0


# ---- x.at[…]

class _Place:
    def __init__(self, array):
        self._array = array

    def __getitem__(self, index):
        return _Reference(self._array, index)

    def __repr__(self):
        return f"_IndexUpdateHelper({self._array!r})"


class _Reference:
    """x.at[index]: set, add and their like give a changed copy."""

    def __init__(self, array, index):
        self._array, self._index = self.array, self.index = array, index

    def get(self, *, indices_are_sorted=False, unique_indices=False, mode=None, fill_value=None, out_sharding=None,
            wrap_negative_indices=True):
        mode = _mode(mode)
        if fill_value is not None and mode is None or mode == "fill":
            return _get_filled(self._array, self._index, fill_value, wrap_negative_indices)
        index = self._index if wrap_negative_indices else _without_negatives(self._index, self._array.shape, True)
        return getitem(self._array, index)

    def set(self, values, **options):
        return _update(self._array, self._index, values, "set", **options)

    def add(self, values, **options):
        return _update(self._array, self._index, values, "add", **options)

    def subtract(self, values, **options):
        return _update(self._array, self._index, -asarray(values), "add", **options)

    def multiply(self, values, **options):
        return _update(self._array, self._index, values, "multiply", **options)

    mul = multiply

    def _from_old(self, function, options):
        """Each element that is named, changed once by `function` of its old value."""
        return _update(self._array, self._index, _onepot.convert(function(getitem(self._array, self._index)), self._array.dtype),
                       "set", **options)

    def divide(self, values, **options):
        if _repeats(self._index):
            factor = _onepot.convert(1, self._array.dtype) / asarray(values)
            return _update(self._array, self._index, factor, "multiply", **options)
        return self._from_old(lambda old: old / values, options)

    def power(self, values, **options):
        return self._from_old(lambda old: old ** values, options)

    def min(self, values, **options):
        return _update(self._array, self._index, values, "minimum", **options)

    def max(self, values, **options):
        return _update(self._array, self._index, values, "maximum", **options)

    def apply(self, func, **options):
        return self._from_old(func, options)


_MODES = {None: None, "fill": "fill", "drop": "fill", "clip": "clip", "promise_in_bounds": "clip"}


def _mode(mode):
    name = getattr(mode, "name", mode)
    name = name.lower() if isinstance(name, str) else name
    name = "fill" if name == "fill_or_drop" else name
    if name not in _MODES:
        raise ValueError(f'Unknown gather mode "{mode}"' if isinstance(mode, str) else f"Unknown gather mode {mode!r}")
    return _MODES[name]


def _repeats(index):
    return any(isinstance(i, (Array, np.ndarray)) and getattr(i, "ndim", 0) for i in (index if isinstance(index, tuple) else (index,)))


def _without_negatives(index, shape, clamp):
    """Negative numbers in arrays name nothing (clamped: the first element) instead of counting from the end."""
    def changed(item, size):
        if not isinstance(item, (Array, np.ndarray)) or item.dtype.kind != "i":
            return item
        item = asarray(item)
        return bind1(opcode("select-n"), (item < 0, item, full(item.shape, 0 if clamp else size, item.dtype)))
    items = index if isinstance(index, tuple) else (index,)
    return tuple(changed(item, n) for item, n in zip(items, shape)) + tuple(items[len(shape):])


def _get_filled(x, index, fill_value, wrap=True):
    """What lies outside reads as the fill value: NaN, the least integer, the greatest unsigned one unless given."""
    from jax._src.numpy_indexing import _fill_value
    plan = _Plan(index, x.shape)
    result = getitem(x, index)
    checks = [(d, i) for d, i in [*plan.arrays.items(), *plan.dynamic.items()]]
    low = (lambda n: -n) if wrap else (lambda n: 0)
    inside = None
    for dim, item in checks:
        one = (item >= low(x.shape[dim])) & (item < x.shape[dim])
        inside = one if inside is None else inside & one
    if any(not -n <= i < n for i, n in _static_numbers(index, x.shape)):
        inside = asarray(False) if inside is None else inside & False
    if inside is None:
        return result
    if inside.ndim:
        # The mask gets the place of the indices' dimensions among the result's.
        dims = sorted([*plan.arrays, *plan.dynamic])
        collapsed = sorted(dims + plan.squeezed)
        rest = [d for d in range(x.ndim) if d not in collapsed]
        place = _place_of_arrays(plan, dims, rest)
        after = result.ndim - place - inside.ndim - sum(1 for p in plan.new if p <= place)
        before = place + sum(1 for p in plan.new if p <= place)
        inside = s.reshape(inside, (1,) * before + inside.shape + (1,) * after)
        inside = _onepot.broadcast_to(inside, result.shape)
    fill = full(result.shape, _onepot.convert(_fill_value(result.dtype, fill_value), result.dtype))
    return bind1(opcode("select-n"), (inside, fill, result))


def _static_numbers(index, shape):
    items = list(index) if isinstance(index, tuple) else [index]
    if any(i is Ellipsis for i in items):
        at = next(n for n, i in enumerate(items) if i is Ellipsis)
        items[at:at + 1] = [slice(None)] * (len(shape) - sum(1 for i in items if i is not None and i is not Ellipsis))
    dims = [i for i in items if i is not None]
    return [(int(i), n) for i, n in zip(dims, shape) if _is_number(i)]


def _update(x, index, values, how, *, indices_are_sorted=False, unique_indices=False, mode=None, out_sharding=None,
            wrap_negative_indices=True):
    clip = _mode(mode) == "clip" and mode is not None
    if not wrap_negative_indices:
        index = _without_negatives(index, x.shape, clip)
    if not clip and any(not -n <= i < n for i, n in _static_numbers(index, x.shape)):
        return x
    plan = _Plan(index, x.shape)
    values = asarray(values)
    if values.dtype.kind == "c" and x.dtype.kind != "c":
        from jax._src.lax_elementwise import real
        values = real(values)
    values = _onepot.convert(values, x.dtype)
    if clip:
        plan.arrays = {d: _clipped(i, x.shape[d]) for d, i in plan.arrays.items()}
    if plan.arrays:
        return _scatter(x, plan, values, how)
    return _update_window(x, plan, values, how, clip)


def _clipped(index, size):
    from jax._src.lax_elementwise import clamp
    return clamp(np.asarray(-size, index.dtype), index, np.asarray(size - 1, index.dtype)) if index.dtype.kind == "i" else index


def _window_values(plan, values, window):
    """Values broadcast to what x[index] has, then laid out as the window."""
    visible = [n for d, n in enumerate(window) if d not in plan.squeezed and d not in plan.dynamic]
    shown = list(visible)
    for i, place in enumerate(plan.new):
        shown.insert(place + i, 1)
    while values.ndim > len(shown) and values.shape[0] == 1:
        values = s.squeeze(values, (0,))
    if values.ndim > len(shown) or any(a not in (1, b) for a, b in zip(values.shape[::-1], shown[::-1])):
        kind = lambda dims: f"{values.dtype.name}[{','.join(map(str, dims))}]"
        raise ValueError(f"Incompatible types for broadcasting: input type={kind(values.shape)} and requested type={kind(shown)}")
    values = _onepot.broadcast_to(values, shown) if values.ndim or shown else values
    values = s.reshape(values, window)
    return s.rev(values, plan.reversed) if plan.reversed else values


_COMBINERS = {"add": "add", "multiply": "multiply", "minimum": "minimum", "maximum": "maximum"}


def _combine(how, old, new):
    return new if how == "set" else bind1(opcode("or" if how == "add" and old.dtype.kind == "b" else _COMBINERS[how]), (old, new))


def _update_window(x, plan, values, how, clip):
    sizes = [1 if d in plan.dynamic else n for d, n in enumerate(plan.window())]
    values = _window_values(plan, values, sizes)
    if 0 in sizes:
        return x
    if any(stride != 1 for stride in plan.strides):
        return _update_strided(x, plan, values, how)
    starts = [_scalar_index(plan.dynamic[d], n) if d in plan.dynamic else asarray(np.int32(plan.starts[d]))
              for d, n in enumerate(x.shape)]
    if how == "add" and plan.static and x.dtype.kind in "fiu":
        # Padding with zeros and adding keeps the whole update elementwise, so that it fuses.
        return x + _spread(x, plan, values, 0)
    if how != "set":
        old = s.slice(x, plan.starts, plan.limits, plan.strides) if plan.static else bind1(
            opcode("dynamic-slice"), (x, *starts), (sizes,))
        values = _combine(how, old, values)
    if plan.dynamic and not clip:
        # What lies outside changes nothing, where a dynamic update would move inside: the window keeps its old values.
        inside = None
        for dim, index in plan.dynamic.items():
            one = (index >= -x.shape[dim]) & (index < x.shape[dim]) if index.dtype.kind == "i" else index < x.shape[dim]
            inside = one if inside is None else inside & one
        old = bind1(opcode("dynamic-slice"), (x, *starts), (sizes,))
        values = bind1(opcode("select-n"), (inside, old, values))
    if plan.static and plan.trivial:
        return values
    return bind1(opcode("dynamic-update-slice"), (x, values, *starts))


def _spread(x, plan, values, fill):
    config = []
    for size, start, stride, count in zip(x.shape, plan.starts, plan.strides, values.shape):
        extent = (count - 1) * stride + 1
        config.append((start, size - start - extent, stride - 1))
    return s.pad(values, np.asarray(fill, values.dtype), config)


def _update_strided(x, plan, values, how):
    where = _spread(x, plan, full(values.shape, True, np.bool_), False)
    spread = _spread(x, plan, values, 0)
    return bind1(opcode("select-n"), (where, x, _combine(how, x, spread)))


def _scatter(x, plan, values, how):
    partial = [d for d, n in enumerate(x.shape) if d not in plan.arrays and d not in plan.dynamic and d not in plan.squeezed
               and (d in plan.reversed or (plan.starts[d], plan.limits[d], plan.strides[d]) != (0, n, 1))]
    if partial:
        return _scatter_beside_slices(x, plan, values, how, partial)
    for d in plan.squeezed:
        plan.dynamic[d] = asarray(np.int32(plan.starts[d]))
    plan.squeezed = []
    dims, arrays, common = _index_arrays(plan, x.shape)
    indices = s.concatenate([s.expand_dims(a, (a.ndim,)) for a in arrays], len(common))
    rest = [d for d in range(x.ndim) if d not in dims]
    place = _place_of_arrays(plan, dims, rest)
    window = [x.shape[d] for d in rest]
    shape = window[:place] + list(common) + window[place:]
    values = _onepot.broadcast_to(values, shape)
    update_window = tuple(i if i < place else i + len(common) for i in range(len(rest)))
    key = (how, x.dtype.name)
    if key not in _traced_combiners:
        _traced_combiners[key] = _onepot.trace(lambda ab: [_combine(how, *ab)], [(x.dtype, (), False)] * 2, how, [])
    parameters = (update_window, tuple(dims), tuple(dims), False, False, (), (), len(common))
    return bind1(opcode("scatter"), (x, indices, values), parameters, None, None, (_traced_combiners[key],))


def _scatter_beside_slices(x, plan, values, how, partial):
    """Slices that take part of a dimension, beside arrays: the part is cut out, changed and put back."""
    cut = tuple(slice(plan.starts[d], plan.limits[d], plan.strides[d]) if d in partial else slice(None) for d in range(x.ndim))
    part = getitem(x, cut)
    part = s.rev(part, plan.reversed) if plan.reversed else part
    inner = copy.copy(plan)
    inner.shape, inner.reversed = part.shape, []
    inner.starts, inner.limits, inner.strides = (list(v) for v in (plan.starts, plan.limits, plan.strides))
    for d in partial:
        inner.starts[d], inner.limits[d], inner.strides[d] = 0, part.shape[d], 1
    changed = _scatter(part, inner, values, how)
    return _update(x, cut, s.rev(changed, plan.reversed) if plan.reversed else changed, "set")


_traced_combiners = {}


def take_axis(x, indices, axis):
    axis = canonical_axis(axis, x.ndim)
    return getitem(x, (slice(None),) * axis + (indices,))
