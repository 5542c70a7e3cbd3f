"""lax: elementwise primitives. Operands must agree in dtype; Python scalars take the other operand's."""
import builtins

import _onepot

from jax._src.core import asarray, bind1, opcode

_NUMBERS = (bool, int, float, builtins.complex)
_unary, _bind1 = _onepot.unary, _onepot.bind1


def _one(name, doc_name, floating=False):
    number = opcode(name)

    def apply(x):
        x = asarray(x)
        if floating and x.dtype.kind not in "fc":
            raise TypeError(f"{doc_name} does not accept dtype {x.dtype.name}. Accepted dtypes are subtypes of inexact.")
        return _unary(number, x)
    apply.__name__ = apply.__qualname__ = doc_name
    return apply


abs = _one("abs", "abs")
neg = _one("negate", "neg")
sign = _one("sign", "sign")
floor = _one("floor", "floor", True)
ceil = _one("ceil", "ceil", True)
exp = _one("exponential", "exp", True)
exp2 = _one("exp2", "exp2", True)
expm1 = _one("exponential-minus-one", "expm1", True)
log = _one("log", "log", True)
log1p = _one("log-plus-one", "log1p", True)
sin = _one("sine", "sin", True)
cos = _one("cosine", "cos", True)
tan = _one("tan", "tan", True)
sinh = _one("sinh", "sinh", True)
cosh = _one("cosh", "cosh", True)
tanh = _one("tanh", "tanh", True)
asin = _one("asin", "asin", True)
acos = _one("acos", "acos", True)
asinh = _one("asinh", "asinh", True)
acosh = _one("acosh", "acosh", True)
atanh = _one("atanh", "atanh", True)
sqrt = _one("sqrt", "sqrt", True)
rsqrt = _one("rsqrt", "rsqrt", True)
cbrt = _one("cbrt", "cbrt", True)
logistic = _one("logistic", "logistic", True)
erf = _one("erf", "erf", True)
erfc = _one("erfc", "erfc", True)
erf_inv = _one("erf-inv", "erf_inv", True)
square = _one("square", "square")
is_finite = _one("is-finite", "is_finite", True)
population_count = _one("popcnt", "population_count")
clz = _one("count-leading-zeros", "clz")
bitwise_not = _one("not", "not")
real = _one("real", "real")
imag = _one("imag", "imag")
stop_gradient_array = _one("stop-gradient", "stop_gradient")


def atan(x):
    x = asarray(x)
    return atan2(x, full_like(x, 1))


def full_like(x, fill_value, dtype=None, shape=None):
    from jax._src.core import full
    x = asarray(x)
    value = _onepot.convert(fill_value, x.dtype if dtype is None else dtype, x.weak_type and dtype is None)
    return full(x.shape if shape is None else shape, value)


def stop_gradient(x):
    from jax._src import tree

    def stop(leaf):
        leaf = asarray(leaf)
        return stop_gradient_array(leaf) if leaf.dtype.kind in "fc" else leaf
    return tree.tree_map(stop, x)


ROUND_AFZ, ROUND_EVEN = opcode("round-nearest-afz"), opcode("round-nearest-even")


class RoundingMethod:
    AWAY_FROM_ZERO = 0
    TO_NEAREST_EVEN = 1


def round(x, rounding_method=RoundingMethod.AWAY_FROM_ZERO):
    return _unary(ROUND_EVEN if rounding_method else ROUND_AFZ, asarray(x))


def _same_type(name, x, y):
    """Strict: arrays of different dtypes do not mix; a scalar of Python takes the other's dtype."""
    scalar_x, scalar_y = isinstance(x, _NUMBERS), isinstance(y, _NUMBERS)
    x, y = asarray(x), asarray(y)
    if x.dtype != y.dtype:
        if scalar_y or (y.weak_type and not x.weak_type):
            y = _onepot.convert(y, x.dtype)
        elif scalar_x or (x.weak_type and not y.weak_type):
            x = _onepot.convert(x, y.dtype)
        else:
            raise TypeError(f"lax.{name} requires arguments to have the same dtypes, got {x.dtype.name}, {y.dtype.name}. "
                            "(Tip: jnp.{0} is a similar function that does automatic type promotion on inputs).".format(name))
    if x.ndim and y.ndim and x.shape != y.shape:
        if x.ndim != y.ndim or any(a != b and 1 not in (a, b) for a, b in zip(x.shape, y.shape)):
            raise TypeError(f"{name} got incompatible shapes for broadcasting: {x.shape}, {y.shape}.")
    return x, y


