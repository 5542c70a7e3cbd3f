"""jax.scipy: the parts that are made of the primitives here."""
from jax.scipy import cluster, fft, integrate, linalg, ndimage, optimize, signal, sparse, spatial, special, stats  # noqa: F401
