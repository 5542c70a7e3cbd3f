"""jax.scipy: the parts that are made of the primitives here."""
from jax.scipy import signal, special, stats  # noqa: F401
