"""jax.nn: activations, softmax and what goes with them."""
import _onepot
import numpy as np

from jax import numpy as jnp
from jax._src import lax_elementwise as e
from jax._src import lax_structure as s
from jax._src.core import asarray, bind1, canonical_axes, library, opcode, to_inexact
from jax._src.custom import custom_jvp
from jax.nn import initializers  # noqa: F401


def _relu_rule(primals, tangents):
    (x,), (t,) = primals, tangents
    return relu(x), bind1(opcode("select-n"), (x > np.zeros((), x.dtype), e.full_like(t, 0), t))


@library("relu")
def _relu(x):
    return jnp.maximum(x, 0)


relu = custom_jvp(_relu)
relu.__name__ = "relu"
relu.defjvp(_relu_rule)


@library("relu6")
def _relu6(x):
    return jnp.minimum(jnp.maximum(x, 0), 6.0)


def _relu6_rule(primals, tangents):
    (x,), (t,) = primals, tangents
    return relu6(x), bind1(opcode("select-n"), ((x > 0) & (x < 6), e.full_like(t, 0), t))


relu6 = custom_jvp(_relu6)
relu6.__name__ = "relu6"
relu6.defjvp(_relu6_rule)


def sigmoid(x):
    return e.logistic(to_inexact(x))


@library("softplus")
def softplus(x):
    return jnp.logaddexp(x, 0.0)


@library("soft_sign")
def soft_sign(x):
    x = to_inexact(x)
    return x / (jnp.abs(x) + 1)


@library("silu")
def silu(x):
    x = to_inexact(x)
    return x * e.logistic(x)


swish = silu


@library("mish")
def mish(x):
    x = to_inexact(x)
    return x * jnp.tanh(softplus(x))


@library("log_sigmoid")
def log_sigmoid(x):
    return -softplus(-to_inexact(x))


def tanh(x):
    return jnp.tanh(x)


@library("elu")
def elu(x, alpha=1.0):
    x = to_inexact(x)
    safe = jnp.where(x > 0, 0.0, x)
    return jnp.where(x > 0, x, alpha * jnp.expm1(safe))


@library("leaky_relu")
def leaky_relu(x, negative_slope=1e-2):
    x = to_inexact(x)
    return jnp.where(x >= 0, x, negative_slope * x)


@library("hard_tanh")
def hard_tanh(x):
    x = to_inexact(x)
    return jnp.where(x > 1, 1, jnp.where(x < -1, -1, x))


@library("hard_sigmoid")
def hard_sigmoid(x):
    return relu6(to_inexact(x) + 3.0) / 6.0


@library("hard_silu")
def hard_silu(x):
    x = to_inexact(x)
    return x * hard_sigmoid(x)


hard_swish = hard_silu


@library("celu")
def celu(x, alpha=1.0):
    x = to_inexact(x)
    return jnp.maximum(x, 0.0) + alpha * jnp.expm1(jnp.minimum(x, 0.0) / alpha)


@library("selu")
def selu(x):
    return 1.0507009873554804934193349852946 * elu(x, 1.6732632423543772848170429916717)


def gelu(x, approximate=True):
    x = to_inexact(x)
    if approximate:
        c = np.sqrt(2 / np.pi).astype(np.float32)
        return x * (0.5 * (1.0 + jnp.tanh(_onepot.convert(c, x.dtype) * (x + 0.044715 * (x ** 3)))))
    root = _onepot.convert(np.float32(np.sqrt(0.5)), x.dtype)
    return 0.5 * x * e.erfc(-x * root)


@library("glu", static=("axis",))
def glu(x, axis=-1):
    first, second = jnp.split(x, 2, axis)
    return first * sigmoid(second)


@library("squareplus")
def squareplus(x, b=4):
    x = to_inexact(x)
    return (x + jnp.sqrt(jnp.square(x) + b)) / 2


def identity(x):
    return asarray(x)


def _greatest(x, axis, where, initial):
    return e.stop_gradient(jnp.max(x, axis, keepdims=True, where=where, initial=initial))


def softmax(x, axis=-1, where=None, initial=-np.inf):
    x = to_inexact(x)
    powers = jnp.exp(x - _greatest(x, axis, where, initial))
    result = powers / jnp.sum(powers, axis, where=where, keepdims=True)
    return result if where is None else jnp.where(where, result, 0)


