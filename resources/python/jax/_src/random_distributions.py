"""jax.random: distributions made of gamma variates, rejection and transformations, with JAX's own draws."""
import _onepot
import numpy as np

from jax import random as base
from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src import numpy_ufuncs as u
from jax._src.control_flow import scan, while_loop
from jax._src.core import asarray, canonical_dtype, shape_of
from jax._src.custom import custom_jvp
from jax._src.special_functions import lgamma, random_gamma_grad


def _key(name, key):
    return base._check_key(name, key)[0]


def _float(name, dtype):
    return base._float_dtype(name, dtype)


def _shape(name, shape, *parameters):
    """The sample's shape; the parameters must broadcast to it."""
    common = np.broadcast_shapes(*(np.shape(p) for p in parameters))
    if shape is None:
        return common
    shape = shape_of(shape)
    if np.broadcast_shapes(shape, common) != shape:
        raise ValueError(f"{name} parameter shapes must be broadcast-compatible with shape argument, and the result of broadcasting the "
                         f"shapes must equal the shape argument, but got result {np.broadcast_shapes(shape, common)} for shape argument "
                         f"{shape}")
    return shape


def _full(x, shape, dtype):
    return _onepot.broadcast_to(_onepot.convert(x, dtype), shape)


# ---- gamma: Marsaglia and Tsang's method, one key an element

def _gamma_one(key, alpha, log_space):
    dtype = alpha.dtype
    number = lambda v: _onepot.convert(v, dtype)
    boosted = alpha >= 1
    original = alpha
    alpha = u.where(boosted, alpha, alpha + number(1))
    d = alpha - number(1.0 / 3.0)
    c = number(1.0 / 3.0) / e.sqrt(d)

    def rejected(state):
        _, x, v, drawn = state
        return (drawn >= number(1) - number(0.0331) * (x * x)) & (
            e.log(drawn) >= x * number(0.5) + d * ((number(1) - v) + e.log(v)))

    def attempt(state):
        key = state[0]
        key, x_key, u_key = base.split(key, 3)

        def move(state):
            inner, subkey = base.split(state[0])
            x = base.normal(subkey, (), dtype)
            return inner, x, number(1) + x * c
        _, x, v = while_loop(lambda state: state[2] <= 0, move, (x_key, number(0), number(-1)))
        return key, x * x, v * v * v, base.uniform(u_key, (), dtype)
    key, subkey = base.split(key)
    v = while_loop(rejected, attempt, (key, number(0), number(1), number(2)))[2]
    if log_space:
        logs = -base.exponential(subkey, (), dtype)
        boost = u.where(boosted | (logs == 0), number(0), logs * (number(1) / original))
        return e.log(d) + e.log(v) + boost
    samples = 1 - base.uniform(subkey, (), dtype)
    return d * v * u.where(boosted, number(1), e.pow(samples, number(1) / original))


def _gamma_samples(key, alpha, log_space):
    from jax._src.batching import vmap

    @custom_jvp
    def sample(alpha):
        keys = base.split(key, alpha.size)
        drawn = vmap(lambda k, a: _gamma_one(k, a, log_space))(keys, s.reshape(alpha, (alpha.size,)))
        return s.reshape(drawn, alpha.shape)

    @sample.defjvp
    def rule(primals, tangents):
        (alpha,), (change,) = primals, tangents
        drawn = sample(alpha)
        if not log_space:
            return drawn, random_gamma_grad(alpha, drawn) * change
        plain = e.exp(drawn)
        plain = u.where(plain == 0, np.finfo(plain.dtype).tiny, plain)
        return drawn, random_gamma_grad(alpha, plain) / plain * change
    return sample(alpha)


def _gamma(name, key, a, shape, dtype, log_space):
    wrapped, dtype = _key(name, key), _float(name, dtype)
    shape = _shape("gamma", shape, a)
    alpha = _full(a, shape, dtype)
    return _gamma_samples(wrapped, alpha, log_space) if alpha.size else alpha


def gamma(key, a, shape=None, dtype=None, *, out_sharding=None):
    return _gamma("gamma", key, a, shape, dtype, False)


