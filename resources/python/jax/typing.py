"""jax.typing: names for annotations."""
from typing import Any, Union

import numpy as np

from jax._src.core import Array

ArrayLike = Union[Array, np.ndarray, np.bool_, np.number, bool, int, float, complex]
DTypeLike = Any
