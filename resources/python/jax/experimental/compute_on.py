"""jax.experimental.compute_on: where a piece of a program runs; here everything runs on the device."""
import contextlib


@contextlib.contextmanager
def compute_on(compute_type):
    yield
