#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

namespace {

/// Start indices from operand `first` on: one integer scalar a dimension, or (as older text has it) one array of them.
Fault startIndices(const ShapeQuery& query, size_t first, const Shape& operand) {
  bool oneArray = query.operands.size() == first + 1 && query.operands[first]->rank() == 1;
  if (oneArray) {
    const Shape& starts = *query.operands[first];
    if (isInteger(starts.type()) && starts.dim(0) == operand.rank()) return std::nullopt;
    return failFor(query, "shape.index_not_scalar", {starts.text(false)});
  }
  if (auto fault =
          equalCounts(query, "start indices", static_cast<size_t>(operand.rank()), query.operands.size() - first))
    return fault;
  for (size_t i = first; i < query.operands.size(); ++i)
    if (auto fault = scalarInteger(query, *query.operands[i])) return fault;
  return std::nullopt;
}

bool contains(const std::vector<int64_t>& list, int64_t value) { return std::ranges::find(list, value) != list.end(); }

/// The indices' dimensions without the one that holds index vectors.
Dims batchDims(const Shape& indices, int64_t indexVectorDim) {
  Dims dims = indices.dimensions();
  if (indexVectorDim < indices.rank()) dims.erase(dims.begin() + indexVectorDim);
  return dims;
}

/// How many numbers one index vector has.
int64_t indexVectorSize(const Shape& indices, int64_t indexVectorDim) {
  return indexVectorDim < indices.rank() ? indices.dim(static_cast<int>(indexVectorDim)) : 1;
}

}  // namespace

Result<Shape> dynamicSlice(const ShapeQuery& query) {
  if (query.operands.empty()) return failFor(query, "shape.no_operands");
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DynamicSliceAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  if (auto fault = startIndices(query, 1, operand)) return *fault;
  if (auto fault = equalCounts(query, "sizes", static_cast<size_t>(operand.rank()), attributes->sizes.size()))
    return *fault;
  for (int d = 0; d < operand.rank(); ++d) {
    int64_t size = attributes->sizes[static_cast<size_t>(d)];
    if (size < 0 || (operand.dim(d) != kUnbounded && size > operand.dim(d)))
      return failFor(query, "shape.block_too_great", {pythonText(attributes->sizes), pythonText(operand)});
  }
  return Shape(operand.type(), attributes->sizes);
}

Result<Shape> dynamicUpdateSlice(const ShapeQuery& query) {
  if (query.operands.size() < 2) return failFor(query, "shape.no_operands");
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const Shape& operand = *query.operands[0];
  const Shape& update = *query.operands[1];
  if (auto fault = startIndices(query, 2, operand)) return *fault;
  if (!commonType(operand.type(), update.type()))
    return failFor(query, "shape.types_differ", {std::string(name(operand.type())), std::string(name(update.type()))});
  bool fits = update.rank() == operand.rank();
  for (int d = 0; fits && d < operand.rank(); ++d)
    fits = operand.dim(d) == kUnbounded || update.dim(d) <= operand.dim(d);
  if (!fits) return failFor(query, "shape.block_too_great", {pythonText(update), pythonText(operand)});
  return operand.withoutLayout();
}

Result<Shape> gather(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<GatherAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  const Shape& indices = *query.operands[1];
  if (!isInteger(indices.type())) return failFor(query, "shape.type_refused", {std::string(name(indices.type()))});
  if (auto fault =
          equalCounts(query, "slice sizes", static_cast<size_t>(operand.rank()), attributes->sliceSizes.size()))
    return *fault;
  int64_t vectorSize = indexVectorSize(indices, attributes->indexVectorDim);
  if (auto fault =
          equalCounts(query, "indexed dimensions", static_cast<size_t>(vectorSize), attributes->startIndexMap.size()))
    return *fault;
  std::vector<int64_t> window;
  for (int d = 0; d < operand.rank(); ++d) {
    int64_t size = attributes->sliceSizes[static_cast<size_t>(d)];
    if (size < 0 || (operand.dim(d) != kUnbounded && size > operand.dim(d)))
      return failFor(query, "shape.block_too_great", {pythonText(attributes->sliceSizes), pythonText(operand)});
    if (!contains(attributes->collapsedSliceDims, d) && !contains(attributes->operandBatchingDims, d))
      window.push_back(size);
  }
  if (auto fault = equalCounts(query, "offset dimensions", window.size(), attributes->offsetDims.size())) return *fault;
  Dims batch = batchDims(indices, attributes->indexVectorDim), dims;
  auto nextWindow = window.begin();
  auto nextBatch = batch.begin();
  for (size_t d = 0; d < batch.size() + window.size(); ++d) {
    bool offset = contains(attributes->offsetDims, static_cast<int64_t>(d));
    if (offset ? nextWindow == window.end() : nextBatch == batch.end())
      return failFor(query, "shape.offset_dims", {pythonText(attributes->offsetDims)});
    dims.push_back(offset ? Dimension{*nextWindow++, false} : *nextBatch++);
  }
  return Shape(operand.type(), std::move(dims));
}

Result<Shape> scatter(const ShapeQuery& query) {
  const auto* attributes = attributesOf<ScatterAttributes>(query);
  if (!attributes) return missingAttributes(query);
  size_t count = query.operands.size() / 2;
  if (query.operands.size() % 2 == 0 || count == 0) return failFor(query, "shape.no_operands");
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const Shape& indices = *query.operands[count];
  Dims batch = batchDims(indices, attributes->indexVectorDim);
  std::vector<Shape> results;
  for (size_t i = 0; i < count; ++i) {
    const Shape& operand = *query.operands[i];
    const Shape& update = *query.operands[count + 1 + i];
    size_t windowRank = static_cast<size_t>(operand.rank()) - attributes->insertedWindowDims.size() -
                        attributes->inputBatchingDims.size();
    if (auto fault = equalCounts(query, "window dimensions", windowRank, attributes->updateWindowDims.size()))
      return *fault;
    if (auto fault = equalCounts(query, "dimensions of the updates", windowRank + batch.size(),
                                 static_cast<size_t>(update.rank())))
      return *fault;
    results.push_back(operand.withoutLayout());
  }
  return oneOrTuple(std::move(results));
}

}  // namespace onepot::shape
