"""The Mandelbrot set: a loop on the device, its body one kernel."""
import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def mandelbrot(cx, cy):
    def body(_, state):
        x, y, count = state
        x2, y2 = x * x, y * y
        inside = x2 + y2 < 4.0
        return jnp.where(inside, x2 - y2 + cx, x), jnp.where(inside, 2 * x * y + cy, y), count + inside

    zero = jnp.zeros_like(cx)
    return lax.fori_loop(0, 50, body, (zero, zero, jnp.zeros(cx.shape, jnp.int32)))[2]


cx, cy = jnp.meshgrid(jnp.linspace(-2.0, 1.0, 512), jnp.linspace(-1.5, 1.5, 512))
count = mandelbrot(cx, cy)
for row in count[::32, ::8]:
    print("".join(" .:-=+*#%@"[min(int(c) // 5, 9)] for c in row))
