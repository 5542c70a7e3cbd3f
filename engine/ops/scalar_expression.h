// Arithmetic on Scalars with operators, so that formulas read as formulas.
#pragma once

#include <span>

#include "engine/ops/scalar_builder.h"

namespace onepot {

/// A Scalar with its builder. Operands of one operation share builder and type; doubles become constants of that type.
class Expression {
 public:
  Expression(ScalarBuilder& builder, Scalar scalar) : m_builder(&builder), m_scalar(scalar) {}

  Scalar scalar() const { return m_scalar; }
  ElementType type() const { return m_scalar.type; }
  ScalarBuilder& builder() const { return *m_builder; }
  Expression like(double value) const { return {*m_builder, m_builder->constant(type(), value)}; }
  Expression likeBits(uint64_t bits) const { return {*m_builder, m_builder->constantBits(type(), bits)}; }
  Expression apply(UnaryOp op) const { return {*m_builder, m_builder->unary(op, m_scalar)}; }
  Expression apply(BinaryOp op, Expression b) const {
    return {*m_builder, m_builder->binary(op, m_scalar, b.m_scalar)};
  }
  Expression convert(ElementType to) const { return {*m_builder, m_builder->convert(m_scalar, to)}; }
  Expression bitcast(ElementType to) const { return {*m_builder, m_builder->bitcast(m_scalar, to)}; }
  Expression compare(CompareDirection direction, Expression b) const {
    return {*m_builder, m_builder->compare(direction, m_scalar, b.m_scalar)};
  }

 private:
  ScalarBuilder* m_builder;
  Scalar m_scalar;
};

inline Expression operator+(Expression a, Expression b) { return a.apply(BinaryOp::Add, b); }
inline Expression operator-(Expression a, Expression b) { return a.apply(BinaryOp::Subtract, b); }
inline Expression operator*(Expression a, Expression b) { return a.apply(BinaryOp::Multiply, b); }
inline Expression operator/(Expression a, Expression b) { return a.apply(BinaryOp::Divide, b); }
inline Expression operator+(Expression a, double b) { return a + a.like(b); }
inline Expression operator-(Expression a, double b) { return a - a.like(b); }
inline Expression operator*(Expression a, double b) { return a * a.like(b); }
inline Expression operator/(Expression a, double b) { return a / a.like(b); }
inline Expression operator+(double a, Expression b) { return b.like(a) + b; }
inline Expression operator-(double a, Expression b) { return b.like(a) - b; }
inline Expression operator*(double a, Expression b) { return b.like(a) * b; }
inline Expression operator/(double a, Expression b) { return b.like(a) / b; }
inline Expression operator-(Expression a) { return a.apply(UnaryOp::Negate); }
inline Expression operator&(Expression a, Expression b) { return a.apply(BinaryOp::And, b); }
inline Expression operator|(Expression a, Expression b) { return a.apply(BinaryOp::Or, b); }
inline Expression operator^(Expression a, Expression b) { return a.apply(BinaryOp::Xor, b); }
inline Expression operator<<(Expression a, int by) { return a.apply(BinaryOp::ShiftLeft, a.like(by)); }
inline Expression operator>>(Expression a, int by) {
  return a.apply(isSigned(a.type()) ? BinaryOp::ShiftRightArithmetic : BinaryOp::ShiftRightLogical, a.like(by));
}
inline Expression operator!(Expression a) { return a.apply(UnaryOp::Not); }
inline Expression operator<(Expression a, Expression b) { return a.compare(CompareDirection::LT, b); }
inline Expression operator<=(Expression a, Expression b) { return a.compare(CompareDirection::LE, b); }
inline Expression operator>(Expression a, Expression b) { return a.compare(CompareDirection::GT, b); }
inline Expression operator>=(Expression a, Expression b) { return a.compare(CompareDirection::GE, b); }
inline Expression operator<(Expression a, double b) { return a < a.like(b); }
inline Expression operator<=(Expression a, double b) { return a <= a.like(b); }
inline Expression operator>(Expression a, double b) { return a > a.like(b); }
inline Expression operator>=(Expression a, double b) { return a >= a.like(b); }
inline Expression equal(Expression a, Expression b) { return a.compare(CompareDirection::EQ, b); }
inline Expression equal(Expression a, double b) { return equal(a, a.like(b)); }
inline Expression isNan(Expression a) { return a.compare(CompareDirection::NE, a); }

inline Expression fma(Expression a, Expression b, Expression c) {
  return {a.builder(), a.builder().fma(a.scalar(), b.scalar(), c.scalar())};
}
inline Expression fma(Expression a, Expression b, double c) { return fma(a, b, a.like(c)); }
inline Expression select(Expression predicate, Expression onTrue, Expression onFalse) {
  return {onTrue.builder(), onTrue.builder().select(predicate.scalar(), onTrue.scalar(), onFalse.scalar())};
}
inline Expression abs(Expression a) { return a.apply(UnaryOp::Abs); }
inline Expression sqrt(Expression a) { return a.apply(UnaryOp::Sqrt); }

inline ElementType bitsType(ElementType floating) {
  switch (byteWidth(floating)) {
    case 8: return ElementType::S64;
    case 4: return ElementType::S32;
    default: return ElementType::U16;
  }
}
/// The magnitude of `a` with the sign of `sign` (floats).
inline Expression copySign(Expression a, Expression sign) {
  const ElementType bits = bitsType(a.type());
  const uint64_t mask = bits == ElementType::S64 ? 0x8000000000000000u : 0x80000000u;
  Expression signBits = sign.bitcast(bits), magnitude = a.bitcast(bits);
  return ((magnitude & magnitude.likeBits(~mask)) | (signBits & signBits.likeBits(mask))).bitcast(a.type());
}

/// The same for an `a` that is not negative.
inline Expression giveSign(Expression a, Expression sign) {
  const ElementType bits = bitsType(a.type());
  Expression signBits = sign.bitcast(bits);
  const uint64_t mask = bits == ElementType::S64 ? 0x8000000000000000u : 0x80000000u;
  return (a.bitcast(bits) | (signBits & signBits.likeBits(mask))).bitcast(a.type());
}

/// Horner by fma: ((c[0]·x + c[1])·x + …) + c[n−1].
inline Expression polynomial(Expression x, std::span<const double> coefficients) {
  Expression sum = x.like(coefficients[0]);
  for (double c : coefficients.subspan(1)) sum = fma(sum, x, c);
  return sum;
}

}  // namespace onepot
