// Derivatives of functions of one operand: result tangent = tangent × slope.
#include <cmath>
#include <numbers>

#include "engine/ops/jvp_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

namespace {

/// Binds the operation itself and notes its result.
Value result(TransformContext& c) {
  c.results = {c.bind(c.opcode, c.operands, c.attributes, c.written)};
  return c.results[0];
}

void setTangent(TransformContext& c, Value tangent) { c.resultTangents = {std::move(tangent)}; }
void setSlope(TransformContext& c, const Value& slope) { setTangent(c, multiplyOf(c, c.tangents[0], slope)); }
Value one(TransformContext& c) { return numberLike(c, c.operands[0], 1); }
const Value& x(TransformContext& c) { return c.operands[0]; }

}  // namespace

void jvpNegate(TransformContext& c) {
  result(c);
  setTangent(c, negated(c, c.tangents[0]));
}

void jvpAbs(TransformContext& c) {
  if (isComplex(c.shapeOf(c.operands[0]).type())) return jvpComplexAbs(c);
  result(c);
  setSlope(c, unaryOf(c, Opcode::Sign, x(c)));
}

void jvpExp(TransformContext& c) { setSlope(c, result(c)); }

void jvpExp2(TransformContext& c) {
  Value y = result(c);
  setSlope(c, multiplyOf(c, y, numberLike(c, y, std::numbers::ln2)));
}

void jvpExpm1(TransformContext& c) { setSlope(c, addOf(c, result(c), one(c))); }

void jvpLog(TransformContext& c) {
  result(c);
  setTangent(c, divideOf(c, c.tangents[0], x(c)));
}

void jvpLog1p(TransformContext& c) {
  result(c);
  setTangent(c, divideOf(c, c.tangents[0], addOf(c, x(c), one(c))));
}

// (t + t·y)(1 − y) rather than t(1 − y²), as JAX has it: no cancellation where y is near −1.
void jvpTanh(TransformContext& c) {
  Value y = result(c);
  Value complement = subtractOf(c, one(c), y);
  Value scaled = multiplyOf(c, c.tangents[0], complement);
  setTangent(c, addOf(c, scaled, multiplyOf(c, scaled, y)));
}

void jvpLogistic(TransformContext& c) {
  Value y = result(c);
  setSlope(c, multiplyOf(c, y, subtractOf(c, one(c), y)));
}

void jvpSine(TransformContext& c) {
  result(c);
  setSlope(c, unaryOf(c, Opcode::Cosine, x(c)));
}

void jvpCosine(TransformContext& c) {
  result(c);
  setSlope(c, negated(c, unaryOf(c, Opcode::Sine, x(c))));
}

void jvpTan(TransformContext& c) {
  Value y = result(c);
  setSlope(c, addOf(c, one(c), squareOf(c, y)));
}

void jvpSinh(TransformContext& c) {
  result(c);
  setSlope(c, unaryOf(c, Opcode::Cosh, x(c)));
}

void jvpCosh(TransformContext& c) {
  result(c);
  setSlope(c, unaryOf(c, Opcode::Sinh, x(c)));
}

void jvpSqrt(TransformContext& c) {
  Value y = result(c);
  setSlope(c, divideOf(c, numberLike(c, y, 0.5), y));
}

void jvpRsqrt(TransformContext& c) {
  Value y = result(c);
  setSlope(c, multiplyOf(c, numberLike(c, y, -0.5), divideOf(c, y, x(c))));
}

void jvpCbrt(TransformContext& c) {
  Value y = result(c);
  setSlope(c, multiplyOf(c, numberLike(c, y, 1.0 / 3), divideOf(c, y, x(c))));
}

void jvpAsin(TransformContext& c) {
  result(c);
  setSlope(c, unaryOf(c, Opcode::Rsqrt, subtractOf(c, one(c), squareOf(c, x(c)))));
}

void jvpAcos(TransformContext& c) {
  result(c);
  setSlope(c, negated(c, unaryOf(c, Opcode::Rsqrt, subtractOf(c, one(c), squareOf(c, x(c))))));
}

void jvpAsinh(TransformContext& c) {
  result(c);
  setSlope(c, unaryOf(c, Opcode::Rsqrt, addOf(c, squareOf(c, x(c)), one(c))));
}

// Two roots: the product under one root would cancel where x is near 1.
void jvpAcosh(TransformContext& c) {
  result(c);
  Value below = unaryOf(c, Opcode::Rsqrt, subtractOf(c, x(c), one(c)));
  setSlope(c, multiplyOf(c, below, unaryOf(c, Opcode::Rsqrt, addOf(c, x(c), one(c)))));
}

void jvpAtanh(TransformContext& c) {
  result(c);
  Value both = multiplyOf(c, addOf(c, one(c), x(c)), subtractOf(c, one(c), x(c)));
  setTangent(c, divideOf(c, c.tangents[0], both));
}

namespace {

/// ±2/√π · exp(−x²).
Value gaussSlope(TransformContext& c, double factor) {
  Value gauss = unaryOf(c, Opcode::Exponential, negated(c, squareOf(c, x(c))));
  return multiplyOf(c, numberLike(c, gauss, factor * 2 / std::sqrt(std::numbers::pi)), gauss);
}

}  // namespace

void jvpErf(TransformContext& c) {
  result(c);
  setSlope(c, gaussSlope(c, 1));
}

void jvpErfc(TransformContext& c) {
  result(c);
  setSlope(c, gaussSlope(c, -1));
}

void jvpErfInv(TransformContext& c) {
  Value y = result(c);
  Value inverse = unaryOf(c, Opcode::Exponential, squareOf(c, y));
  setSlope(c, multiplyOf(c, numberLike(c, y, std::sqrt(std::numbers::pi) / 2), inverse));
}

void jvpIntegerPow(TransformContext& c) {
  int64_t exponent = c.get<IntegerPowAttributes>().exponent;
  result(c);
  Value factor = numberLike(c, x(c), static_cast<double>(exponent));
  if (exponent == 0) return setTangent(c, nullptr);
  if (exponent == 1) return setTangent(c, c.tangents[0]);
  Value power = exponent == 2 ? x(c) : c.bind(Opcode::IntegerPow, {x(c)}, IntegerPowAttributes{exponent - 1});
  setSlope(c, multiplyOf(c, factor, power));
}

void jvpSquare(TransformContext& c) {
  result(c);
  setSlope(c, multiplyOf(c, numberLike(c, x(c), 2), x(c)));
}

void jvpConvert(TransformContext& c) {
  Value y = result(c);
  ElementType type = c.shapeOf(y).type();
  setTangent(c, isFloat(type) || isComplex(type) ? convertTo(c, c.tangents[0], type) : nullptr);
}

}  // namespace onepot
