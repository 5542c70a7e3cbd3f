"""jnp: elementwise functions with NumPy's promotion and broadcasting."""
import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.core import asarray, bind1, library, opcode, to_inexact

_unary, _inexact, _binary, _compare = _onepot.unary, _onepot.unary_inexact, _onepot.binary, _onepot.compare


def _one(name, jnp_name):
    number = opcode(name)

    def apply(x, /):
        _reject_lists(jnp_name, x)
        return _inexact(number, x)
    apply.__name__ = apply.__qualname__ = jnp_name
    return apply


def _reject_lists(name, *args):
    for position, x in enumerate(args):
        if isinstance(x, (list, tuple, str)) or x is None:
            raise TypeError(f"{name} requires ndarray or scalar arguments, got {type(x)} at position {position}.")


sin, cos, tan = _one("sine", "sin"), _one("cosine", "cos"), _one("tan", "tan")
sinh, cosh, tanh = _one("sinh", "sinh"), _one("cosh", "cosh"), _one("tanh", "tanh")
arcsin, arccos = _one("asin", "arcsin"), _one("acos", "arccos")
arcsinh, arccosh, arctanh = _one("asinh", "arcsinh"), _one("acosh", "arccosh"), _one("atanh", "arctanh")
exp, exp2, expm1 = _one("exponential", "exp"), _one("exp2", "exp2"), _one("exponential-minus-one", "expm1")
log, log1p = _one("log", "log"), _one("log-plus-one", "log1p")
sqrt, cbrt = _one("sqrt", "sqrt"), _one("cbrt", "cbrt")


def arctan(x, /):
    return e.atan(to_inexact(x))


def log2(x, /):
    x = to_inexact(x)
    return e.div(e.log(x), e.log(_onepot.convert(2.0, x.dtype)))


def log10(x, /):
    x = to_inexact(x)
    return e.log(x) * (1.0 / np.log(10.0))


def _two(name, jnp_name, inexact=False):
    number = opcode(name)

    def apply(x1, x2, /):
        _reject_lists(jnp_name, x1, x2)
        return _binary(number, x1, x2, inexact)
    apply.__name__ = apply.__qualname__ = jnp_name
    return apply


add, subtract, multiply = _two("add", "add"), _two("subtract", "subtract"), _two("multiply", "multiply")
maximum, minimum = _two("maximum", "maximum"), _two("minimum", "minimum")
true_divide = divide = _two("divide", "true_divide", True)
arctan2 = _two("atan2", "arctan2", True)
bitwise_and, bitwise_or, bitwise_xor = (_two(n, "bitwise_" + n) for n in ("and", "or", "xor"))
left_shift = bitwise_left_shift = _two("shift-left", "left_shift")
nextafter = _two("nextafter", "nextafter", True)


def right_shift(x1, x2, /):
    x1, x2 = _onepot.promote([x1, x2])
    return _binary(opcode("shift-right-logical" if x1.dtype.kind == "u" else "shift-right-arithmetic"), x1, x2)


bitwise_right_shift = right_shift


def _comparison(direction, name):
    def apply(x1, x2, /):
        _reject_lists(name, x1, x2)
        return _compare(direction, x1, x2)
    apply.__name__ = apply.__qualname__ = name
    return apply


equal, not_equal, greater_equal = _comparison(0, "equal"), _comparison(1, "not_equal"), _comparison(2, "greater_equal")
greater, less_equal, less = _comparison(3, "greater"), _comparison(4, "less_equal"), _comparison(5, "less")


def _truth(x):
    x = asarray(x)
    return x if x.dtype.kind == "b" else x != np.zeros((), x.dtype)


def logical_and(x1, x2, /):
    return _binary(opcode("and"), _truth(x1), _truth(x2))


def logical_or(x1, x2, /):
    return _binary(opcode("or"), _truth(x1), _truth(x2))


def logical_xor(x1, x2, /):
    return _binary(opcode("xor"), _truth(x1), _truth(x2))


def logical_not(x, /):
    return ~_truth(x)


