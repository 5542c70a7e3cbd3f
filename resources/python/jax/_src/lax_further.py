"""lax: what is made of the primitives."""
import collections
import enum
import math

import _onepot
import numpy as np

from jax._src import lax_convolution as conv
from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src import tree
from jax._src.core import asarray, bind1, canonical_axis, full, opcode
from jax._src.indexing import GatherDimensionNumbers, ScatterDimensionNumbers  # noqa: F401

DotDimensionNumbers = tuple
PrecisionLike = object
ConvGeneralDilatedDimensionNumbers = tuple


class Precision(enum.Enum):
    DEFAULT, HIGH, HIGHEST = 0, 1, 2

    def __repr__(self):
        return f"{type(self).__name__}.{self.name}"

    __str__ = lambda self: self.name


class AccuracyMode(enum.Enum):
    HIGHEST, DEFAULT = 1, 2


class RandomAlgorithm(enum.IntEnum):
    RNG_DEFAULT, RNG_THREE_FRY, RNG_PHILOX = 0, 1, 2


class Tolerance:
    def __init__(self, atol=0.0, rtol=0.0, ulps=0):
        self.atol, self.rtol, self.ulps = atol, rtol, ulps


class DotAlgorithm(collections.namedtuple("DotAlgorithm", "lhs_precision_type rhs_precision_type accumulation_type lhs_component_count "
                                          "rhs_component_count num_primitive_operations allow_imprecise_accumulation",
                                          defaults=(1, 1, 1, False))):
    """How a product is computed; kept, and computed as the device does."""


class DotAlgorithmPreset(enum.Enum):
    DEFAULT, F16_F16_F16, F16_F16_F32, BF16_BF16_BF16, BF16_BF16_F32, TF32_TF32_F32, F32_F32_F32, F64_F64_F64 = range(8)


class RaggedDotDimensionNumbers(collections.namedtuple("RaggedDotDimensionNumbers", "dot_dimension_numbers lhs_ragged_dimensions "
                                                       "rhs_group_dimensions")):
    """Which dimensions of a ragged product are what."""


def dtype(x):
    return asarray(x).dtype


def empty(shape, dtype, *, out_sharding=None):
    return full(shape, 0, dtype)


def collapse(operand, start_dimension, stop_dimension=None):
    operand = asarray(operand)
    start, stop, _ = slice(start_dimension, stop_dimension).indices(operand.ndim)
    shape = operand.shape
    return s.reshape(operand, (*shape[:start], math.prod(shape[start:stop]), *shape[stop:]))


def broadcast_to_rank(x, rank):
    x = asarray(x)
    return x if x.ndim == rank else s.broadcast_in_dim(x, (1,) * (rank - x.ndim) + x.shape, range(rank - x.ndim, rank))


def broadcast_like(x, y):
    return _onepot.broadcast_to(asarray(x), asarray(y).shape)


def split(operand, sizes, axis=0):
    operand = asarray(operand)
    axis = canonical_axis(axis, operand.ndim)
    if sum(sizes) != operand.shape[axis]:
        raise ValueError(f"Sum of sizes {sum(sizes)} must be equal to dimension {axis} of the operand shape {list(operand.shape)}")
    bounds = np.cumsum([0, *sizes]).tolist()
    return [s.slice_in_dim(operand, a, b, 1, axis) for a, b in zip(bounds, bounds[1:])]


def stack(arrays, axis=0):
    from jax.numpy import stack as joined
    return joined(list(arrays), axis)


def unstack(x, axis=0):
    from jax.numpy import unstack as parts
    return parts(x, axis=axis)


def tile(operand, reps):
    from jax.numpy import tile as repeated
    return repeated(operand, reps)


def sort_key_val(keys, values, dimension=-1, is_stable=True):
    return tuple(s.sort((keys, values), dimension, is_stable, 1))


def shape_as_value(shape):
    return asarray(np.asarray(tuple(shape), np.int32))


def optimization_barrier(operand, /):
    return tree.tree_map(asarray, operand)


def after_all(*operands):
    return create_token()


def create_token(_=None):
    return full((0,), False, np.bool_)


def composite(decomposition, name, version=0):
    """A function under a name; here it runs as it is written."""
    def call(*args, **attributes):
        return decomposition(*args, **attributes)
    return call


def platform_dependent(*args, default=None, **per_platform):
    from jax._src.devices import default_backend
    chosen = per_platform.get(default_backend(), default)
    if chosen is None:
        raise NotImplementedError(f"platform_dependent: no branch for {default_backend()!r} and no default")
    return chosen(*args)


