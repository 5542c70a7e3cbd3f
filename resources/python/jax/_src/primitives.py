"""Primitives as objects: lax.add_p and its like, and those that programs make themselves."""


class Primitive:
    """A named operation. `bind` runs it: those of JAX by the function of lax that stands for them, others by their own rules."""
    multiple_results = False

    def __init__(self, name, function=None):
        self.name, self._function, self._abstract = name, function, None

    def bind(self, *args, **params):
        if self._function is None:
            raise NotImplementedError(f"Onepot cannot bind the primitive {self.name!r}: it has no implementation (def_impl).")
        return self._function(*args, **params)

    def def_impl(self, impl):
        self._function = impl
        return impl

    def def_abstract_eval(self, rule):
        self._abstract = rule
        return rule

    def def_effectful_abstract_eval(self, rule):
        self._abstract = rule
        return rule

    @property
    def impl(self):
        return self._function

    def __repr__(self):
        return self.name

    def __str__(self):
        return self.name


# Primitives whose parameters a function of lax of the same name takes by the same names.
_SAME = ("abs acos acosh add asin asinh atan atan2 atanh bessel_i0e bessel_i1e bitcast_convert_type cbrt ceil clamp clz complex concatenate "
         "conj conv_general_dilated cos cosh cummax cummin cumprod cumsum cumlogsumexp digamma div dot_general eq erf erf_inv erfc exp "
         "exp2 expm1 floor gather ge gt igamma igammac igamma_grad_a imag integer_pow is_finite le lgamma log log1p logistic lt max min "
         "mul mulhi ne neg nextafter optimization_barrier pad polygamma population_count pow real reduce_precision rem rev round rsqrt "
         "scatter scatter_add scatter_max scatter_min scatter_mul scatter_sub select_n shift_left shift_right_arithmetic "
         "shift_right_logical sign sin sinh split sqrt square squeeze sub tan tanh tile top_k transpose zeta stack unstack after_all "
         "create_token dce_sink fft rng_uniform all_gather all_to_all axis_index ppermute psum pmax pmin")
_RENAMED = {"and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "not": "bitwise_not",
            "regularized_incomplete_beta": "betainc", "eq_to": "eq", "le_to": "le", "lt_to": "lt",
            "convert_element_type": "convert_element_type", "slice": "slice", "iota": "iota", "reshape": "reshape",
            "stop_gradient": "stop_gradient"}


def _special(lax):
    """Primitives whose parameters differ from the function's."""
    def reduction(function):
        return lambda x, axes, out_sharding=None: function(x, axes)
    special = {f"reduce_{n}": reduction(getattr(lax, f"reduce_{n}")) for n in ("sum", "max", "min", "prod", "and", "or", "xor")}
    special["argmax"] = lambda x, axes, index_dtype: lax.argmax(x, axes[0], index_dtype)
    special["argmin"] = lambda x, axes, index_dtype: lax.argmin(x, axes[0], index_dtype)
    special["convert_element_type"] = lambda x, new_dtype, weak_type=False, sharding=None: lax.convert_element_type(x, new_dtype)
    special["slice"] = lambda x, start_indices, limit_indices, strides=None: lax.slice(x, start_indices, limit_indices, strides)
    special["iota"] = lambda dtype, shape, dimension, sharding=None: lax.broadcasted_iota(dtype, shape, dimension)
    special["reshape"] = lambda x, new_sizes, dimensions=None, sharding=None: lax.reshape(x, new_sizes)
    special["broadcast_in_dim"] = lambda x, shape, broadcast_dimensions, sharding=None: lax.broadcast_in_dim(x, shape,
                                                                                                           broadcast_dimensions)
    special["dynamic_slice"] = lambda x, *starts, slice_sizes: lax.dynamic_slice(x, starts, slice_sizes)
    special["dynamic_update_slice"] = lambda x, update, *starts: lax.dynamic_update_slice(x, update, starts)
    special["sort"] = lambda *xs, dimension=-1, is_stable=True, num_keys=1: list(lax.sort(xs, dimension, is_stable, num_keys))
    special["copy"] = lambda x: lax.asarray(x) if hasattr(lax, "asarray") else x
    special["transpose"] = lambda x, permutation: lax.transpose(x, permutation)
    special["concatenate"] = lambda *xs, dimension: lax.concatenate(xs, dimension)
    special["split"] = lambda x, sizes, axis: lax.split(x, sizes, axis)
    special["clamp"] = lambda low, x, high: lax.clamp(low, x, high)
    special["pad"] = lambda x, value, padding_config: lax.pad(x, value, padding_config)
    special["approx_top_k"] = lambda x, k, **_: lax.top_k(x, k)
    return special


_WITHOUT = ("cond conv_general_dilated_local device_put linear_solve ragged_all_to_all random_gamma reduce reduce_window "
            "reduce_window_max reduce_window_min reduce_window_sum rng_bit_generator scan select_and_gather_add select_and_scatter "
            "select_and_scatter_add sharding_constraint stage while random_gamma")
SEVERAL = set("sort split top_k scan while cond unstack approx_top_k".split())


def install(names):
    """Puts add_p, mul_p… beside the functions of lax."""
    class Lax:
        def __getattr__(self, name):
            return names[name]
    lax = Lax()
    rows = {n: names.get(n) for n in _SAME.split()}
    rows.update({n: names.get(f) for n, f in _RENAMED.items()})
    rows.update(_special(lax))
    rows.update(dict.fromkeys(_WITHOUT.split()))
    for name, function in rows.items():
        primitive = Primitive(name, function)
        primitive.multiple_results = name in SEVERAL
        names[name + "_p"] = primitive


_LINALG = ("cholesky cholesky_update eig eigh hessenberg householder_product lu lu_pivots_to_permutation ormqr qr schur svd "
           "symmetric_product triangular_solve tridiagonal tridiagonal_solve")


def install_linalg(names):
    """Puts cholesky_p, lu_p… beside the functions of lax.linalg."""
    for name in _LINALG.split():
        primitive = Primitive(name, names.get(name))
        primitive.multiple_results = name in ("eig", "eigh", "hessenberg", "lu", "qr", "schur", "svd", "tridiagonal")
        names[name + "_p"] = primitive
