"""jax.scipy.spatial: by name alone so far."""
