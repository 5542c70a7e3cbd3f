"""lax: primitives that move elements, reduce, contract; each checks what a person may get wrong."""
import _onepot
import numpy as np

from jax._src.core import (Tracer, asarray, bind, bind1, broadcast_in_dim as _broadcast, canonical_axes, canonical_axis, full,
                           opcode, reshape_to, shape_of)


def broadcast_in_dim(operand, shape, broadcast_dimensions):
    operand, shape = asarray(operand), shape_of(shape)
    if len(broadcast_dimensions) != operand.ndim:
        raise TypeError("broadcast_in_dim broadcast_dimensions must have length equal to operand ndim; got "
                        f"broadcast_dimensions {tuple(broadcast_dimensions)} for operand ndim {operand.ndim}.")
    grown = [i for i, d in enumerate(broadcast_dimensions) if operand.shape[i] == 1 and shape[d] != 1]
    if grown:
        kept = [d for i, d in enumerate(broadcast_dimensions) if i not in grown]
        return _broadcast(squeeze(operand, grown), shape, kept)
    return _broadcast(operand, shape, tuple(broadcast_dimensions))


def broadcast(operand, sizes):
    operand, sizes = asarray(operand), shape_of(sizes)
    return _broadcast(operand, sizes + operand.shape, tuple(range(len(sizes), len(sizes) + operand.ndim)))


def expand_dims(array, dimensions):
    array = asarray(array)
    ndim = array.ndim + len(dimensions)
    new = sorted(canonical_axis(d, ndim) for d in dimensions)
    if not new:
        return array
    old = [d for d in range(ndim) if d not in new]
    shape = [1] * ndim
    for d, size in zip(old, array.shape):
        shape[d] = size
    return _broadcast(array, tuple(shape), tuple(old))


def reshape(operand, new_sizes, dimensions=None):
    operand, sizes = asarray(operand), shape_of(new_sizes)
    if dimensions is not None:
        operand = transpose(operand, dimensions)
    if np.prod(sizes, dtype=object) != operand.size:
        raise TypeError(f"reshape total size must be unchanged, got new_sizes {sizes} (total size "
                        f"{np.prod(sizes, dtype=object)}) for shape {operand.shape} (total size {operand.size}).")
    return operand if sizes == operand.shape else reshape_to(operand, sizes)


def squeeze(array, dimensions):
    array = asarray(array)
    axes = canonical_axes(tuple(dimensions), array.ndim)
    if not axes:
        return array
    for axis in axes:
        if array.shape[axis] != 1:
            raise ValueError(f"cannot select an axis to squeeze out which has size not equal to one, got shape={array.shape} "
                             f"and dimensions={tuple(dimensions)}")
    return bind1(opcode("squeeze"), (array,), (axes,))


def transpose(operand, permutation):
    operand = asarray(operand)
    permutation = tuple(int(p) for p in permutation)
    if sorted(permutation) != list(range(operand.ndim)):
        raise TypeError(f"transpose permutation isn't a permutation of operand dimensions, got permutation {permutation} for "
                        f"operand shape {operand.shape}.")
    return operand if permutation == tuple(range(operand.ndim)) else bind1(opcode("transpose"), (operand,), (permutation,))


def rev(operand, dimensions):
    operand = asarray(operand)
    return bind1(opcode("reverse"), (operand,), (canonical_axes(tuple(dimensions), operand.ndim),))


def slice(operand, start_indices, limit_indices, strides=None):
    operand = asarray(operand)
    starts, limits = shape_of(start_indices), shape_of(limit_indices)
    strides = (1,) * operand.ndim if strides is None else shape_of(strides)
    for start, limit, stride, size in zip(starts, limits, strides, operand.shape):
        if not 0 <= start <= limit <= size or stride < 1:
            raise TypeError(f"slice start_indices {starts}, limit_indices {limits}, strides {strides} do not fit operand shape "
                            f"{operand.shape}.")
    return bind1(opcode("slice"), (operand,), (starts, limits, strides))


def slice_in_dim(operand, start_index, limit_index, stride=1, axis=0):
    operand = asarray(operand)
    axis = canonical_axis(axis, operand.ndim)
    size = operand.shape[axis]
    start = 0 if start_index is None else start_index + size if start_index < 0 else start_index
    limit = size if limit_index is None else limit_index + size if limit_index < 0 else limit_index
    starts, limits, strides = [0] * operand.ndim, list(operand.shape), [1] * operand.ndim
    starts[axis], limits[axis], strides[axis] = start, limit, stride
    return slice(operand, starts, limits, strides)