def loggamma(key, a, shape=None, dtype=None, *, out_sharding=None):
    return _gamma("loggamma", key, a, shape, dtype, True)


def beta(key, a, b, shape=None, dtype=None, *, out_sharding=None):
    wrapped, dtype = _key("beta", key), _float("beta", dtype)
    shape = _shape("beta", shape, a, b)
    key_a, key_b = base.split(wrapped)
    log_a, log_b = loggamma(key_a, _full(a, shape, dtype), shape, dtype), loggamma(key_b, _full(b, shape, dtype), shape, dtype)
    greatest = e.max(log_a, log_b)
    scaled_a, scaled_b = e.exp(log_a - greatest), e.exp(log_b - greatest)
    return scaled_a / (scaled_a + scaled_b)


def dirichlet(key, alpha, shape=None, dtype=None, *, out_sharding=None):
    from jax.nn import softmax
    wrapped, dtype = _key("dirichlet", key), _float("dirichlet", dtype)
    alpha = asarray(alpha)
    if alpha.ndim < 1:
        raise ValueError(f"dirichlet requires alpha.ndim >= 1, got alpha.ndim == {alpha.ndim}")
    shape = alpha.shape[:-1] if shape is None else shape_of(shape)
    return softmax(loggamma(wrapped, alpha, shape + alpha.shape[-1:], dtype), -1)


def chisquare(key, df, shape=None, dtype=None, *, out_sharding=None):
    dtype = _float("chisquare", dtype)
    df = _onepot.convert(df, dtype)
    return e.exp(loggamma(_key("chisquare", key), df / 2, _shape("chisquare", shape, df), dtype)) * 2


def f(key, dfnum, dfden, shape=None, dtype=None, *, out_sharding=None):
    dtype = _float("f", dtype)
    shape = _shape("f", shape, dfnum, dfden)
    dfnum, dfden = _onepot.convert(dfnum, dtype), _onepot.convert(dfden, dtype)
    key_den, key_num = base.split(_key("f", key))
    return (chisquare(key_num, dfnum, shape, dtype) / dfnum) / (chisquare(key_den, dfden, shape, dtype) / dfden)


def t(key, df, shape=(), dtype=None, *, out_sharding=None):
    dtype = _float("t", dtype)
    shape = _shape("t", None if shape is None else shape if shape != () else np.shape(df), df)
    key_n, key_g = base.split(_key("t", key))
    half = _onepot.convert(df, dtype) / 2
    drawn = base.normal(key_n, shape, dtype)
    return drawn * u.sqrt(half / gamma(key_g, half, shape, dtype))


def generalized_normal(key, p, shape=(), dtype=None, *, out_sharding=None):
    dtype, shape = _float("generalized_normal", dtype), shape_of(shape)
    first, second = base.split(_key("generalized_normal", key))
    drawn = gamma(first, 1 / asarray(p), shape, dtype)
    return base.rademacher(second, shape, dtype) * drawn ** (1 / p)


def ball(key, d, p=2, shape=(), dtype=None, *, out_sharding=None):
    dtype, shape = _float("ball", dtype), shape_of(shape)
    first, second = base.split(_key("ball", key))
    g = generalized_normal(first, p, (*shape, d), dtype)
    extra = base.exponential(second, shape, dtype)
    return g / (((abs(g) ** p).sum(-1) + extra) ** (1 / p))[..., None]


# ---- counts

def _poisson_small(key, lam, shape, dtype):
    """Knuth: uniforms are multiplied until the product falls below exp(-lam)."""
    def step(state):
        i, k, key, total = state
        key, subkey = base.split(key)
        k = u.where(total > -lam, k + 1, k)
        return i + 1, k, key, total + e.log(base.uniform(subkey, shape, np.float32))
    most = np.iinfo(dtype).max
    start = (0, e.full_like(lam, 0, dtype), key, e.full_like(lam, 0))
    k = while_loop(lambda st: (st[3] > -lam).any() & (st[0] < most), step, start)[1]
    return _onepot.convert(k - 1, dtype)