def log_softmax(x, axis=-1, where=None, initial=-np.inf):
    axis = tuple(axis) if isinstance(axis, list) else axis
    if where is None:
        return _log_softmax(asarray(x), axis=axis, where=None, initial=initial)
    return _log_softmax(asarray(x), where=asarray(where), axis=axis, initial=initial)


@library("log_softmax", static=("axis", "initial"))
def _log_softmax(x, axis, where, initial):
    x = to_inexact(x)
    shifted = x - _greatest(x, axis, where, initial)
    result = shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis, where=where, keepdims=True))
    return result if where is None else jnp.where(where, result, -np.inf)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    a = to_inexact(a)
    axes = canonical_axes(axis, a.ndim)
    greatest = jnp.max(a, axes, keepdims=True, where=where, initial=-np.inf)
    greatest = e.stop_gradient(jnp.where(jnp.isfinite(greatest), greatest, e.full_like(greatest, 0)))
    powers = jnp.exp(a - greatest)
    if b is not None:
        powers = powers * b
    total = jnp.sum(powers, axes, keepdims=keepdims, where=where)
    sign = jnp.sign(total)
    result = jnp.log(total if b is None else jnp.abs(total)) + (greatest if keepdims else s.squeeze(greatest, axes))
    if return_sign:
        return result, sign
    return result if b is None else jnp.where(sign < 0, np.nan, result)


def logmeanexp(a, axis=None, where=None, keepdims=False):
    count = np.prod([asarray(a).shape[d] for d in canonical_axes(axis, asarray(a).ndim)])
    return logsumexp(a, axis, keepdims=keepdims, where=where) - np.log(count)


def standardize(x, axis=-1, mean=None, variance=None, epsilon=1e-5, where=None):
    x = to_inexact(x)
    mean = jnp.mean(x, axis, keepdims=True, where=where) if mean is None else mean
    if variance is None:
        variance = jnp.mean(jnp.square(x), axis, keepdims=True, where=where) - jnp.square(mean)
    return (x - mean) * e.rsqrt(variance + epsilon)


def one_hot(x, num_classes, *, dtype=None, axis=-1):
    return _one_hot(asarray(x), num_classes=int(num_classes), dtype=_onepot.dtype_of(np.float32 if dtype is None else dtype), axis=axis)


@library("_one_hot", static=("num_classes", "dtype", "axis"))
def _one_hot(x, num_classes, dtype, axis):
    position = axis + x.ndim + 1 if axis < 0 else axis
    wide = s.expand_dims(x, (position,))
    classes = s.broadcasted_iota(x.dtype, [num_classes if d == position else 1 for d in range(x.ndim + 1)], position)
    return _onepot.convert(wide == classes, dtype)


def dot_product_attention(query, key, value, bias=None, mask=None, *, scale=None, is_causal=False):
    """Arrays of shape (batch, length, heads, features)."""
    scale = 1.0 / np.sqrt(query.shape[-1]) if scale is None else scale
    logits = jnp.einsum("btnh,bsnh->bnts", query, key) * scale
    if bias is not None:
        logits = logits + bias
    if is_causal:
        causal = jnp.tril(jnp.ones(logits.shape[-2:], bool))
        mask = causal if mask is None else mask & causal
    if mask is not None:
        logits = jnp.where(mask, logits, -0.7 * float(np.finfo(np.float32).max))
    return jnp.einsum("bnts,bsnh->btnh", softmax(logits, -1), value)


def log1mexp(x):
    """log(1 - exp(-x)), exact on both sides of log 2."""
    x = to_inexact(x)
    near = x < np.log(2)
    return jnp.where(near, jnp.log(-jnp.expm1(-jnp.where(near, x, 1.0))), jnp.log1p(-jnp.exp(-jnp.where(near, 1.0, x))))


def sparse_plus(x):
    x = to_inexact(x)
    return jnp.where(x <= -1, 0, jnp.where(x >= 1, x, (x + 1) ** 2 / 4))


def sparse_sigmoid(x):
    return 0.5 * jnp.clip(to_inexact(x) + 1.0, 0.0, 2.0)


def scaled_matmul(lhs, rhs, lhs_scales, rhs_scales, preferred_element_type=jnp.float32):
    """Batched products of blocks, each with its own scale."""
    def scaled(x, scales):
        return x.astype(preferred_element_type) * jnp.repeat(scales.astype(preferred_element_type), x.shape[-1] // scales.shape[-1], -1)
    return jnp.einsum("bmk,bnk->bmn", scaled(lhs, lhs_scales), scaled(rhs, rhs_scales))
