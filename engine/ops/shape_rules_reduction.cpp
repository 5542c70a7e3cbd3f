#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

namespace {

/// N inputs of equal dimensions, N scalar initial values.
Fault inputsAndInits(const ShapeQuery& query) {
  size_t count = query.operands.size() / 2;
  if (count == 0 || query.operands.size() % 2 != 0) return failFor(query, "shape.no_operands");
  if (auto fault = arraysFrom(query, 0)) return fault;
  for (size_t i = 0; i < count; ++i) {
    const Shape& input = *query.operands[i];
    const Shape& init = *query.operands[count + i];
    if (!dimsAgree(input, *query.operands[0]))
      return failFor(query, "shape.dims_differ", {pythonText(*query.operands[0]), pythonText(input)});
    if (init.rank() != 0) return failFor(query, "shape.init_not_scalar", {pythonText(init)});
    if (!commonType(input.type(), init.type()))
      return failFor(query, "shape.types_differ", {std::string(name(input.type())), std::string(name(init.type()))});
  }
  return std::nullopt;
}

/// The combiner takes N accumulators and N values; its result gives the element types.
Result<std::vector<ElementType>> combinedTypes(const ShapeQuery& query, size_t count) {
  if (auto fault = calleeCount(query, 1)) return *fault;
  size_t parameters = query.called[0]->parameters().size();
  if (parameters != 2 * count)
    return failFor(query, "shape.callee_parameters",
                   {query.called[0]->name(), std::to_string(parameters), std::to_string(2 * count)});
  Shape result = calleeResult(query, 0);
  std::vector<ElementType> types;
  if (!result.isTuple()) types.push_back(result.type());
  for (const Shape& element : result.elements()) types.push_back(element.type());
  if (auto fault = equalCounts(query, "results of the combiner", count, types.size())) return *fault;
  return types;
}

Result<Shape> combined(const ShapeQuery& query, const Dims& dims) {
  auto types = combinedTypes(query, query.operands.size() / 2);
  if (!types) return failureOf(std::move(types));
  std::vector<Shape> results;
  for (ElementType type : *types) results.emplace_back(type, dims);
  return oneOrTuple(std::move(results));
}

Result<Dims> windowed(const ShapeQuery& query, const Shape& operand) {
  const auto* attributes = attributesOf<WindowAttributes>(query);
  if (!attributes) return missingAttributes(query);
  if (auto fault =
          equalCounts(query, "window dimensions", static_cast<size_t>(operand.rank()), attributes->dims.size()))
    return *fault;
  Dims dims = operand.dimensions();
  for (size_t d = 0; d < dims.size(); ++d) {
    const WindowDimension& window = attributes->dims[d];
    if (window.size < 1 || window.stride < 1 || window.baseDilation < 1 || window.windowDilation < 1)
      return failFor(query, "shape.window_positive");
    dims[d] = windowedDimension(dims[d], window);
  }
  return dims;
}

}  // namespace

Result<Shape> reduce(const ShapeQuery& query) {
  if (auto fault = inputsAndInits(query)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes) return missingAttributes(query);
  if (auto fault = distinctDimensions(query, attributes->dimensions, *query.operands[0])) return *fault;
  return combined(query, without(*query.operands[0], attributes->dimensions).dimensions());
}

Result<Shape> reduceWindow(const ShapeQuery& query) {
  if (auto fault = inputsAndInits(query)) return *fault;
  auto dims = windowed(query, *query.operands[0]);
  if (!dims) return failureOf(std::move(dims));
  return combined(query, *dims);
}

Result<Shape> selectAndScatter(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  if (auto fault = calleeCount(query, 2)) return *fault;
  const Shape& operand = *query.operands[0];
  auto dims = windowed(query, operand);
  if (!dims) return failureOf(std::move(dims));
  Shape expected(query.operands[1]->type(), std::move(*dims));
  if (!dimsAgree(expected, *query.operands[1]))
    return failFor(query, "shape.dims_differ", {pythonText(expected), pythonText(*query.operands[1])});
  return operand.withoutLayout();
}

Result<Shape> sort(const ShapeQuery& query) {
  if (query.operands.empty()) return failFor(query, "shape.no_operands");
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes || attributes->dimensions.size() != 1) return missingAttributes(query);
  if (auto fault = dimensionOf(query, attributes->dimensions[0], *query.operands[0])) return *fault;
  std::vector<Shape> results;
  for (const Shape* operand : query.operands) {
    if (!dimsAgree(*operand, *query.operands[0]))
      return failFor(query, "shape.dims_differ", {pythonText(*query.operands[0]), pythonText(*operand)});
    results.push_back(operand->withoutLayout());
  }
  return oneOrTuple(std::move(results));
}

Result<Shape> reduceAxes(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes) return missingAttributes(query);
  if (auto fault = distinctDimensions(query, attributes->dimensions, *query.operands[0])) return *fault;
  return without(*query.operands[0], attributes->dimensions);
}

Result<Shape> argminmax(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<ArgminmaxAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  if (auto fault = dimensionOf(query, attributes->dimension, operand)) return *fault;
  if (operand.dim(static_cast<int>(attributes->dimension)) == 0)
    return failFor(query, "shape.empty_dimension", {pythonText(operand)});
  ElementType type = query.written ? query.written->type() : ElementType::S32;
  if (!isInteger(type)) return failFor(query, "shape.type_refused", {std::string(name(type))});
  return without(operand, std::span(&attributes->dimension, 1)).withType(type);
}

Result<Shape> cumulative(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes || attributes->dimensions.size() != 1) return missingAttributes(query);
  if (auto fault = dimensionOf(query, attributes->dimensions[0], *query.operands[0])) return *fault;
  return query.operands[0]->withoutLayout();
}

}  // namespace onepot::shape
