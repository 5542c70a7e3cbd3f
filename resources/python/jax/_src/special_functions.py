"""Gamma functions and their like, from elementary functions; each with its derivative."""
import functools

import _onepot
import numpy as np

from jax._src import lax_elementwise as e
from jax._src.core import asarray, to_inexact
from jax._src.custom import custom_jvp

# Lanczos' approximation with g = 7 and nine coefficients: about 15 digits for arguments above a half.
_LANCZOS = (0.99999999999980993227684700473478, 676.520368121885098567009190444019, -1259.13921672240287047156078755283,
            771.3234287776530788486528258894, -176.61502916214059906584551354, 12.507343278686904814458936853,
            -0.13857109526572011689554707, 9.984369578019570859563e-6, 1.50563273514931155834e-7)
# Bernoulli numbers by (2k)!: the tail of Euler and Maclaurin's sum for zeta.
_ZETA_TAIL = (12.0, -720.0, 30240.0, -1209600.0, 47900160.0, -1.8924375803183791606e9, 7.47242496e10, -2.950130727918164224e12,
              1.1646782814350067249e14, -4.5979787224074726105e15, 1.8152105401943546773e17, -7.1661652561756670113e18)


def _where(condition, x, y):
    from jax._src.numpy_ufuncs import where
    return where(condition, x, y)


def widened(function):
    """Half floats are computed as float32."""
    @functools.wraps(function)
    def wide(*args):
        args = _onepot.promote([to_inexact(x) for x in args])
        dtype = args[0].dtype
        if dtype.itemsize >= 4:
            return function(*args)
        return _onepot.convert(function(*(_onepot.convert(x, np.float32) for x in args)), dtype)
    return wide


def _derivative(function, rule):
    """`rule(result, *args)`: the partial derivatives, None where there is none."""
    function = custom_jvp(function)

    @function.defjvp
    def forward(primals, tangents):
        out = function(*primals)
        total = None
        for part, tangent in zip(rule(out, *primals), tangents):
            if part is not None:
                total = part * tangent if total is None else total + part * tangent
        return out, e.full_like(out, 0) if total is None else total
    return function


def _lanczos(z):
    total = e.full_like(z, _LANCZOS[0])
    for i, c in enumerate(_LANCZOS[1:]):
        total = total + c / (z + (i + 1))
    return total


def _lgamma(x):
    reflect = x < 0.5
    z = _where(reflect, -x, x - 1)
    t = z + 7.5
    log_t = np.log(7.5) + e.log1p(z / 7.5)
    main = (z + 0.5 - t / log_t) * log_t + 0.5 * np.log(2 * np.pi) + e.log(_lanczos(z))
    whole = abs(x) - e.floor(abs(x))
    whole = _where(whole > 0.5, 1 - whole, whole)
    sine = e.log(e.sin(np.pi * whole))
    mirrored = _where(e.is_finite(sine), np.log(np.pi) - sine - main, -sine)
    result = _where(reflect, mirrored, main)
    return _where(abs(x) == np.inf, np.inf, result)


def _digamma(x):
    reflect = x < 0.5
    z = _where(reflect, -x, x - 1)
    top, bottom = e.full_like(z, 0), e.full_like(z, _LANCZOS[0])
    for i, c in enumerate(_LANCZOS[1:]):
        shifted = z + (i + 1)
        top = top - c / (shifted * shifted)
        bottom = bottom + c / shifted
    t = z + 7.5
    main = np.log(7.5) + e.log1p(z / 7.5) + top / bottom - 7.0 / t
    nearest = x + e.floor(abs(x + 0.5))
    mirrored = main - np.pi * e.cos(np.pi * nearest) / e.sin(np.pi * nearest)
    result = _where(reflect, mirrored, main)
    return _where((x <= 0) & (x == e.floor(x)), np.nan, result)


lgamma = widened(_derivative(_lgamma, lambda out, x: (digamma(x),)))
digamma = widened(_derivative(_digamma, lambda out, x: (polygamma(1.0, x),)))


def _zeta(x, q):
    """Hurwitz's zeta function by Euler and Maclaurin: 9 terms, then the tail."""
    total, a = e.pow(q, -x), q
    for _ in range(9):
        a = a + 1
        total = total + e.pow(a, -x)
    a = a + 1
    power = e.pow(a, -x)
    total = total + power * a / (x - 1) + 0.5 * power
    factor, falling, scale = x, x, power / a
    for k, b in enumerate(_ZETA_TAIL):
        total = total + falling * scale / b
        falling = falling * (x + (2 * k + 1)) * (x + (2 * k + 2))
        scale = scale / (a * a)
    result = _where(x == 1, np.inf, _where(x < 1, np.nan, total))
    pole = (q <= 0) & (q == e.floor(q))
    even = (x == e.floor(x)) & (e.floor(x / 2) * 2 == x)
    return _where(pole & (x > 1), _where(even, np.inf, np.nan), result)


