// Trigonometric functions and the error function.
#include <limits>

#include "engine/ops/elementary_functions.h"

namespace onepot {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;

bool isDouble(Expression x) { return x.type() == ElementType::F64; }

struct Angle {
  Expression r, low;    // x − n·π/2 within ±π/4, and what r lacks of it
  Expression quadrant;  // n mod 4 in the low bits of an s64
};

/// π/2 in three parts whose products with n are exact by fma (Cody and Waite); n in the low bits after adding 1.5·2^52.
Angle reduceAngle(Expression x) {
  Expression shifted = fma(x, x.like(0.63661977236758134308), 6755399441055744.0);
  Expression n = shifted - 6755399441055744.0;
  Expression first = fma(n, n.like(-1.57079632679489655800e+00), x);
  Expression r = fma(n, n.like(-6.12323399573676603587e-17), first);
  Expression low = fma(n, n.like(-6.12323399573676603587e-17), first - r);
  return {r, low, shifted.bitcast(ElementType::S64)};
}

/// The angle of an f32 number, held in f64: exact for every magnitude. 2/π is cut into pieces of 28 bits, so that each
/// product with the 24 bits of x is exact; whole multiples of 4 quadrants are taken out of each product at once (Payne
/// and Hanek's idea in floating point).
Angle reduceNarrowAngle(Expression x) {
  static constexpr double kPieces[] = {0x1.45f306c000000p-1,   0x1.c9c882a000000p-29,  0x1.4fe13a8000000p-59,
                                       0x1.f47d4d0000000p-86,  0x1.bb81b6c000000p-113, 0x1.4acc9e0000000p-143,
                                       0x1.0e4107c000000p-170, 0x1.ca2c756000000p-197};
  Expression quadrants = x.like(0.0), whole = x.like(0.0);
  for (double piece : kPieces) {
    Expression product = x * piece;
    Expression turns = (product * 0.25).apply(UnaryOp::RoundEven);
    Expression sum = quadrants + fma(turns, x.like(-4.0), product);
    Expression nearest = sum.apply(UnaryOp::RoundEven);
    whole = whole + nearest;
    quadrants = sum - nearest;
  }
  Expression count = (whole + 6755399441055744.0).bitcast(ElementType::S64);
  return {quadrants * 1.57079632679489655800e+00, x.like(0.0), count};
}

/// fdlibm's kernel polynomials on ±π/4.
Expression sineKernel(Expression r, Expression low) {
  static constexpr double kS[] = {1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
                                  -1.98412698298579493134e-04, 8.33333333332248946124e-03};
  Expression z = r * r;
  Expression v = z * r;
  Expression p = polynomial(z, kS);
  return r - fma(v, r.like(1.66666666666666324348e-01), fma(z, 0.5 * low - v * p, -low));
}

Expression cosineKernel(Expression r, Expression low) {
  static constexpr double kC[] = {-1.13596475577881948265e-11, 2.08757232129817482790e-09,  -2.75573143513906633035e-07,
                                  2.48015872894767294178e-05,  -1.38888888888741095749e-03, 4.16666666666666019037e-02};
  Expression z = r * r;
  Expression half = 0.5 * z;
  Expression w = 1.0 - half;
  return w + (((1.0 - w) - half) + fma(z * z, polynomial(z, kC), -(r * low)));
}

Angle angleOf(Expression x) { return isDouble(x) ? reduceAngle(x) : reduceNarrowAngle(x.convert(ElementType::F64)); }

/// sin(angle + shift·π/2).
Expression shiftedSine(const Angle& angle, int shift) {
  Expression quadrant = angle.quadrant + shift;
  Expression odd = equal(quadrant & quadrant.like(1), 1.0);
  Expression value = select(odd, cosineKernel(angle.r, angle.low), sineKernel(angle.r, angle.low));
  Expression sign = (quadrant & quadrant.like(2)) << 62;
  return (value.bitcast(ElementType::S64) ^ sign).bitcast(ElementType::F64);
}

Expression throughDouble(Expression x, Expression (*function)(Expression)) {
  return function(x.convert(ElementType::F64)).convert(ElementType::F32);
}

/// atan of a ≥ 0 (fdlibm: reduced by π/4 or π/2, odd polynomial).
Expression arcTangentOfPositive(Expression a) {
  static constexpr double kA[] = {1.62858201153657823623e-02,  -3.65315727442169155270e-02, 4.97687799461593236017e-02,
                                  -5.83357013379057348645e-02, 6.66107313738753120669e-02,  -7.69187620504482999495e-02,
                                  9.09088713343650656196e-02,  -1.11111104054623557880e-01, 1.42857142725034663711e-01,
                                  -1.99999999998764832476e-01, 3.33333333333329318027e-01};
  Expression steep = a > 2.4375, middle = a > 0.4375;
  // a > 2.4375: π/2 − atan(1/a); between: π/4 + atan((a−1)/(a+1)).
  Expression top = select(steep, a.like(-1.0), select(middle, a - 1.0, a));
  Expression bottom = select(steep, a, select(middle, a + 1.0, a.like(1.0)));
  Expression t = top / bottom;
  Expression base = select(steep, a.like(kPi / 2), select(middle, a.like(kPi / 4), a.like(0.0)));
  Expression baseLow = select(steep, a.like(6.12323399573676603587e-17),
                              select(middle, a.like(3.06161699786838301793e-17), a.like(0.0)));
  Expression z = t * t;
  return base + (t - (t * z * polynomial(z, kA) - baseLow));
}

}  // namespace

