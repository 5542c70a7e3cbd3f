// Transposes of gather and scatter: each is the other.
#include <algorithm>

#include "engine/ops/rule_arithmetic.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {

ScatterAttributes scatterOf(const GatherAttributes& gather) {
  ScatterAttributes scatter;
  scatter.updateWindowDims = gather.offsetDims;
  scatter.insertedWindowDims = gather.collapsedSliceDims;
  scatter.scatterDimsToOperandDims = gather.startIndexMap;
  scatter.inputBatchingDims = gather.operandBatchingDims;
  scatter.scatterIndicesBatchingDims = gather.startIndicesBatchingDims;
  scatter.indexVectorDim = gather.indexVectorDim;
  scatter.indicesAreSorted = gather.indicesAreSorted;
  return scatter;
}

/// The gather that reads what a scatter wrote; `updates` has the windows' sizes.
GatherAttributes gatherOf(const ScatterAttributes& scatter, const Shape& operand, const Shape& updates) {
  GatherAttributes gather;
  gather.offsetDims = scatter.updateWindowDims;
  gather.collapsedSliceDims = scatter.insertedWindowDims;
  gather.startIndexMap = scatter.scatterDimsToOperandDims;
  gather.operandBatchingDims = scatter.inputBatchingDims;
  gather.startIndicesBatchingDims = scatter.scatterIndicesBatchingDims;
  gather.indexVectorDim = scatter.indexVectorDim;
  gather.indicesAreSorted = scatter.indicesAreSorted;
  size_t next = 0;
  auto contains = [](const std::vector<int64_t>& list, int64_t d) { return std::ranges::find(list, d) != list.end(); };
  for (int64_t d = 0; d < operand.rank(); ++d) {
    bool single = contains(scatter.insertedWindowDims, d) || contains(scatter.inputBatchingDims, d);
    gather.sliceSizes.push_back(single ? 1 : updates.dim(static_cast<int>(scatter.updateWindowDims[next++])));
  }
  return gather;
}

}  // namespace

void transposeGather(TransformContext& c) {
  Value zeros = zerosLike(c, c.operandShapes[0]);
  ScatterAttributes scatter = scatterOf(c.get<GatherAttributes>());
  c.operandCotangents = {c.bindCombining(Opcode::Scatter, Opcode::Add, {zeros, c.operands[1], c.cotangent}, scatter),
                         nullptr};
}

// Where updates replace, the replaced elements of the operand get nothing.
void transposeScatter(TransformContext& c) {
  const auto& scatter = c.get<ScatterAttributes>();
  c.operandCotangents.assign(3, nullptr);
  if (c.operands[0] == nullptr) {
    bool replaces = c.combiner() == Opcode::Parameter;
    c.operandCotangents[0] =
        replaces ? c.bind(Opcode::Scatter, {c.cotangent, c.operands[1], zerosLike(c, c.operandShapes[2])}, scatter)
                 : c.cotangent;
  }
  if (c.operands[2] != nullptr) return;
  GatherAttributes gather = gatherOf(scatter, c.operandShapes[0], c.operandShapes[2]);
  c.operandCotangents[2] = c.bind(Opcode::Gather, {c.cotangent, c.operands[1]}, gather);
}

}  // namespace onepot
