// Functions of one or two floats. All but f64 itself is computed in double and rounded once, so that the results are as
// good as std:: gives them in double.
#include <cmath>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"

namespace onepot::eval {

namespace {

using Complex = std::complex<double>;

template <typename F>
Result<Literal> real1(EvaluationContext& context, F f) {
  return unary(context, floats, [f](auto x) { return static_cast<decltype(x)>(f(static_cast<double>(x))); });
}

/// `f` for real numbers, `g` for complex ones.
template <typename F, typename G>
Result<Literal> real1(EvaluationContext& context, F f, G g) {
  if (!isComplex(context.operand(0).shape().type())) return real1(context, f);
  return unary(context, complexes, [g](auto x) { return decltype(x)(g(Complex(x))); });
}

/// Inverse of erf: Newton steps on std::erf (std::erfc towards the ends) from an approximation by logarithms.
double inverseErf(double x) {
  if (std::isnan(x) || std::abs(x) > 1) return NAN;
  if (std::abs(x) == 1) return std::copysign(INFINITY, x);
  if (x == 0) return x;
  constexpr double kA = 0.147, kHalfRootPi = 0.88622692545275801365;
  double logarithm = std::log1p(-x * x), first = 2 / (M_PI * kA) + logarithm / 2;
  double y = std::copysign(std::sqrt(std::sqrt(first * first - logarithm / kA) - first), x);
  for (int i = 0; i < 4; ++i) {
    // Near ±1 the difference of two erf's has no digits left; that of two erfc's has.
    double error =
        std::abs(x) < 0.5 ? std::erf(y) - x : ((1 - std::abs(x)) - std::erfc(std::abs(y))) * std::copysign(1.0, x);
    double slope = kHalfRootPi * std::exp(y * y) * error;
    y -= slope / (1 + y * slope);
  }
  return y;
}

Complex complexLog1p(Complex z) {
  double x = z.real(), y = z.imag();
  return {0.5 * std::log1p(x * (2 + x) + y * y), std::atan2(y, 1 + x)};
}

Complex complexExpm1(Complex z) {
  double real = std::expm1(z.real()) * std::cos(z.imag()) - 2 * std::pow(std::sin(z.imag() / 2), 2);
  return {real, std::exp(z.real()) * std::sin(z.imag())};
}

}  // namespace

#define ONEPOT_REAL(rule, expression)                                     \
  Result<Literal> rule(EvaluationContext& context) {                      \
    return real1(context, [](double x) -> double { return expression; }); \
  }
#define ONEPOT_COMPLEX(rule, expression, complexExpression)      \
  Result<Literal> rule(EvaluationContext& context) {             \
    return real1(                                                \
        context, [](double x) -> double { return expression; },  \
        [](Complex z) -> Complex { return complexExpression; }); \
  }

ONEPOT_COMPLEX(acos, std::acos(x), std::acos(z))
ONEPOT_COMPLEX(acosh, std::acosh(x), std::acosh(z))
ONEPOT_COMPLEX(asin, std::asin(x), std::asin(z))
ONEPOT_COMPLEX(asinh, std::asinh(x), std::asinh(z))
ONEPOT_COMPLEX(atanh, std::atanh(x), std::atanh(z))
ONEPOT_COMPLEX(cbrt, std::cbrt(x), std::pow(z, 1.0 / 3))
ONEPOT_COMPLEX(cosh, std::cosh(x), std::cosh(z))
ONEPOT_COMPLEX(cosine, std::cos(x), std::cos(z))
ONEPOT_COMPLEX(exponential, std::exp(x), std::exp(z))
ONEPOT_COMPLEX(exponentialMinusOne, std::expm1(x), complexExpm1(z))
ONEPOT_COMPLEX(exp2, std::exp2(x), std::exp(z* M_LN2))
ONEPOT_COMPLEX(log, std::log(x), std::log(z))
ONEPOT_COMPLEX(logPlusOne, std::log1p(x), complexLog1p(z))
ONEPOT_COMPLEX(logistic, 1 / (1 + std::exp(-x)), 1.0 / (1.0 + std::exp(-z)))
ONEPOT_COMPLEX(rsqrt, 1 / std::sqrt(x), 1.0 / std::sqrt(z))
ONEPOT_COMPLEX(sine, std::sin(x), std::sin(z))
ONEPOT_COMPLEX(sinh, std::sinh(x), std::sinh(z))
ONEPOT_COMPLEX(sqrt, std::sqrt(x), std::sqrt(z))
ONEPOT_COMPLEX(tan, std::tan(x), std::tan(z))
ONEPOT_COMPLEX(tanh, std::tanh(x), std::tanh(z))
ONEPOT_REAL(ceil, std::ceil(x))
ONEPOT_REAL(erf, std::erf(x))
ONEPOT_REAL(erfc, std::erfc(x))
ONEPOT_REAL(erfInv, inverseErf(x))
ONEPOT_REAL(floor, std::floor(x))
ONEPOT_REAL(roundNearestAfz, std::round(x))
ONEPOT_REAL(roundNearestEven, std::nearbyint(x))

#undef ONEPOT_REAL
#undef ONEPOT_COMPLEX

Result<Literal> atan2(EvaluationContext& context) {
  if (isComplex(context.operand(0).shape().type())) return unsupported(context, context.operand(0).shape().type());
  return binary(context, floats, [](auto y, auto x) {
    return static_cast<decltype(x)>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
  });
}

}  // namespace onepot::eval