def _poisson_large(key, lam, shape, dtype):
    """Hörmann's transformed rejection."""
    log_lam = e.log(lam)
    b = 0.931 + 2.53 * e.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)

    def step(state):
        i, k_out, accepted, key = state
        key, first, second = base.split(key, 3)
        x = base.uniform(first, shape, lam.dtype) - 0.5
        v = base.uniform(second, shape, lam.dtype)
        shifted = 0.5 - abs(x)
        k = e.floor((2 * a / shifted + b) * x + lam + 0.43)
        left = e.log(v * inverse_alpha / (a / (shifted * shifted) + b))
        right = -lam + k * log_lam - lgamma(k + 1)
        at_once = (shifted >= 0.07) & (v <= v_r)
        no = (k < 0) | ((shifted < 0.013) & (v > shifted))
        accept = at_once | (~no & (left <= right))
        return i + 1, u.where(accept, k, k_out), accepted | accept, key
    most = np.iinfo(dtype).max
    start = (0, e.full_like(lam, -1), e.full_like(lam, False, np.bool_), key)
    return _onepot.convert(while_loop(lambda st: (~st[2]).any() & (st[0] < most), step, start)[1], dtype)


def poisson(key, lam, shape=None, dtype=None, *, out_sharding=None):
    wrapped = _key("poisson", key)
    dtype = canonical_dtype(int if dtype is None else dtype)
    shape = np.shape(lam) if shape is None else shape_of(shape)
    lam = _full(lam, shape, np.float32)
    small = u.isnan(lam) | (lam < 10)
    drawn = u.where(small, _poisson_small(wrapped, u.where(small, lam, 0.0), shape, dtype),
                    _poisson_large(wrapped, u.where(small, 1e5, lam), shape, dtype))
    return u.where(lam == 0, 0, drawn)


_STIRLING = (0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
             0.0118967099458917, 0.010411265261972, 0.00925546218271273, 0.00833056343336287)


def _stirling_tail(k):
    few = k <= 9
    k = u.clip(k, 0.0, 9.0)
    square = (k + 1) * (k + 1)
    approximate = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
    table = asarray(np.asarray(_STIRLING, k.dtype))
    return u.where(few, table[_onepot.convert(e.floor(k), np.int32)], approximate)


def _binomial_few(key, count, prob, shape, dtype, most):
    """Geometric steps until their sum passes the count."""
    log_rest = e.log1p(-prob)

    def step(state):
        i, number, total, key = state
        subkey, key = base.split(key)
        number = u.where(total <= count, number + 1, number)
        total = total + e.ceil(e.log(base.uniform(subkey, shape, prob.dtype)) / log_rest)
        return i + 1, number, total, key
    zero = e.full_like(prob, 0)
    k = while_loop(lambda st: (st[2] <= count).any() & (st[0] < most), step, (0, zero, zero, key))[1]
    return _onepot.convert(k - 1, dtype)


def _binomial_many(key, count, prob, shape, dtype, most):
    """Hörmann's transformed rejection with squeeze."""
    deviation = e.sqrt(count * prob * (1 - prob))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * prob
    c = count * prob + 0.5
    v_r = 0.92 - 4.2 / b
    ratio = prob / (1 - prob)
    alpha = (2.83 + 5.1 / b) * deviation
    m = e.floor((count + 1) * prob)

    def step(state):
        i, k_out, accepted, key = state
        key, first, second = base.split(key, 3)
        x = base.uniform(first, shape, prob.dtype)
        v = base.uniform(second, shape, prob.dtype)
        x = x - 0.5
        us = 0.5 - abs(x)
        at_once = (us >= 0.07) & (v <= v_r)
        k = e.floor((2 * a / us + b) * x + c)
        no = (k < 0) | (k > count)
        v = e.log(v * alpha / (a / (us * us) + b))
        bound = ((m + 0.5) * e.log((m + 1) / (ratio * (count - m + 1))) + (count + 1) * e.log((count - m + 1) / (count - k + 1))
                 + (k + 0.5) * e.log(ratio * (count - k + 1) / (k + 1)) + _stirling_tail(m) + _stirling_tail(count - m)
                 - _stirling_tail(k) - _stirling_tail(count - k))
        accept = at_once | (~no & (v <= bound))
        return i + 1, u.where(accept, k, k_out), accepted | accept, key
    start = (0, e.full_like(prob, -1), e.full_like(prob, False, np.bool_), key)
    return _onepot.convert(while_loop(lambda st: (~st[2]).any() & (st[0] < most), step, start)[1], dtype)