@widened
def zeta(x, q):
    return _derivative(_zeta, lambda out, x, q: (None, -x * zeta(x + 1, q)))(x, q)


def _polygamma(n, x):
    sign = _where(e.floor(n / 2) * 2 == n, -1.0, 1.0)
    main = sign * e.exp(lgamma(n + 1)) * zeta(n + 1, x)
    result = _where(n == 0, digamma(x), main)
    return _where((n < 0) | (n != e.floor(n)), np.nan, result)


@widened
def polygamma(n, x):
    return _derivative(_polygamma, lambda out, n, x: (None, polygamma(n + 1, x)))(n, x)


# ---- incomplete gamma and beta functions

def _broadcast(*args):
    return _onepot.broadcast_arrays([_onepot.broadcast_to(x, np.broadcast_shapes(*(y.shape for y in args))) for x in args])


def _loop(keep_going, step, start):
    from jax._src.control_flow import while_loop
    return while_loop(keep_going, step, start)


def _any(x):
    from jax._src.numpy_reductions import any as reduce_any
    return reduce_any(x)


def _series(a, x, active):
    """sum x^k / (a+1)…(a+k), k from 0."""
    eps = float(np.finfo(a.dtype).eps)

    def step(state):
        k, on, r, term, total = state
        r = _where(on, r + 1, r)
        term = _where(on, term * (x / r), term)
        total = _where(on, total + term, total)
        return k + 1, on & (term > total * eps), r, term, total
    one = e.full_like(a, 1)
    return _loop(lambda st: (st[0] < 2000) & _any(st[1]), step, (0, active, a, one, one))[4] / a


def _fraction(a, x, active):
    """Legendre's continued fraction for the upper function, by Lentz."""
    eps, tiny = float(np.finfo(a.dtype).eps), float(np.finfo(a.dtype).tiny) * 16

    def step(state):
        k, on, b, c, d, h = state
        number = _onepot.convert(k, a.dtype)
        an = -number * (number - a)
        b = b + 2
        d = an * d + b
        d = 1 / _where(abs(d) < tiny, tiny, d)
        c = b + an / c
        c = _where(abs(c) < tiny, tiny, c)
        factor = d * c
        h = _where(on, h * factor, h)
        return k + 1, on & (abs(factor - 1) > eps), b, c, d, h
    b = x + 1 - a
    safe = _where(abs(b) < tiny, tiny, b)
    start = (1, active, b, e.full_like(a, 1 / tiny), 1 / safe, 1 / safe)
    return _loop(lambda st: (st[0] < 2000) & _any(st[1]), step, start)[5]


def _incomplete(a, x, upper):
    wrong = (x < 0) | (a < 0) | (a != a) | (x != x)
    at_zero, at_infinity = (x == 0) | (a == np.inf), (a == 0) | (x == np.inf)
    use_fraction = (x > 1) & (x > a)
    usual = ~(wrong | at_zero | at_infinity)
    a_safe, x_safe = _where(usual, a, 1.0), _where(usual, x, 0.5)
    scale = e.exp(a_safe * e.log(x_safe) - x_safe - lgamma(a_safe))
    by_series = scale * _series(_where(use_fraction, 1.0, a_safe), _where(use_fraction, 0.5, x_safe), usual & ~use_fraction)
    by_fraction = scale * _fraction(_where(use_fraction, a_safe, 1.0), _where(use_fraction, x_safe, 2.0), usual & use_fraction)
    if upper:
        result = _where(use_fraction, by_fraction, 1 - by_series)
    else:
        result = _where(use_fraction, 1 - by_fraction, by_series)
    result = _where(at_zero, 1.0 if upper else 0.0, result)
    result = _where(at_infinity & ~((x == np.inf) & (a == np.inf)), 0.0 if upper else 1.0, result)
    result = _where((x == np.inf) & (a == np.inf) | (a == 0) & (x == 0), np.nan, result)
    return _where(wrong, np.nan, result)


def _density(a, x):
    return e.exp(-x + (a - 1) * e.log(x) - lgamma(a))


@widened
def igamma(a, x):
    a, x = _broadcast(a, x)
    return _derivative(lambda a, x: _incomplete(a, x, False), lambda out, a, x: (igamma_grad_a(a, x), _density(a, x)))(a, x)


