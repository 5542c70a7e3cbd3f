// The exponential family: exp, expm1, log, log1p, logistic, hyperbolic functions, cube root, power.
#include <limits>

#include "engine/ops/elementary_functions.h"

namespace onepot {

namespace {

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLog2 = 0.69314718055994530942;
constexpr double kRoundNarrow = 12582912.0;  // 1.5·2^23: added, it leaves the nearest integer in an f32's low bits
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool isDouble(Expression x) { return x.type() == ElementType::F64; }

/// x clamped to [low, high]; NaN stays.
Expression clampKeepingNan(Expression x, double low, double high) {
  x = select(x < low, x.like(low), x);
  return select(x > high, x.like(high), x);
}

/// 2^k for an integer-valued k (as bits) within the normal exponents.
Expression powerOfTwo(Expression k) {
  const bool wide = k.type() == ElementType::S64;
  return ((k + (wide ? 1023 : 127)) << (wide ? 52 : 23)).bitcast(wide ? ElementType::F64 : ElementType::F32);
}

struct Reduced {
  Expression n;  // nearest integer to x / ln 2, as a float
  Expression k;  // the same as an integer
  Expression r;  // x − n·ln 2, within ±0.35
};

/// Adding 1.5·2^23 (1.5·2^52) leaves the nearest integer in the low bits: no conversion, and NaN does no harm.
/// ln 2 in two parts (Cody and Waite), as in fdlibm.
Reduced reduceByLog2(Expression x) {
  const bool wide = isDouble(x);
  const double magic = wide ? 6755399441055744.0 : kRoundNarrow;
  Expression shifted = fma(x, x.like(kLog2E), magic);
  Expression n = shifted - magic;
  const ElementType bits = bitsType(x.type());
  Expression k = shifted.bitcast(bits) - x.like(magic).bitcast(bits);
  Expression high = fma(n, n.like(wide ? -6.93147180369123816490e-01 : -0.693145751953125), x);
  Expression r = fma(n, n.like(wide ? -1.90821492927058770002e-10 : -1.428606765330187045e-06), high);
  return {n, k, r};
}

/// e^r − 1 for |r| ≤ 0.35, as r + r²·q(r): Taylor's series in f64; in f32 a minimax polynomial (Cephes, expf).
Expression exponentialMinusOnePolynomial(Expression r) {
  static constexpr double kWide[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                     1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                     1.0 / 120,        1.0 / 24,        1.0 / 6,        0.5};
  static constexpr double kNarrow[] = {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3,
                                       4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1};
  Expression q = isDouble(r) ? polynomial(r, kWide) : polynomial(r, kNarrow);
  return fma(q, r * r, r);
}

/// (1 + p) · 2^k in two steps, so that results down to the subnormals come out.
Expression scaleOnePlus(Expression p, Expression k) {
  Expression half = k >> 1;
  Expression first = powerOfTwo(half);
  return fma(p, first, first) * powerOfTwo(k - half);
}

/// mantissa in [√½, √2) and exponent (as a float) of a positive x; subnormals are scaled first.
struct Split {
  Expression mantissa, exponent;
};
Split splitNumber(Expression x) {
  const bool wide = isDouble(x);
  const ElementType bits = bitsType(x.type());
  Expression tiny = x < (wide ? 2.2250738585072014e-308 : 1.17549435e-38f);
  Expression scaled = select(tiny, x * (wide ? 18014398509481984.0 : 33554432.0), x);  // 2^54, 2^25
  Expression raw = scaled.bitcast(bits);
  Expression offset = raw.likeBits(wide ? 0x3fe6a09e667f3bcdu : 0x3f3504f3u);  // √½
  Expression k = (raw - offset) >> (wide ? 52 : 23);
  Expression mantissa = (raw - (k << (wide ? 52 : 23))).bitcast(x.type());
  k = k + select(tiny, k.like(wide ? -54 : -25), k.like(0));
  // s64 → f64 has no vector instruction before AVX-512; through s32 it has.
  Expression exponent = (wide ? k.convert(ElementType::S32) : k).convert(x.type());
  return {mantissa, exponent};
}

/// What log gives outside (0, ∞).
Expression logarithmEdges(Expression x, Expression inside) {
  Expression outside = select(equal(x, 0.0), x.like(-kInfinity), x.like(kNan));
  Expression result = select(x > 0.0, inside, outside);
  return select(equal(x, kInfinity), x, result);
}

/// log of f64 as an unevaluated sum high + low good to about 2^-60: fdlibm's log with a divided-difference quotient.
struct Pair {
  Expression high, low;
};
Pair wideLogarithm(Expression x) {
  static constexpr double kLg[] = {1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01,
                                   2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01,
                                   6.666666666666735130e-01};
  Split split = splitNumber(x);
  Expression f = split.mantissa - 1.0, denominator = split.mantissa + 1.0;
  Expression denominatorLow = f - (denominator - 2.0);
  Expression s = f / denominator;
  Expression sLow = fma(-s, denominatorLow, fma(-s, denominator, f)) / denominator;
  Expression z = s * s;
  // The first coefficient is 2/3 but for its last digits, so s·z carries what the high part lacks.
  Expression tail = s * z * polynomial(z, kLg) + 2.0 * sLow;
  Expression a = split.exponent * 6.93147180369123816490e-01;
  Expression b = 2.0 * s;
  Expression sum = a + b;
  Expression bVirtual = sum - a;
  Expression error = (a - (sum - bVirtual)) + (b - bVirtual);
  Expression low = error + fma(split.exponent, x.like(1.90821492927058770002e-10), tail);
  Expression high = sum + low;
  return {high, low - (high - sum)};
}

/// e^(high + low) for f64.
Expression wideExponential(Expression high, Expression low) {
  Expression x = clampKeepingNan(high, -746.0, 710.0);
  Reduced reduced = reduceByLog2(x);
  Expression p = exponentialMinusOnePolynomial(reduced.r);
  Expression tail = select(abs(high) < 745.2, low, low.like(0.0));
  return scaleOnePlus(fma(1.0 + p, tail, p), reduced.k);
}

Expression throughDouble(Expression x, Expression (*function)(Expression)) {
  return function(x.convert(ElementType::F64)).convert(ElementType::F32);
}

}  // namespace

Expression exponential(Expression x) {
  const bool wide = isDouble(x);
  Reduced reduced = reduceByLog2(clampKeepingNan(x, wide ? -746.0 : -104.0, wide ? 710.0 : 89.0));
  return scaleOnePlus(exponentialMinusOnePolynomial(reduced.r), reduced.k);
}

Expression exponentialMinusOne(Expression x) {
  const bool wide = isDouble(x);
  Reduced reduced = reduceByLog2(clampKeepingNan(x, wide ? -50.0 : -30.0, wide ? 710.0 : 89.0));
  Expression p = exponentialMinusOnePolynomial(reduced.r);
  // 2^n·p + (2^n − 1), halved so that n may be the greatest exponent plus one.
  Expression half = powerOfTwo(reduced.k - 1);
  Expression general = fma(half, p, half - 0.5);
  return select(equal(reduced.n, 0.0), select(equal(x, 0.0), x, p), general + general);
}

Expression logarithm(Expression x) {
  if (isDouble(x)) {
    Pair pair = wideLogarithm(x);
    return logarithmEdges(x, pair.high);
  }
  // Cephes, logf: x − x²/2 + x³·P(x) on [√½ − 1, √2 − 1], P in three strands, in the order of XLA's CPU code (random
  // normals stay within 2 ulp of JAX's so).
  Split split = splitNumber(x);
  Expression f = split.mantissa - 1.0;
  Expression square = f * f, cube = square * f;
  Expression high = fma(fma(f, f.like(7.0376836292e-2), -1.1514610310e-1), f, 1.1676998740e-1);
  Expression middle = fma(fma(f, f.like(-1.2420140846e-1), 1.4249322787e-1), f, -1.6668057665e-1);
  Expression low = fma(fma(f, f.like(2.0000714765e-1), -2.4999993993e-1), f, 3.3333331174e-1);
  Expression p = fma(fma(high, cube, middle), cube, low);
  Expression y = fma(p, cube, split.exponent * -2.12194440e-4);
  Expression sum = fma(square, f.like(-0.5), f) + y;
  return logarithmEdges(x, fma(split.exponent, f.like(0.693359375), sum));
}

Expression logarithmPlusOne(Expression x) {
  static constexpr double kP[] = {4.5270000862445199635215e-5, 4.9854102823193375972212e-1, 6.5787325942061044846969e0,
                                  2.9911919328553073277375e1,  6.0949667980987787057556e1,  5.7112963590585538103336e1,
                                  2.0039553499201281259648e1};
  static constexpr double kQ[] = {1.0,
                                  1.5062909083469192043167e1,
                                  8.3047565967967209469434e1,
                                  2.2176239823732856465394e2,
                                  3.0909872225312059774938e2,
                                  2.1642788614495947685003e2,
                                  6.0118660497603843919306e1};
  Expression large = logarithm(x + 1.0);
  Expression square = x * x;
  Expression ratio = polynomial(x, kP) / polynomial(x, kQ);
  Expression small = x + fma(square, x.like(-0.5), x * square * ratio);
  if (isDouble(x)) {
    // 1 + x is rounded: give back what was lost.
    Expression u = x + 1.0, lost = x - (u - 1.0);
    large = large + select((abs(x) < 1e300) & (u > 0.0), lost / u, x.like(0.0));
  }
  small = select(equal(x, 0.0), x, small);
  // XLA takes the rational for all |x| < √2 − 1; in f64 it holds its digits from √½ − 1 on only.
  Expression near = abs(x) < 0.41421356237309504880;
  if (isDouble(x)) near = near & (x > -0.29289321881345247560);
  return select(near, small, large);
}

Expression logistic(Expression x) {
  // e^−|x| never overflows; 1/(1+e) and e/(1+e) are the two halves.
  Expression e = exponential(-abs(x));
  return select(x < 0.0, e, x.like(1.0)) / (1.0 + e);
}

Expression narrowExponential(Expression x) {
  Reduced reduced = reduceByLog2(x);
  Expression scale = powerOfTwo(reduced.k);
  return fma(scale, exponentialMinusOnePolynomial(reduced.r), scale);
}

namespace {

/// t/(t + 2) with t = e^(2|x|) − 1 = 2^k·p + (2^k − 1), which is p itself where k = 0; k stays so small that nothing
/// overflows, and one part of ln 2 is enough, as the slope of tanh falls faster than its error grows.
Expression narrowHyperbolicTangent(Expression x) {
  Expression magnitude = abs(x + x);
  magnitude = select(magnitude > 18.2, x.like(18.2), magnitude);  // beyond it, 1 to the last bit
  Expression shifted = fma(magnitude, x.like(kLog2E), kRoundNarrow);
  Expression n = shifted - kRoundNarrow;
  Expression p = exponentialMinusOnePolynomial(fma(n, n.like(-kLog2), magnitude));
  Expression power = (shifted.bitcast(ElementType::S32) << 23) + x.like(1.0).bitcast(ElementType::S32);
  Expression scale = power.bitcast(ElementType::F32);
  Expression t = fma(scale, p, scale - 1.0);
  return giveSign(t / (t + 2.0), x);
}

}  // namespace

Expression hyperbolicTangent(Expression x) {
  if (!isDouble(x)) return narrowHyperbolicTangent(x);
  Expression magnitude = abs(x);
  magnitude = select(magnitude > 19.1, x.like(19.1), magnitude);  // beyond it, 1 to the last bit
  Expression t = exponentialMinusOne(magnitude + magnitude);
  return copySign(t / (t + 2.0), x);
}

Expression hyperbolicSine(Expression x) {
  if (!isDouble(x)) return throughDouble(x, hyperbolicSine);
  // With t = expm1|x|: (t + t/(t+1))/2; near the overflow (e^(|x|/2)/2)·e^(|x|/2).
  Expression magnitude = abs(x);
  Expression t = exponentialMinusOne(magnitude);
  Expression h = exponential(magnitude * 0.5);
  Expression result = select(magnitude < 700.0, 0.5 * (t + t / (t + 1.0)), (0.5 * h) * h);
  return copySign(result, x);
}

Expression hyperbolicCosine(Expression x) {
  if (!isDouble(x)) return throughDouble(x, hyperbolicCosine);
  Expression magnitude = abs(x);
  Expression e = exponential(magnitude);
  Expression h = exponential(magnitude * 0.5);
  return select(magnitude < 700.0, fma(e, x.like(0.5), 0.5 / e), (0.5 * h) * h);
}

Expression inverseHyperbolicSine(Expression x) {
  if (!isDouble(x)) return throughDouble(x, inverseHyperbolicSine);
  Expression a = abs(x), square = a * a;
  Expression general = logarithmPlusOne(a + square / (1.0 + sqrt(1.0 + square)));
  Expression large = logarithm(a) + 0.693147180559945309417;
  Expression result = select(a < 1e8, general, large);
  return copySign(select(equal(a, kInfinity), a, result), x);
}

Expression inverseHyperbolicCosine(Expression x) {
  if (!isDouble(x)) return throughDouble(x, inverseHyperbolicCosine);
  Expression t = x - 1.0;
  Expression general = logarithmPlusOne(t + sqrt(t * (t + 2.0)));
  Expression result = select(x < 1e8, general, logarithm(x) + 0.693147180559945309417);
  return select(x < 1.0, x.like(kNan), result);
}

Expression inverseHyperbolicTangent(Expression x) {
  if (!isDouble(x)) return throughDouble(x, inverseHyperbolicTangent);
  Expression a = abs(x);
  Expression result = 0.5 * logarithmPlusOne((a + a) / (1.0 - a));
  result = select(equal(a, 1.0), a.like(kInfinity), result);
  return copySign(select(a > 1.0, a.like(kNan), result), x);
}

Expression cubeRoot(Expression x) {
  if (!isDouble(x)) return throughDouble(x, cubeRoot);
  // A third of the logarithm gives 50 bits; one step of Newton the rest.
  Expression tiny = abs(x) < 1e-280;  // its cube's residual would be lost among the subnormals
  Expression a = select(tiny, abs(x) * 18014398509481984.0, abs(x));
  Expression y = exponential(logarithm(a) * (1.0 / 3.0));
  Expression square = y * y;
  Expression residual = fma(square, y, -a);
  Expression result = y - residual / (3.0 * square);
  result = select(tiny, result * 3.814697265625e-06, result);  // ∛2^−54
  Expression special = a * 1.0;
  result = select(equal(a, 0.0), special, select(equal(a, kInfinity), special, result));
  return copySign(select(isNan(x), x, result), x);
}

Expression reciprocalSquareRoot(Expression x) { return 1.0 / sqrt(x); }

Expression power(Expression x, Expression y) {
  if (!isDouble(x)) return power(x.convert(ElementType::F64), y.convert(ElementType::F64)).convert(ElementType::F32);
  Expression a = abs(x);
  Pair log = wideLogarithm(a);
  Expression high = y * log.high;
  Expression low = fma(y, log.high, -high) + y * log.low;
  Expression result = wideExponential(high, low);
  Expression floor = y.apply(UnaryOp::Floor);
  Expression integer = equal(floor, y);
  Expression half = y * 0.5;
  Expression odd = integer & !equal(half.apply(UnaryOp::Floor), half);
  // |x| = 0 or ∞: 0 or ∞ by the sign of y.
  Expression grows = equal(a, kInfinity).apply(BinaryOp::Xor, y < 0.0);
  Expression extreme = equal(a, 0.0) | equal(a, kInfinity);
  result = select(extreme, select(grows, x.like(kInfinity), x.like(0.0)), result);
  // |y| = ∞ by |x| against 1.
  Expression endless = equal(abs(y), kInfinity);
  Expression outward = (a > 1.0).apply(BinaryOp::Xor, y < 0.0);
  result = select(endless, select(equal(a, 1.0), x.like(1.0), select(outward, x.like(kInfinity), x.like(0.0))), result);
  Expression negative = x.bitcast(ElementType::S64) < 0.0;
  result = select(negative & odd, -result, result);
  Expression undefined = (x < 0.0) & !integer & !endless & !equal(a, kInfinity);
  result = select(undefined, x.like(kNan), result);
  result = select(isNan(x) | isNan(y), x.like(kNan), result);
  return select(equal(x, 1.0) | equal(y, 0.0), x.like(1.0), result);
}

}  // namespace onepot
