"""lax: convolutions and windowed reductions."""
import collections

import _onepot

from jax._src.core import asarray, bind1, opcode

ConvDimensionNumbers = collections.namedtuple("ConvDimensionNumbers", "lhs_spec rhs_spec out_spec")


def padtype_to_pads(in_shape, window_shape, window_strides, padding):
    padding = str(padding).upper()
    if padding in ("SAME", "SAME_LOWER"):
        pads = []
        for n, w, st in zip(in_shape, window_shape, window_strides):
            total = max((-(-n // st) - 1) * st + w - n, 0)
            low = total // 2 if padding == "SAME" else total - total // 2
            pads.append((low, total - low))
        return pads
    if padding == "VALID":
        return [(0, 0)] * len(in_shape)
    raise RuntimeError(f"Unrecognized padding type: expected 'VALID' or 'SAME', got {padding}.")


def conv_dimension_numbers(lhs_shape, rhs_shape, dimension_numbers):
    ndim = len(lhs_shape)
    if isinstance(dimension_numbers, ConvDimensionNumbers):
        return dimension_numbers
    if dimension_numbers is None:
        return ConvDimensionNumbers(*[tuple(range(ndim))] * 3)
    lhs, rhs, out = dimension_numbers
    spatial = [c for c in rhs if c not in "OI"]

    def order(spec, first, second):
        return (spec.index(first), spec.index(second), *(spec.index(c) for c in spatial))
    return ConvDimensionNumbers(order(lhs, "N", "C"), order(rhs, "O", "I"), order(out, "N", "C"))


def conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation=None, rhs_dilation=None, dimension_numbers=None,
                         feature_group_count=1, batch_group_count=1, precision=None, preferred_element_type=None):
    lhs, rhs = asarray(lhs), asarray(rhs)
    if lhs.dtype != rhs.dtype:
        raise TypeError(f"lax.conv_general_dilated requires arguments to have the same dtypes, got {lhs.dtype.name}, "
                        f"{rhs.dtype.name}.")
    d = conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    count = lhs.ndim - 2
    strides = tuple(window_strides) if window_strides is not None else (1,) * count
    lhs_dilation, rhs_dilation = tuple(lhs_dilation or (1,) * count), tuple(rhs_dilation or (1,) * count)
    sizes = [rhs.shape[i] for i in d.rhs_spec[2:]]
    if lhs.shape[d.lhs_spec[1]] != rhs.shape[d.rhs_spec[1]] * feature_group_count:
        raise ValueError("conv_general_dilated lhs feature dimension size divided by feature_group_count must equal the rhs input "
                         f"feature dimension size, but {lhs.shape[d.lhs_spec[1]]} // {feature_group_count} != "
                         f"{rhs.shape[d.rhs_spec[1]]}.")
    if isinstance(padding, str):
        spatial = [(lhs.shape[i] - 1) * k + 1 if lhs.shape[i] else 0 for i, k in zip(d.lhs_spec[2:], lhs_dilation)]
        padding = padtype_to_pads(spatial, [(n - 1) * k + 1 for n, k in zip(sizes, rhs_dilation)], strides, padding)
    window = [(n, st, low, high, ld, rd) for n, st, (low, high), ld, rd in zip(sizes, strides, padding, lhs_dilation, rhs_dilation)]
    mode = str(getattr(precision, "name", precision)).lower() if precision is not None else None
    return bind1(opcode("convolution"), (lhs, rhs), (window, d.lhs_spec, d.rhs_spec, d.out_spec, feature_group_count,
                                                     batch_group_count, mode))


def conv_with_general_padding(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, precision=None):
    return conv_general_dilated(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, precision=precision)


def conv(lhs, rhs, window_strides, padding, precision=None):
    return conv_general_dilated(lhs, rhs, window_strides, padding, precision=precision)


def reduce_window(operand, init_value, computation, window_dimensions, window_strides=None, padding="VALID", base_dilation=None,
                  window_dilation=None):
    operand = asarray(operand)
    initial = _onepot.convert(init_value, operand.dtype)
    ndim = operand.ndim
    strides, base = tuple(window_strides or (1,) * ndim), tuple(base_dilation or (1,) * ndim)
    dilation = tuple(window_dilation or (1,) * ndim)
    if isinstance(padding, str):
        padding = padtype_to_pads(operand.shape, [(n - 1) * k + 1 for n, k in zip(window_dimensions, dilation)], strides, padding)
    window = [(n, st, low, high, b, k) for n, st, (low, high), b, k in zip(window_dimensions, strides, padding, base, dilation)]
    scalar = (operand.dtype, (), False)
    combiner = _onepot.trace(lambda ab: [asarray(computation(*ab))], [scalar, scalar], "combine", [])
    return bind1(opcode("reduce-window"), (operand, initial), (window,), None, None, (combiner,))

