// Derivatives and transposes of the operations between real and complex numbers.
#include "engine/ops/jvp_rules.h"
#include "engine/ops/rule_arithmetic.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {

Value complexOf(TransformContext& c, const Value& re, const Value& im) { return c.bind(Opcode::Complex, {re, im}); }

}  // namespace

/// |x| of a complex x moves by Re(conj(x)·t) / |x|; by nothing at zero.
void jvpComplexAbs(TransformContext& c) {
  const Value& x = c.operands[0];
  c.results = {unaryOf(c, Opcode::Abs, x)};
  if (c.tangents[0] == nullptr) return;
  const Value size = c.results[0];
  const Value zero = compareOf(c, CompareDirection::EQ, size, numberLike(c, size, 0));
  const Value one = stretchTo(c, numberLike(c, size, 1), c.shapeOf(size));
  const Value conjugate = complexOf(c, unaryOf(c, Opcode::Real, x), negated(c, unaryOf(c, Opcode::Imag, x)));
  const Value along = unaryOf(c, Opcode::Real, multiplyOf(c, c.tangents[0], conjugate));
  c.resultTangents = {divideOf(c, along, chosen(c, zero, one, size))};
}

void transposeComplex(TransformContext& c) {
  c.operandCotangents.assign(2, nullptr);
  auto share = [&](size_t i, Value value) {
    if (c.operands[i] == nullptr) c.operandCotangents[i] = sumTo(c, value, c.operandShapes[i]);
  };
  share(0, unaryOf(c, Opcode::Real, c.cotangent));
  share(1, unaryOf(c, Opcode::Imag, negated(c, c.cotangent)));
}

void transposeReal(TransformContext& c) {
  c.operandCotangents = {complexOf(c, c.cotangent, zerosLike(c, c.shapeOf(c.cotangent)))};
}

void transposeImag(TransformContext& c) {
  c.operandCotangents = {complexOf(c, zerosLike(c, c.shapeOf(c.cotangent)), negated(c, c.cotangent))};
}

}  // namespace onepot
