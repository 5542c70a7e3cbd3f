#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

namespace {

/// The type of a contraction: what is written or asked for, else the operands' own.
Result<ElementType> contractedType(const ShapeQuery& query, ElementType preferred) {
  ElementType lhs = query.operands[0]->type(), rhs = query.operands[1]->type();
  if (query.written) return query.written->type();
  if (preferred != ElementType::Invalid) return preferred;
  if (auto type = commonType(lhs, rhs)) return *type;
  return failFor(query, "shape.types_differ", {std::string(name(lhs)), std::string(name(rhs))});
}

/// Dimensions that the operands share in pairs: contracting or batch ones.
Fault pairsAgree(const ShapeQuery& query, const std::vector<int64_t>& lhs, const std::vector<int64_t>& rhs) {
  if (auto fault = equalCounts(query, "paired dimensions", lhs.size(), rhs.size())) return fault;
  for (size_t i = 0; i < lhs.size(); ++i) {
    const Dimension& left = query.operands[0]->dimensions()[static_cast<size_t>(lhs[i])];
    const Dimension& right = query.operands[1]->dimensions()[static_cast<size_t>(rhs[i])];
    if (!sizesAgree(left, right))
      return std::unexpected(
          Diagnostics{Diagnostic::error({"shape.dot",
                                         {pythonText(*query.operands[0]), pythonText(*query.operands[1]),
                                          std::to_string(left.size), std::to_string(right.size)}})});
  }
  return std::nullopt;
}

void appendFree(Dims& dims, const Shape& shape, const std::vector<int64_t>& contracting,
                const std::vector<int64_t>& batch) {
  for (int64_t d = 0; d < shape.rank(); ++d)
    if (std::ranges::find(contracting, d) == contracting.end() && std::ranges::find(batch, d) == batch.end())
      dims.push_back(shape.dimensions()[static_cast<size_t>(d)]);
}

std::vector<int64_t> joined(std::vector<int64_t> a, const std::vector<int64_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

Result<Shape> dot(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DotAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& lhs = *query.operands[0];
  const Shape& rhs = *query.operands[1];
  if (auto fault = distinctDimensions(query, joined(attributes->lhsContracting, attributes->lhsBatch), lhs))
    return *fault;
  if (auto fault = distinctDimensions(query, joined(attributes->rhsContracting, attributes->rhsBatch), rhs))
    return *fault;
  if (auto fault = pairsAgree(query, attributes->lhsContracting, attributes->rhsContracting)) return *fault;
  if (auto fault = pairsAgree(query, attributes->lhsBatch, attributes->rhsBatch)) return *fault;
  auto type = contractedType(query, attributes->preferredType);
  if (!type) return failureOf(std::move(type));
  Dims dims;
  for (int64_t d : attributes->lhsBatch) dims.push_back(lhs.dimensions()[static_cast<size_t>(d)]);
  appendFree(dims, lhs, attributes->lhsContracting, attributes->lhsBatch);
  appendFree(dims, rhs, attributes->rhsContracting, attributes->rhsBatch);
  return Shape(*type, std::move(dims));
}

Result<Shape> convolution(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* a = attributesOf<ConvolutionAttributes>(query);
  if (!a) return missingAttributes(query);
  const Shape& input = *query.operands[0];
  const Shape& kernel = *query.operands[1];
  size_t spatial = a->window.size();
  for (const auto* list : {&a->inputSpatial, &a->kernelSpatial, &a->outputSpatial})
    if (auto fault = equalCounts(query, "spatial dimensions", spatial, list->size())) return *fault;
  for (const Shape* operand : query.operands)
    if (auto fault = equalCounts(query, "dimensions", spatial + 2, static_cast<size_t>(operand->rank()))) return *fault;
  auto at = [](const Shape& shape, int64_t d) { return shape.dimensions()[static_cast<size_t>(d)]; };
  Dimension features = at(input, a->inputFeature), batch = at(input, a->inputBatch);
  Dimension taken = at(kernel, a->kernelInput), made = at(kernel, a->kernelOutput);
  if (a->featureGroupCount < 1 || a->batchGroupCount < 1 || taken.size * a->featureGroupCount != features.size ||
      made.size % (a->featureGroupCount * a->batchGroupCount) != 0 || batch.size % a->batchGroupCount != 0)
    return failFor(query, "shape.convolution",
                   {pythonText(input), pythonText(kernel), std::to_string(features.size), std::to_string(taken.size),
                    std::to_string(a->featureGroupCount), std::to_string(a->batchGroupCount)});
  Dims dims(spatial + 2);
  dims[static_cast<size_t>(a->outputBatch)] = {batch.size / a->batchGroupCount, batch.dynamic};
  dims[static_cast<size_t>(a->outputFeature)] = made;
  for (size_t i = 0; i < spatial; ++i) {
    if (at(kernel, a->kernelSpatial[i]).size != a->window[i].size)
      return failFor(query, "shape.window_size",
                     {std::to_string(a->window[i].size), std::to_string(at(kernel, a->kernelSpatial[i]).size)});
    dims[static_cast<size_t>(a->outputSpatial[i])] = windowedDimension(at(input, a->inputSpatial[i]), a->window[i]);
  }
  auto type = contractedType(query, ElementType::Invalid);
  if (!type) return failureOf(std::move(type));
  return Shape(*type, std::move(dims));
}

}  // namespace onepot::shape
