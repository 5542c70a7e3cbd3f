"""jax.scipy: the parts that are made of the primitives here."""
from jax.scipy import special  # noqa: F401
