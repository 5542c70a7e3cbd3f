// Batching of operations that move elements: the batch is one more dimension that stays as it is.
#include "engine/ops/batch_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

namespace {

Shape withFront(const Shape& shape, int64_t size) {
  std::vector<int64_t> dims = shape.dims();
  dims.insert(dims.begin(), size);
  return Shape(shape.type(), std::move(dims));
}

std::vector<int64_t> shifted(std::vector<int64_t> dimensions) {
  for (int64_t& dimension : dimensions) ++dimension;
  return dimensions;
}

void setFront(TransformContext& c, Value result) {
  c.results = {std::move(result)};
  c.resultBatchDims = {0};
}

template <typename Number>
void pushFront(std::vector<Number>& list, Number value) {
  list.insert(list.begin(), value);
}

}  // namespace

void batchBroadcast(TransformContext& c) {
  DimensionsAttributes attributes = c.get<DimensionsAttributes>();
  attributes.dimensions = shifted(attributes.dimensions);
  pushFront<int64_t>(attributes.dimensions, 0);
  setFront(c, c.bind(c.opcode, {batchInFront(c, 0)}, attributes, withFront(*c.written, c.batchSize)));
}

void batchReshape(TransformContext& c) {
  setFront(c, c.bind(c.opcode, {batchInFront(c, 0)}, {}, withFront(*c.written, c.batchSize)));
}

void batchSqueeze(TransformContext& c) {
  setFront(c, c.bind(c.opcode, {batchInFront(c, 0)},
                     DimensionsAttributes{shifted(c.get<DimensionsAttributes>().dimensions)}));
}

void batchTranspose(TransformContext& c) {
  std::vector<int64_t> permutation = shifted(c.get<DimensionsAttributes>().dimensions);
  pushFront<int64_t>(permutation, 0);
  setFront(c, c.bind(c.opcode, {batchInFront(c, 0)}, DimensionsAttributes{permutation}));
}

void batchReverse(TransformContext& c) { batchSqueeze(c); }

void batchSlice(TransformContext& c) {
  SliceAttributes slice = c.get<SliceAttributes>();
  pushFront<int64_t>(slice.starts, 0);
  pushFront(slice.limits, c.batchSize);
  pushFront<int64_t>(slice.strides, 1);
  setFront(c, c.bind(c.opcode, {batchInFront(c, 0)}, slice));
}

// A batch of padding values: pad with 0, then put each one's value where the padding is.
void batchPad(TransformContext& c) {
  PadAttributes pad = c.get<PadAttributes>();
  for (auto* list : {&pad.low, &pad.high, &pad.interior}) pushFront<int64_t>(*list, 0);
  Value operand = batchInFront(c, 0);
  if (!c.batchDims[1]) return setFront(c, c.bind(c.opcode, {operand, c.operands[1]}, pad));
  Value padded = c.bind(c.opcode, {operand, numberLike(c, operand, 0)}, pad);
  Shape inside = c.shapeOf(operand).withType(ElementType::Pred);
  Value yes = c.bind(Opcode::Broadcast, {c.scalar(ElementType::Pred, 1)}, DimensionsAttributes{}, inside);
  Value mask = c.bind(c.opcode, {yes, c.scalar(ElementType::Pred, 0)}, pad);
  Value fill = c.bind(Opcode::Broadcast, {c.operands[1]}, DimensionsAttributes{{0}}, c.shapeOf(padded));
  setFront(c, chosen(c, mask, padded, fill));
}

void batchConcatenate(TransformContext& c) {
  std::vector<Value> operands;
  for (size_t i = 0; i < c.operands.size(); ++i) operands.push_back(batchInFront(c, i));
  setFront(c, c.bind(c.opcode, std::move(operands),
                     DimensionsAttributes{shifted(c.get<DimensionsAttributes>().dimensions)}));
}

namespace {

bool indicesBatched(TransformContext& c, size_t first) {
  for (size_t i = first; i < c.batchDims.size(); ++i)
    if (c.batchDims[i]) return true;
  return false;
}

Value zeroIndex(TransformContext& c, size_t first) {
  ElementType type = first < c.operands.size() ? c.shapeOf(c.operands[first]).type() : ElementType::S32;
  return c.scalar(type, 0);
}

}  // namespace

void batchDynamicSlice(TransformContext& c) {
  if (indicesBatched(c, 1)) return c.loopOverBatch();
  DynamicSliceAttributes slice = c.get<DynamicSliceAttributes>();
  pushFront(slice.sizes, c.batchSize);
  std::vector<Value> operands{batchInFront(c, 0), zeroIndex(c, 1)};
  operands.insert(operands.end(), c.operands.begin() + 1, c.operands.end());
  setFront(c, c.bind(c.opcode, std::move(operands), slice));
}

void batchDynamicUpdateSlice(TransformContext& c) {
  if (indicesBatched(c, 2)) return c.loopOverBatch();
  std::vector<Value> operands{batchInFront(c, 0), batchInFront(c, 1), zeroIndex(c, 2)};
  operands.insert(operands.end(), c.operands.begin() + 2, c.operands.end());
  setFront(c, c.bind(c.opcode, std::move(operands)));
}

}  // namespace onepot
