"""jax.image: resizing by weights along each dimension."""
import enum

import numpy as np

from jax import numpy as jnp
from jax._src import lax_further
from jax._src.core import asarray, to_inexact


class ResizeMethod(enum.Enum):
    NEAREST, LINEAR, LANCZOS3, LANCZOS5, CUBIC = range(5)

    @staticmethod
    def from_string(s):
        names = {"nearest": 0, "linear": 1, "bilinear": 1, "trilinear": 1, "triangle": 1, "lanczos3": 2, "lanczos5": 3, "cubic": 4,
                 "bicubic": 4, "tricubic": 4}
        if s not in names:
            raise ValueError(f'Unknown resize method "{s}"')
        return ResizeMethod(names[s])


def _triangle(x):
    return jnp.maximum(0, 1 - jnp.abs(x))


def _cubic(x):
    # Keys' kernel with a = -1/2.
    near = ((1.5 * x - 2.5) * x) * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return jnp.where(x >= 2, 0, jnp.where(x >= 1, far, near))


def _lanczos(radius):
    def kernel(x):
        top = radius * jnp.sin(np.pi * x) * jnp.sin(np.pi * x / radius)
        value = jnp.where(x > 1e-3, top / jnp.where(x != 0, np.pi ** 2 * x ** 2, 1), 1)
        return jnp.where(x > radius, 0, value)
    return kernel


_KERNELS = {ResizeMethod.LINEAR: _triangle, ResizeMethod.LANCZOS3: _lanczos(3), ResizeMethod.LANCZOS5: _lanczos(5),
            ResizeMethod.CUBIC: _cubic}


def _weights(size, wanted, scale, translation, kernel, antialias):
    """[input, output]: how much each input pixel counts."""
    inverse = 1.0 / scale
    kernel_scale = jnp.maximum(inverse, 1.0) if antialias else 1.0
    at = (jnp.arange(wanted, dtype=jnp.float32) + 0.5) * inverse - translation * inverse - 0.5
    away = jnp.abs(at[None, :] - jnp.arange(size, dtype=jnp.float32)[:, None]) / kernel_scale
    weights = kernel(away)
    total = weights.sum(0, keepdims=True)
    weights = jnp.where(jnp.abs(total) > 1000 * float(np.finfo(np.float32).eps), weights / jnp.where(total != 0, total, 1), 0)
    return jnp.where(((at >= -0.5) & (at <= size - 0.5))[None, :], weights, 0)


def _scaled(image, shape, dims, scale, translation, kernel, antialias):
    x = to_inexact(image)
    for i, d in enumerate(dims):
        weights = _weights(image.shape[d], shape[d], scale[i], translation[i], kernel, antialias).astype(x.dtype)
        x = jnp.moveaxis(jnp.tensordot(x, weights, axes=([d], [0]), precision=lax_further.Precision.HIGHEST), -1, d)
    return x


def scale_and_translate(image, shape, spatial_dims, scale, translation, method, antialias=True,
                        precision=lax_further.Precision.HIGHEST):
    """The image scaled, then moved, each of the given dimensions by its own numbers."""
    image = asarray(image)
    if len(shape) != image.ndim:
        raise ValueError(f"shape must have length equal to the number of dimensions of x; {tuple(shape)} vs {image.shape}")
    method = ResizeMethod.from_string(method) if isinstance(method, str) else method
    if method == ResizeMethod.NEAREST:
        raise ValueError("Nearest neighbor resampling is not currently supported for scale_and_translate.")
    scale, translation = to_inexact(scale), to_inexact(translation)
    return _scaled(image, shape, [d % image.ndim for d in spatial_dims], scale, translation, _KERNELS[method], antialias)


def resize(image, shape, method, antialias=True, precision=lax_further.Precision.HIGHEST):
    """The image at another size."""
    image = asarray(image)
    shape = tuple(int(n) for n in shape)
    if len(shape) != image.ndim:
        raise ValueError(f"shape must have length equal to the number of dimensions of x; {shape} vs {image.shape}")
    method = ResizeMethod.from_string(method) if isinstance(method, str) else method
    dims = [d for d in range(image.ndim) if image.shape[d] != shape[d]]
    if method == ResizeMethod.NEAREST:
        for d in dims:
            places = np.floor((np.arange(shape[d], dtype=np.float32) + 0.5) * np.float32(image.shape[d]) / np.float32(shape[d]))
            image = jnp.take(image, places.astype(np.int32), axis=d)
        return image
    scale = [jnp.float32(1.0 if shape[d] == 0 else shape[d] / image.shape[d]) for d in dims]
    return _scaled(image, shape, dims, scale, [jnp.float32(0)] * len(dims), _KERNELS[method], antialias)
