"""Softmax over rows: two reductions that fusion cannot pass, and what it saves around them."""
import jax
import jax.numpy as jnp


@jax.jit
def softmax(x):
    highest = jnp.max(x, axis=-1, keepdims=True)
    shifted = jnp.exp(x - highest)
    return shifted / jnp.sum(shifted, axis=-1, keepdims=True)


x = jax.random.normal(jax.random.PRNGKey(0), (2048, 2048))
p = softmax(x)
print("rows sum to one:", bool(jnp.all(jnp.abs(p.sum(axis=-1) - 1) < 1e-5)))