def binomial(key, n, p, shape=None, dtype=None):
    wrapped, dtype = _key("binomial", key), _float("binomial", dtype)
    shape = _shape("binomial", shape, n, p)
    p = u.to_inexact(p)
    prob, count = _full(p, shape, p.dtype), _full(n, shape, p.dtype)
    low = prob < 0.5
    q = u.where(low, prob, 1.0 - prob)
    bad_count, endless = u.isnan(count) | (count < 0.0), u.isinf(count)
    bad_q = u.isnan(q) | (q < 0.0)
    q = u.where(bad_q, 0.01, q)
    few = bad_count | (count * q <= 10.0)
    count = e.floor(count)
    most = np.iinfo(np.int32).max
    drawn = u.where(few, _binomial_few(wrapped, u.where(few, count, 0.0), q, shape, dtype, most),
                    _binomial_many(wrapped, u.where(few, 1e4, count), u.where(few, 0.5, q), shape, dtype, most))
    drawn = u.where(bad_q | bad_count, np.nan, drawn)
    drawn = u.where(endless & ~(bad_q | bad_count), np.inf, drawn)
    return u.where(low | bad_count | u.isnan(prob) | endless, drawn, _onepot.convert(count, dtype) - drawn)


def multinomial(key, n, p, *, shape=None, dtype=None, unroll=1):
    wrapped, dtype = _key("multinomial", key), _float("multinomial", dtype)
    n, p = _onepot.promote([u.to_inexact(n), u.to_inexact(p)])
    shape = p.shape if shape is None else shape_of(shape)
    n, p = _onepot.broadcast_to(n, shape[:-1]), _onepot.broadcast_to(p, shape)
    p = s.transpose(p, (p.ndim - 1, *range(p.ndim - 1)))
    left = s.cumsum(p, 0, True)
    ratios = p / u.where(left == 0, 1, left)
    keys = base.split(wrapped, ratios.shape[0])

    def draw(remaining, item):
        ratio, key = item
        count = binomial(key, remaining, u.clip(ratio, 0, 1), dtype=remaining.dtype)
        return remaining - count, count
    counts = scan(draw, n, (ratios, keys), unroll=unroll)[1]
    return _onepot.convert(s.transpose(counts, (*range(1, counts.ndim), 0)), dtype)


def geometric(key, p, shape=None, dtype=None, *, out_sharding=None):
    wrapped, dtype = _key("geometric", key), canonical_dtype(int if dtype is None else dtype)
    shape, p = _shape("geometric", shape, p), u.to_inexact(p)
    drawn = base.uniform(wrapped, shape, p.dtype)
    drawn = u.where(drawn == 0, 1, drawn)
    return _onepot.convert(e.floor(e.log(drawn) / _onepot.broadcast_to(e.log1p(-p), shape)) + 1, dtype)


# ---- transformations of uniforms and normals

def lognormal(key, sigma=np.float32(1.0), shape=None, dtype=None, *, out_sharding=None):
    dtype = _float("lognormal", dtype)
    shape = _shape("lognormal", shape, sigma)
    return e.exp(base.normal(_key("lognormal", key), shape, dtype) * _onepot.convert(sigma, dtype))


def pareto(key, b, shape=None, dtype=None, *, out_sharding=None):
    dtype, shape = _float("pareto", dtype), _shape("pareto", shape, b)
    return e.exp(base.exponential(_key("pareto", key), shape, dtype) / _onepot.convert(b, dtype))


def rayleigh(key, scale, shape=None, dtype=None, *, out_sharding=None):
    dtype, shape = _float("rayleigh", dtype), _shape("rayleigh", shape, scale)
    drawn = base.uniform(_key("rayleigh", key), shape, dtype)
    return _full(scale, shape, dtype) * e.sqrt(e.log(drawn) * _onepot.convert(-2.0, dtype))


