"""JAX's own exceptions. Each says which value is traced, because of what, and what to write instead."""
import linecache
import re
import sys

_PACKAGE = __file__[:-len("errors.py")]


class JAXTypeError(TypeError):
    pass


class JAXIndexError(IndexError):
    pass


class JaxRuntimeError(RuntimeError):
    """A device or the compiler failed."""


class OnepotInternalError(RuntimeError):
    """Onepot's own fault: the program did nothing wrong."""


class InconclusiveDimensionOperation(Exception):
    """A symbolic size whose relation to another is not known."""


class JaxprTypeError(TypeError):
    """A jaxpr whose types do not fit."""


class TypePromotionError(ValueError):
    pass


class KeyReuseError(RuntimeError):
    pass


def _user_frame():
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return frame


def _user_text():
    """The text of the user's expression that is being run."""
    frame = _user_frame()
    if frame is None:
        return ""
    positions = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    line, end_line, start, end = positions
    if line is None or line != end_line or start is None:
        return ""
    text = linecache.getline(frame.f_code.co_filename, line)
    return text.encode()[start:end].decode(errors="replace")


def _origin(tracer):
    reasons = tracer._traced_because if hasattr(tracer, "_traced_because") else []
    if not reasons:
        return ""
    names = ", ".join(reasons)
    word = "argument" if len(reasons) == 1 else "arguments"
    return f"\nIt is traced because it depends on the value of the {word} {names}."


def _kind(tracer):
    return f"{tracer.dtype.name}[{','.join(map(str, tracer.shape))}]"


class ConcretizationTypeError(JAXTypeError):
    def __init__(self, tracer, context=""):
        if isinstance(tracer, str):
            super().__init__(tracer)
            return
        super().__init__(f"Abstract tracer value encountered where concrete value is expected: traced array with shape "
                         f"{_kind(tracer)}. {context}{_origin(tracer)}")


class TracerBoolConversionError(ConcretizationTypeError):
    def __init__(self, tracer):
        if isinstance(tracer, str):
            JAXTypeError.__init__(self, tracer)
            return
        JAXTypeError.__init__(
            self, f"Attempted boolean conversion of traced array with shape {_kind(tracer)}."
            f"{_origin(tracer)}\nA traced program has one path for all values. Write jnp.where(condition, x, y) to choose "
            "values, lax.cond(condition, f, g, x) to choose what runs, lax.while_loop for a loop; or mark the argument as "
            "static (static_argnums or static_argnames of jax.jit) if it is an ordinary Python value.")


class TracerIntegerConversionError(JAXTypeError):
    def __init__(self, tracer):
        if isinstance(tracer, str):
            super().__init__(tracer)
            return
        super().__init__(
            f"The __index__() method was called on traced array with shape {_kind(tracer)}.{_origin(tracer)}\n"
            "A Python loop, index or size needs the number while the program is traced. Write lax.fori_loop for a loop, "
            "x[i] on a jax array (not on a list) for an index, or mark the argument as static (static_argnums of jax.jit).")


class TracerArrayConversionError(JAXTypeError):
    def __init__(self, tracer):
        if isinstance(tracer, str):
            super().__init__(tracer)
            return
        super().__init__(
            f"The numpy.ndarray conversion method __array__() was called on traced array with shape {_kind(tracer)}."
            f"{_origin(tracer)}\nNumPy needs the values, which a traced array does not have yet. Use the function of jax.numpy.")
        text = _user_text()
        name = re.match(r"(np|numpy)\.", text)
        if name:
            self._onepot_fix = ("Use jax.numpy instead of NumPy", "jnp." + text[name.end():])


def shape_error(shape):
    """The TypeError for a traced value in a shape."""
    dims = shape if isinstance(shape, (tuple, list)) else [shape]
    tracer = next((d for d in dims if hasattr(d, "_traced_because")), None)
    return TypeError(
        f"Shapes must be 1D sequences of concrete values of integer type, got {shape!r}." + (_origin(tracer) if tracer is not None else "")
        + "\nIf using `jit`, mark the argument as static (static_argnums or static_argnames), or use x.shape, which is known while "
        "tracing.")


class NonConcreteBooleanIndexError(JAXIndexError):
    def __init__(self, tracer):
        super().__init__(
            f"Array boolean indices must be concrete; got {_kind(tracer)}{_origin(tracer)}\nThe result's shape would depend on "
            "values. Write jnp.where(mask, x, 0) to keep the shape, or jnp.where with size=.")


class UnexpectedTracerError(JAXTypeError):
    pass