def bitwise_not(x, /):
    return ~asarray(x)


invert = bitwise_invert = bitwise_not


def negative(x, /):
    return -asarray(x)


def positive(x, /):
    return asarray(x)


def abs(x, /):
    return asarray(x).__abs__()


absolute = abs


def fabs(x, /):
    return abs(to_inexact(x))


def sign(x, /):
    return e.sign(x)


@library("signbit")
def signbit(x, /):
    x = to_inexact(x)
    return e.bitcast_convert_type(x, np.dtype(f"int{8 * x.dtype.itemsize}")) < 0


def copysign(x1, x2, /):
    return where(signbit(x2), -abs(to_inexact(x1)), abs(to_inexact(x1)))


def square(x, /):
    return e.square(asarray(x))


def reciprocal(x, /):
    return e.integer_pow(to_inexact(x), -1)


def floor(x, /):
    x = asarray(x)
    return e.floor(x) if x.dtype.kind == "f" else x


def ceil(x, /):
    x = asarray(x)
    return e.ceil(x) if x.dtype.kind == "f" else x


@library("trunc")
def trunc(x, /):
    x = asarray(x)
    return where(x < 0, e.ceil(x), e.floor(x)) if x.dtype.kind == "f" else x


fix = trunc


@library("round", static=("decimals",))
def _round(x, decimals=0):
    if x.dtype.kind in "iub":
        if decimals < 0:
            raise NotImplementedError("integer np.round not implemented for decimals < 0")
        return x
    if decimals == 0:
        return e.round(x, 1)
    factor = np.asarray(10.0 ** decimals, x.dtype)
    return e.div(e.round(e.mul(x, factor), 1), factor)


def round(a, decimals=0, out=None):
    return _round(asarray(a), decimals=int(decimals))


around = round


def rint(x, /):
    return e.round(to_inexact(x), 1)


def power(x1, x2, /):
    x1_array = asarray(x1)
    if isinstance(x2, (int, np.integer)) and not isinstance(x2, bool):
        x = x1_array if x1_array.dtype.kind != "b" else _onepot.convert(x1_array, np.int32)
        if x.dtype.kind in "iu" and x2 < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        return e.integer_pow(x, int(x2))
    x2_array = asarray(x2)
    if x1_array.dtype.kind in "iub" and x2_array.dtype.kind in "iub":
        return _integer_power(*_onepot.promote([x1_array, x2_array]))
    return _binary(opcode("power"), x1_array, x2_array)


pow = float_power = power


@library("_power")
def _integer_power(x, y):
    """By squaring, bit by bit of the exponent."""
    result = e.full_like(x, 1, shape=np.broadcast_shapes(x.shape, y.shape))
    for bit in range(6):
        result = where((y >> bit) & 1 == 1, result * x, result)
        x = x * x
    return result


def _divisor_safe(x, y):
    return where(y == 0, e.full_like(y, 1), y)


@library("floor_divide")
def _floor_divide(x, y):
    x, y = _onepot.promote([x, y])
    if x.dtype.kind == "f":
        return _float_divmod(x, y)[0]
    if x.dtype.kind == "u":
        return _binary(opcode("divide"), x, y)
    quotient = _binary(opcode("divide"), x, y)
    adjust = (sign(x) != sign(y)) & (_binary(opcode("remainder"), x, y) != 0)
    return where(adjust, quotient - 1, quotient)


@library("remainder")
def _remainder(x, y):
    x, y = _onepot.promote([x, y])
    if x.dtype.kind in "iu":
        y = _divisor_safe(x, y)
    rest = _binary(opcode("remainder"), x, y)
    nonzero = rest != 0
    adjust = ((rest < 0) != (y < 0)) & nonzero
    return bind1(opcode("select-n"), (adjust, rest, rest + y))


def _float_divmod(x, y):
    mod = _binary(opcode("remainder"), x, y)
    div = e.div(where(y == 0, x, x - mod), y)
    adjust = (sign(y) != sign(mod)) & (mod != 0)
    mod = bind1(opcode("select-n"), (adjust, mod, mod + y))
    div = bind1(opcode("select-n"), (adjust, div, div - 1))
    return e.round(div), mod