Expression sine(Expression x) {
  Expression value = shiftedSine(angleOf(x), 0).convert(x.type());
  return select(equal(x, 0.0), x, value);
}

Expression cosine(Expression x) { return shiftedSine(angleOf(x), 1).convert(x.type()); }

Expression tangent(Expression x) {
  Angle angle = angleOf(x);
  Expression s = sineKernel(angle.r, angle.low), c = cosineKernel(angle.r, angle.low);
  Expression odd = equal(angle.quadrant & angle.quadrant.like(1), 1.0);
  return select(equal(x, 0.0), x, (select(odd, -c, s) / select(odd, s, c)).convert(x.type()));
}

Expression arcTangent2(Expression y, Expression x) {
  if (!isDouble(x))
    return arcTangent2(y.convert(ElementType::F64), x.convert(ElementType::F64)).convert(ElementType::F32);
  Expression a = abs(y), b = abs(x);
  Expression bothEndless = equal(a, std::numeric_limits<double>::infinity()) & equal(b, a);
  Expression ratio = select(bothEndless, x.like(1.0), a / b);
  ratio = select(equal(a, 0.0) & equal(b, 0.0), x.like(0.0), ratio);
  Expression angle = arcTangentOfPositive(ratio);
  angle = select(ratio > 1e300, x.like(kPi / 2), angle);
  Expression mirrored = x.bitcast(ElementType::S64) < 0.0;
  angle = select(mirrored, kPi - (angle - 1.2246467991473531772e-16), angle);
  angle = copySign(angle, y);
  return select(isNan(x) | isNan(y), x.like(kNan), angle);
}

Expression arcSine(Expression x) {
  if (!isDouble(x)) return throughDouble(x, arcSine);
  Expression one = x.like(1.0);
  return select(equal(x, 0.0), x, arcTangent2(x, sqrt((one - x) * (one + x))));
}

Expression arcCosine(Expression x) {
  if (!isDouble(x)) return throughDouble(x, arcCosine);
  // 2·atan2(√(1−x), √(1+x)) keeps its digits near 1.
  Expression one = x.like(1.0);
  return 2.0 * arcTangent2(sqrt(one - x), sqrt(one + x));
}

