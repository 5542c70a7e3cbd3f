"""jnp.vectorize: nested vmaps over the dimensions that a signature does not name."""
import functools

import numpy as np

from jax._src.core import asarray


def _core_ranks(signature, count):
    if signature is None:
        return [0] * count
    inputs = signature.replace(" ", "").split("->")[0]
    return [len([d for d in part.strip("()").split(",") if d]) for part in inputs.split("),(")]


def vectorized(function, excluded, signature):
    from jax._src.batching import vmap

    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        chosen = [i for i in range(len(args)) if i not in excluded]
        arrays = [asarray(args[i]) for i in chosen]
        ranks = _core_ranks(signature, len(arrays))
        loops = [a.shape[:a.ndim - rank] for a, rank in zip(arrays, ranks)]
        shape = np.broadcast_shapes(*loops)

        def call(*parts):
            full = list(args)
            for i, part in zip(chosen, parts):
                full[i] = part
            return function(*full, **kwargs)
        trimmed = []
        for a, loop, rank in zip(arrays, loops, ranks):
            kept = [n for n in loop if n != 1]
            trimmed.append(a.reshape((*kept, *a.shape[a.ndim - rank:])))
        for depth in range(len(shape) - 1, -1, -1):
            axes = [0 if depth - (len(shape) - len(loop)) >= 0 and loop[depth - (len(shape) - len(loop))] != 1 else None
                    for loop in loops]
            call = vmap(call, tuple(axes), axis_size=shape[depth])
        return call(*trimmed)
    return wrapped
