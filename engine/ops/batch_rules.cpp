#include "engine/ops/batch_rules.h"

#include <algorithm>

#include "engine/ops/rule_arithmetic.h"

namespace onepot {

namespace {

int unbatchedRank(TransformContext& c, size_t i) {
  return c.shapeOf(c.operands[i]).rank() - (c.batchDims[i].has_value() ? 1 : 0);
}

/// All batched operands have the batch at one place and full rank; the others are scalars: nothing has to move.
std::optional<int64_t> commonPlace(TransformContext& c, int rank) {
  std::optional<int64_t> place;
  for (size_t i = 0; i < c.operands.size(); ++i) {
    int own = unbatchedRank(c, i);
    if (!c.batchDims[i]) {
      if (own != 0) return std::nullopt;
      continue;
    }
    if (own != rank || (place && *place != *c.batchDims[i])) return std::nullopt;
    place = c.batchDims[i];
  }
  return place;
}

/// The operand with the batch in front and sizes of 1 where it has no dimension of the result.
Value leading(TransformContext& c, size_t i, int rank) {
  Value value = c.operands[i];
  if (c.batchDims[i]) value = movedDimension(c, value, *c.batchDims[i], 0);
  if (!c.batchDims[i] && c.shapeOf(value).rank() == 0) return value;
  std::vector<int64_t> dims = c.shapeOf(value).dims();
  if (!c.batchDims[i]) dims.insert(dims.begin(), 1);
  if (static_cast<int>(dims.size()) == rank + 1) return reshapeTo(c, value, dims);
  dims.resize(static_cast<size_t>(rank) + 1, 1);
  return reshapeTo(c, value, dims);
}

void batchElements(TransformContext& c, bool full) {
  int rank = 0;
  for (size_t i = 0; i < c.operands.size(); ++i) rank = std::max(rank, unbatchedRank(c, i));
  int64_t place = 0;
  std::vector<Value> operands = c.operands;
  if (auto common = commonPlace(c, rank)) {
    place = *common;
  } else {
    for (size_t i = 0; i < operands.size(); ++i) operands[i] = leading(c, i, rank);
  }
  std::vector<int64_t> dims(static_cast<size_t>(rank) + 1, 1);
  for (const Value& operand : operands) {
    const Shape& shape = c.shapeOf(operand);
    for (int d = 0; d < shape.rank(); ++d)
      dims[static_cast<size_t>(d)] = std::max(dims[static_cast<size_t>(d)], shape.dim(d));
    for (int d = 0; d < shape.rank(); ++d)
      if (shape.dim(d) == 0) dims[static_cast<size_t>(d)] = 0;
  }
  for (size_t i = 0; full && i < operands.size(); ++i)
    operands[i] = stretchTo(c, operands[i], Shape(c.shapeOf(operands[i]).type(), dims));
  std::optional<Shape> written;
  if (c.written) written = Shape(c.written->type(), dims);
  c.results = c.bindAll(c.opcode, std::move(operands), c.attributes, written);
  c.resultBatchDims.assign(c.results.size(), place);
}

}  // namespace

void batchElementwise(TransformContext& c) { batchElements(c, false); }
void batchElementwiseFull(TransformContext& c) { batchElements(c, true); }

void batchLeading(TransformContext& c) {
  Value operand = movedDimension(c, c.operands[0], *c.batchDims[0], 0);
  std::optional<Shape> written;
  if (c.written) {
    std::vector<int64_t> dims = c.written->dims();
    dims.insert(dims.begin(), c.batchSize);
    written = Shape(c.written->type(), std::move(dims));
  }
  c.results = {c.bind(c.opcode, {operand}, c.attributes, written)};
  c.resultBatchDims = {0};
}

void batchLoop(TransformContext& c) { c.loopOverBatch(); }

}  // namespace onepot
