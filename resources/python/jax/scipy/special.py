"""jax.scipy.special: error, gamma, beta and Bessel functions and their like."""
import _onepot
import numpy as np

from jax import nn
from jax import numpy as jnp
from jax._src import lax_elementwise as e
from jax._src import special_functions as f
from jax._src.core import asarray, to_inexact
from jax._src.custom import custom_jvp

digamma = psi = f.digamma
gammaln = f.lgamma
gammainc, gammaincc, betainc = f.igamma, f.igammac, f.betainc
polygamma, i0e, i1e = f.polygamma, f.bessel_i0e, f.bessel_i1e
_where = jnp.where


def _pair(*args):
    return _onepot.promote([to_inexact(x) for x in args])


def erf(x):
    return e.erf(to_inexact(x))


def erfc(x):
    return e.erfc(to_inexact(x))


def erfinv(x):
    return e.erf_inv(to_inexact(x))


def expit(x):
    return e.logistic(to_inexact(x))


def logit(x):
    x = to_inexact(x)
    return e.log(x / (1 - x))


def xlogy(x, y):
    x, y = _pair(x, y)
    return _where(x == 0, 0.0, x * e.log(_where(x == 0, 1.0, y)))


def xlog1py(x, y):
    x, y = _pair(x, y)
    return _where(x == 0, 0.0, x * e.log1p(_where(x == 0, 0.0, y)))


def entr(x):
    x = to_inexact(x)
    return _where(x < 0, -np.inf, -xlogy(x, x))


def kl_div(p, q):
    p, q = _pair(p, q)
    return rel_entr(p, q) - p + q


def rel_entr(p, q):
    p, q = _pair(p, q)
    both = (p > 0) & (q > 0)
    zero = (p == 0) & (q >= 0)
    safe_p, safe_q = _where(both, p, 1), _where(both, q, 1)
    return _where(both, safe_p * e.log(safe_p / safe_q), _where(zero, 0.0, np.inf))


def boxcox(x, lmbda):
    x, lmbda = _pair(x, lmbda)
    safe = _where(lmbda == 0, 1.0, lmbda)
    return _where(lmbda == 0, e.log(x), e.expm1(safe * e.log(x)) / safe)


def boxcox1p(x, lmbda):
    x, lmbda = _pair(x, lmbda)
    safe = _where(lmbda == 0, 1.0, lmbda)
    return _where(lmbda == 0, e.log1p(x), e.expm1(safe * e.log1p(x)) / safe)


# ---- the normal distribution

def ndtr(x):
    x = to_inexact(x)
    half = np.sqrt(0.5)
    w = x * half
    z = abs(w)
    return 0.5 * _where(z < half, 1 + e.erf(w), _where(w > 0, 2 - e.erfc(z), e.erfc(z)))


def ndtri(p):
    return np.sqrt(2) * e.erf_inv(2 * to_inexact(p) - 1)


def log_ndtr(x, series_order=3):
    """log(ndtr(x)), by the asymptotic series where ndtr underflows."""
    x = to_inexact(x)
    low, high = (-20.0, 8.0) if x.dtype.itemsize == 8 else (-10.0, 5.0)
    big = _where(x > high, x, high)
    middle = e.log(ndtr(_where(x > low, e.min(x, e.full_like(x, high)), low)))
    small = _where(x < low, x, low)
    total, odd, square = e.full_like(x, 1), 1.0, small * small
    power, sign = square, -1.0
    for k in range(1, series_order + 1):
        odd *= 2 * k - 1
        total = total + sign * odd / power
        power, sign = power * square, -sign
    tail = -0.5 * square - e.log(-small) - 0.5 * np.log(2 * np.pi) + e.log(total)
    return _where(x > high, -ndtr(-big), _where(x > low, middle, tail))


_log_ndtr_plain = log_ndtr
_differentiable_log_ndtr = custom_jvp(lambda x: _log_ndtr_plain(x))


@_differentiable_log_ndtr.defjvp
def _log_ndtr_rule(primals, tangents):
    (x,), (t,) = primals, tangents
    out = _differentiable_log_ndtr(x)
    return out, t * e.exp(-0.5 * x * x - 0.5 * np.log(2 * np.pi) - out)


def log_ndtr(x, series_order=3):  # noqa: F811
    return _differentiable_log_ndtr(to_inexact(x)) if series_order == 3 else _log_ndtr_plain(x, series_order)


# ---- gamma and beta

def gammasgn(x):
    x = to_inexact(x)
    floor = e.floor(x)
    odd = (floor / 2) != e.floor(floor / 2)
    result = _where((x > 0) | ~odd, 1.0, -1.0)
    result = _where((x < 0) & (x == floor), np.nan, result)
    return _where(jnp.signbit(x) & (x == 0), -1.0, result).astype(x.dtype)


