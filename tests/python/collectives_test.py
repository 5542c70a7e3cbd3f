"""psum and its like under vmap, pmap and shard_map; callbacks from compiled code; 64-bit mode; LAPACK and FFTW: recorded values."""
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

x = jnp.arange(4.0)
m = jnp.arange(6.0).reshape(2, 3)


def same(value, expected, tolerance=1e-5):
    np.testing.assert_allclose(np.asarray(value), np.asarray(expected), rtol=tolerance, atol=tolerance)


def over(f, *args):
    return jax.vmap(f, axis_name="n")(*args)


same(over(lambda v: v - lax.pmean(v, "n"), x), [-1.5, -0.5, 0.5, 1.5])
same(jax.jit(lambda v: over(lambda w: jax.jit(lambda y: lax.psum(y * 2, "n"))(w), v))(x), [12.0] * 4)
same(jax.grad(lambda w: over(lambda v: lax.psum(v ** 2, "n") * v, w).sum())(x), [14.0, 26.0, 38.0, 50.0])
same(over(lambda v: lax.axis_index("n") + v, x), [0.0, 2.0, 4.0, 6.0])
same(over(lambda v: lax.ppermute(v, "n", [(0, 1), (1, 2), (2, 3), (3, 0)]), x), [3.0, 0.0, 1.0, 2.0])
same(over(lambda v: lax.psum_scatter(v, "n"), jnp.arange(9.0).reshape(3, 3)), [9.0, 12.0, 15.0])
same(jax.vmap(jax.vmap(lambda v: lax.psum(v, "r"), axis_name="c"), axis_name="r")(m), [[3.0, 5.0, 7.0]] * 2)
if jax.default_backend() == "cpu":
    assert len(jax.devices()) == 4
    same(jax.pmap(lambda v: lax.psum(v, "i"), axis_name="i")(x), [6.0] * 4)
    mesh, P = jax.make_mesh((2, 2), ("a", "b")), jax.sharding.PartitionSpec
    summed = jax.shard_map(lambda v: lax.psum(v, "a"), mesh=mesh, in_specs=P("a", "b"), out_specs=P(None, "b"))
    same(summed(jnp.arange(16.0).reshape(4, 4)), [[8.0, 10.0, 12.0, 14.0], [16.0, 18.0, 20.0, 22.0]])
else:
    print("skipped: several devices, which the evaluator is not")

seen = []


def body(i, total):
    jax.debug.callback(lambda v: seen.append(int(v)), i)
    return total + i


assert int(jax.jit(lambda: lax.fori_loop(0, 3, body, 0))()) == 3 and seen == [0, 1, 2], seen
wave = jax.jit(lambda v: jax.pure_callback(np.sin, jax.ShapeDtypeStruct(v.shape, v.dtype), v) * 2)
same(wave(x), [0.0, 1.682942, 1.818595, 0.28224])


def refuse(v):
    raise ValueError("no")


try:
    jax.jit(lambda v: jax.pure_callback(refuse, jax.ShapeDtypeStruct((), jnp.float32), v))(1.0)
except jax.errors.JaxRuntimeError as error:
    assert "ValueError: no" in str(error), error
else:
    raise AssertionError("the callback's error was lost")

with jax.enable_x64():
    assert jnp.arange(3).dtype == jnp.int64 and jnp.ones(2).dtype == jnp.float64
    same(jax.random.normal(jax.random.key(0), (2,)), [-0.20584214, -0.78476578], 1e-8)
assert jnp.arange(3).dtype == jnp.int32

a = jnp.array([[4.0, 1.0, 2.0], [1.0, 5.0, 3.0], [2.0, 3.0, 6.0]])
same(jnp.linalg.inv(a)[0], [0.3, 0.0, -0.1])
same(jnp.linalg.eigh(a)[0], [2.1943974, 3.3867707, 9.418832])
same(jnp.linalg.svd(a, compute_uv=False), [9.418834, 3.3867702, 2.1943974])
same(jax.grad(lambda b: jnp.linalg.cholesky(b).sum())(a)[0], [0.16200377, 0.1586358, 0.09667459])
same(jax.vmap(jnp.linalg.inv)(jnp.stack([a, 2 * a]))[1, 0], [0.15, 0.0, -0.05])
same(jax.grad(lambda v: jnp.abs(jnp.fft.rfft(v)).sum())(jnp.arange(1.0, 6.0)), [-0.5388417, 0.63672864, 1.0, 1.3632714, 2.5388417])
