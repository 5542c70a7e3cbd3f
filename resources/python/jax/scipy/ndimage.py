"""jax.scipy.ndimage: reading images between their pixels."""
import itertools

from jax import numpy as jnp
from jax._src.core import asarray

_WRAP = {"constant": lambda i, n: i, "nearest": lambda i, n: jnp.clip(i, 0, n - 1), "wrap": lambda i, n: i % n,
         "mirror": lambda i, n: _mirrored(i, n), "reflect": lambda i, n: jnp.floor_divide(_mirrored(2 * i + 1, 2 * n + 1), 2)}


def _mirrored(i, n):
    s = n - 1
    return jnp.abs((i + s) % (2 * s) - s) if s else jnp.zeros_like(i)


def map_coordinates(input, coordinates, order, mode="constant", cval=0.0):
    """Values at fractional positions: the nearest pixel (order 0) or between the neighbours (order 1)."""
    image = asarray(input)
    coordinates = [asarray(c) for c in coordinates]
    if len(coordinates) != image.ndim:
        raise ValueError(f"coordinates must be a sequence of length input.ndim, but {len(coordinates)} != {image.ndim}")
    if mode not in _WRAP:
        raise NotImplementedError(f"jax.scipy.ndimage.map_coordinates does not yet support mode {mode}.")
    if order not in (0, 1):
        raise NotImplementedError("jax.scipy.ndimage.map_coordinates currently requires order<=1")
    choices = []
    for c, n in zip(coordinates, image.shape):
        if order == 0:
            choices.append([(jnp.round(c).astype(int) if c.dtype.kind == "f" else c, 1)])
        else:
            low = jnp.floor(c)
            upper = c - low
            choices.append([(low.astype(int), 1 - upper), (low.astype(int) + 1, upper)])
    total = 0
    for corner in itertools.product(*choices):
        inside, weight, places = True, 1, []
        for (i, w), n in zip(corner, image.shape):
            inside = inside & ((i >= 0) & (i < n)) if mode == "constant" else inside
            places.append(jnp.clip(_WRAP[mode](i, n), 0, n - 1))
            weight = weight * w
        value = image[tuple(places)]
        value = jnp.where(inside, value, jnp.asarray(cval, image.dtype)) if mode == "constant" else value
        total = total + weight * value
    if image.dtype.kind in "iu":
        total = jnp.round(total)
    return total.astype(image.dtype)
