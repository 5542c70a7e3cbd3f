#!/usr/bin/env python3
"""Random programs: jit = eager, the gradient = finite differences, vmap = a loop."""
import os
import sys

from onepotc_process import onepotc, program

PROGRAM = r'''
import random, sys, time
import numpy as np
import jax, jax.numpy as jnp
from jax import lax

UNARY = ["jnp.tanh({})", "jnp.sin({})", "jnp.exp(-{0} * {0})", "({}) * 0.5", "-({})", "jnp.log1p({0} * {0})", "jax.nn.sigmoid({})",
         "jnp.cos({}) + 1", "jnp.sqrt({0} * {0} + 1)", "lax.cumsum({}, axis=0)", "jnp.flip({}, 0)", "{}[::-1]", "jnp.roll({}, 1, 0)",
         "({}).T.T", "jax.nn.softmax({}, axis=-1)", "({0} - {0}.mean(axis=0))"]
BINARY = ["{} + {}", "{} * {}", "{} - {}", "{} / (1 + {} ** 2)", "jnp.where({} > 0.1, {}, 0.3)", "jnp.sum({}, axis=0) * {}",
          "jnp.matmul({}, ({}).T) @ jnp.ones((N, M))", "jnp.max({}, axis=-1, keepdims=True) + {}"]
N, M = 3, 4


def source(rng):
    names, lines = ["x", "y"], []
    for i in range(rng.randint(3, 9)):
        if rng.random() < 0.5:
            text = rng.choice(UNARY).format(rng.choice(names))
        else:
            text = rng.choice(BINARY).format(rng.choice(names), rng.choice(names))
        lines.append(f"    v{i} = {text}")
        names.append(f"v{i}")
    if rng.random() < 0.3:
        lines.append(f"    w = lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) + {rng.choice(names)}, {names[-1]})")
        names.append("w")
    if rng.random() < 0.3:
        lines.append(f"    z = lax.cond(jnp.sum(x) > 0, lambda a: a * 2, lambda a: a - 1, {names[-1]})")
        names.append("z")
    return "def f(x, y):\n" + "\n".join(lines) + f"\n    return {names[-1]}\n"


def close(a, b, tolerance, what, text):
    a, b = np.asarray(a), np.asarray(b)
    scale = 1 + np.max(np.abs(b))
    if a.shape != b.shape or not np.all(np.abs(a - b) <= tolerance * scale):
        raise SystemExit(f"seed {seed}: {what} differs\n{text}\n{a}\n{b}")


def try_seed(seed):
    rng = random.Random(seed)
    text = source(rng)
    space = dict(globals())
    exec(text, space)
    f = space["f"]
    numbers = np.random.default_rng(seed)
    x, y = (jnp.asarray(numbers.normal(size=(N, M)), jnp.float32) for _ in range(2))
    eager = f(x, y)
    if not np.all(np.isfinite(np.asarray(eager))):
        return
    close(jax.jit(f)(x, y), eager, 1e-4, "jit", text)
    close(jax.vmap(f)(jnp.stack([x, y]), jnp.stack([y, x]))[1], f(y, x), 1e-4, "vmap", text)
    total = lambda x, y: jnp.sum(f(x, y))
    gradient = jax.grad(total)(x, y)
    close(jax.jit(jax.grad(total))(x, y), gradient, 1e-3, "the compiled gradient", text)
    direction = jnp.asarray(numbers.normal(size=(N, M)), jnp.float32)
    forward = jax.jvp(lambda x: total(x, y), (x,), (direction,))[1]
    close(jnp.vdot(gradient, direction), forward, 2e-3, "reverse mode against forward mode", text)
    if "where" in text or "max" in text or "cond" in text:
        return  # finite differences mean nothing across a step
    slopes = []
    for h in (4e-3, 1e-2):
        slopes.append((float(total(x + h * direction, y)) - float(total(x - h * direction, y))) / (2 * h))
    if abs(slopes[0] - slopes[1]) < 0.01 * (1 + abs(slopes[0])):  # smooth enough, and far enough from rounding
        close(forward, slopes[0], 0.05, "the derivative against finite differences", text)


count, first, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
for seed in range(1, count + 1):
    try_seed(seed)
end, seed = time.monotonic() + seconds, first
while time.monotonic() < end:
    try_seed(seed)
    seed += 1
print("python programs:", seed - first, "fresh seeds from", first, "on")
'''


def main():
    seconds = float(os.environ.get("ONEPOT_FUZZ_SECONDS", 0))
    first = os.environ.get("ONEPOT_FUZZ_SEED", "1")
    done = onepotc("run", program(PROGRAM), 12, first, seconds, timeout=seconds + 200)
    print(done.stdout, done.stderr[-6000:])
    return done.returncode


sys.exit(main())
