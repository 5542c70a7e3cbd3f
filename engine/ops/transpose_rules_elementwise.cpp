// Transposes of elementwise operations; what an operand was stretched over is summed.
#include "engine/ops/rule_arithmetic.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {

bool linear(const TransformContext& c, size_t i) { return c.operands[i] == nullptr; }

/// One share an operand, null for those that are not linear.
template <typename Share>
void setShares(TransformContext& c, Share share) {
  c.operandCotangents.assign(c.operands.size(), nullptr);
  for (size_t i = 0; i < c.operands.size(); ++i)
    if (linear(c, i)) c.operandCotangents[i] = sumTo(c, share(i), c.operandShapes[i]);
}

}  // namespace

void transposeIdentity(TransformContext& c) {
  setShares(c, [&](size_t) { return c.cotangent; });
}

void transposeNegate(TransformContext& c) {
  setShares(c, [&](size_t) { return negated(c, c.cotangent); });
}

void transposeConvert(TransformContext& c) {
  setShares(c, [&](size_t i) { return convertTo(c, c.cotangent, c.operandShapes[i].type()); });
}

void transposeAdd(TransformContext& c) {
  setShares(c, [&](size_t) { return c.cotangent; });
}

void transposeSubtract(TransformContext& c) {
  setShares(c, [&](size_t i) { return i == 0 ? c.cotangent : negated(c, c.cotangent); });
}

void transposeMultiply(TransformContext& c) {
  if (linear(c, 0) && linear(c, 1)) c.refuse({"trace.not_linear", {"mul"}});
  setShares(c, [&](size_t i) {
    return i == 0 ? multiplyOf(c, c.cotangent, c.operands[1]) : multiplyOf(c, c.operands[0], c.cotangent);
  });
}

void transposeDivide(TransformContext& c) {
  if (linear(c, 1)) c.refuse({"trace.not_linear", {"div"}});
  setShares(c, [&](size_t) { return divideOf(c, c.cotangent, c.operands[1]); });
}

void transposeSelect(TransformContext& c) {
  if (linear(c, 0)) c.refuse({"trace.not_linear", {"select_n"}});
  Value zeros = zerosLike(c, c.shapeOf(c.cotangent));
  setShares(c, [&](size_t i) {
    std::vector<Value> operands(c.operands.size(), zeros);
    operands[0] = c.operands[0];
    operands[i] = c.cotangent;
    return c.bind(c.opcode, std::move(operands));
  });
}

}  // namespace onepot
