// Element rules of arithmetic, comparison, selection and conversion.
#include <limits>

#include "engine/ops/element_rules.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

namespace {

using enum ElementType;

bool isNarrowFloat(ElementType type) { return isFloat(type) && byteWidth(type) < 4; }

int bitWidth(ElementType type) { return elementTypeInfo(type).bits; }

uint64_t signBit(ElementType type) { return uint64_t{1} << (bitWidth(type) - 1); }

Expression asExpression(ElementContext& context, Scalar scalar) { return {context.builder(), scalar}; }

/// Operand `k`, f16 and bf16 widened to f32.
Expression widened(ElementContext& context, int k) {
  Expression value = asExpression(context, context.operand(k));
  return isNarrowFloat(value.type()) ? value.convert(F32) : value;
}

Scalar narrowed(Expression value, ElementType type) {
  return value.type() == type ? value.scalar() : value.convert(type).scalar();
}

Expression floatSign(Expression x) {
  // NaN and ±0 as they are.
  Expression one = copySign(x.like(1.0), x);
  return select(equal(x, 0.0) | isNan(x), x, one);
}

Expression integerSign(Expression x) {
  Expression positive = select(x > 0.0, x.like(1), x.like(0));
  return isSigned(x.type()) ? select(x < 0.0, x.likeBits(~uint64_t{0}), positive) : positive;
}

/// Half away from zero: truncate, then look at what was cut off.
Expression roundAwayFromZero(Expression x) {
  Expression whole = x.apply(UnaryOp::Truncate);
  Expression rest = abs(x - whole);
  return select(rest >= 0.5, whole + copySign(x.like(1.0), x), copySign(whole, x));
}

Expression divideIntegers(Expression a, Expression b) {
  Expression zero = equal(b, 0.0);
  Expression overflow = zero;
  if (isSigned(a.type())) overflow = equal(a, a.likeBits(signBit(a.type()))) & equal(b, b.likeBits(~uint64_t{0}));
  Expression guarded = isSigned(a.type()) ? select(zero | overflow, b.like(1), b) : select(zero, b.like(1), b);
  return select(zero, a.likeBits(~uint64_t{0}), a / guarded);  // INT_MIN / −1 = INT_MIN / 1
}

Expression remainderOfIntegers(Expression a, Expression b) {
  Expression zero = equal(b, 0.0);
  Expression trivial = zero;
  // a % −1 is 0 for every a, and would trap for INT_MIN.
  if (isSigned(a.type())) trivial = zero | equal(b, b.likeBits(~uint64_t{0}));
  Expression rest = a.apply(BinaryOp::Remainder, select(trivial, b.like(1), b));
  return select(zero, a, rest);
}

Expression shift(BinaryOp op, Expression a, Expression amount) {
  const ElementType unsignedType = bitWidth(a.type()) == 8    ? U8
                                   : bitWidth(a.type()) == 16 ? U16
                                   : bitWidth(a.type()) == 32 ? U32
                                                              : U64;
  Expression by = amount.bitcast(unsignedType);
  Expression inside = by < by.like(bitWidth(a.type()));
  Expression safe = select(inside, by, by.like(op == BinaryOp::ShiftRightArithmetic ? bitWidth(a.type()) - 1 : 0));
  Expression shifted = a.apply(op, safe.bitcast(a.type()));
  return op == BinaryOp::ShiftRightArithmetic ? shifted : select(inside, shifted, a.like(0));
}

/// pred: add, maximum, or are "or"; multiply, minimum, and are "and"; subtract is "xor".
Expression combinePred(Opcode opcode, Expression a, Expression b) {
  switch (opcode) {
    case Opcode::Multiply:
    case Opcode::Minimum:
    case Opcode::And: return a & b;
    case Opcode::Xor:
    case Opcode::Subtract: return a ^ b;
    default: return a | b;
  }
}

Expression combine(Opcode opcode, Expression a, Expression b) {
  const bool integer = isInteger(a.type());
  switch (opcode) {
    case Opcode::Add: return a + b;
    case Opcode::Subtract: return a - b;
    case Opcode::Multiply: return a * b;
    case Opcode::Divide: return integer ? divideIntegers(a, b) : a / b;
    case Opcode::Remainder: return integer ? remainderOfIntegers(a, b) : a.apply(BinaryOp::Remainder, b);
    case Opcode::Maximum: return a.apply(BinaryOp::Maximum, b);
    case Opcode::Minimum: return a.apply(BinaryOp::Minimum, b);
    case Opcode::And: return a & b;
    case Opcode::Or: return a | b;
    case Opcode::Xor: return a ^ b;
    case Opcode::MultiplyHigh: return a.apply(BinaryOp::MultiplyHigh, b);
    case Opcode::ShiftLeft: return shift(BinaryOp::ShiftLeft, a, b);
    case Opcode::ShiftRightLogical: return shift(BinaryOp::ShiftRightLogical, a, b);
    case Opcode::ShiftRightArithmetic: return shift(BinaryOp::ShiftRightArithmetic, a, b);
    default: throw InternalError("combine: not a binary operation with an element rule");
  }
}

/// Total order as integers: flipping the magnitude bits of negatives makes s32 order the floats' total order.
Expression totalOrderKey(Expression x) {
  const ElementType type = bitsType(x.type()) == U16 ? S16 : bitsType(x.type());
  Expression bits = x.bitcast(type);
  Expression fill = bits >> (bitWidth(type) - 1);
  return bits ^ (fill & fill.likeBits(signBit(type) - 1));
}

}  // namespace