def floor_divide(x1, x2, /):
    return _floor_divide(_number(x1), _number(x2))


def _number(x):
    x = asarray(x)
    return _onepot.convert(x, np.int32) if x.dtype.kind == "b" else x


def remainder(x1, x2, /):
    return _remainder(_number(x1), _number(x2))


mod = remainder


@library("fmod")
def fmod(x1, x2, /):
    x, y = _onepot.promote([_number(x1), _number(x2)])
    return _binary(opcode("remainder"), x, _divisor_safe(x, y) if x.dtype.kind in "iu" else y)


def divmod(x1, x2, /):
    return floor_divide(x1, x2), remainder(x1, x2)


@library("modf")
def modf(x, /):
    x = to_inexact(x)
    whole = where(x >= 0, e.floor(x), e.ceil(x))
    return x - whole, whole


def isfinite(x, /):
    x = asarray(x)
    return e.is_finite(x) if x.dtype.kind in "fc" else e.full_like(x, True, np.bool_)


@library("isinf")
def isinf(x, /):
    x = asarray(x)
    return abs(x) == np.inf if x.dtype.kind == "f" else e.full_like(x, False, np.bool_)


def isnan(x, /):
    x = asarray(x)
    return x != x


def isposinf(x, /):
    return asarray(x) == np.inf


def isneginf(x, /):
    return asarray(x) == -np.inf


def deg2rad(x, /):
    return to_inexact(x) * (np.pi / 180)


radians = deg2rad


def rad2deg(x, /):
    return to_inexact(x) * (180 / np.pi)


degrees = rad2deg


@library("hypot")
def hypot(x1, x2, /):
    x, y = _onepot.promote([to_inexact(x1), to_inexact(x2)])
    x, y = abs(x), abs(y)
    infinite = (x == np.inf) | (y == np.inf)
    large, small = maximum(x, y), minimum(x, y)
    ratio = small / where(large == 0, e.full_like(large, 1), large)
    return where(infinite, np.inf, where(large == 0, large, large * sqrt(1 + square(ratio))))


@library("heaviside")
def heaviside(x1, x2, /):
    x, y = _onepot.promote([to_inexact(x1), to_inexact(x2)])
    return where(x < 0, 0.0, where(x > 0, 1.0, y))


@library("sinc")
def sinc(x, /):
    x = to_inexact(x)
    zero = x == 0
    scaled = where(zero, 1.0, np.float32(np.pi) * x)
    return where(zero, 1.0, sin(scaled) / scaled)


def logaddexp(x1, x2, /):
    x1, x2 = _onepot.promote([to_inexact(x1), to_inexact(x2)])
    return _logaddexp(x1, x2)


def _logaddexp_plain(x1, x2):
    greatest = _binary(opcode("maximum"), x1, x2)
    delta = x1 - x2
    return bind1(opcode("select-n"), (delta != delta, greatest + log1p(exp(-abs(delta))), x1 + x2))


def _logaddexp_jvp(primals, tangents):
    x1, x2 = primals
    t1, t2 = tangents
    out = _logaddexp(x1, x2)
    return out, t1 * exp(_finite(x1) - _finite(out)) + t2 * exp(_finite(x2) - _finite(out))


def _finite(x):
    return where(isinf(x) & (x > 0), 0.0, x)


def _make_logaddexp():
    from jax._src.custom import custom_jvp
    function = custom_jvp(_logaddexp_plain)
    function.__name__ = "logaddexp"
    function.defjvp(_logaddexp_jvp)
    return function


def logaddexp2(x1, x2, /):
    x1, x2 = _onepot.promote([to_inexact(x1), to_inexact(x2)])
    return logaddexp(x1 * np.log(2.0), x2 * np.log(2.0)) / np.log(2.0)