def index_in_dim(operand, index, axis=0, keepdims=True):
    operand = asarray(operand)
    axis = canonical_axis(axis, operand.ndim)
    index = index + operand.shape[axis] if index < 0 else index
    piece = slice_in_dim(operand, index, index + 1, 1, axis)
    return piece if keepdims else squeeze(piece, (axis,))


def concatenate(operands, dimension):
    operands = [asarray(x) for x in operands]
    if not operands:
        raise ValueError("concatenate requires a non-empty sequences of arrays")
    if len({x.dtype for x in operands}) > 1:
        raise TypeError("lax.concatenate requires arguments to have the same dtypes, got "
                        + ", ".join(x.dtype.name for x in operands))
    return operands[0] if len(operands) == 1 else bind1(opcode("concatenate"), operands, ((dimension,),))


def pad(operand, padding_value, padding_config):
    operand = asarray(operand)
    value = _onepot.convert(padding_value, operand.dtype)
    low, high, interior = zip(*padding_config) if padding_config else ((), (), ())
    return bind1(opcode("pad"), (operand, value), (low, high, interior))


def iota(dtype, size):
    return broadcasted_iota(dtype, (size,), 0)


def broadcasted_iota(dtype, shape, dimension):
    return bind1(opcode("iota"), (), ((dimension,),), dtype, shape_of(shape))


# ---- dynamic slices

def _start_indices(operand, starts):
    """Numbers or scalars, negative ones counted from the end."""
    if isinstance(starts, _onepot.Array) and starts.ndim == 1:
        starts = [starts[i] for i in range(starts.shape[0])]
    result = []
    for start, size in zip(starts, operand.shape):
        if isinstance(start, (int, np.integer)):
            result.append(asarray(np.int32(start + size if start < 0 else start)))
            continue
        start = asarray(start)
        if start.dtype.kind not in "iu":
            raise TypeError(f"slice indices must be integers, got {start.dtype.name}")
        if start.dtype.kind == "i":
            negative = start < 0
            start = bind1(opcode("select-n"), (negative, start, start + _onepot.convert(size, start.dtype)))
        result.append(_onepot.convert(start, start.dtype))
    return result


def dynamic_slice(operand, start_indices, slice_sizes):
    operand, sizes = asarray(operand), shape_of(slice_sizes)
    if len(sizes) != operand.ndim or any(s > d for s, d in zip(sizes, operand.shape)):
        raise TypeError(f"slice slice_sizes must be less than or equal to operand shape, got slice_sizes {sizes} for operand "
                        f"shape {operand.shape}.")
    return bind1(opcode("dynamic-slice"), (operand, *_start_indices(operand, start_indices)), (sizes,))


def dynamic_update_slice(operand, update, start_indices):
    operand = asarray(operand)
    update = asarray(update)
    if update.dtype != operand.dtype:
        if not update.weak_type:
            raise TypeError("lax.dynamic_update_slice requires arguments to have the same dtypes, got "
                            f"{operand.dtype.name}, {update.dtype.name}.")
        update = _onepot.convert(update, operand.dtype)
    return bind1(opcode("dynamic-update-slice"), (operand, update, *_start_indices(operand, start_indices)))


def dynamic_slice_in_dim(operand, start_index, slice_size, axis=0):
    operand = asarray(operand)
    axis = canonical_axis(axis, operand.ndim)
    starts, sizes = [0] * operand.ndim, list(operand.shape)
    starts[axis], sizes[axis] = start_index, slice_size
    return dynamic_slice(operand, starts, sizes)


def dynamic_index_in_dim(operand, index, axis=0, keepdims=True):
    piece = dynamic_slice_in_dim(operand, index, 1, axis)
    return piece if keepdims else squeeze(piece, (canonical_axis(axis, piece.ndim),))


def dynamic_update_slice_in_dim(operand, update, start_index, axis):
    operand = asarray(operand)
    starts = [0] * operand.ndim
    starts[canonical_axis(axis, operand.ndim)] = start_index
    return dynamic_update_slice(operand, update, starts)


def dynamic_update_index_in_dim(operand, update, index, axis):
    operand, update = asarray(operand), asarray(update)
    axis = canonical_axis(axis, operand.ndim)
    if update.ndim != operand.ndim:
        update = expand_dims(update, (axis,))
    return dynamic_update_slice_in_dim(operand, update, index, axis)


# ---- reductions

def _reduction(name):
    number = opcode(name)

    def apply(operand, axes):
        operand = asarray(operand)
        axes = canonical_axes(tuple(axes), operand.ndim)
        return bind1(number, (operand,), (axes,)) if axes else operand
    apply.__name__ = apply.__qualname__ = name.replace("-", "_")
    return apply


