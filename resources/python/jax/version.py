"""jax.version: the JAX whose interface this is."""
__version__ = "0.10.2"
__version_info__ = (0, 10, 2)
