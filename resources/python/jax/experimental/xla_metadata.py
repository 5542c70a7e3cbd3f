"""jax.experimental.xla_metadata: words for the compiler, kept for nobody here."""
import contextlib


@contextlib.contextmanager
def set_xla_metadata(value=None, **kwargs):
    yield value
