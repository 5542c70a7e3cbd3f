"""jax.nn.initializers: functions (key, shape, dtype) → array."""
import numpy as np

from jax import numpy as jnp
from jax import random


def zeros(key, shape, dtype=jnp.float32):
    return jnp.zeros(shape, dtype)


def ones(key, shape, dtype=jnp.float32):
    return jnp.ones(shape, dtype)


def constant(value, dtype=jnp.float32):
    return lambda key, shape, dtype=dtype: jnp.full(shape, value, dtype)


def uniform(scale=1e-2, dtype=jnp.float32):
    return lambda key, shape, dtype=dtype: random.uniform(key, shape, dtype) * scale


def normal(stddev=1e-2, dtype=jnp.float32):
    return lambda key, shape, dtype=dtype: random.normal(key, shape, dtype) * stddev


def variance_scaling(scale, mode, distribution, in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    def initialise(key, shape, dtype=dtype):
        field = np.prod(shape) / (shape[in_axis] * shape[out_axis])
        fans = {"fan_in": shape[in_axis] * field, "fan_out": shape[out_axis] * field}
        fans["fan_avg"] = (fans["fan_in"] + fans["fan_out"]) / 2
        variance = scale / fans[mode]
        if distribution == "normal":
            return random.normal(key, shape, dtype) * np.float32(np.sqrt(variance))
        if distribution == "uniform":
            return random.uniform(key, shape, dtype, -1) * np.float32(np.sqrt(3 * variance))
        return random.truncated_normal(key, -2, 2, shape, dtype) * np.float32(np.sqrt(variance) / 0.87962566103423978)
    return initialise


def glorot_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_avg", "uniform", in_axis, out_axis, batch_axis, dtype)


def glorot_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_avg", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


def lecun_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


def lecun_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(1.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)


def he_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(2.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


def he_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    return variance_scaling(2.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)


xavier_uniform, xavier_normal, kaiming_uniform, kaiming_normal = glorot_uniform, glorot_normal, he_uniform, he_normal
