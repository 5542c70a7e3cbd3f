#include <cmath>
#include <limits>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"

namespace onepot::eval {

namespace {

template <typename T>
constexpr bool kInteger = std::is_integral_v<T>;

template <typename T>
T wrappedSum(T a, T b) {
  if constexpr (kInteger<T>)
    return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
  else
    return a + b;
}

template <typename T>
T wrappedDifference(T a, T b) {
  if constexpr (kInteger<T>)
    return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
  else
    return a - b;
}

template <typename T>
T wrappedProduct(T a, T b) {
  // Narrow unsigned numbers are promoted to int, whose product may overflow: multiply as 64-bit unsigned.
  if constexpr (kInteger<T>)
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else
    return a * b;
}

template <typename T>
T quotient(T a, T b) {
  if constexpr (!kInteger<T>) {
    return a / b;
  } else {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return wrappedDifference<T>(0, a);
    return static_cast<T>(a / b);
  }
}

template <typename T>
T remainderOf(T a, T b) {
  if constexpr (!kInteger<T>) {
    return std::fmod(a, b);
  } else {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>)
      if (b == -1) return 0;
    return static_cast<T>(a % b);
  }
}

/// NaN where either is NaN; −0 counts as less than +0.
template <typename T>
T greater(T a, T b) {
  if constexpr (kInteger<T>) {
    return a > b ? a : b;
  } else {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
}

template <typename T>
T lesser(T a, T b) {
  if constexpr (kInteger<T>) {
    return a < b ? a : b;
  } else {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
  }
}

/// Overflow wraps; a negative exponent leaves something only of 1 and −1.
template <typename T>
T integerPower(T base, T exponent) {
  if constexpr (std::is_signed_v<T>) {
    if (exponent < 0) {
      if (base == -1) return exponent % 2 == 0 ? 1 : -1;
      return base == 1 ? 1 : 0;
    }
  }
  T result = 1;
  for (auto left = static_cast<Wrapping<T>>(exponent); left != 0; left = static_cast<Wrapping<T>>(left >> 1)) {
    if (left & 1) result = wrappedProduct(result, base);
    base = wrappedProduct(base, base);
  }
  return result;
}

template <typename T>
T powerOf(T base, T exponent) {
  if constexpr (kInteger<T>)
    return integerPower(base, exponent);
  else
    return static_cast<T>(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
}

template <typename T>
T signOf(T x) {
  if constexpr (kInteger<T>)
    return static_cast<T>((x > 0) - (x < 0));
  else
    return x == 0 || std::isnan(x) ? x : std::copysign(T{1}, x);
}

template <typename T>
T magnitude(T x) {
  if constexpr (!kInteger<T>)
    return std::abs(x);
  else if constexpr (std::is_signed_v<T>)
    return x < 0 ? wrappedDifference<T>(0, x) : x;
  else
    return x;
}

bool ofPred(const EvaluationContext& context) { return context.operand(0).shape().type() == ElementType::Pred; }
bool ofComplex(const EvaluationContext& context) { return isComplex(context.operand(0).shape().type()); }

}  // namespace

Result<Literal> add(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a || b; });
  if (ofComplex(context)) return binary(context, complexes, [](auto a, auto b) { return a + b; });
  return binary(context, reals, [](auto a, auto b) { return wrappedSum(a, b); });
}

Result<Literal> subtract(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a != b; });
  if (ofComplex(context)) return binary(context, complexes, [](auto a, auto b) { return a - b; });
  return binary(context, reals, [](auto a, auto b) { return wrappedDifference(a, b); });
}

Result<Literal> multiply(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a && b; });
  if (ofComplex(context)) return binary(context, complexes, [](auto a, auto b) { return a * b; });
  return binary(context, reals, [](auto a, auto b) { return wrappedProduct(a, b); });
}

Result<Literal> divide(EvaluationContext& context) {
  if (ofComplex(context)) return binary(context, complexes, [](auto a, auto b) { return a / b; });
  return binary(context, reals, [](auto a, auto b) { return quotient(a, b); });
}

