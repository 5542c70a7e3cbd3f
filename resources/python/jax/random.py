"""jax.random: threefry keys and what is drawn from them, bit for bit as JAX draws."""
import math

import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src import numpy_ufuncs as u
from jax._src.core import Tracer, asarray, bind1, canonical_axis, key_dtype, library, opcode, shape_of

_SEED, _WRAP, _UNWRAP = opcode("random-seed"), opcode("random-wrap"), opcode("random-unwrap")
_SPLIT, _FOLD_IN, _BITS = opcode("random-split"), opcode("random-fold-in"), opcode("random-bits")


# ---- keys

def _seed(seed):
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        # With 64-bit types off the seed is a 32-bit word.
        low = int(seed) & 0xFFFFFFFF
        seed = np.int32(low - (1 << 32) if low >= 1 << 31 else low)
    seed = asarray(seed)
    if seed.ndim:
        raise TypeError(f"PRNGKey accepts a scalar seed, but was given an array of shape {seed.shape} != (). Use jax.vmap for "
                        "batching")
    if seed.dtype.kind not in "iu":
        raise TypeError(f"PRNG key seed must be an integer; got {seed!r}")
    return bind1(_SEED, (seed,), None, key_dtype, ())


def key(seed, *, impl=None):
    _check_impl(impl)
    return _seed(seed)


def PRNGKey(seed, *, impl=None):
    _check_impl(impl)
    return key_data(_seed(seed))


def _check_impl(impl):
    if impl not in (None, "threefry2x32", "fry"):
        raise NotImplementedError(f"the random generator {impl!r} is not available: use 'threefry2x32'")


def key_data(keys):
    keys = asarray(keys)
    if keys.dtype != key_dtype:
        return keys
    return bind1(_UNWRAP, (keys,), None, np.uint32, keys.shape + (2,))


def wrap_key_data(key_bits_array, *, impl=None):
    return _wrap(asarray(key_bits_array))


def key_impl(keys):
    return "threefry2x32"


def _wrap(words):
    if words.dtype != np.uint32 or not words.ndim or words.shape[-1] != 2:
        raise TypeError(f"JAX PRNG keys are uint32 arrays of shape (..., 2), got {words.dtype.name}{list(words.shape)}")
    return bind1(_WRAP, (words,), None, key_dtype, words.shape[:-1])


def _check_key(name, key):
    """The key as a key array, and whether it came as raw words."""
    if isinstance(key, (int, float, np.integer)) or key is None:
        raise TypeError(f"unexpected PRNG key type {type(key)}: make one with jax.random.key(seed)")
    key = asarray(key)
    if key.dtype == key_dtype:
        wrapped, raw = key, False
    else:
        wrapped, raw = _wrap(key), True
    if wrapped.ndim:
        raise ValueError(f"{name} accepts a single key, but was given a key array of shape {wrapped.shape} != (). Use jax.vmap for "
                         "batching.")
    return wrapped, raw


def split(key, num=2):
    wrapped, raw = _check_key("split", key)
    shape = shape_of(num)
    keys = bind1(_SPLIT, (wrapped,), (32, shape), key_dtype, shape)
    return key_data(keys) if raw else keys


def fold_in(key, data):
    wrapped, raw = _check_key("fold_in", key)
    data = asarray(data)
    if data.ndim:
        raise TypeError(f"fold_in accepts a scalar, but was given an array of shape {data.shape} != (). Use jax.vmap for batching.")
    folded = bind1(_FOLD_IN, (wrapped, _onepot.convert(data, np.uint32)), None, key_dtype, ())
    return key_data(folded) if raw else folded


def clone(key):
    return key


# ---- bits and uniforms

def _bits(key, width, shape):
    return bind1(_BITS, (key,), (width, shape), np.dtype(f"uint{width}"), shape)


