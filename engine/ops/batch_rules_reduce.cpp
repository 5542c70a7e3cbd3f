// Batching of reductions and contractions.
#include <algorithm>
#include <numeric>

#include "engine/ops/batch_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

namespace {

/// Dimensions of one of the batch as dimensions of all of it.
int64_t around(int64_t dimension, int64_t batch) { return dimension < batch ? dimension : dimension + 1; }

std::vector<int64_t> around(std::vector<int64_t> dimensions, int64_t batch) {
  for (int64_t& dimension : dimensions) dimension = around(dimension, batch);
  return dimensions;
}

}  // namespace

void batchReduction(TransformContext& c) {
  int64_t batch = *c.batchDims[0];
  std::vector<int64_t> dimensions = around(c.get<DimensionsAttributes>().dimensions, batch);
  int64_t before = std::ranges::count_if(dimensions, [&](int64_t d) { return d < batch; });
  c.results = {c.bind(c.opcode, c.operands, DimensionsAttributes{dimensions})};
  c.resultBatchDims = {batch - before};
}

void batchArgminmax(TransformContext& c) {
  Value operand = movedDimension(c, c.operands[0], *c.batchDims[0], 0);
  std::vector<int64_t> dims = c.written ? c.written->dims() : std::vector<int64_t>();
  dims.insert(dims.begin(), c.batchSize);
  std::optional<Shape> written;
  if (c.written) written = Shape(c.written->type(), std::move(dims));
  c.results = {c.bind(c.opcode, {operand}, ArgminmaxAttributes{c.get<ArgminmaxAttributes>().dimension + 1}, written)};
  c.resultBatchDims = {0};
}

void batchCumulative(TransformContext& c) {
  DimensionsAttributes attributes = c.get<DimensionsAttributes>();
  attributes.dimensions = around(attributes.dimensions, *c.batchDims[0]);
  c.results = {c.bind(c.opcode, c.operands, attributes)};
  c.resultBatchDims = c.batchDims;
}

// Both sides batched: one more batch dimension. One side: the batch is one more free dimension of it.
void batchDot(TransformContext& c) {
  DotAttributes dot = c.get<DotAttributes>();
  auto left = c.batchDims[0], right = c.batchDims[1];
  if (left) {
    dot.lhsContracting = around(dot.lhsContracting, *left);
    dot.lhsBatch = around(dot.lhsBatch, *left);
  }
  if (right) {
    dot.rhsContracting = around(dot.rhsContracting, *right);
    dot.rhsBatch = around(dot.rhsBatch, *right);
  }
  auto batchCount = static_cast<int64_t>(dot.lhsBatch.size());
  if (left && right) {
    dot.lhsBatch.insert(dot.lhsBatch.begin(), *left);
    dot.rhsBatch.insert(dot.rhsBatch.begin(), *right);
    c.results = {c.bind(c.opcode, c.operands, dot)};
    c.resultBatchDims = {0};
    return;
  }
  // Free dimensions keep their order: the batch stands after as many of them as come before it.
  auto freeBefore = [](int64_t batch, const std::vector<int64_t>& contracting, const std::vector<int64_t>& batches) {
    auto earlier = [&](int64_t d) { return d < batch; };
    return batch - std::ranges::count_if(contracting, earlier) - std::ranges::count_if(batches, earlier);
  };
  int64_t place = batchCount;
  if (left) {
    place += freeBefore(*left, dot.lhsContracting, dot.lhsBatch);
  } else {
    int64_t leftFree = c.shapeOf(c.operands[0]).rank() - static_cast<int64_t>(dot.lhsContracting.size()) - batchCount;
    place += leftFree + freeBefore(*right, dot.rhsContracting, dot.rhsBatch);
  }
  c.results = {c.bind(c.opcode, c.operands, dot)};
  c.resultBatchDims = {place};
}

}  // namespace onepot
