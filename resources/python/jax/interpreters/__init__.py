"""jax.interpreters: tables that libraries write into."""
from jax.interpreters import ad, batching, mlir, partial_eval, pxla, xla  # noqa: F401
