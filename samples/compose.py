"""Four operations, one kernel: what jit makes of tanh, exp, multiply and sum."""
import jax
import jax.numpy as jnp


@jax.jit
def compose(x, y):
    a = jnp.tanh(x)
    b = jnp.exp(y)
    c = a * b
    return jnp.sum(c)


key_x, key_y = jax.random.split(jax.random.PRNGKey(42))
x = jax.random.normal(key_x, (2048, 2048))
y = jax.random.normal(key_y, (2048, 2048))

print("sum of tanh(x) * exp(y):", compose(x, y))
