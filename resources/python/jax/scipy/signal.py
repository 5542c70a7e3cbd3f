"""jax.scipy.signal: convolutions of vectors."""
from jax import numpy as jnp


def convolve(in1, in2, mode="full", method="auto", precision=None):
    if in1.ndim != 1 or in2.ndim != 1:
        raise NotImplementedError("jax.scipy.signal.convolve of arrays with more than one dimension: use lax.conv_general_dilated")
    return jnp.convolve(in1, in2, mode)


def correlate(in1, in2, mode="full", method="auto", precision=None):
    if in1.ndim != 1 or in2.ndim != 1:
        raise NotImplementedError("jax.scipy.signal.correlate of arrays with more than one dimension")
    return jnp.correlate(in1, in2, mode)