def gamma(x):
    x = to_inexact(x)
    return gammasgn(x) * e.exp(f.lgamma(x))


def loggamma(z):
    z = to_inexact(z)
    if z.dtype.kind == "c":
        raise NotImplementedError("jax.scipy.special.loggamma of complex numbers: gammaln takes real ones")
    return _where(z < 0, np.nan, f.lgamma(z))


def betaln(a, b):
    a, b = _pair(a, b)
    return f.lgamma(a) + f.lgamma(b) - f.lgamma(a + b)


def beta(a, b):
    a, b = _pair(a, b)
    return gammasgn(a) * gammasgn(b) * gammasgn(a + b) * e.exp(betaln(a, b))


def factorial(n, exact=False):
    if exact:
        raise NotImplementedError("factorial with exact=True")
    n = to_inexact(n)
    return _where(n < 0, 0, e.exp(f.lgamma(n + 1)))


def poch(z, m):
    z, m = _pair(z, m)
    return _where(m == 0, 1.0, e.exp(f.lgamma(z + m) - f.lgamma(z)) * gammasgn(z + m) * gammasgn(z))


def comb(N, k, exact=False, repetition=False):
    if exact:
        raise NotImplementedError("comb with exact=True")
    N, k = _pair(N, k)
    if repetition:
        N = N + k - 1
    value = e.exp(f.lgamma(N + 1) - f.lgamma(k + 1) - f.lgamma(N - k + 1))
    return _where((k >= 0) & (k <= N) & (N >= 0), value, 0.0)


def multigammaln(a, d):
    a = to_inexact(a)
    d = int(d)
    steps = (np.arange(d, dtype=np.float32) / 2).astype(a.dtype)
    constant = 0.25 * d * (d - 1) * np.log(np.pi)
    return jnp.sum(f.lgamma(a[..., None] - steps), -1) + constant


def zeta(x, q=None):
    if q is None:
        raise NotImplementedError("Riemann zeta function not implemented; pass q != None to compute the Hurwitz Zeta function.")
    return f.zeta(x, q)


# ---- Bessel functions and integrals

def i0(x):
    x = to_inexact(x)
    return e.exp(abs(x)) * f.bessel_i0e(x)


def i1(x):
    x = to_inexact(x)
    return e.exp(abs(x)) * f.bessel_i1e(x)


def bessel_jn(z, *, v, n_iter=50):
    """J_0 … J_v by the downward recurrence, scaled by J_0 + 2 J_2 + 2 J_4 … = 1."""
    z = to_inexact(z)
    v = int(v)
    above, here = e.full_like(z, 0), e.full_like(z, 1e-30)
    total, rows = e.full_like(z, 0), [None] * (v + 1)
    safe = _where(z == 0, 1.0, z)
    for n in range(max(n_iter, v + 1), 0, -1):
        below = 2.0 * n / safe * here - above
        # Rows grow by n / z at each step: they are kept within the floats' range.
        big = abs(below) > 1e15
        shrink = _where(big, 1e-15, 1.0)
        above, here, total = here * shrink, below * shrink, total * shrink
        rows = [r if r is None else r * shrink for r in rows]
        if n - 1 <= v:
            rows[n - 1] = here
        if (n - 1) % 2 == 0:
            total = total + (2 * here if n > 1 else here)
    result = jnp.stack([r / total for r in rows])
    at_zero = jnp.stack([e.full_like(z, 1.0 if n == 0 else 0.0) for n in range(v + 1)])
    return _where(z == 0, at_zero, result)


def exp1(x):
    return expn(1, x)


def expi(x):
    """The exponential integral: a series near zero, a continued fraction beyond on the left, asymptotic on the right."""
    x = to_inexact(x)
    negative = -expn(1, _where(x < 0, -x, 1.0))
    near = _where((x > 0) & (x < 20), x, 1.0)
    total, term = e.full_like(x, 0), e.full_like(x, 1)
    for k in range(1, 80):
        term = term * near / k
        total = total + term / k
    series = np.euler_gamma + e.log(near) + total
    far = _where(x >= 20, x, 20.0)
    sum_, term = e.full_like(x, 1), e.full_like(x, 1)
    for k in range(1, 18):
        term = term * k / far
        sum_ = sum_ + term
    large = e.exp(far) / far * sum_
    return _where(x == 0, -np.inf, _where(x < 0, negative, _where(x < 20, series, large)))


