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


class Initializer:
    """The protocol of initializers: (key, shape, dtype) → array."""

    def __call__(self, key, shape, dtype=None, out_sharding=None):
        raise NotImplementedError


def truncated_normal(stddev=1e-2, dtype=None, lower=-2.0, upper=2.0):
    def initialise(key, shape, dtype=dtype):
        dtype = float if dtype is None else dtype
        return random.truncated_normal(key, lower, upper, shape, dtype) * jnp.asarray(stddev, dtype)
    return initialise


def orthogonal(scale=1.0, column_axis=-1, dtype=None):
    def initialise(key, shape, dtype=dtype):
        if len(shape) < 2:
            raise ValueError("orthogonal initializer requires at least a 2D shape")
        columns = shape[column_axis]
        rows = int(np.prod(shape)) // columns
        q = random.orthogonal(key, rows, (), float if dtype is None else dtype, columns)
        q = q.reshape(tuple(np.delete(shape, column_axis)) + (columns,))
        return scale * jnp.moveaxis(q, -1, column_axis)
    return initialise


def delta_orthogonal(scale=1.0, column_axis=-1, dtype=None):
    def initialise(key, shape, dtype=dtype):
        if len(shape) not in (3, 4, 5):
            raise ValueError("Delta orthogonal initializer requires a 3D, 4D or 5D shape.")
        if shape[-1] < shape[-2]:
            raise ValueError("`fan_in` must be less or equal than `fan_out`. ")
        matrix = orthogonal(scale, column_axis, dtype)(key, (shape[-1], shape[-1]))
        middle = tuple((n - 1) // 2 for n in shape[:-2])
        return jnp.zeros(shape, matrix.dtype).at[middle].set(matrix[:shape[-2], :])
    return initialise
