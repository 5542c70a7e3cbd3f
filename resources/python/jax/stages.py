"""jax.stages: a function on its way from Python to machine code."""
import _onepot

from jax._src.api import Compiled, Lowered  # noqa: F401

Wrapped = _onepot.PjitFunction
Traced = Lowered
CompilerOptions = dict


class ArgInfo:
    """What is known of an argument."""

    def __init__(self, _aval, donated):
        self._aval, self.donated = _aval, donated
        self.shape, self.dtype = _aval.shape, _aval.dtype

    def __repr__(self):
        return f"ArgInfo(shape={self.shape}, dtype={self.dtype}, donated={self.donated})"
