// Short names for what transformation rules bind most, and how stretched operands are broadcast and summed back.
#pragma once

#include "engine/ops/transform_rules.h"

namespace onepot {

inline Value addOf(TransformContext& c, const Value& a, const Value& b) { return c.bind(Opcode::Add, {a, b}); }
inline Value subtractOf(TransformContext& c, const Value& a, const Value& b) {
  return c.bind(Opcode::Subtract, {a, b});
}
inline Value multiplyOf(TransformContext& c, const Value& a, const Value& b) {
  return c.bind(Opcode::Multiply, {a, b});
}
inline Value divideOf(TransformContext& c, const Value& a, const Value& b) { return c.bind(Opcode::Divide, {a, b}); }
inline Value negated(TransformContext& c, const Value& a) { return c.bind(Opcode::Negate, {a}); }
inline Value unaryOf(TransformContext& c, Opcode opcode, const Value& a) { return c.bind(opcode, {a}); }
inline Value squareOf(TransformContext& c, const Value& a) {
  return c.bind(Opcode::IntegerPow, {a}, IntegerPowAttributes{2});
}
inline Value compareOf(TransformContext& c, CompareDirection direction, const Value& a, const Value& b) {
  return c.bind(Opcode::Compare, {a, b}, CompareAttributes{direction, CompareOrder::Default});
}
/// A scalar of the type of `like`.
inline Value numberLike(TransformContext& c, const Value& like, double value) {
  return c.scalar(c.shapeOf(like).type(), value);
}

Value zerosLike(TransformContext& c, const Shape& shape);
Value convertTo(TransformContext& c, const Value& value, ElementType type);
Value reshapeTo(TransformContext& c, const Value& value, std::vector<int64_t> dims);
/// Scalars and dimensions of size 1 repeated to the dimensions of `shape`.
Value stretchTo(TransformContext& c, const Value& value, const Shape& shape);
/// The transpose of that: summed over what was repeated, so that it has the dimensions of `shape`.
Value sumTo(TransformContext& c, const Value& value, const Shape& shape);
/// predicate ? a : b.
Value chosen(TransformContext& c, const Value& predicate, const Value& a, const Value& b);
Value movedDimension(TransformContext& c, const Value& value, int64_t from, int64_t to);

/// batch: operand `i` with its batch in front; broadcast where it has none.
Value batchInFront(TransformContext& c, size_t i);

}  // namespace onepot
