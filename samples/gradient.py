"""Gradient descent on a small network: grad and jit together."""
import jax
import jax.numpy as jnp


def predict(w, x):
    return jnp.tanh(x @ w)


def loss(w, x, target):
    return jnp.mean((predict(w, x) - target) ** 2)


@jax.jit
def step(w, x, target):
    return w - 0.5 * jax.grad(loss)(w, x, target)


key_x, key_w = jax.random.split(jax.random.PRNGKey(0))
x = jax.random.normal(key_x, (512, 64))
w = jax.random.normal(key_w, (64,)) * 0.1
target = jnp.ones(512)

print("loss before:", loss(w, x, target))
for _ in range(100):
    w = step(w, x, target)
print("loss after: ", loss(w, x, target))