Result<Literal> remainder(EvaluationContext& context) {
  return binary(context, reals, [](auto a, auto b) { return remainderOf(a, b); });
}

Result<Literal> maximum(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a || b; });
  return binary(context, reals, [](auto a, auto b) { return greater(a, b); });
}

Result<Literal> minimum(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a && b; });
  return binary(context, reals, [](auto a, auto b) { return lesser(a, b); });
}

Result<Literal> power(EvaluationContext& context) {
  if (ofComplex(context)) return binary(context, complexes, [](auto a, auto b) { return std::pow(a, b); });
  // The traced dialect has integer exponents beside float bases.
  if (isFloat(context.operand(0).shape().type()) && isInteger(context.operand(1).shape().type())) {
    Literal exponents = converted(context.operand(1), ElementType::F64);
    Literal bases = converted(context.operand(0), ElementType::F64);
    Shape wide = context.shape().withType(ElementType::F64);
    auto pow = [](double a, double b) { return std::pow(a, b); };
    return converted(binaryLoop<double, double>(context, bases, exponents, wide, pow), context.shape().type());
  }
  if (context.operand(0).shape().type() != context.operand(1).shape().type() &&
      isInteger(context.operand(0).shape().type())) {
    Literal exponents = converted(context.operand(1), context.operand(0).shape().type()), out;
    bool done = visitInteger(context.operand(0).shape().type(), [&]<typename T>(TypeTag<T>) {
      out = binaryLoop<T, T>(context, context.operand(0), exponents, context.shape(), integerPower<T>);
    });
    if (!done) return unsupported(context, context.operand(0).shape().type());
    return out;
  }
  return binary(context, reals, [](auto a, auto b) { return powerOf(a, b); });
}

Result<Literal> negate(EvaluationContext& context) {
  if (ofComplex(context)) return unary(context, complexes, [](auto x) { return -x; });
  return unary(context, reals, []<typename T>(T x) -> T {
    if constexpr (kInteger<T>)
      return wrappedDifference<T>(0, x);
    else
      return -x;
  });
}

Result<Literal> abs(EvaluationContext& context) {
  if (!ofComplex(context)) return unary(context, reals, [](auto x) { return magnitude(x); });
  Literal out;
  visitComplex(context.operand(0).shape().type(), [&]<typename T>(TypeTag<T>) {
    out = unaryLoop<T, typename T::value_type>(context, context.operand(0), context.shape(),
                                               [](T x) { return std::abs(x); });
  });
  return out;
}

Result<Literal> sign(EvaluationContext& context) {
  if (ofComplex(context))
    return unary(context, complexes, [](auto x) { return std::abs(x) == 0 ? decltype(x){} : x / std::abs(x); });
  return unary(context, reals, [](auto x) { return signOf(x); });
}

Result<Literal> integerPow(EvaluationContext& context) {
  int64_t exponent = context.attributes<IntegerPowAttributes>().exponent;
  if (ofComplex(context))
    return unary(context, complexes, [exponent](auto x) { return std::pow(x, static_cast<int>(exponent)); });
  return unary(context, reals, [exponent]<typename T>(T x) -> T {
    if constexpr (kInteger<T>)
      return static_cast<T>(integerPower<int64_t>(static_cast<int64_t>(x), exponent));
    else
      return static_cast<T>(std::pow(static_cast<double>(x), static_cast<double>(exponent)));
  });
}

Result<Literal> square(EvaluationContext& context) {
  if (ofComplex(context)) return unary(context, complexes, [](auto x) { return x * x; });
  return unary(context, reals, [](auto x) { return wrappedProduct(x, x); });
}

Result<Literal> nextAfter(EvaluationContext& context) {
  ElementType type = context.operand(0).shape().type();
  if (type != ElementType::F32 && type != ElementType::F64) return unsupported(context, type);
  return binary(context, floats, [](auto x, auto y) { return std::nextafter(x, y); });
}

}  // namespace onepot::eval
