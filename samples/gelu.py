"""GELU by its tanh formula: constants fold, the cube unrolls, one kernel remains."""
import jax
import jax.numpy as jnp


@jax.jit
def gelu(x):
    inner = 0.7978845608 * (x + 0.044715 * x**3)
    return 0.5 * x * (1.0 + jnp.tanh(inner))


x = jnp.linspace(-3.0, 3.0, 1 << 20)
print("gelu(3) =", gelu(x)[-1])
