// Transposes of contractions and sums.
#include <algorithm>
#include <numeric>

#include "engine/ops/rule_arithmetic.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {

bool contains(const std::vector<int64_t>& list, int64_t wanted) {
  return std::ranges::find(list, wanted) != list.end();
}

std::vector<int64_t> freeDimensions(const Shape& shape, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> free;
  for (int64_t i = 0; i < shape.rank(); ++i)
    if (!contains(a, i) && !contains(b, i)) free.push_back(i);
  return free;
}

/// The cotangent of one side: the result's, contracted with the other side over that one's free dimensions.
Value transposeDotSide(TransformContext& c, bool left) {
  const auto& dot = c.get<DotAttributes>();
  const auto& ownContracting = left ? dot.lhsContracting : dot.rhsContracting;
  const auto& ownBatch = left ? dot.lhsBatch : dot.rhsBatch;
  const auto& otherContracting = left ? dot.rhsContracting : dot.lhsContracting;
  const auto& otherBatch = left ? dot.rhsBatch : dot.lhsBatch;
  const Shape& own = c.operandShapes[left ? 0 : 1];
  const Value& other = c.operands[left ? 1 : 0];
  std::vector<int64_t> ownFree = freeDimensions(own, ownContracting, ownBatch);
  std::vector<int64_t> otherFree = freeDimensions(c.shapeOf(other), otherContracting, otherBatch);
  // The result is batch, free of lhs, free of rhs.
  std::vector<int64_t> batch(ownBatch.size()), resultFree(otherFree.size());
  std::iota(batch.begin(), batch.end(), 0);
  auto start = static_cast<int64_t>(batch.size() + (left ? ownFree.size() : 0));
  std::iota(resultFree.begin(), resultFree.end(), start);
  DotAttributes back{resultFree, otherFree, batch, otherBatch, dot.operandPrecision, dot.preferredType};
  Value product = c.bind(Opcode::Dot, {c.cotangent, other}, back);
  // Now batch, own free, and the contracted dimensions in the order in which the other side has them.
  std::vector<size_t> order(otherContracting.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](size_t i) { return otherContracting[i]; });
  std::vector<int64_t> places = ownBatch;
  places.insert(places.end(), ownFree.begin(), ownFree.end());
  for (size_t i : order) places.push_back(ownContracting[i]);
  std::vector<int64_t> permutation(places.size());
  for (size_t i = 0; i < places.size(); ++i) permutation[static_cast<size_t>(places[i])] = static_cast<int64_t>(i);
  bool moved = !std::ranges::is_sorted(permutation);
  Value placed = moved ? c.bind(Opcode::Transpose, {product}, DimensionsAttributes{permutation}) : product;
  return convertTo(c, placed, own.type());
}

}  // namespace

void transposeDot(TransformContext& c) {
  bool left = c.operands[0] == nullptr, right = c.operands[1] == nullptr;
  if (left && right) c.refuse({"trace.not_linear", {"dot_general"}});
  c.operandCotangents = {left ? transposeDotSide(c, true) : nullptr, right ? transposeDotSide(c, false) : nullptr};
}

void transposeReduceSum(TransformContext& c) {
  const Shape& shape = c.operandShapes[0];
  std::vector<int64_t> kept = freeDimensions(shape, c.get<DimensionsAttributes>().dimensions, {});
  c.operandCotangents = {c.bind(Opcode::Broadcast, {c.cotangent}, DimensionsAttributes{kept}, shape)};
}

void transposeCumsum(TransformContext& c) {
  DimensionsAttributes attributes = c.get<DimensionsAttributes>();
  attributes.reverse = !attributes.reverse;
  c.operandCotangents = {c.bind(Opcode::Cumsum, {c.cotangent}, attributes)};
}

}  // namespace onepot