Scalar combineElements(ScalarBuilder& builder, Opcode opcode, Scalar a, Scalar b) {
  Expression x{builder, a}, y{builder, b};
  if (a.type == Pred) return combinePred(opcode, x, y).scalar();
  if (!isNarrowFloat(a.type)) return combine(opcode, x, y).scalar();
  return combine(opcode, x.convert(F32), y.convert(F32)).convert(a.type).scalar();
}

Scalar binaryElement(ElementContext& context) {
  const Opcode opcode = context.instruction().opcode();
  if (opcode == Opcode::Add || opcode == Opcode::Subtract) {
    if (auto product = context.contractedProduct(0)) {
      Expression addend = widened(context, 1);
      Expression a = asExpression(context, product->first), b = asExpression(context, product->second);
      return fma(a, b, opcode == Opcode::Add ? addend : -addend).scalar();
    }
    if (auto product = context.contractedProduct(1)) {
      Expression a = asExpression(context, product->first), b = asExpression(context, product->second);
      return fma(opcode == Opcode::Add ? a : -a, b, widened(context, 0)).scalar();
    }
  }
  return combineElements(context.builder(), opcode, context.operand(0), context.operand(1));
}

Scalar unaryElement(ElementContext& context) {
  const ElementType type = context.instruction().shape().type();
  const Opcode opcode = context.instruction().opcode();
  if (opcode == Opcode::Copy) return context.operand(0);
  Expression x = widened(context, 0);
  const bool integer = isInteger(x.type());
  switch (opcode) {
    case Opcode::Abs: return narrowed(isUnsigned(x.type()) || x.type() == Pred ? x : abs(x), type);
    case Opcode::Negate: return narrowed(-x, type);
    case Opcode::Not: return (!x).scalar();
    case Opcode::Sign: return narrowed(integer ? integerSign(x) : floatSign(x), type);
    case Opcode::Floor: return narrowed(x.apply(UnaryOp::Floor), type);
    case Opcode::Ceil: return narrowed(x.apply(UnaryOp::Ceil), type);
    case Opcode::RoundNearestEven: return narrowed(x.apply(UnaryOp::RoundEven), type);
    case Opcode::RoundNearestAfz: return narrowed(roundAwayFromZero(x), type);
    case Opcode::Sqrt: return narrowed(sqrt(x), type);
    case Opcode::PopulationCount: return x.apply(UnaryOp::PopCount).scalar();
    case Opcode::CountLeadingZeros: return x.apply(UnaryOp::LeadingZeros).scalar();
    default: throw InternalError("unaryElement: operation without an element rule");
  }
}

Scalar compareElement(ElementContext& context) {
  const auto& attributes = context.instruction().get<CompareAttributes>();
  Expression a = widened(context, 0), b = widened(context, 1);
  if (attributes.order == CompareOrder::TotalOrder && isFloat(a.type())) {
    a = totalOrderKey(a);
    b = totalOrderKey(b);
  } else if (a.type() == Pred) {
    a = a.convert(U8);
    b = b.convert(U8);
  }
  return a.compare(attributes.direction, b).scalar();
}

Scalar selectElement(ElementContext& context) {
  Scalar predicate = context.operand(0);
  return context.builder().select(predicate, context.operand(1), context.operand(2));
}

