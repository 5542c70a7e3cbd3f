// Batching of gather, scatter, sort and windows.
#include "engine/ops/batch_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

namespace {

std::vector<int64_t> shifted(std::vector<int64_t> dimensions) {
  for (int64_t& dimension : dimensions) ++dimension;
  return dimensions;
}

std::vector<int64_t> shiftedWithFront(const std::vector<int64_t>& dimensions) {
  std::vector<int64_t> all = shifted(dimensions);
  all.insert(all.begin(), 0);
  return all;
}

void setFront(TransformContext& c, std::vector<Value> results) {
  c.results = std::move(results);
  c.resultBatchDims.assign(c.results.size(), 0);
}

}  // namespace

// The batch is one more window dimension (operand alone), one more index dimension (indices alone), or a batching
// dimension.
void batchGather(TransformContext& c) {
  GatherAttributes gather = c.get<GatherAttributes>();
  bool data = c.batchDims[0].has_value(), indices = c.batchDims[1].has_value();
  Value operand = data ? batchInFront(c, 0) : c.operands[0], where = indices ? batchInFront(c, 1) : c.operands[1];
  if (data) {
    gather.collapsedSliceDims = shifted(gather.collapsedSliceDims);
    gather.startIndexMap = shifted(gather.startIndexMap);
    gather.operandBatchingDims =
        indices ? shiftedWithFront(gather.operandBatchingDims) : shifted(gather.operandBatchingDims);
    gather.sliceSizes.insert(gather.sliceSizes.begin(), indices ? 1 : c.batchSize);
  }
  if (indices) {
    gather.indexVectorDim += 1;
    gather.startIndicesBatchingDims =
        data ? shiftedWithFront(gather.startIndicesBatchingDims) : shifted(gather.startIndicesBatchingDims);
  }
  gather.offsetDims = data && !indices ? shiftedWithFront(gather.offsetDims) : shifted(gather.offsetDims);
  setFront(c, {c.bind(c.opcode, {operand, where}, gather)});
}

void batchScatter(TransformContext& c) {
  ScatterAttributes scatter = c.get<ScatterAttributes>();
  scatter.updateWindowDims = shifted(scatter.updateWindowDims);
  scatter.insertedWindowDims = shifted(scatter.insertedWindowDims);
  scatter.scatterDimsToOperandDims = shifted(scatter.scatterDimsToOperandDims);
  scatter.inputBatchingDims = shiftedWithFront(scatter.inputBatchingDims);
  scatter.scatterIndicesBatchingDims = shiftedWithFront(scatter.scatterIndicesBatchingDims);
  scatter.indexVectorDim += 1;
  std::vector<Value> operands;
  for (size_t i = 0; i < c.operands.size(); ++i) operands.push_back(batchInFront(c, i));
  setFront(c, c.bindAll(c.opcode, std::move(operands), scatter));
}

void batchSort(TransformContext& c) {
  DimensionsAttributes attributes = c.get<DimensionsAttributes>();
  attributes.dimensions = shifted(attributes.dimensions);
  std::vector<Value> operands;
  for (size_t i = 0; i < c.operands.size(); ++i) operands.push_back(batchInFront(c, i));
  setFront(c, c.bindAll(c.opcode, std::move(operands), attributes));
}

void batchReduceWindow(TransformContext& c) {
  if (c.operands.size() != 2 || c.batchDims[1]) return c.loopOverBatch();
  WindowAttributes window = c.get<WindowAttributes>();
  window.dims.insert(window.dims.begin(), WindowDimension{});
  setFront(c, c.bindAll(c.opcode, {batchInFront(c, 0), c.operands[1]}, window));
}

}  // namespace onepot