def expn(n, x):
    n, x = to_inexact(n), to_inexact(x)
    n, x = _onepot.promote([n, x])
    n, x = jnp.broadcast_arrays(n, x)
    small = (x > 0) & (x <= 1)
    y = _where(small, x, 0.5)
    # Below one: the power series, with a logarithm in the term that would divide by zero.
    total, term = e.full_like(y, 0), e.full_like(y, 1)
    for k in range(0, 30):
        gap = n - 1 - k
        total = total + _where(gap == 0, 0.0, term / _where(gap == 0, 1.0, gap))
        term = -term * y / (k + 1)
    log_term = (f.digamma(_where(n < 1, 1.0, n)) - e.log(y)) * e.exp((n - 1) * e.log(y) - f.lgamma(_where(n < 1, 1.0, n)))
    log_term = log_term * _where(e.rem(n - 1, e.full_like(n, 2)) == 0, 1.0, -1.0)
    series = log_term + total
    z = _where(x > 1, x, 2.0)
    b = z + n
    c, d = e.full_like(z, 1e30), 1 / b
    h = d
    for i in range(1, 60):
        an = -i * (n - 1 + i)
        b = b + 2
        d = 1 / (an * d + b)
        c = b + an / c
        h = h * c * d
    fraction = h * e.exp(-z)
    at_zero = _where(n > 1, 1 / _where(n > 1, n - 1, 1.0), np.inf)
    result = _where(small, series, fraction)
    result = _where(n == 0, e.exp(-x) / x, result)
    return _where(x == 0, at_zero, _where(x < 0, np.nan, result))


def spence(x):
    """Spence's function, the integral of -log(t)/(t-1) from 1, by its series after reflections."""
    x = to_inexact(x)

    def dilog(z):
        total, power = e.full_like(z, 0), z
        for k in range(1, 40):
            total = total + power / (k * k)
            power = power * z
        return total
    z = 1 - x
    # |z| <= 1/2 after these: inversion, then reflection.
    inverted = x > 2
    w = _where(inverted, 1 / _where(inverted, x, 1.0), x)
    reflected = w < 0.5
    arg = _where(reflected, w, 1 - w)
    landen = arg < -0.5
    inner = _where(landen, arg / (arg - 1), arg)
    base = dilog(inner)
    base = _where(landen, -base - 0.5 * e.log(_where(landen, 1 - arg, 1.0)) ** 2, base)
    logs = e.log(_where((w > 0) & (w < 1), w, 0.5)) * e.log1p(-_where((w > 0) & (w < 1), w, 0.5))
    value = _where(reflected, np.pi ** 2 / 6 - logs - base, base)
    value = _where(inverted, -value - 0.5 * e.log(_where(inverted, x, 1.0)) ** 2, value)
    return _where(x < 0, np.nan, _where(x == 0, np.pi ** 2 / 6, value + 0 * z))


def erfcx(x):
    """exp(x²) erfc(x), by a continued fraction where erfc underflows."""
    x = to_inexact(x)
    near = e.exp(_where(x < 5, x * x, 0.0)) * e.erfc(_where(x < 5, x, 0.0))
    y = _where(x < 5, 5.0, x)
    tail = y
    for k in range(24, 0, -1):
        tail = y + (k / 2) / tail
    return _where(x < 5, near, 1 / (np.sqrt(np.pi) * tail))


def hyp1f1(a, b, x):
    """Kummer's function by its series, after Kummer's transformation for negative x."""
    a, b, x = _pair(a, b, x)
    a, b, x = jnp.broadcast_arrays(a, b, x)
    flip = x < 0
    p, z = _where(flip, b - a, a), abs(x)
    total, term = e.full_like(z, 1), e.full_like(z, 1)
    for k in range(200):
        term = term * (p + k) / (b + k) * z / (k + 1)
        total = total + term
    return _where(flip, e.exp(x) * total, total)


def hyp2f1(a, b, c, x):
    """Gauss' function for |x| < 1 by its series, after Pfaff's transformation for negative x."""
    a, b, c, x = jnp.broadcast_arrays(*_pair(a, b, c, x))
    flip = x < 0
    z = _where(flip, x / (x - 1), x)
    q = _where(flip, c - b, b)
    total, term = e.full_like(z, 1), e.full_like(z, 1)
    for k in range(400):
        term = term * (a + k) * (q + k) / ((c + k) * (k + 1)) * z
        total = total + term
    return _where(flip, (1 - x) ** -a * total, total)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    return nn.logsumexp(a, axis, b, keepdims, return_sign, where)


def softmax(x, axis=None):
    return nn.softmax(x, tuple(range(asarray(x).ndim)) if axis is None else axis)


def log_softmax(x, axis=None):
    return nn.log_softmax(x, tuple(range(asarray(x).ndim)) if axis is None else axis)


def bernoulli(n):
    """The first n + 1 Bernoulli numbers."""
    if n < 3:
        return jnp.asarray([1.0, -0.5, 1 / 6][:n + 1], float)
    values = [1.0, -0.5] + [0.0] * (n - 1)
    for m in range(2, n + 1, 2):
        total = sum(1.0 / k ** m for k in range(1, 60))
        values[m] = (-1) ** (m // 2 + 1) * 2 * float(np.prod([j / (2 * np.pi) for j in range(1, m + 1)])) * total
    return jnp.asarray(values, float)