def _two(name, doc_name):
    number = opcode(name)

    def apply(x, y):
        return _bind1(number, _same_type(doc_name, x, y))
    apply.__name__ = apply.__qualname__ = doc_name
    return apply


_add, _mul = _two("add", "add"), _two("multiply", "mul")
sub = _two("subtract", "sub")
div = _two("divide", "div")
rem = _two("remainder", "rem")
max = _two("maximum", "max")
min = _two("minimum", "min")
atan2 = _two("atan2", "atan2")
nextafter = _two("nextafter", "nextafter")
bitwise_and = _two("and", "and")
bitwise_or = _two("or", "or")
bitwise_xor = _two("xor", "xor")
shift_left = _two("shift-left", "shift_left")
shift_right_arithmetic = _two("shift-right-arithmetic", "shift_right_arithmetic")
shift_right_logical = _two("shift-right-logical", "shift_right_logical")
complex = _two("complex", "complex")
_power = _two("power", "pow")


def add(x, y):
    return _add(x, y)


def mul(x, y):
    return _mul(x, y)


def pow(x, y):
    x, y = asarray(x), asarray(y)
    if y.dtype.kind in "iu" and x.dtype.kind == "f":
        y = _onepot.convert(y, x.dtype)
    return _power(x, y)


def integer_pow(x, y):
    x = asarray(x)
    return bind1(opcode("integer-pow"), (x,), (y,))


def reciprocal(x):
    return integer_pow(x, -1)


def _comparison(direction, doc_name):
    number = opcode("compare")

    def apply(x, y):
        return _bind1(number, _same_type(doc_name, x, y), (direction,))
    apply.__name__ = apply.__qualname__ = doc_name
    return apply


eq, ne, ge = _comparison(0, "eq"), _comparison(1, "ne"), _comparison(2, "ge")
gt, le, lt = _comparison(3, "gt"), _comparison(4, "le"), _comparison(5, "lt")


def select_n(which, *cases):
    return bind1(opcode("select-n"), (which, *cases))


def select(pred, on_true, on_false):
    pred, on_true, on_false = asarray(pred), asarray(on_true), asarray(on_false)
    if on_true.shape != on_false.shape:
        raise TypeError(f"select cases must have the same shapes, got [{on_false.shape}, {on_true.shape}]")
    on_false, on_true = _same_type("select", on_false, on_true)
    return select_n(pred, on_false, on_true)


def clamp(min, x, max):
    x = asarray(x)
    low, high = _onepot.convert(min, x.dtype), _onepot.convert(max, x.dtype)
    return bind1(opcode("clamp"), (low, x, high))


def convert_element_type(operand, new_dtype):
    return _onepot.convert(operand, new_dtype)


def bitcast_convert_type(operand, new_dtype):
    operand = asarray(operand)
    dtype = _onepot.dtype_of(new_dtype)
    shape, old, new = operand.shape, operand.dtype.itemsize, dtype.itemsize
    if old < new:
        if not shape or shape[-1] * old != new:
            raise ValueError(f"bitcast_convert_type to a wider type needs a last dimension of {new // old}, got {shape}")
        shape = shape[:-1]
    elif old > new:
        shape = shape + (old // new,)
    return bind1(opcode("bitcast-convert"), (operand,), None, dtype, shape)


def reduce_precision(operand, exponent_bits, mantissa_bits):
    return bind1(opcode("reduce-precision"), (operand,), (exponent_bits, mantissa_bits))


def conj(x):
    x = asarray(x)
    return complex(real(x), neg(imag(x))) if x.dtype.kind == "c" else x


def zeros_like_array(x):
    return full_like(x, 0)
