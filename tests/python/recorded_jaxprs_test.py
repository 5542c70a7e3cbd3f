"""Jaxprs, letter for letter as JAX 0.10 prints them."""
import json
import os
import sys

import jax
import jax.numpy as jnp
from jax import lax, nn, random

x = jnp.linspace(-3, 3, 8)
m = x.reshape(2, 4)
i = jnp.arange(4)
k = random.PRNGKey(0)


def main(path):
    failures = 0
    rows = json.load(open(path))
    for text, expected in rows:
        try:
            got = str(jax.make_jaxpr(lambda x, m, i: eval(text, dict(globals(), x=x, m=m, i=i)))(x, m, i))
        except Exception as error:
            got = f"{type(error).__name__}: {error}"
        if got != expected:
            failures += 1
            print(f"{text}\n--- got\n{got}\n--- JAX's\n{expected}")
    print(f"{len(rows) - failures} of {len(rows)} jaxprs")
    return failures


folder = os.path.dirname(os.path.abspath(__file__))
sys.exit(1 if main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(folder, "recorded_jaxprs.json")) else 0)
