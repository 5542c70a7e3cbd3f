"""jax.extend: what libraries build on."""
from jax.extend import core, linear_util, source_info_util  # noqa: F401