def bits(key, shape=(), dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("bits", key)
    dtype = _onepot.dtype_of(np.uint32 if dtype is None else dtype)
    return _bits(wrapped, 8 * dtype.itemsize, shape_of(shape))


def _float_dtype(name, dtype):
    dtype = _onepot.dtype_of(float if dtype is None else dtype)
    if dtype.kind != "f":
        raise ValueError(f"dtype argument to `{name}` must be a float dtype, got {dtype.name}")
    return dtype


_MANTISSA = {"float64": (52, 0x3FF0000000000000, 64), "float32": (23, 0x3F800000, 32), "float16": (10, 0x3C00, 16), "bfloat16": (7, 0x3F80, 16)}


@library("_uniform", static=("shape", "dtype"))
def _uniform(key, low, high, shape, dtype):
    mantissa, one, width = _MANTISSA[dtype]
    low, high = _onepot.convert(low, dtype), _onepot.convert(high, dtype)
    if shape:
        rows = np.broadcast_shapes(shape, low.shape, high.shape)
        low, high = (_rank(x, len(rows)) for x in (low, high))
    word = np.dtype(f"uint{width}")
    random = _bits(key, width, shape)
    random = e.bitwise_or(e.shift_right_logical(random, np.asarray(width - mantissa, word)), np.asarray(one, word))
    floats = e.bitcast_convert_type(random, dtype) - _onepot.convert(1.0, dtype)
    return e.max(low, floats * (high - low) + low)


def _rank(x, ndim):
    return s.reshape(x, (1,) * (ndim - x.ndim) + x.shape) if x.ndim else s.broadcast_in_dim(x, (1,) * ndim, ())


def uniform(key, shape=(), dtype=None, minval=0.0, maxval=1.0, *, out_sharding=None):
    wrapped, _ = _check_key("uniform", key)
    dtype = _float_dtype("uniform", dtype)
    return _uniform(wrapped, asarray(minval), asarray(maxval), shape=shape_of(shape), dtype=dtype.name)


# ---- normals

@library("_normal", static=("shape", "dtype"))
def _normal(key, shape, dtype):
    return _normal_real(key, shape=shape, dtype=dtype)


@library("_normal_real", static=("shape", "dtype"))
def _normal_real(key, shape, dtype):
    low = float(np.nextafter(np.asarray(-1.0, dtype), np.asarray(0.0, dtype))) if dtype in ("float32", "float64") else -1.0
    drawn = _uniform(key, _onepot.convert(low, dtype), _onepot.convert(1.0, dtype), shape=shape, dtype=dtype)
    return _onepot.convert(float(np.sqrt(2)), dtype) * e.erf_inv(drawn)


def normal(key, shape=(), dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("normal", key)
    return _normal(wrapped, shape=shape_of(shape), dtype=_float_dtype("normal", dtype).name)


@library("_truncated_normal", static=("shape", "dtype"))
def _truncated_normal(key, lower, upper, shape, dtype):
    lower, upper = _onepot.convert(lower, dtype), _onepot.convert(upper, dtype)
    root = _onepot.convert(float(np.sqrt(2)), dtype)
    drawn = _uniform(key, e.erf(lower / root), e.erf(upper / root), shape=shape, dtype=dtype)
    out = root * e.erf_inv(drawn)
    infinite = _onepot.convert(np.float32(np.inf), dtype)
    return u.clip(out, e.nextafter(e.stop_gradient(lower), infinite), e.nextafter(e.stop_gradient(upper), -infinite))


def truncated_normal(key, lower, upper, shape=None, dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("truncated_normal", key)
    lower, upper = asarray(lower), asarray(upper)
    shape = np.broadcast_shapes(lower.shape, upper.shape) if shape is None else shape_of(shape)
    return _truncated_normal(wrapped, lower, upper, shape=shape, dtype=_float_dtype("truncated_normal", dtype).name)


# ---- integers

@library("_randint", static=("shape", "dtype"))
def _randint(key, minval, maxval, shape, dtype):
    dtype = np.dtype(dtype)
    width = 8 * dtype.itemsize
    word = np.dtype(f"uint{width}")
    low, high = _onepot.convert(minval, dtype), _onepot.convert(maxval, dtype)
    if shape:
        low, high = _rank(low, len(shape)), _rank(high, len(shape))
    first, second = _split_two(key)
    upper, lower = _bits(first, width, shape), _bits(second, width, shape)
    span = e.select_n(high <= low, _onepot.convert(high - low, word), e.full_like(_onepot.convert(high - low, word), 1))
    half = np.asarray(2 ** (width // 2), word)
    multiplier = e.rem(half, span)
    multiplier = e.rem(multiplier * multiplier, span)
    offset = e.rem(e.rem(upper, span) * multiplier + e.rem(lower, span), span)
    return low + _onepot.convert(offset, dtype)


def _split_two(key):
    keys = bind1(_SPLIT, (key,), (32, (2,)), key_dtype, (2,))
    return [s.squeeze(s.slice(keys, (i,), (i + 1,), (1,)), (0,)) for i in range(2)]


def randint(key, shape, minval, maxval, dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("randint", key)
    dtype = _onepot.dtype_of(int if dtype is None else dtype)
    if dtype.kind not in "iu":
        raise TypeError(f"randint only accepts integer dtypes, got {dtype.name}")
    small = dtype.itemsize < 4
    drawn = _randint(wrapped, asarray(minval), asarray(maxval), shape=shape_of(shape), dtype="int32" if small else dtype.name)
    return _onepot.convert(drawn, dtype)


# ---- further distributions

@library("_bernoulli", static=("shape",))
def _bernoulli(key, p, shape):
    return _uniform(key, asarray(0.0), asarray(1.0), shape=shape, dtype=p.dtype.name) < p


def bernoulli(key, p=0.5, shape=None, mode="low", *, out_sharding=None):
    wrapped, _ = _check_key("bernoulli", key)
    p = asarray(p)
    if p.dtype.kind != "f":
        raise TypeError(f"bernoulli probability `p` must have a floating dtype, got {p.dtype.name}.")
    return _bernoulli(wrapped, _onepot.convert(p, p.dtype), shape=p.shape if shape is None else shape_of(shape))


@library("_gumbel", static=("shape", "dtype"))
def _gumbel(key, shape, dtype):
    tiny = float(np.finfo(dtype if dtype != "bfloat16" else "float32").tiny)
    drawn = _uniform(key, high=asarray(1.0), low=_onepot.convert(tiny, dtype), shape=shape, dtype=dtype)
    return -e.log(-e.log(drawn))


def gumbel(key, shape=(), dtype=None, mode=None, *, out_sharding=None):
    wrapped, _ = _check_key("gumbel", key)
    return _gumbel(wrapped, shape=shape_of(shape), dtype=_float_dtype("gumbel", dtype).name)


def categorical(key, logits, axis=-1, shape=None, replace=True, mode=None, *, out_sharding=None):
    wrapped, _ = _check_key("categorical", key)
    logits = asarray(logits)
    axis = canonical_axis(axis, logits.ndim)
    batch = logits.shape[:axis] + logits.shape[axis + 1:]
    shape = batch if shape is None else shape_of(shape)
    prefix = shape[:len(shape) - len(batch)]
    drawn = gumbel(wrapped, prefix + logits.shape, logits.dtype if logits.dtype.kind == "f" else None)
    if not replace:
        return s.top_k(gumbel(wrapped, logits.shape) + logits, int(np.prod(prefix)))[1]
    return s.argmax(drawn + logits, len(prefix) + axis)


@library("_exponential", static=("shape", "dtype"))
def _exponential(key, shape, dtype):
    return -e.log1p(-_uniform(key, asarray(0.0), asarray(1.0), shape=shape, dtype=dtype))


def exponential(key, shape=(), dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("exponential", key)
    return _exponential(wrapped, shape=shape_of(shape), dtype=_float_dtype("exponential", dtype).name)


@library("_laplace", static=("shape", "dtype"))
def _laplace(key, shape, dtype):
    low = float(-1.0 + np.finfo(dtype if dtype != "bfloat16" else "float32").epsneg)
    drawn = _uniform(key, _onepot.convert(low, dtype), asarray(1.0), shape=shape, dtype=dtype)
    return e.sign(drawn) * e.log1p(-e.abs(drawn))


def laplace(key, shape=(), dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("laplace", key)
    return _laplace(wrapped, shape=shape_of(shape), dtype=_float_dtype("laplace", dtype).name)


@library("_logistic", static=("shape", "dtype"))
def _logistic(key, shape, dtype):
    tiny = _onepot.convert(float(np.finfo(dtype if dtype != "bfloat16" else "float32").tiny), dtype)
    drawn = _uniform(key, tiny, asarray(1.0), shape=shape, dtype=dtype)
    return e.log(drawn) - e.log1p(-drawn)


def logistic(key, shape=(), dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("logistic", key)
    return _logistic(wrapped, shape=shape_of(shape), dtype=_float_dtype("logistic", dtype).name)


@library("_cauchy", static=("shape", "dtype"))
def _cauchy(key, shape, dtype):
    eps = _onepot.convert(float(np.finfo(dtype if dtype != "bfloat16" else "float32").eps), dtype)
    drawn = _uniform(key, eps, asarray(1.0), shape=shape, dtype=dtype)
    return e.tan(_onepot.convert(np.pi, dtype) * (drawn - _onepot.convert(0.5, dtype)))


def cauchy(key, shape=(), dtype=None, *, out_sharding=None):
    wrapped, _ = _check_key("cauchy", key)
    return _cauchy(wrapped, shape=shape_of(shape), dtype=_float_dtype("cauchy", dtype).name)


def rademacher(key, shape=(), dtype=None, *, out_sharding=None):
    drawn = _onepot.convert(bernoulli(key, 0.5, shape), int if dtype is None else dtype)
    return 2 * drawn - 1


def maxwell(key, shape=(), dtype=None, *, out_sharding=None):
    return u.sqrt((normal(key, shape_of(shape) + (3,), dtype) ** 2).sum(-1))


# ---- orders

@library("_shuffle", static=("axis",))
def _shuffle(key, x, axis):
    rounds = int(np.ceil(3 * np.log(max(1, x.size)) / np.log(np.iinfo(np.uint32).max)))
    for _ in range(rounds):
        key, subkey = _split_two(key)
        x = s.sort((_bits(subkey, 32, x.shape), x), axis)[1]
    return x


def permutation(key, x, axis=0, independent=False, *, out_sharding=None):
    wrapped, _ = _check_key("permutation", key)
    x = asarray(x)
    if x.ndim == 0:
        if isinstance(x, Tracer):
            from jax.errors import ConcretizationTypeError
            raise ConcretizationTypeError(x, "argument x of jax.random.permutation()")
        return _shuffle(wrapped, s.iota(np.int32, int(x)), axis=0)
    axis = canonical_axis(axis, x.ndim)
    if independent or x.ndim == 1:
        return _shuffle(wrapped, x, axis=axis)
    from jax._src.indexing import take_axis
    return take_axis(x, _shuffle(wrapped, s.iota(np.int32, x.shape[axis]), axis=0), axis)


def choice(key, a, shape=(), replace=True, p=None, axis=0, mode=None):
    wrapped, _ = _check_key("choice", key)
    a = asarray(a)
    shape = shape_of(shape)
    count = int(a) if a.ndim == 0 else a.shape[canonical_axis(axis, a.ndim)]
    draws = math.prod(shape)
    if not replace and draws > count:
        raise ValueError(f"Cannot take a larger sample (size {draws}) than population (size {count}) when 'replace=False'")
    if p is None and not replace:
        order = permutation(wrapped, count if a.ndim == 0 else a, axis)
        return s.reshape(s.slice_in_dim(order, 0, draws, 1, axis), shape + order.shape[1:] if axis == 0 else order.shape)
    if p is None:
        places = randint(wrapped, shape, 0, count)
    elif replace:
        from jax._src.numpy_indexing import searchsorted
        from jax._src.numpy_reductions import cumsum
        total = cumsum(u.to_inexact(p))
        places = searchsorted(total, total[-1] * (1 - uniform(wrapped, shape)))
    else:
        drawn = gumbel(wrapped, (count,)) + u.log(p)
        places = s.reshape(s.top_k(drawn, draws)[1], shape)
    if a.ndim == 0:
        return places
    from jax._src.indexing import take_axis
    return take_axis(a, places, axis)


from jax._src.primitives import Primitive as _Primitive  # noqa: E402
from jax._src.random_distributions import (  # noqa: E402,F401
    ball, beta, binomial, chisquare, dirichlet, double_sided_maxwell, f, gamma, generalized_normal, geometric, loggamma, lognormal,
    multinomial, multivariate_normal, orthogonal, pareto, poisson, rayleigh, t, triangular, wald, weibull_min)

random_gamma_p = _Primitive("random_gamma")