@widened
def igammac(a, x):
    a, x = _broadcast(a, x)
    return _derivative(lambda a, x: _incomplete(a, x, True), lambda out, a, x: (-igamma_grad_a(a, x), -_density(a, x)))(a, x)


@widened
def igamma_grad_a(a, x):
    """d igamma / d a: the series differentiated term by term."""
    a, x = _broadcast(a, x)
    eps = float(np.finfo(a.dtype).eps)

    def step(state):
        k, on, r, term, slope, total, total_slope = state
        r = r + 1
        slope = (slope - term / r) * (x / r)
        term = term * (x / r)
        return (k + 1, on & ((term > total * eps) | (abs(slope) > abs(total_slope) * eps)), r, term, slope,
                _where(on, total + term, total), _where(on, total_slope + slope, total_slope))
    one, zero = e.full_like(a, 1), e.full_like(a, 0)
    usual = (x > 0) & (a > 0) & e.is_finite(x)
    out = _loop(lambda st: (st[0] < 4000) & _any(st[1]), step, (0, usual, a, one, zero, one, zero))
    scale = e.exp(a * e.log(_where(usual, x, 1.0)) - x - lgamma(a + 1))
    value = scale * ((e.log(_where(usual, x, 1.0)) - digamma(a + 1)) * out[5] + out[6])
    return _where(usual, value, _where((x == 0) & (a > 0), 0.0, np.nan))


@widened
def random_gamma_grad(a, sample):
    """How a sample of the gamma distribution moves with a."""
    return -igamma_grad_a(a, sample) / _density(a, sample)


def _beta_fraction(a, b, x):
    eps, tiny = float(np.finfo(a.dtype).eps), float(np.finfo(a.dtype).tiny) * 16

    def step(state):
        m, on, c, d, h = state
        number = _onepot.convert(m, a.dtype)
        double = 2 * number
        for coefficient in (number * (b - number) * x / ((a + double - 1) * (a + double)),
                            -(a + number) * (a + b + number) * x / ((a + double) * (a + double + 1))):
            d = 1 + coefficient * d
            d = 1 / _where(abs(d) < tiny, tiny, d)
            c = 1 + coefficient / c
            c = _where(abs(c) < tiny, tiny, c)
            factor = d * c
            h = _where(on, h * factor, h)
        return m + 1, on & (abs(factor - 1) > eps), c, d, h
    first = 1 - (a + b) * x / (a + 1)
    d = 1 / _where(abs(first) < tiny, tiny, first)
    start = (1, x == x, e.full_like(a, 1), d, d)
    return _loop(lambda st: (st[0] < 600) & _any(st[1]), step, start)[4]


def _betainc(a, b, x):
    wrong = (a <= 0) | (b <= 0) | (x < 0) | (x > 1) | (a != a) | (b != b) | (x != x)
    inside = ~wrong & (x > 0) & (x < 1)
    x_safe, a_safe, b_safe = _where(inside, x, 0.5), _where(inside, a, 1.0), _where(inside, b, 1.0)
    swap = x_safe >= (a_safe + 1) / (a_safe + b_safe + 2)
    p, q = _where(swap, b_safe, a_safe), _where(swap, a_safe, b_safe)
    y = _where(swap, 1 - x_safe, x_safe)
    scale = e.exp(p * e.log(y) + q * e.log1p(-y) - lgamma(p) - lgamma(q) + lgamma(p + q)) / p
    value = scale * _beta_fraction(p, q, y)
    result = _where(swap, 1 - value, value)
    result = _where(x == 0, 0.0, _where(x == 1, 1.0, result))
    return _where(wrong, np.nan, result)


@widened
def betainc(a, b, x):
    a, b, x = _broadcast(a, b, x)
    def slope(out, a, b, x):
        return None, None, e.exp((a - 1) * e.log(x) + (b - 1) * e.log1p(-x) - lgamma(a) - lgamma(b) + lgamma(a + b))
    return _derivative(_betainc, slope)(a, b, x)


# ---- modified Bessel functions, by Chebyshev series

_I0_SMALL = (-4.41534164647933937950e-18, 3.33079451882223809783e-17, -2.43127984654795469359e-16, 1.71539128555513303061e-15,
             -1.16853328779934516808e-14, 7.67618549860493561688e-14, -4.85644678311192946090e-13, 2.95505266312963983461e-12,
             -1.72682629144155570723e-11, 9.67580903537323691224e-11, -5.18979560163526290666e-10, 2.65982372468238665035e-9,
             -1.30002500998624804212e-8, 6.04699502254191894932e-8, -2.67079385394061173391e-7, 1.11738753912010371815e-6,
             -4.41673835845875056359e-6, 1.64484480707288970893e-5, -5.75419501008210370398e-5, 1.88502885095841655729e-4,
             -5.76375574538582365885e-4, 1.63947561694133579842e-3, -4.32430999505057594430e-3, 1.05464603945949983183e-2,
             -2.37374148058994688156e-2, 4.93052842396707084878e-2, -9.49010970480476444210e-2, 1.71620901522208775349e-1,
             -3.04682672343198398683e-1, 6.76795274409476084995e-1)
