// Derivatives of functions of several operands; tangents of stretched operands are broadcast to the result.
#include "engine/ops/jvp_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

namespace {

Value result(TransformContext& c) {
  c.results = {c.bind(c.opcode, c.operands, c.attributes, c.written)};
  c.resultTangents = {nullptr};
  return c.results[0];
}

/// Adds one operand's share to the result's tangent.
void addShare(TransformContext& c, const Value& share) {
  Value full = stretchTo(c, share, c.shapeOf(c.results[0]));
  Value& sum = c.resultTangents[0];
  sum = sum == nullptr ? full : c.bind(Opcode::AddAny, {sum, full});
}

}  // namespace

void jvpZero(TransformContext& c) { result(c); }

void jvpLinear(TransformContext& c) {
  result(c);
  std::vector<Value> tangents;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    const Shape shape = c.shapeOf(c.operands[i]);
    bool index = isInteger(shape.type());
    tangents.push_back(c.tangents[i] != nullptr ? c.tangents[i] : index ? c.operands[i] : zerosLike(c, shape));
  }
  c.resultTangents = {c.bind(c.opcode, std::move(tangents), c.attributes, c.written)};
}

void jvpLinearInFirst(TransformContext& c) {
  result(c);
  if (c.tangents[0] == nullptr) return;
  std::vector<Value> operands = c.operands;
  operands[0] = c.tangents[0];
  c.resultTangents = {c.bind(c.opcode, std::move(operands), c.attributes, c.written)};
}

void jvpBilinear(TransformContext& c) {
  result(c);
  if (c.tangents[0] != nullptr) addShare(c, c.bind(c.opcode, {c.tangents[0], c.operands[1]}, c.attributes, c.written));
  if (c.tangents[1] != nullptr) addShare(c, c.bind(c.opcode, {c.operands[0], c.tangents[1]}, c.attributes, c.written));
}

void jvpAdd(TransformContext& c) {
  result(c);
  for (const Value& tangent : c.tangents)
    if (tangent != nullptr) addShare(c, tangent);
}

void jvpSubtract(TransformContext& c) {
  result(c);
  if (c.tangents[0] != nullptr && c.tangents[1] != nullptr) {
    addShare(c, subtractOf(c, c.tangents[0], c.tangents[1]));
    return;
  }
  addShare(c, c.tangents[0] != nullptr ? c.tangents[0] : negated(c, c.tangents[1]));
}

void jvpMultiply(TransformContext& c) {
  result(c);
  if (c.tangents[0] != nullptr) addShare(c, multiplyOf(c, c.tangents[0], c.operands[1]));
  if (c.tangents[1] != nullptr) addShare(c, multiplyOf(c, c.operands[0], c.tangents[1]));
}

void jvpDivide(TransformContext& c) {
  result(c);
  if (c.tangents[0] != nullptr) addShare(c, divideOf(c, c.tangents[0], c.operands[1]));
  if (c.tangents[1] == nullptr) return;
  Value inverse = c.bind(Opcode::IntegerPow, {c.operands[1]}, IntegerPowAttributes{-2});
  addShare(c, multiplyOf(c, multiplyOf(c, negated(c, c.tangents[1]), c.operands[0]), inverse));
}

// x − y·trunc(x / y).
void jvpRemainder(TransformContext& c) {
  result(c);
  if (c.tangents[0] != nullptr) addShare(c, c.tangents[0]);
  if (c.tangents[1] == nullptr) return;
  Value quotient = divideOf(c, c.operands[0], c.operands[1]);
  Value whole = unaryOf(c, Opcode::Floor, unaryOf(c, Opcode::Abs, quotient));
  whole = multiplyOf(c, unaryOf(c, Opcode::Sign, quotient), whole);
  addShare(c, multiplyOf(c, negated(c, c.tangents[1]), whole));
}