namespace {

/// Minimax polynomials on [0, 0.93] and, through 1 − e^p, beyond; for f32 with fma.
Expression narrowErrorFunction(Expression x) {
  static constexpr double kSmall[] = {-5.96761703e-4, 4.99119423e-3,  -2.67681349e-2,
                                      1.12819925e-1,  -3.76125336e-1, 1.28379166e-1};
  Expression t = abs(x);
  t = select(t > 4.0, x.like(4.0), t);  // beyond it, 1 to the last bit
  Expression s = t * t;
  Expression small = fma(polynomial(s, kSmall), x, x);
  Expression r = fma(t.like(-1.72853470e-5), t, 3.83197126e-4);
  Expression u = fma(t.like(-3.88396438e-3), t, 2.42546219e-2);
  r = fma(r, s, u);
  r = fma(r, t, -1.06777877e-1);
  r = fma(r, t, -6.34846687e-1);
  r = fma(r, t, -1.28717512e-1);
  r = fma(r, t, -t);
  Expression large = giveSign(1.0 - narrowExponential(r), x);
  return select(t > 0.927734375, large, small);
}

/// e^(−x²)/x · e^(R/S) of fdlibm's erf, for |x| ≥ 1.25; z is x with its low half cleared.
Expression wideErrorTail(Expression a) {
  static constexpr double kRa[] = {-9.81432934416914548592e+00, -8.12874355063065934246e+01,
                                   -1.84605092906711035994e+02, -1.62396669462573470355e+02,
                                   -6.23753324503260060396e+01, -1.05586262253232909814e+01,
                                   -6.93858572707181764372e-01, -9.86494403484714822705e-03};
  static constexpr double kSa[] = {-6.04244152148580987438e-02, 6.57024977031928170135e+00, 1.08635005541779435134e+02,
                                   4.29008140027567833386e+02,  6.45387271733267880336e+02, 4.34565877475229228821e+02,
                                   1.37657754143519042600e+02,  1.96512716674392571292e+01, 1.0};
  static constexpr double kRb[] = {-4.83519191608651397019e+02, -1.02509513161107724954e+03,
                                   -6.37566443368389627722e+02, -1.60636384855821916062e+02,
                                   -1.77579549177547519889e+01, -7.99283237680523006574e-01,
                                   -9.86494292470009928597e-03};
  static constexpr double kSb[] = {
      -2.24409524465858183362e+01, 4.74528541206955367215e+02, 2.55305040643316442583e+03, 3.19985821950859553908e+03,
      1.53672958608443695994e+03,  3.25792512996573918826e+02, 3.03380607434824582924e+01, 1.0};
  Expression s = 1.0 / (a * a);
  Expression near = polynomial(s, kRa) / polynomial(s, kSa);
  Expression far = polynomial(s, kRb) / polynomial(s, kSb);
  Expression ratio = select(a < 1.0 / 0.35, near, far);
  Expression bits = a.bitcast(ElementType::S64);
  Expression z = (bits & bits.likeBits(0xffffffff00000000u)).bitcast(ElementType::F64);
  return exponential(-(z * z) - 0.5625) * exponential((z - a) * (z + a) + ratio) / a;
}

}  // namespace

Expression errorFunction(Expression x) {
  if (!isDouble(x)) return narrowErrorFunction(x);
  static constexpr double kPp[] = {-2.37630166566501626084e-05, -5.77027029648944159157e-03,
                                   -2.84817495755985104766e-02, -3.25042107247001499370e-01,
                                   1.28379167095512558561e-01};
  static constexpr double kQq[] = {-3.96022827877536812320e-06, 1.32494738004321644526e-04, 5.08130628187576562776e-03,
                                   6.50222499887672944485e-02,  3.97917223959155352819e-01, 1.0};
  static constexpr double kPa[] = {
      -2.16637559486879084300e-03, 3.54783043256182359371e-02, -1.10894694282396677476e-01, 3.18346619901161753674e-01,
      -3.72207876035701323847e-01, 4.14856118683748331666e-01, -2.36211856075265944077e-03};
  static constexpr double kQa[] = {1.19844998467991074170e-02,
                                   1.36370839120290507362e-02,
                                   1.26171219808761642112e-01,
                                   7.18286544141962662868e-02,
                                   5.40397917702171048937e-01,
                                   1.06420880400844228286e-01,
                                   1.0};
  Expression a = abs(x), z = x * x;
  Expression small = fma(x, polynomial(z, kPp) / polynomial(z, kQq), x);
  Expression s = a - 1.0;
  Expression middle = 8.45062911510467529297e-01 + polynomial(s, kPa) / polynomial(s, kQa);
  Expression large = select(a < 6.0, 1.0 - wideErrorTail(select(a < 6.0, a, a.like(6.0))), a.like(1.0));
  Expression beyond = copySign(select(a < 1.25, middle, large), x);
  return select(isNan(x), x, select(a < 0.84375, small, beyond));
}

}  // namespace onepot