reduce_sum, reduce_prod = _reduction("reduce-sum"), _reduction("reduce-prod")
reduce_max, reduce_min = _reduction("reduce-max"), _reduction("reduce-min")
reduce_and, reduce_or, reduce_xor = _reduction("reduce-and"), _reduction("reduce-or"), _reduction("reduce-xor")


def reduce(operands, init_values, computation, dimensions):
    """A known combiner with its identity is a reduce_*; others fold halves together, in log steps."""
    from jax._src import lax_elementwise as e, tree
    operand = asarray(operands) if not isinstance(operands, (tuple, list)) else None
    known = {e.add: reduce_sum, e.mul: reduce_prod, e.max: reduce_max, e.min: reduce_min, e.bitwise_and: reduce_and,
             e.bitwise_or: reduce_or}
    for function in list(known):
        known.setdefault(getattr(function, "__name__", ""), known[function])
    rule = known.get(computation) or (known.get(getattr(computation, "__name__", "")) if operand is not None else None)
    if operand is not None and rule is not None:
        combine = next(f for f in known if callable(f) and known[f] is rule)
        result = rule(operand, dimensions)
        initial = _onepot.convert(init_values, operand.dtype)
        identity = not isinstance(initial, Tracer) and _is_identity(rule, np.asarray(initial), operand.dtype)
        return result if identity else combine(result, initial)
    return _fold(operands, init_values, computation, dimensions, tree)


def _is_identity(rule, value, dtype):
    bottom = -np.inf if dtype.kind == "f" else np.iinfo(dtype).min if dtype.kind in "iu" else False
    top = np.inf if dtype.kind == "f" else np.iinfo(dtype).max if dtype.kind in "iu" else True
    return value == {reduce_sum: 0, reduce_prod: 1, reduce_max: bottom, reduce_min: top}.get(rule, object())


def _fold(operands, init_values, computation, dimensions, tree):
    leaves, treedef = tree.tree_flatten(operands)
    leaves, inits = [asarray(x) for x in leaves], [asarray(x) for x in tree.tree_leaves(init_values)]
    axes = sorted(canonical_axes(tuple(dimensions), leaves[0].ndim))
    kept = [d for d in range(leaves[0].ndim) if d not in axes]
    shape = [leaves[0].shape[d] for d in kept]
    flat = [reshape(transpose(x, axes + kept), [int(np.prod([x.shape[d] for d in axes], dtype=int))] + shape)
            for x in leaves]
    combine = lambda a, b: [asarray(x) for x in tree.tree_leaves(computation(treedef.unflatten(a), treedef.unflatten(b)))]
    result = [full(shape, 0, x.dtype) + i for x, i in zip(leaves, inits)]
    size = flat[0].shape[0]
    while size > 1:
        half = size // 2
        both = combine([slice_in_dim(x, 0, half) for x in flat], [slice_in_dim(x, half, 2 * half) for x in flat])
        flat = [concatenate([a, slice_in_dim(x, 2 * half, size)], 0) if size % 2 else a for a, x in zip(both, flat)]
        size = half + size % 2
    if size == 1:
        result = combine(result, [squeeze(x, (0,)) for x in flat])
    return treedef.unflatten(result)


def argmax(operand, axis, index_dtype=np.int32):
    return _arg("argmax", operand, axis, index_dtype)


def argmin(operand, axis, index_dtype=np.int32):
    return _arg("argmin", operand, axis, index_dtype)


def _arg(name, operand, axis, index_dtype):
    operand = asarray(operand)
    axis = canonical_axis(axis, operand.ndim)
    if operand.shape[axis] == 0:
        raise ValueError(f"attempt to get {name} of an empty sequence")
    shape = operand.shape[:axis] + operand.shape[axis + 1:]
    return bind1(opcode(name), (operand,), (axis,), index_dtype, shape)


def _cumulative(name):
    number = opcode(name)

    def apply(operand, axis=0, reverse=False):
        operand = asarray(operand)
        return bind1(number, (operand,), ((canonical_axis(axis, operand.ndim),), reverse))
    apply.__name__ = apply.__qualname__ = name
    return apply


cumsum, cumprod, cummax, cummin = (_cumulative(n) for n in ("cumsum", "cumprod", "cummax", "cummin"))
cumlogsumexp = _cumulative("cumlogsumexp")


# ---- contractions

def _precision(precision):
    if precision is None:
        return None
    if isinstance(precision, (tuple, list)):
        precision = precision[0]
    return str(getattr(precision, "name", precision)).lower()


