"""Compares expressions with recorded results of JAX 0.10: values, dtypes, shapes, weak types."""
import json
import math
import os

import jax
from jax import random
import numpy as np

def close(a, b):
    if isinstance(b, float) and not isinstance(a, bool):
        return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 4e-6 * max(abs(b), 0.25)
    return a == b


def difference(value, rows):
    leaves = jax.tree_util.tree_leaves(value)
    if len(leaves) != len(rows):
        return f"{len(leaves)} leaves, not {len(rows)}"
    for leaf, row in zip(leaves, rows):
        if len(row) == 1:
            if repr(leaf) != row[0]:
                return f"{leaf!r}, not {row[0]}"
            continue
        dtype, shape, weak, values = row
        if leaf.dtype.name.startswith("key"):
            leaf = random.key_data(leaf)
        if (leaf.dtype.name, list(leaf.shape), leaf.weak_type) != (dtype, shape, weak):
            return f"{leaf.dtype.name}{list(leaf.shape)} weak={leaf.weak_type}, not {dtype}{shape} weak={weak}"
        own = np.asarray(leaf).reshape(-1)
        own = own.astype(np.float32).tolist() if own.dtype.kind == "f" else own.tolist()
        for a, b in zip(own, values):
            if not close(a, b):
                return f"{own}, not {values}"
    return None


def check(file, names):
    """Evaluates every expression of a file under `names`; prints what differs and returns how many do."""
    rows = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), file)))
    failures = 0
    for text, expected in rows:
        try:
            problem = difference(eval(text, dict(names)), expected)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"[:300]
        if problem:
            failures += 1
            print(f"{text}: {problem}")
    print(f"{len(rows) - failures} of {len(rows)} expressions")
    return failures
