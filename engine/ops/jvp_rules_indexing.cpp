// Derivatives of scatter and sort.
#include <algorithm>

#include "engine/ops/jvp_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

// Adding and replacing are linear in operand and updates together.
void jvpScatter(TransformContext& c) {
  auto combiner = c.combiner();
  bool linear = c.operands.size() == 3 && (combiner == Opcode::Add || combiner == Opcode::Parameter);
  if (!linear) c.refuse({"trace.no_derivative", {"scatter"}});
  jvpLinear(c);
}

// A tangent goes where the sort puts its value: it is gathered by the positions that the sorted values had.
void jvpSort(TransformContext& c) {
  int64_t dimension = c.get<DimensionsAttributes>().dimensions.front();
  std::vector<Value> all = c.sortWithPositions();
  const Shape shape = c.shapeOf(all.back());
  std::vector<int64_t> dims = shape.dims();
  GatherAttributes gather;
  gather.collapsedSliceDims = gather.startIndexMap = {dimension};
  gather.indexVectorDim = shape.rank();
  gather.sliceSizes.assign(dims.size(), 1);
  for (int64_t d = 0; d < shape.rank(); ++d)
    if (d != dimension) gather.operandBatchingDims.push_back(d);
  gather.startIndicesBatchingDims = gather.operandBatchingDims;
  dims.push_back(1);
  Value positions = reshapeTo(c, all.back(), dims);
  all.pop_back();
  c.results = std::move(all);
  for (const Value& tangent : c.tangents)
    c.resultTangents.push_back(tangent == nullptr ? nullptr : c.bind(Opcode::Gather, {tangent, positions}, gather));
}

}  // namespace onepot
