"""jax.lax: the primitives."""
from jax._src.control_flow import associative_scan, cond, fori_loop, map, scan, switch, while_loop  # noqa: F401
from jax._src.indexing import GatherDimensionNumbers, GatherScatterMode, ScatterDimensionNumbers  # noqa: F401
from jax._src.lax_convolution import (  # noqa: F401
    ConvDimensionNumbers, conv, conv_dimension_numbers, conv_general_dilated, conv_with_general_padding,
    padtype_to_pads, reduce_window)
from jax._src.lax_elementwise import (  # noqa: F401
    RoundingMethod, abs, acos, acosh, add, asin, asinh, atan, atan2, atanh, bitcast_convert_type, bitwise_and, bitwise_not,
    bitwise_or, bitwise_xor, cbrt, ceil, clamp, clz, complex, conj, convert_element_type, cos, cosh, div, eq, erf, erf_inv, erfc,
    exp, exp2, expm1, floor, full_like, ge, gt, imag, integer_pow, is_finite, le, log, log1p, logistic, lt, max, min, mul, ne, neg,
    nextafter, population_count, pow, real, reciprocal, reduce_precision, rem, round, rsqrt, select, select_n, shift_left,
    shift_right_arithmetic, shift_right_logical, sign, sin, sinh, sqrt, square, stop_gradient, sub, tan, tanh)
from jax._src.lax_structure import (  # noqa: F401
    argmax, argmin, batch_matmul, broadcast, broadcast_in_dim, broadcasted_iota, concatenate, cumlogsumexp, cummax, cummin, cumprod,
    cumsum, dot, dot_general, dynamic_index_in_dim, dynamic_slice, dynamic_slice_in_dim, dynamic_update_index_in_dim,
    dynamic_update_slice, dynamic_update_slice_in_dim, expand_dims, gather, index_in_dim, iota, pad, reduce, reduce_and, reduce_max,
    reduce_min, reduce_or, reduce_prod, reduce_sum, reduce_xor, reshape, rev, slice, slice_in_dim, sort, squeeze, transpose)
from jax._src.core import full  # noqa: F401
from jax._src.lax_structure import top_k  # noqa: F401
from jax.numpy import broadcast_shapes  # noqa: F401

from jax._src.fourier import FftType, fft  # noqa: F401
from jax._src.lax_further import (  # noqa: F401
    AccuracyMode, ConvGeneralDilatedDimensionNumbers, DotAlgorithm, DotAlgorithmPreset, DotDimensionNumbers, Precision, PrecisionLike,
    RaggedDotDimensionNumbers, RandomAlgorithm, Tolerance, after_all, approx_max_k, approx_min_k, broadcast_like, broadcast_to_rank,
    collapse, composite, conv_general_dilated_patches, conv_general_permutations, conv_general_shape_tuple, conv_shape_tuple,
    conv_transpose, conv_transpose_shape_tuple, create_token, custom_linear_solve, custom_root, dce_sink, dtype, empty, index_take, mulhi,
    optimization_barrier, platform_dependent, ragged_dot, reduce_window_shape_tuple, rng_bit_generator, rng_uniform, scaled_dot, scatter,
    scatter_add, scatter_apply, scatter_max, scatter_min, scatter_mul, scatter_sub, shape_as_value, sort_key_val, split, stack, tile,
    unstack, with_sharding_constraint)
from jax._src.special_functions import (  # noqa: F401
    bessel_i0e, bessel_i1e, betainc, digamma, igamma, igamma_grad_a, igammac, lgamma, polygamma, random_gamma_grad, zeta)
from jax._src.collectives import (  # noqa: F401
    all_gather, all_to_all, axis_index, axis_size, pbroadcast, pcast, pmax, pmean, pmin, ppermute, pshuffle, psum, psum_scatter,
    pswapaxes)
from jax.lax import linalg  # noqa: F401
from jax._src import primitives as _primitives

_primitives.install(globals())