// At y = 0 the slope along x is 0 for every x; at x = 0 the one along y is 0 (0^y is constant where it is smooth).
void jvpPower(TransformContext& c) {
  Value power = result(c);
  const Shape shape = c.shapeOf(power);
  const Value& x = c.operands[0];
  const Value& y = c.operands[1];
  if (c.tangents[0] != nullptr) {
    Value exponent = convertTo(c, y, shape.type());
    Value flat = compareOf(c, CompareDirection::EQ, exponent, numberLike(c, exponent, 0));
    Value safe = chosen(c, flat, stretchTo(c, numberLike(c, exponent, 1), c.shapeOf(exponent)), exponent);
    Value lower = subtractOf(c, safe, numberLike(c, exponent, 1));
    Value slope = multiplyOf(c, exponent, c.bind(Opcode::Power, {x, lower}));
    addShare(c, multiplyOf(c, c.tangents[0], slope));
  }
  if (c.tangents[1] == nullptr) return;
  Value origin = compareOf(c, CompareDirection::EQ, x, numberLike(c, x, 0));
  Value safe = chosen(c, origin, stretchTo(c, numberLike(c, x, 1), c.shapeOf(x)), x);
  addShare(c, multiplyOf(c, c.tangents[1], multiplyOf(c, power, unaryOf(c, Opcode::Log, safe))));
}

void jvpAtan2(TransformContext& c) {
  result(c);
  const Value& y = c.operands[0];
  const Value& x = c.operands[1];
  Value length = addOf(c, squareOf(c, y), squareOf(c, x));
  if (c.tangents[0] != nullptr) addShare(c, multiplyOf(c, c.tangents[0], divideOf(c, x, length)));
  if (c.tangents[1] != nullptr) addShare(c, multiplyOf(c, c.tangents[1], divideOf(c, negated(c, y), length)));
}

// Where both are equal each has half a share.
void jvpExtreme(TransformContext& c) {
  Value extreme = result(c);
  const Shape shape = c.shapeOf(extreme);
  auto constant = [&](double value) { return stretchTo(c, c.scalar(shape.type(), value), shape); };
  for (size_t i = 0; i < 2; ++i) {
    if (c.tangents[i] == nullptr) continue;
    Value own = stretchTo(c, c.operands[i], shape), other = stretchTo(c, c.operands[1 - i], shape);
    Value taken = compareOf(c, CompareDirection::EQ, own, extreme);
    Value tie = compareOf(c, CompareDirection::EQ, other, extreme);
    Value share = chosen(c, taken, chosen(c, tie, constant(0.5), constant(1)), constant(0));
    addShare(c, multiplyOf(c, c.tangents[i], share));
  }
}

void jvpClamp(TransformContext& c) {
  result(c);
  const Shape shape = c.shapeOf(c.results[0]);
  Value low = stretchTo(c, c.operands[0], shape), high = stretchTo(c, c.operands[2], shape);
  const Value& x = c.operands[1];
  auto share = [&](size_t i, const Value& where) {
    Value tangent = stretchTo(c, c.tangents[i], shape);
    addShare(c, chosen(c, where, tangent, zerosLike(c, c.shapeOf(tangent))));
  };
  if (c.tangents[0] != nullptr) share(0, compareOf(c, CompareDirection::GT, low, x));
  if (c.tangents[2] != nullptr) share(2, compareOf(c, CompareDirection::LT, high, x));
  if (c.tangents[1] == nullptr) return;
  Value above = compareOf(c, CompareDirection::GT, x, low), below = compareOf(c, CompareDirection::LT, x, high);
  share(1, c.bind(Opcode::And, {above, below}));
}

void jvpSelect(TransformContext& c) {
  result(c);
  const Shape shape = c.shapeOf(c.results[0]);
  std::vector<Value> operands{c.operands[0]};
  for (size_t i = 1; i < c.operands.size(); ++i)
    operands.push_back(c.tangents[i] == nullptr ? zerosLike(c, shape) : stretchTo(c, c.tangents[i], shape));
  c.resultTangents = {c.bind(c.opcode, std::move(operands))};
}

}  // namespace onepot