_I0_LARGE = (-7.23318048787475395456e-18, -4.83050448594418207126e-18, 4.46562142029675999901e-17, 3.46122286769746109310e-17,
             -2.82762398051658348494e-16, -3.42548561967721913462e-16, 1.77256013305652638360e-15, 3.81168066935262242075e-15,
             -9.55484669882830764870e-15, -4.15056934728722208663e-14, 1.54008621752140982691e-14, 3.85277838274214270114e-13,
             7.18012445138366623367e-13, -1.79417853150680611778e-12, -1.32158118404477131188e-11, -3.14991652796324136454e-11,
             1.18891471078464383424e-11, 4.94060238822496958910e-10, 3.39623202570838634515e-9, 2.26666899049817806459e-8,
             2.04891858946906374183e-7, 2.89137052083475648297e-6, 6.88975834691682398426e-5, 3.36911647825569408990e-3,
             8.04490411014108831608e-1)
_I1_SMALL = (2.77791411276104639959e-18, -2.11142121435816608115e-17, 1.55363195773620046921e-16, -1.10559694773538630805e-15,
             7.60068429473540693410e-15, -5.04218550472791168711e-14, 3.22379336594557470981e-13, -1.98397439776494371520e-12,
             1.17361862988909016308e-11, -6.66348972350202774223e-11, 3.62559028155211703701e-10, -1.88724975172282928790e-9,
             9.38153738649577178388e-9, -4.44505912879632808065e-8, 2.00329475355213526229e-7, -8.56872026469545474066e-7,
             3.47025130813767847674e-6, -1.32731636560394358279e-5, 4.78156510755005422638e-5, -1.61760815825896745588e-4,
             5.12285956168575772895e-4, -1.51357245063125314899e-3, 4.15642294431288815669e-3, -1.05640848946261981558e-2,
             2.47264490306265168283e-2, -5.29459812080949914269e-2, 1.02643658689847095384e-1, -1.76416518357834055153e-1,
             2.52587186443633654823e-1)
_I1_LARGE = (7.51729631084210481353e-18, 4.41434832307170791151e-18, -4.65030536848935832153e-17, -3.20952592199342395980e-17,
             2.96262899764595013876e-16, 3.30820231092092828324e-16, -1.88035477551078244854e-15, -3.81440307243700780478e-15,
             1.04202769841288027642e-14, 4.27244001671195135429e-14, -2.10154184277266431302e-14, -4.08355111109219731823e-13,
             -7.19855177624590851209e-13, 2.03562854414708950722e-12, 1.41258074366137813316e-11, 3.25260358301548823856e-11,
             -1.89749581235054123450e-11, -5.58974346219658380687e-10, -3.83538038596423702205e-9, -2.63146884688951950684e-8,
             -2.51223623787020892529e-7, -3.88256480887769039346e-6, -1.10588938762623716291e-4, -9.76109749136146840777e-3,
             7.78576235018280120474e-1)


def _chebyshev(x, coefficients):
    b0, b1, b2 = e.full_like(x, 0), e.full_like(x, 0), e.full_like(x, 0)
    for c in coefficients:
        b0, b1, b2 = x * b0 - b1 + c, b0, b1
    return 0.5 * (b0 - b2)


def _i0e(x):
    y = abs(x)
    large = _chebyshev(32 / _where(y > 8, y, 8.0) - 2, _I0_LARGE) / e.sqrt(_where(y > 8, y, 8.0))
    return _where(y <= 8, _chebyshev(y / 2 - 2, _I0_SMALL), large)


def _i1e(x):
    y = abs(x)
    large = _chebyshev(32 / _where(y > 8, y, 8.0) - 2, _I1_LARGE) / e.sqrt(_where(y > 8, y, 8.0))
    return _where(y <= 8, _chebyshev(y / 2 - 2, _I1_SMALL) * y, large) * e.sign(x)


bessel_i0e = widened(_derivative(_i0e, lambda out, x: (bessel_i1e(x) - e.sign(x) * out,)))
bessel_i1e = widened(_derivative(_i1e, lambda out, x: (
    bessel_i0e(x) - out * (e.sign(x) + 1 / _where(x == 0, 1.0, x)) + _where(x == 0, -0.5, 0.0),)))