def dot_general(lhs, rhs, dimension_numbers, precision=None, preferred_element_type=None, out_sharding=None):
    lhs, rhs = asarray(lhs), asarray(rhs)
    (lc, rc), (lb, rb) = dimension_numbers
    lc, lb = canonical_axes(tuple(lc), lhs.ndim), canonical_axes(tuple(lb), lhs.ndim)
    rc, rb = canonical_axes(tuple(rc), rhs.ndim), canonical_axes(tuple(rb), rhs.ndim)
    left, right = [lhs.shape[d] for d in lc], [rhs.shape[d] for d in rc]
    if left != right:
        raise TypeError(f"dot_general requires contracting dimensions to have the same shape, got {tuple(left)} and "
                        f"{tuple(right)}.")
    if [lhs.shape[d] for d in lb] != [rhs.shape[d] for d in rb]:
        raise TypeError("dot_general requires lhs batch dimensions and rhs batch dimensions to have the same shape, got "
                        f"{tuple(lhs.shape[d] for d in lb)} and {tuple(rhs.shape[d] for d in rb)}.")
    if lhs.dtype != rhs.dtype:
        lhs, rhs = _onepot.promote([lhs, rhs])
    return bind1(opcode("dot"), (lhs, rhs), (lc, rc, lb, rb, preferred_element_type, _precision(precision)))


def dot(lhs, rhs, precision=None, preferred_element_type=None):
    lhs, rhs = asarray(lhs), asarray(rhs)
    if not 1 <= lhs.ndim <= 2 or not 1 <= rhs.ndim <= 2 or lhs.shape[-1] != rhs.shape[0]:
        raise TypeError(f"Incompatible shapes for dot: got {lhs.shape} and {rhs.shape}.")
    return dot_general(lhs, rhs, (((lhs.ndim - 1,), (0,)), ((), ())), precision, preferred_element_type)


def batch_matmul(lhs, rhs, precision=None):
    lhs, rhs = asarray(lhs), asarray(rhs)
    batch = tuple(range(lhs.ndim - 2))
    return dot_general(lhs, rhs, (((lhs.ndim - 1,), (lhs.ndim - 2,)), (batch, batch)), precision)


def sort(operand, dimension=-1, is_stable=True, num_keys=1):
    several = isinstance(operand, (tuple, list))
    operands = [asarray(x) for x in (operand if several else [operand])]
    axis = canonical_axis(dimension, operands[0].ndim)
    results = bind(opcode("sort"), operands, ((axis,), is_stable), None, None, (_comparator(operands, num_keys),))
    return tuple(results) if several else results[0]


def _comparator(operands, num_keys):
    """Lexicographic "less than" in total order over pairs (a0, b0, a1, b1…): NaN last, zeros equal."""
    key = (num_keys, *(x.dtype.name for x in operands))
    if key not in _comparators:
        _comparators[key] = _traced_comparator([x.dtype for x in operands], num_keys)
    return _comparators[key]


_comparators = {}


def _traced_comparator(dtypes, num_keys):
    avals = [(dtype, (), False) for dtype in dtypes for _ in range(2)]

    def less(values):
        result = None
        for key in reversed(range(num_keys)):
            a, b = values[2 * key], values[2 * key + 1]
            below = a < b
            same = a == b
            if a.dtype.kind == "f":
                nan_a, nan_b = a != a, b != b
                below = below | (~nan_a & nan_b)
                same = same | (nan_a & nan_b)
            result = below if result is None else below | (same & result)
        return [result]
    return _onepot.trace(less, avals, "less", [])


def gather(operand, start_indices, dimension_numbers, slice_sizes, *, unique_indices=False, indices_are_sorted=False, mode=None,
           fill_value=None):
    d = dimension_numbers
    indices = asarray(start_indices)
    parameters = (d.offset_dims, d.collapsed_slice_dims, d.start_index_map, tuple(slice_sizes), indices_are_sorted,
                  getattr(d, "operand_batching_dims", ()), getattr(d, "start_indices_batching_dims", ()), indices.ndim - 1)
    return bind1(opcode("gather"), (operand, indices), parameters)



def top_k(operand, k, *, axis=-1):
    """The k greatest, in falling order, with their places; of equals the first."""
    operand = asarray(operand)
    axis = canonical_axis(axis, operand.ndim)
    if k > operand.shape[axis]:
        raise ValueError(f"k argument to top_k must be no larger than size along axis; got k={k} for size {operand.shape[axis]}")
    # Reversed, a stable rising sort leaves equals in falling order of place; reversing again puts the first one first.
    places = broadcasted_iota(np.int32, operand.shape, axis)
    values, order = sort((rev(operand, (axis,)), rev(places, (axis,))), axis)
    values, order = rev(values, (axis,)), rev(order, (axis,))
    return slice_in_dim(values, 0, k, 1, axis), slice_in_dim(order, 0, k, 1, axis)
