"""jax.experimental: what is used of it."""
from jax._src.callbacks import io_callback  # noqa: F401
from jax.config import SETTINGS as _SETTINGS

enable_x64 = _SETTINGS["enable_x64"]


def disable_x64():
    return enable_x64(False)


def primal_tangent_dtype(primal_dtype, tangent_dtype, name=None):
    return primal_dtype