def approx_max_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1, aggregate_to_topk=True):
    return tuple(s.top_k(operand, k, axis=reduction_dimension))


def approx_min_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1, aggregate_to_topk=True):
    values, places = s.top_k(-asarray(operand), k, axis=reduction_dimension)
    return -values, places


def mulhi(x, y):
    """The upper half of the product of two 32-bit numbers, from products of their halves."""
    x, y = e._same_type("mulhi", x, y)
    half = np.asarray(8 * x.dtype.itemsize // 2, x.dtype)
    mask = np.asarray((1 << int(half)) - 1, x.dtype)
    high = e.shift_right_logical if x.dtype.kind == "u" else e.shift_right_arithmetic
    xl, yl, xh, yh = x & mask, y & mask, high(x, e.full_like(x, half)), high(y, e.full_like(y, half))
    low = xl * yl
    middle = xh * yl + e.shift_right_logical(low, e.full_like(low, half))
    other = xl * yh + (middle & mask)
    return xh * yh + high(middle, e.full_like(middle, half)) + high(other, e.full_like(other, half))


def index_take(src, idxs, axes):
    indices = s.concatenate([asarray(i)[:, None] for i in idxs], 1)
    sizes = [1 if d in axes else n for d, n in enumerate(src.shape)]
    offset = tuple(range(1, src.ndim - len(axes) + 1))
    return s.gather(src, indices, GatherDimensionNumbers(offset, tuple(axes), tuple(axes)), sizes)


def rng_uniform(a, b, shape):
    from jax import random
    return random.uniform(random.key(0), shape, asarray(a).dtype, a, b)


def rng_bit_generator(key, shape, dtype=np.uint32, algorithm=RandomAlgorithm.RNG_DEFAULT, *, out_sharding=None):
    """A new state and random bits. Which bits a state gives is the device's own affair, in JAX too."""
    from jax import random
    key = asarray(key)
    words = key[:2]
    return key.at[:2].set(random.split(words, 1)[0]), random.bits(words, shape, dtype)


# ---- scatters

def _scatter(how):
    def apply(operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None,
              out_sharding=None):
        from jax._src import indexing
        operand, indices, d = asarray(operand), asarray(scatter_indices), dimension_numbers
        updates = _onepot.convert(asarray(updates), operand.dtype)
        if indexing._mode(mode) == "clip":
            windows = [n for n in updates.shape]
            inserted = set(d.inserted_window_dims) | set(getattr(d, "operand_batching_dims", ()))
            sizes, window = [], iter(d.update_window_dims)
            for dim in range(operand.ndim):
                sizes.append(1 if dim in inserted else windows[next(window)])
            most = np.asarray([operand.shape[dim] - sizes[dim] for dim in d.scatter_dims_to_operand_dims], indices.dtype)
            indices = e.clamp(np.asarray(0, indices.dtype), indices, _onepot.broadcast_to(most, indices.shape))
        key = (how, operand.dtype.name)
        if key not in indexing._traced_combiners:
            indexing._traced_combiners[key] = _onepot.trace(lambda ab: [indexing._combine(how, *ab)], [(operand.dtype, (), False)] * 2,
                                                            how, [])
        parameters = (d.update_window_dims, d.inserted_window_dims, d.scatter_dims_to_operand_dims, indices_are_sorted, unique_indices,
                      getattr(d, "operand_batching_dims", ()), getattr(d, "scatter_indices_batching_dims", ()), indices.ndim - 1)
        return bind1(opcode("scatter"), (operand, indices, updates), parameters, None, None, (indexing._traced_combiners[key],))
    return apply


scatter, scatter_add, scatter_mul = _scatter("set"), _scatter("add"), _scatter("multiply")
scatter_min, scatter_max = _scatter("minimum"), _scatter("maximum")


def scatter_sub(operand, scatter_indices, updates, dimension_numbers, **options):
    return scatter_add(operand, scatter_indices, -asarray(updates), dimension_numbers, **options)


def scatter_apply(operand, scatter_indices, func, dimension_numbers, *, update_shape=(), **options):
    d = dimension_numbers
    indices = asarray(scatter_indices)
    windows = list(update_shape) or [1] * operand.ndim
    numbers = GatherDimensionNumbers(d.update_window_dims, d.inserted_window_dims, d.scatter_dims_to_operand_dims)
    kept = iter(windows[w] for w in d.update_window_dims) if update_shape else iter(())
    sizes = [1 if dim in d.inserted_window_dims else next(kept) for dim in range(operand.ndim)]
    return scatter(operand, indices, func(s.gather(operand, indices, numbers, sizes)), d, **options)


# ---- convolutions

def conv_transpose(lhs, rhs, strides, padding, rhs_dilation=None, dimension_numbers=None, transpose_kernel=False, precision=None,
                   preferred_element_type=None, use_consistent_padding=False):
    lhs, rhs = asarray(lhs), asarray(rhs)
    count = lhs.ndim - 2
    if dimension_numbers is None:
        dimension_numbers = {1: ("NHC", "HIO", "NHC"), 2: ("NHWC", "HWIO", "NHWC"), 3: ("NHWDC", "HWDIO", "NHWDC")}[count]
    d = conv.conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    rhs_dilation = tuple(rhs_dilation or (1,) * count)
    sizes = [(rhs.shape[i] - 1) * k + 1 for i, k in zip(d.rhs_spec[2:], rhs_dilation)]
    if isinstance(padding, str):
        if padding not in ("SAME", "VALID"):
            raise ValueError(f"`padding` must be 'VALID' or 'SAME'. Passed: {padding}.")
        padding = [_transposed_padding(k, st, padding) for k, st in zip(sizes, strides)]
    elif use_consistent_padding:
        padding = [(k - 1 - low, k - 1 - high) for k, (low, high) in zip(sizes, padding)]
    if transpose_kernel:
        rhs = s.rev(rhs, d.rhs_spec[2:])
        order = list(range(rhs.ndim))
        order[d.rhs_spec[0]], order[d.rhs_spec[1]] = d.rhs_spec[1], d.rhs_spec[0]
        rhs = s.transpose(rhs, order)
    return conv.conv_general_dilated(lhs, rhs, (1,) * count, padding, tuple(strides), rhs_dilation, d, precision=precision,
                                     preferred_element_type=preferred_element_type)


def _transposed_padding(k, stride, padding):
    if padding == "SAME":
        total = k + stride - 2
        low = k - 1 if stride > k - 1 else -(-total // 2)
    else:
        total = k + stride - 2 + max(k - stride, 0)
        low = k - 1
    return low, total - low


def conv_general_permutations(dimension_numbers):
    lhs, rhs, out = dimension_numbers
    spatial = [c for c in rhs if c not in "OI"]

    def order(spec, first, second):
        return (spec.index(first), spec.index(second), *(spec.index(c) for c in spatial))
    return order(lhs, "N", "C"), order(rhs, "O", "I"), order(out, "N", "C")


def _out_shape(function, *shapes):
    from jax._src.api import ShapeDtypeStruct, eval_shape
    return tuple(eval_shape(function, *(ShapeDtypeStruct(shape, np.float32) for shape in shapes)).shape)


def conv_shape_tuple(lhs_shape, rhs_shape, strides, pads, batch_group_count=1):
    return _out_shape(lambda a, b: conv.conv_general_dilated(a, b, strides, pads, batch_group_count=batch_group_count), lhs_shape, rhs_shape)


def conv_general_shape_tuple(lhs_shape, rhs_shape, window_strides, padding, dimension_numbers):
    return _out_shape(lambda a, b: conv.conv_general_dilated(a, b, window_strides, padding, dimension_numbers=dimension_numbers), lhs_shape,
                      rhs_shape)


def conv_transpose_shape_tuple(lhs_shape, rhs_shape, window_strides, padding, dimension_numbers):
    return _out_shape(lambda a, b: conv_transpose(a, b, window_strides, padding, dimension_numbers=dimension_numbers), lhs_shape, rhs_shape)


def reduce_window_shape_tuple(operand_shape, window_dimensions, window_strides, padding, base_dilation=None, window_dilation=None):
    return _out_shape(lambda x: conv.reduce_window(x, 0.0, e.add, window_dimensions, window_strides, padding, base_dilation,
                                                   window_dilation), operand_shape)


def conv_general_dilated_patches(lhs, filter_shape, window_strides, padding, lhs_dilation=None, rhs_dilation=None,
                                 dimension_numbers=None, precision=None, preferred_element_type=None):
    """Every window laid out along the features: a convolution with unit kernels."""
    lhs = asarray(lhs)
    d = conv.conv_dimension_numbers(lhs.shape, (1,) * lhs.ndim, dimension_numbers)
    channels, size = lhs.shape[d.lhs_spec[1]], math.prod(filter_shape)
    kernel = np.tile(np.eye(size, dtype=np.float32).reshape(size, 1, *filter_shape), (channels,) + (1,) * (len(filter_shape) + 1))
    places = np.argsort(d.rhs_spec).tolist()
    kernel = asarray(kernel.astype(lhs.dtype).transpose(places))
    return conv.conv_general_dilated(lhs, kernel, window_strides, padding, lhs_dilation, rhs_dilation, d, feature_group_count=channels,
                                     precision=precision, preferred_element_type=preferred_element_type)


# ---- roots and linear systems with derivatives of their own

def custom_root(f, initial_guess, solve, tangent_solve, has_aux=False):
    """A root of `f`; it moves as the implicit function theorem says."""
    from jax._src.custom import custom_jvp
    from jax._src.derivatives import jvp, linearize

    from jax._src.lax_elementwise import stop_gradient
    found = solve(f, initial_guess)
    solution, aux = found if has_aux else (found, None)
    solution = stop_gradient(solution)

    @custom_jvp
    def step(residual, at):
        return at

    @step.defjvp
    def rule(primals, tangents):
        (_, at), (residual_dot, _) = primals, tangents
        _, linear = linearize(f, at)
        moved = tangent_solve(linear, residual_dot)
        return at, tree.tree_map(lambda x: -x, moved)
    # The residual is zero at the root; what it depends on beside the root carries the derivative.
    result = step(f(solution), solution)
    return (result, aux) if has_aux else result


def custom_linear_solve(matvec, b, solve, transpose_solve=None, symmetric=False, has_aux=False):
    """x with matvec(x) = b; derivatives solve again instead of going through the solver."""
    from jax._src.custom import custom_jvp
    from jax._src.derivatives import linear_transpose
    from jax._src.lax_elementwise import stop_gradient

    back = solve if symmetric else transpose_solve
    aux_box = []

    def solved(rhs):
        found = solve(matvec, rhs)
        if has_aux:
            aux_box.append(found[1])
            return found[0]
        return found

    from jax._src.custom import custom_vjp
    x0 = stop_gradient(solved(stop_gradient(b)))
    aux = aux_box[-1] if has_aux else None

    @custom_vjp
    def apply(rhs):
        return solved(rhs)

    def forward(rhs):
        return solved(rhs), None

    def backward(_, cotangent):
        if back is None:
            raise TypeError("transpose_solve required for backwards mode automatic differentiation of custom_linear_solve")
        transposed = linear_transpose(matvec, cotangent)
        one = (lambda v: transposed(v)[0])
        found = back(one, cotangent)
        return (found[0] if has_aux else found,)
    apply.defvjp(forward, backward)
    # matvec may depend on values that are differentiated: b - (A x0 - stop(A x0)) moves as A does.
    moving = matvec(x0)
    rhs = tree.tree_map(lambda r, m: r - (m - stop_gradient(m)), b, moving)
    x = apply(rhs)
    return (x, aux) if has_aux else x


def ragged_dot(lhs, rhs, group_sizes, precision=None, preferred_element_type=None, group_offset=None):
    """Rows of lhs by groups, each group times its own matrix."""
    lhs, rhs, group_sizes = asarray(lhs), asarray(rhs), asarray(group_sizes)
    from jax._src.numpy_linear import einsum
    ends = s.cumsum(group_sizes)
    rows = s.iota(group_sizes.dtype, lhs.shape[0])
    inside = (rows[None, :] < ends[:, None]) & (rows[None, :] >= (ends - group_sizes)[:, None])
    chosen = bind1(opcode("select-n"), (_onepot.broadcast_to(inside[:, :, None], (rhs.shape[0], *lhs.shape)),
                                        full((rhs.shape[0], *lhs.shape), 0, lhs.dtype), _onepot.broadcast_to(lhs[None], (rhs.shape[0],
                                                                                                                         *lhs.shape))))
    return einsum("gmk,gkn->mn", chosen, rhs, precision=precision, preferred_element_type=preferred_element_type)


def scaled_dot(lhs, rhs, *, lhs_scale=None, rhs_scale=None, dimension_numbers=None, preferred_element_type=None):
    def scaled(x, scale):
        if scale is None:
            return x
        for d, (n, m) in enumerate(zip(x.shape, scale.shape)):
            if n != m:
                from jax.numpy import repeat
                scale = repeat(scale, n // m, d)
        return x * scale.astype(x.dtype)
    return s.dot_general(scaled(asarray(lhs), lhs_scale), scaled(asarray(rhs), rhs_scale), dimension_numbers,
                         preferred_element_type=preferred_element_type)


def with_sharding_constraint(x, shardings):
    """One device holds all of it: nothing moves."""
    return x


def dce_sink(x):
    """Uses a value without doing anything with it."""