def where(condition, x=None, y=None, /, *, size=None, fill_value=None):
    if x is None and y is None:
        from jax._src.numpy_indexing import nonzero
        return nonzero(condition, size=size, fill_value=fill_value)
    if x is None or y is None:
        raise ValueError("Either both or neither of the x and y arguments should be provided to jax.numpy.where, got "
                         f"{x} and {y}.")
    return _where(_truth(condition), asarray(x), asarray(y))


@library("_where")
def _where(condition, x, y):
    x, y = _onepot.promote([x, y])
    if condition.ndim or x.ndim or y.ndim:
        condition, x, y = _broadcast_all([condition, x, y])
    return bind1(opcode("select-n"), (condition, y, x))


def _broadcast_all(arrays):
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    return [a if i == 0 and a.ndim == 0 else _onepot.broadcast_to(a, shape) for i, a in enumerate(arrays)]


@library("clip")
def _clip(x, low, high):
    x, low, high = _onepot.promote([x, low, high])
    return _binary(opcode("minimum"), high, _binary(opcode("maximum"), low, x))


@library("clip")
def _clip_low(x, low):
    return _binary(opcode("maximum"), low, x)


@library("clip")
def _clip_high(x, high):
    return _binary(opcode("minimum"), high, x)


def clip(arr=None, /, min=None, max=None, *, a=None, a_min=None, a_max=None):
    x = asarray(arr if a is None else a)
    low, high = min if a_min is None else a_min, max if a_max is None else a_max
    if low is None:
        return x if high is None else _clip_high(x, asarray(high))
    return _clip_low(x, asarray(low)) if high is None else _clip(x, asarray(low), asarray(high))


@library("nan_to_num")
def _nan_to_num(x, nan, posinf, neginf):
    x = where(isnan(x), nan, x)
    x = where(x == np.inf, posinf, x)
    return where(x == -np.inf, neginf, x)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = asarray(x)
    if x.dtype.kind != "f":
        return x
    info = np.finfo(np.float32 if x.dtype.name == "bfloat16" else x.dtype)
    return _nan_to_num(x, nan, float(info.max) if posinf is None else posinf, float(info.min) if neginf is None else neginf)


@library("isclose")
def _isclose(a, b, rtol, atol, equal_nan):
    a, b = _onepot.promote([a, b])
    if a.dtype.kind != "f":
        return abs(a - b) <= atol + rtol * abs(b) if a.dtype.kind != "b" else a == b
    close = (a == b) | (isfinite(a) & isfinite(b) & (abs(a - b) <= atol + rtol * abs(b)))
    return close | (equal_nan & isnan(a) & isnan(b))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return _isclose(asarray(a), asarray(b), rtol, atol, equal_nan)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return isclose(a, b, rtol, atol, equal_nan).all()


def real(x, /):
    x = asarray(x)
    return e.real(x) if x.dtype.kind == "c" else x


def imag(x, /):
    x = asarray(x)
    return e.imag(x) if x.dtype.kind == "c" else e.full_like(x, 0)


def conjugate(x, /):
    return e.conj(x)


conj = conjugate


def fmin(x1, x2, /):
    return where(less(x1, x2) | isnan(x2), x1, x2)


def fmax(x1, x2, /):
    return where(greater(x1, x2) | isnan(x2), x1, x2)


def gcd(x1, x2):
    from jax._src.control_flow import while_loop
    x1, x2 = _onepot.promote([asarray(x1), asarray(x2)])
    shape = np.broadcast_shapes(x1.shape, x2.shape)
    start = (abs(_onepot.broadcast_to(x1, shape)), abs(_onepot.broadcast_to(x2, shape)))
    return while_loop(lambda c: (c[1] != 0).any(),
                      lambda c: (where(c[1] != 0, c[1], c[0]), where(c[1] != 0, c[0] % _divisor_safe(c[0], c[1]), 0)), start)[0]


def lcm(x1, x2):
    x1, x2 = _onepot.promote([asarray(x1), asarray(x2)])
    common = gcd(x1, x2)
    return where(common == 0, 0, abs(x1) * (abs(x2) // where(common == 0, 1, common)))


_logaddexp = _make_logaddexp()