def wald(key, mean, shape=None, dtype=None, *, out_sharding=None):
    dtype, shape = _float("wald", dtype), _shape("wald", shape, mean)
    first, second = base.split(_key("wald", key))
    mean = _full(mean, shape, dtype)
    v, z = base.normal(first, shape, dtype), base.uniform(second, shape, dtype)
    y = e.integer_pow(v, 2)
    square = e.integer_pow(mean, 2)
    root = e.sqrt(4 * mean * y + square * e.integer_pow(y, 2))
    x = mean + square * y / 2 - mean / 2 * root
    return u.where(z <= mean / (mean + x), x, square / x)


def triangular(key, left, mode, right, shape=None, dtype=None, *, out_sharding=None):
    dtype, shape = _float("triangular", dtype), _shape("triangular", shape, left, mode, right)
    left, mode, right = (_full(x, shape, dtype) for x in (left, mode, right))
    drawn = base.uniform(_key("triangular", key), shape, dtype)
    low = left + e.sqrt(drawn * (right - left) * (mode - left))
    high = right - e.sqrt((1 - drawn) * (right - left) * (right - mode))
    return u.where(drawn < (mode - left) / (right - left), low, high)


def weibull_min(key, scale, concentration, shape=(), dtype=None):
    drawn = base.uniform(_key("weibull_min", key), shape, _float("weibull_min", dtype))
    return u.power(-e.log1p(-drawn), 1.0 / asarray(concentration)) * scale


def double_sided_maxwell(key, loc, scale, shape=(), dtype=None):
    dtype = _float("double_sided_maxwell", dtype)
    parameters = np.broadcast_shapes(np.shape(loc), np.shape(scale))
    shape = (shape_of(shape) or parameters) + parameters
    first, second = base.split(_key("double_sided_maxwell", key))
    return base.rademacher(second, shape, dtype) * base.maxwell(first, shape, dtype) * scale + loc


def multivariate_normal(key, mean, cov, shape=None, dtype=None, method="cholesky", *, out_sharding=None):
    from jax._src.numpy_linear import einsum
    from jax.numpy import linalg
    wrapped, dtype = _key("multivariate_normal", key), _float("multivariate_normal", dtype)
    mean, cov = _onepot.promote([u.to_inexact(mean), u.to_inexact(cov)])
    if mean.ndim < 1:
        raise ValueError(f"multivariate_normal requires mean.ndim >= 1, got mean.ndim == {mean.ndim}")
    if cov.ndim < 2 or cov.shape[-2:] != (mean.shape[-1],) * 2:
        raise ValueError(f"multivariate_normal requires cov.shape == (..., n, n) for n={mean.shape[-1]}, but got cov.shape == {cov.shape}.")
    if method not in ("cholesky", "eigh", "svd"):
        raise ValueError("method must be one of {'svd', 'eigh', 'cholesky'}")
    shape = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2]) if shape is None else shape_of(shape)
    if method == "svd":
        left, values, _ = linalg.svd(cov)
        factor = left * u.sqrt(values[..., None, :])
    elif method == "eigh":
        values, vectors = linalg.eigh(cov)
        factor = vectors * u.sqrt(values[..., None, :])
    else:
        factor = linalg.cholesky(cov)
    drawn = base.normal(wrapped, shape + mean.shape[-1:], dtype)
    return mean + einsum("...ij,...j->...i", factor, drawn)


def orthogonal(key, n, shape=(), dtype=None, m=None, *, out_sharding=None):
    from jax.numpy import linalg
    m, shape, dtype = n if m is None else m, shape_of(shape), _float("orthogonal", dtype)
    q, r = linalg.qr(base.normal(_key("orthogonal", key), (*shape, max(n, m), min(n, m)), dtype))
    q = q * s.expand_dims(e.sign(linalg.diagonal(r)), (r.ndim - 2,))
    return linalg.matrix_transpose(q) if n < m else q

