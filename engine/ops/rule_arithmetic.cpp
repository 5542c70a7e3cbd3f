#include "engine/ops/rule_arithmetic.h"

#include <numeric>

namespace onepot {

Value zerosLike(TransformContext& c, const Shape& shape) {
  Value zero = c.scalar(shape.type(), 0);
  return shape.rank() == 0 ? zero : c.bind(Opcode::Broadcast, {zero}, DimensionsAttributes{}, shape);
}

Value convertTo(TransformContext& c, const Value& value, ElementType type) {
  const Shape& shape = c.shapeOf(value);
  return shape.type() == type ? value : c.bind(Opcode::Convert, {value}, ConvertAttributes{}, shape.withType(type));
}

Value reshapeTo(TransformContext& c, const Value& value, std::vector<int64_t> dims) {
  Shape shape(c.shapeOf(value).type(), std::move(dims));
  return shape.sameDims(c.shapeOf(value)) ? value : c.bind(Opcode::Reshape, {value}, {}, shape);
}

Value stretchTo(TransformContext& c, const Value& value, const Shape& shape) {
  const Shape& from = c.shapeOf(value);
  if (from.sameDims(shape)) return value;
  std::vector<int64_t> dimensions(static_cast<size_t>(from.rank()));
  std::iota(dimensions.begin(), dimensions.end(), 0);
  return c.bind(Opcode::Broadcast, {value}, DimensionsAttributes{std::move(dimensions)},
                Shape(from.type(), shape.dims()));
}

Value sumTo(TransformContext& c, const Value& value, const Shape& shape) {
  const Shape from = c.shapeOf(value);
  if (from.sameDims(shape)) return value;
  std::vector<int64_t> summed;
  for (int i = 0; i < from.rank(); ++i)
    if (shape.rank() == 0 || shape.dim(i) != from.dim(i)) summed.push_back(i);
  Value sum = c.bind(Opcode::ReduceSum, {value}, DimensionsAttributes{std::move(summed)});
  return reshapeTo(c, sum, shape.dims());
}

Value chosen(TransformContext& c, const Value& predicate, const Value& a, const Value& b) {
  return c.bind(Opcode::SelectN, {predicate, b, a});
}

Value movedDimension(TransformContext& c, const Value& value, int64_t from, int64_t to) {
  if (from == to) return value;
  std::vector<int64_t> permutation(static_cast<size_t>(c.shapeOf(value).rank()));
  std::iota(permutation.begin(), permutation.end(), 0);
  permutation.erase(permutation.begin() + from);
  permutation.insert(permutation.begin() + to, from);
  return c.bind(Opcode::Transpose, {value}, DimensionsAttributes{std::move(permutation)});
}

Value batchInFront(TransformContext& c, size_t i) {
  if (c.batchDims[i]) return movedDimension(c, c.operands[i], *c.batchDims[i], 0);
  const Shape& shape = c.shapeOf(c.operands[i]);
  std::vector<int64_t> dims = shape.dims(), kept;
  for (int64_t d = 0; d < shape.rank(); ++d) kept.push_back(d + 1);
  dims.insert(dims.begin(), c.batchSize);
  return c.bind(Opcode::Broadcast, {c.operands[i]}, DimensionsAttributes{std::move(kept)},
                Shape(shape.type(), std::move(dims)));
}

}  // namespace onepot
