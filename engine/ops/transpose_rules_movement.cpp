// Transposes of operations that move elements: each element's cotangent goes back to where the element came from.
#include <algorithm>

#include "engine/ops/rule_arithmetic.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {
std::vector<int64_t> filled(size_t count, int64_t value) { return std::vector<int64_t>(count, value); }
}  // namespace

void transposeBroadcast(TransformContext& c) {
  const auto& dimensions = c.get<DimensionsAttributes>().dimensions;
  const Shape& operand = c.operandShapes[0];
  const Shape shape = c.shapeOf(c.cotangent);
  std::vector<int64_t> summed;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    auto from = std::ranges::find(dimensions, i);
    bool repeated = from == dimensions.end() ||
                    operand.dim(static_cast<int>(from - dimensions.begin())) != shape.dim(static_cast<int>(i));
    if (repeated) summed.push_back(i);
  }
  Value sum = summed.empty() ? c.cotangent : c.bind(Opcode::ReduceSum, {c.cotangent}, DimensionsAttributes{summed});
  c.operandCotangents = {reshapeTo(c, sum, operand.dims())};
}

void transposeReshape(TransformContext& c) {
  c.operandCotangents = {reshapeTo(c, c.cotangent, c.operandShapes[0].dims())};
}

void transposeTranspose(TransformContext& c) {
  const auto& permutation = c.get<DimensionsAttributes>().dimensions;
  std::vector<int64_t> inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i)
    inverse[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  c.operandCotangents = {c.bind(Opcode::Transpose, {c.cotangent}, DimensionsAttributes{inverse})};
}

void transposeReverse(TransformContext& c) {
  c.operandCotangents = {c.bind(Opcode::Reverse, {c.cotangent}, c.attributes)};
}

void transposeSlice(TransformContext& c) {
  const auto& slice = c.get<SliceAttributes>();
  const Shape& operand = c.operandShapes[0];
  const Shape shape = c.shapeOf(c.cotangent);
  PadAttributes pad{slice.starts, {}, {}};
  for (size_t i = 0; i < slice.starts.size(); ++i) {
    int64_t taken = shape.dim(static_cast<int>(i));
    int64_t end = taken == 0 ? slice.starts[i] : slice.starts[i] + 1 + (taken - 1) * slice.strides[i];
    pad.high.push_back(operand.dim(static_cast<int>(i)) - end);
    pad.interior.push_back(slice.strides[i] - 1);
  }
  c.operandCotangents = {c.bind(Opcode::Pad, {c.cotangent, numberLike(c, c.cotangent, 0)}, pad)};
}

// The operand's elements are cut out again; the padding value gets everything else.
void transposePad(TransformContext& c) {
  const auto& pad = c.get<PadAttributes>();
  size_t rank = pad.low.size();
  PadAttributes crop{{}, {}, filled(rank, 0)};
  SliceAttributes slice{filled(rank, 0), {}, {}};
  for (size_t i = 0; i < rank; ++i) {
    crop.low.push_back(-pad.low[i]);
    crop.high.push_back(-pad.high[i]);
    slice.strides.push_back(pad.interior[i] + 1);
    int64_t size = c.operandShapes[0].dim(static_cast<int>(i));
    slice.limits.push_back(size == 0 ? 0 : size + (size - 1) * pad.interior[i]);
  }
  Value inside = c.bind(Opcode::Pad, {c.cotangent, numberLike(c, c.cotangent, 0)}, crop);
  inside = c.bind(Opcode::Slice, {inside}, slice);
  c.operandCotangents = {c.operands[0] == nullptr ? inside : nullptr, nullptr};
  if (c.operands[1] != nullptr) return;
  Value all = sumTo(c, c.cotangent, c.operandShapes[1]);
  c.operandCotangents[1] = subtractOf(c, all, sumTo(c, inside, c.operandShapes[1]));
}

void transposeConcatenate(TransformContext& c) {
  auto dimension = static_cast<size_t>(c.get<DimensionsAttributes>().dimensions.front());
  std::vector<int64_t> limits = c.shapeOf(c.cotangent).dims();
  SliceAttributes slice{filled(limits.size(), 0), limits, filled(limits.size(), 1)};
  c.operandCotangents.assign(c.operands.size(), nullptr);
  int64_t start = 0;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    slice.starts[dimension] = start;
    start += c.operandShapes[i].dim(static_cast<int>(dimension));
    slice.limits[dimension] = start;
    if (c.operands[i] == nullptr) c.operandCotangents[i] = c.bind(Opcode::Slice, {c.cotangent}, slice);
  }
}

void transposeDynamicSlice(TransformContext& c) {
  std::vector<Value> operands{zerosLike(c, c.operandShapes[0]), c.cotangent};
  operands.insert(operands.end(), c.operands.begin() + 1, c.operands.end());
  c.operandCotangents.assign(c.operands.size(), nullptr);
  c.operandCotangents[0] = c.bind(Opcode::DynamicUpdateSlice, std::move(operands));
}

void transposeDynamicUpdateSlice(TransformContext& c) {
  std::vector<Value> indices(c.operands.begin() + 2, c.operands.end());
  c.operandCotangents.assign(c.operands.size(), nullptr);
  if (c.operands[0] == nullptr) {
    std::vector<Value> operands{c.cotangent, zerosLike(c, c.operandShapes[1])};
    operands.insert(operands.end(), indices.begin(), indices.end());
    c.operandCotangents[0] = c.bind(Opcode::DynamicUpdateSlice, std::move(operands));
  }
  if (c.operands[1] != nullptr) return;
  indices.insert(indices.begin(), c.cotangent);
  c.operandCotangents[1] =
      c.bind(Opcode::DynamicSlice, std::move(indices), DynamicSliceAttributes{c.operandShapes[1].dims()});
}

}  // namespace onepot