Scalar clampElement(ElementContext& context) {
  const ElementType type = context.instruction().shape().type();
  Expression low = widened(context, 0), x = widened(context, 1), high = widened(context, 2);
  if (type == Pred) return ((x | low) & high).scalar();
  Expression result = x.apply(BinaryOp::Maximum, low).apply(BinaryOp::Minimum, high);
  if (isFloat(type)) result = select(isNan(low), low, select(isNan(x), x, result));
  return narrowed(result, type);
}

Scalar convertElement(ElementContext& context) {
  const ElementType type = context.instruction().shape().type();
  Expression x = asExpression(context, context.operand(0));
  if (x.type() == type) return x.scalar();
  if (isNarrowFloat(x.type()) && type != F32) x = x.convert(F32);
  return x.convert(type).scalar();
}

Scalar bitcastConvertElement(ElementContext& context) {
  const Shape& to = context.instruction().shape();
  const Shape& from = context.operandShape(0);
  ScalarBuilder& builder = context.builder();
  if (byteWidth(from.type()) == byteWidth(to.type())) {
    Scalar x = context.operand(0);
    return x.type == to.type() ? x : builder.bitcast(x, to.type());
  }
  std::vector<Scalar> index(context.index().begin(), context.index().end());
  const auto unsignedOf = [](ElementType type) {
    return byteWidth(type) == 1 ? U8 : byteWidth(type) == 2 ? U16 : byteWidth(type) == 4 ? U32 : U64;
  };
  if (byteWidth(from.type()) > byteWidth(to.type())) {  // one element gives several: the minor coordinate picks
    Expression part = asExpression(context, index.back());
    index.pop_back();
    Expression bits = Expression(builder, builder.bitcast(context.operand(0, index), unsignedOf(from.type())));
    Expression by = (part * byteWidth(to.type()) * 8.0).convert(bits.type());
    Expression low = bits.apply(BinaryOp::ShiftRightLogical, by).convert(unsignedOf(to.type()));
    return builder.bitcast(low.scalar(), to.type());
  }
  Expression sum{builder, builder.constant(unsignedOf(to.type()), 0)};
  const int parts = byteWidth(to.type()) / byteWidth(from.type());
  index.push_back({});
  for (int part = 0; part < parts; ++part) {
    index.back() = builder.constant(S64, part);
    Expression bits{builder, builder.bitcast(context.operand(0, index), unsignedOf(from.type()))};
    sum = sum | (bits.convert(sum.type()) << (part * byteWidth(from.type()) * 8));
  }
  return builder.bitcast(sum.scalar(), to.type());
}

Scalar isFiniteElement(ElementContext& context) {
  Expression x = widened(context, 0);
  return (abs(x) < std::numeric_limits<double>::infinity()).scalar();
}

Scalar reducePrecisionElement(ElementContext& context) {
  const auto& attributes = context.instruction().get<ReducePrecisionAttributes>();
  const ElementType type = context.instruction().shape().type();
  Expression x = widened(context, 0);
  const bool wide = x.type() == F64;
  const int mantissa = wide ? 52 : 23, exponent = wide ? 11 : 8;
  const ElementType bitsOf = wide ? U64 : U32;
  Expression bits = x.bitcast(bitsOf);
  Expression magnitude = bits & bits.likeBits(signBit(bitsOf) - 1);
  Expression result = magnitude;
  if (attributes.mantissaBits < mantissa) {
    // Round to nearest even: add half of the last kept place, less one where that place is even.
    const int dropped = mantissa - static_cast<int>(attributes.mantissaBits);
    Expression last = (magnitude >> dropped) & magnitude.like(1);
    result = (magnitude + last.like(0) + last + magnitude.likeBits((uint64_t{1} << (dropped - 1)) - 1)) &
             magnitude.likeBits(~((uint64_t{1} << dropped) - 1));
  }
  if (attributes.exponentBits < exponent) {
    const uint64_t bias = (uint64_t{1} << (exponent - 1)) - 1;
    const uint64_t newBias = (uint64_t{1} << (attributes.exponentBits - 1)) - 1;
    const uint64_t infinity = ((uint64_t{1} << exponent) - 1) << mantissa;
    const uint64_t greatest = ((bias + newBias) << mantissa) | ((uint64_t{1} << mantissa) - 1);
    const uint64_t least = (bias - newBias + 1) << mantissa;
    result = select(result > result.likeBits(greatest), result.likeBits(infinity), result);
    result = select(result < result.likeBits(least), result.like(0), result);  // no subnormals: flushed, as XLA does
  }
  Expression sign = bits & bits.likeBits(signBit(bitsOf));
  Expression out = (result | sign).bitcast(x.type());
  return narrowed(select(isNan(x), x, out), type);
}

}  // namespace onepot
