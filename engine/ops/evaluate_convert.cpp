#include <cmath>
#include <cstring>
#include <limits>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"

namespace onepot::eval {

namespace {

bool isPlain(ElementType type) {
  using enum ElementType;
  switch (type) {
    case S8:
    case S16:
    case S32:
    case S64:
    case U8:
    case U16:
    case U32:
    case U64:
    case F32:
    case F64: return true;
    default: return false;
  }
}

/// Truncates towards zero, saturates, NaN gives 0.
template <typename To, typename From>
To saturated(From value) {
  if (std::isnan(value)) return 0;
  // The bounds as floats: exact powers of two, the upper one just outside the type.
  const From low = static_cast<From>(std::numeric_limits<To>::min());
  const From high = std::ldexp(From{1}, std::numeric_limits<To>::digits);
  if (value <= low) return std::numeric_limits<To>::min();
  if (value >= high) return std::numeric_limits<To>::max();
  return static_cast<To>(value);
}

template <typename To, typename From>
To convertedElement(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return saturated<To>(value);
  else
    return static_cast<To>(value);
}

/// One pass over a literal without a context to poll.
template <typename From, typename To, typename F>
void fill(const Literal& from, Literal& to, F f) {
  auto x = from.as<From>();
  auto y = to.mutableAs<To>();
  for (size_t i = 0; i < y.size(); ++i) y[i] = f(x[i]);
}

Literal widenFloats(const Literal& value) {
  Literal out(value.shape().withType(ElementType::F32));
  ElementType type = value.shape().type();
  if (type == ElementType::F16) {
    fill<uint16_t, float>(value, out, halfToFloat);
  } else if (type == ElementType::BF16) {
    fill<uint16_t, float>(value, out, bfloat16ToFloat);
  } else {
    fill<uint8_t, float>(value, out, [type](uint8_t bits) { return smallFloatToFloat(type, bits); });
  }
  return out;
}

Literal narrowFloats(const Literal& value, ElementType type) {
  Literal out(value.shape().withType(type));
  if (type == ElementType::F16) {
    fill<float, uint16_t>(value, out, floatToHalf);
  } else if (type == ElementType::BF16) {
    fill<float, uint16_t>(value, out, floatToBfloat16);
  } else {
    fill<float, uint8_t>(value, out, [type](float x) { return floatToSmallFloat(type, x); });
  }
  return out;
}

Literal betweenPlain(const Literal& value, ElementType type) {
  Literal out(value.shape().withType(type));
  visitReal(value.shape().type(), [&]<typename From>(TypeTag<From>) {
    visitReal(type, [&]<typename To>(TypeTag<To>) {
      fill<From, To>(value, out, [](From x) { return convertedElement<To>(x); });
    });
  });
  return out;
}

/// Rounds to odd at f32, so that a second rounding to a narrower float ends where one rounding would have.
float toOdd(double value) {
  auto nearest = static_cast<float>(value);
  if (static_cast<double>(nearest) == value || std::isnan(value) || std::isinf(nearest)) return nearest;
  float towardsZero =
      std::abs(static_cast<double>(nearest)) > std::abs(value) ? std::nextafter(nearest, 0.0f) : nearest;
  uint32_t bits;
  std::memcpy(&bits, &towardsZero, sizeof(bits));
  bits |= 1;
  std::memcpy(&towardsZero, &bits, sizeof(bits));
  return towardsZero;
}

Literal doublesToOddFloats(const Literal& value) {
  Literal out(value.shape().withType(ElementType::F32));
  fill<double, float>(value, out, toOdd);
  return out;
}

/// Elements of few bits: a byte whose low bits count, kept extended by its sign.
Literal narrowIntegers(const Literal& value, ElementType type) {
  Literal out(value.shape().withType(type));
  int drop = 8 - elementTypeInfo(type).bits;
  Literal bytes = betweenPlain(value, isSigned(type) ? ElementType::S8 : ElementType::U8);
  if (isSigned(type)) {
    fill<int8_t, int8_t>(bytes, out,
                         [drop](int8_t x) { return static_cast<int8_t>(static_cast<int8_t>(x << drop) >> drop); });
  } else {
    fill<uint8_t, uint8_t>(bytes, out,
                           [drop](uint8_t x) { return static_cast<uint8_t>(static_cast<uint8_t>(x << drop) >> drop); });
  }
  return out;
}

Literal toPred(const Literal& value) {
  Literal out(value.shape().withType(ElementType::Pred));
  visitReal(value.shape().type(),
            [&]<typename T>(TypeTag<T>) { fill<T, uint8_t>(value, out, [](T x) -> uint8_t { return x != T{0}; }); });
  return out;
}

Literal realParts(const Literal& value) {
  Literal out(value.shape().withType(onepot::realPart(value.shape().type())));
  visitComplex(value.shape().type(), [&]<typename T>(TypeTag<T>) {
    fill<T, typename T::value_type>(value, out, [](T x) { return x.real(); });
  });
  return out;
}

Literal toComplex(const Literal& value, ElementType type) {
  Literal out(value.shape().withType(type));
  visitComplex(type, [&]<typename To>(TypeTag<To>) {
    visitComplex(value.shape().type(),
                 [&]<typename From>(TypeTag<From>) { fill<From, To>(value, out, [](From x) { return To(x); }); });
    visitFloat(value.shape().type(), [&]<typename From>(TypeTag<From>) {
      fill<From, To>(value, out, [](From x) { return To(static_cast<typename To::value_type>(x)); });
    });
  });
  return out;
}

/// `value` as a plain type (or itself): the first half of every conversion.
Literal toWide(const Literal& value) {
  ElementType type = value.shape().type();
  if (isComplex(type)) return realParts(value);
  if (type == ElementType::Pred) {
    Literal bytes = value;
    bytes.setShape(value.shape().withType(ElementType::U8));
    return bytes;
  }
  if (isPlain(type)) return value;
  if (isFloat(type)) return widenFloats(value);
  Literal bytes = value;
  bytes.setShape(value.shape().withType(arithmeticType(type)));
  return bytes;
}

Literal fromWide(const Literal& value, ElementType type) {
  ElementType from = value.shape().type();
  if (from == type) return value;
  if (isPlain(type)) return betweenPlain(value, type);
  if (type == ElementType::Pred) return toPred(value);
  if (isFloat(type)) {
    if (from == ElementType::F32) return narrowFloats(value, type);
    return narrowFloats(doublesToOddFloats(betweenPlain(value, ElementType::F64)), type);
  }
  return narrowIntegers(value, type);
}

}  // namespace

std::unexpected<Diagnostics> unsupported(const EvaluationContext& context, ElementType type) {
  return fail(
      Message{"eval.unsupported", {std::string(name(context.instruction().opcode())), std::string(name(type))}});
}

ElementType arithmeticType(ElementType type) {
  if (isFloat(type) && type != ElementType::F64) return ElementType::F32;
  if (isInteger(type) && elementTypeInfo(type).bits < 8) return isSigned(type) ? ElementType::S8 : ElementType::U8;
  return type;
}

ElementType commonArithmeticType(const EvaluationContext& context, int first) {
  ElementType widest = context.operand(first).shape().type();
  for (int i = first + 1; i < context.operandCount(); ++i) {
    ElementType next = context.operand(i).shape().type();
    if (isFloat(next) && elementTypeInfo(next).bits > elementTypeInfo(widest).bits) widest = next;
  }
  return arithmeticType(widest);
}

Literal converted(const Literal& value, ElementType type) {
  ElementType from = value.shape().type();
  if (from == type) return value;
  if (isComplex(type)) return toComplex(isComplex(from) ? value : converted(value, onepot::realPart(type)), type);
  // A complex number is true where either part is not zero.
  if (isComplex(from) && type == ElementType::Pred) {
    Literal out(value.shape().withType(type));
    visitComplex(
        from, [&]<typename T>(TypeTag<T>) { fill<T, uint8_t>(value, out, [](T x) -> uint8_t { return x != T{}; }); });
    return out;
  }
  return fromWide(toWide(value), type);
}

Result<Literal> convert(EvaluationContext& context) { return converted(context.operand(0), context.shape().type()); }

Result<Literal> bitcastConvert(EvaluationContext& context) {
  Literal value = context.takeOperand(0);
  int from = elementTypeInfo(value.shape().type()).bits, to = elementTypeInfo(context.shape().type()).bits;
  if (from % 8 != 0 || to % 8 != 0) return unsupported(context, context.shape().type());
  value.setShape(context.shape());
  return value;
}

Result<Literal> reducePrecision(EvaluationContext& context) {
  const auto& attributes = context.attributes<ReducePrecisionAttributes>();
  auto exponentBits = static_cast<int>(attributes.exponentBits),
       mantissaBits = static_cast<int>(attributes.mantissaBits);
  int highest = (1 << std::min(exponentBits - 1, 12)) - 1, lowest = 1 - highest;
  auto rounded = [=](double x) -> double {
    if (x == 0 || !std::isfinite(x)) return x;
    int exponent = std::max(std::ilogb(x), lowest);
    double unit = std::ldexp(1.0, exponent - mantissaBits);
    double nearest = std::nearbyint(x / unit) * unit;
    if (nearest == 0 || std::abs(nearest) < std::ldexp(1.0, lowest)) return std::copysign(0.0, x);  // denormals flush
    if (std::abs(nearest) >= std::ldexp(1.0, highest + 1)) return std::copysign(INFINITY, x);
    return nearest;
  };
  return unary(context, floats, [rounded](auto x) { return static_cast<decltype(x)>(rounded(x)); });
}

Result<Literal> real(EvaluationContext& context) {
  if (!isComplex(context.operand(0).shape().type())) return context.takeOperand(0);
  return realParts(context.operand(0));
}

Result<Literal> imag(EvaluationContext& context) {
  ElementType type = context.operand(0).shape().type();
  if (!isComplex(type)) return Literal(context.shape());
  Literal out;
  visitComplex(type, [&]<typename T>(TypeTag<T>) {
    out = unaryLoop<T, typename T::value_type>(context, context.operand(0), context.shape(),
                                               [](T x) { return x.imag(); });
  });
  return out;
}

Result<Literal> complexOf(EvaluationContext& context) {
  Literal out;
  bool done = visitFloat(context.operand(0).shape().type(), [&]<typename T>(TypeTag<T>) {
    out = binaryLoop<T, std::complex<T>>(context, context.operand(0), context.operand(1), context.shape(),
                                         [](T re, T im) { return std::complex<T>(re, im); });
  });
  if (!done) return unsupported(context, context.operand(0).shape().type());
  return out;
}

Result<Literal> isFinite(EvaluationContext& context) {
  Literal operand = converted(context.operand(0), arithmeticType(context.operand(0).shape().type())), out;
  bool done = visitFloat(operand.shape().type(), [&]<typename T>(TypeTag<T>) {
    out = unaryLoop<T, uint8_t>(context, operand, context.shape(), [](T x) -> uint8_t { return std::isfinite(x); });
  });
  done = done || visitComplex(operand.shape().type(), [&]<typename T>(TypeTag<T>) {
           out = unaryLoop<T, uint8_t>(context, operand, context.shape(), [](T x) -> uint8_t {
             return std::isfinite(x.real()) && std::isfinite(x.imag());
           });
         });
  if (!done) return unsupported(context, operand.shape().type());
  return out;
}

}  // namespace onepot::eval
