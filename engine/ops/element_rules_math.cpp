// Element rules of the elementary functions: f32 and f64 directly, narrower floats through f32; integer powers.
#include "engine/ops/element_rules.h"
#include "engine/ops/elementary_functions.h"

namespace onepot {

namespace {

using Function = Expression (*)(Expression);

Function functionOf(Opcode opcode) {
  switch (opcode) {
    case Opcode::Exponential: return exponential;
    case Opcode::ExponentialMinusOne: return exponentialMinusOne;
    case Opcode::Log: return logarithm;
    case Opcode::LogPlusOne: return logarithmPlusOne;
    case Opcode::Logistic: return logistic;
    case Opcode::Tanh: return hyperbolicTangent;
    case Opcode::Sinh: return hyperbolicSine;
    case Opcode::Cosh: return hyperbolicCosine;
    case Opcode::Asinh: return inverseHyperbolicSine;
    case Opcode::Acosh: return inverseHyperbolicCosine;
    case Opcode::Atanh: return inverseHyperbolicTangent;
    case Opcode::Sine: return sine;
    case Opcode::Cosine: return cosine;
    case Opcode::Tan: return tangent;
    case Opcode::Asin: return arcSine;
    case Opcode::Acos: return arcCosine;
    case Opcode::Erf: return errorFunction;
    case Opcode::Cbrt: return cubeRoot;
    case Opcode::Rsqrt: return reciprocalSquareRoot;
    default: throw InternalError("unaryMathElement: operation without an elementary function");
  }
}

bool isNarrow(ElementType type) { return isFloat(type) && byteWidth(type) < 4; }

/// By squaring over all bits of the exponent; overflow wraps. Negative exponents: 1 for base 1, ±1 for base −1, else 0.
Expression integerPower(Expression base, Expression exponent) {
  Expression result = base.like(1), square = base, rest = exponent;
  for (int bit = 0; bit < elementTypeInfo(base.type()).bits; ++bit) {
    Expression set = !equal(rest & rest.like(1), 0.0);
    result = select(set, result * square, result);
    square = square * square;
    rest = rest.apply(BinaryOp::ShiftRightLogical, rest.like(1));
  }
  if (!isSigned(base.type())) return result;
  Expression minusOne = base.likeBits(~uint64_t{0});
  Expression odd = !equal(exponent & exponent.like(1), 0.0);
  Expression inverse = select(equal(base, 1.0), base, base.like(0));
  inverse = select(equal(base, minusOne), select(odd, minusOne, base.like(1)), inverse);
  return select(exponent < 0.0, inverse, result);
}

}  // namespace

Scalar unaryMathElement(ElementContext& context) {
  Expression x{context.builder(), context.operand(0)};
  const Function function = functionOf(context.instruction().opcode());
  if (!isNarrow(x.type())) return function(x).scalar();
  return function(x.convert(ElementType::F32)).convert(x.type()).scalar();
}

Scalar binaryMathElement(ElementContext& context) {
  Expression a{context.builder(), context.operand(0)}, b{context.builder(), context.operand(1)};
  const bool isPower = context.instruction().opcode() == Opcode::Power;
  if (isPower && isInteger(a.type())) return integerPower(a, b).scalar();
  const auto function = isPower ? power : arcTangent2;
  if (!isNarrow(a.type())) return function(a, b).scalar();
  return function(a.convert(ElementType::F32), b.convert(ElementType::F32)).convert(a.type()).scalar();
}

}  // namespace onepot
