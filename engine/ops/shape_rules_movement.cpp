#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

Result<Shape> asWritten(const ShapeQuery& query) {
  if (query.written) return *query.written;
  return failFor(query, "shape.must_be_written");
}

Result<Shape> iota(const ShapeQuery& query) {
  if (!query.written) return failFor(query, "shape.must_be_written");
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes || attributes->dimensions.size() != 1) return missingAttributes(query);
  if (auto fault = dimensionOf(query, attributes->dimensions[0], *query.written)) return *fault;
  TypeClass kind = typeClass(query.written->type());
  if (kind == TypeClass::None || kind == TypeClass::Pred || kind == TypeClass::Key)
    return failFor(query, "shape.type_refused", {std::string(name(query.written->type()))});
  return Shape(query.written->type(), query.written->dimensions());
}

Result<Shape> broadcast(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  if (!query.written) return failFor(query, "shape.must_be_written");
  const Shape& operand = *query.operands[0];
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  std::span<const int64_t> dimensions;
  if (attributes) dimensions = attributes->dimensions;
  if (auto fault = equalCounts(query, "dimensions", static_cast<size_t>(operand.rank()), dimensions.size()))
    return *fault;
  if (auto fault = distinctDimensions(query, dimensions, *query.written)) return *fault;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const Dimension& from = operand.dimensions()[i];
    const Dimension& to = query.written->dimensions()[static_cast<size_t>(dimensions[i])];
    bool stretched = query.traced && from.size == 1;  // JAX's broadcast_in_dim repeats along dimensions of size 1
    if (!sizesAgree(from, to) && !stretched)
      return failFor(query, "shape.broadcast",
                     {pythonText(operand), pythonText(*query.written), std::to_string(from.size),
                      std::to_string(to.size), std::to_string(dimensions[i])});
  }
  return Shape(operand.type(), query.written->dimensions());
}

Result<Shape> concatenate(const ShapeQuery& query) {
  if (query.operands.empty()) return failFor(query, "shape.no_operands");
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes || attributes->dimensions.size() != 1) return missingAttributes(query);
  const Shape& first = *query.operands[0];
  if (auto fault = dimensionOf(query, attributes->dimensions[0], first)) return *fault;
  size_t along = static_cast<size_t>(attributes->dimensions[0]);
  Dims dims = first.dimensions();
  ElementType type = first.type();
  for (size_t i = 1; i < query.operands.size(); ++i) {
    const Shape& next = *query.operands[i];
    auto both = commonType(type, next.type());
    if (!both) return failFor(query, "shape.types_differ", {std::string(name(type)), std::string(name(next.type()))});
    type = *both;
    bool fits = next.rank() == first.rank();
    for (size_t d = 0; fits && d < dims.size(); ++d) fits = d == along || sizesAgree(dims[d], next.dimensions()[d]);
    if (!fits) return failFor(query, "shape.concatenate", {pythonText(first), pythonText(next), std::to_string(along)});
    bool unbounded = dims[along].size == kUnbounded || next.dimensions()[along].size == kUnbounded;
    dims[along].size = unbounded ? kUnbounded : dims[along].size + next.dimensions()[along].size;
    dims[along].dynamic |= next.dimensions()[along].dynamic;
  }
  return Shape(type, std::move(dims));
}

Result<Shape> pad(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<PadAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  const Shape& value = *query.operands[1];
  if (value.rank() != 0) return failFor(query, "shape.pad_value", {pythonText(value)});
  auto type = commonType(operand.type(), value.type());
  if (!type)
    return failFor(query, "shape.types_differ", {std::string(name(operand.type())), std::string(name(value.type()))});
  for (const auto* list : {&attributes->low, &attributes->high, &attributes->interior})
    if (auto fault = equalCounts(query, "paddings", static_cast<size_t>(operand.rank()), list->size())) return *fault;
  Dims dims = operand.dimensions();
  for (size_t d = 0; d < dims.size(); ++d) {
    if (attributes->interior[d] < 0)
      return failFor(query, "shape.pad_interior", {std::to_string(attributes->interior[d])});
    if (dims[d].size == kUnbounded) continue;
    dims[d].size +=
        attributes->low[d] + attributes->high[d] + std::max<int64_t>(dims[d].size - 1, 0) * attributes->interior[d];
    if (dims[d].size < 0) return failFor(query, "shape.pad_negative", {pythonText(operand), std::to_string(d)});
  }
  return Shape(*type, std::move(dims));
}

Result<Shape> reshape(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  if (!query.written) return failFor(query, "shape.must_be_written");
  const Shape& operand = *query.operands[0];
  bool known = !operand.hasDynamicDimensions() && !query.written->hasDynamicDimensions();
  if (known && operand.elementCount() != query.written->elementCount())
    return failFor(query, "shape.reshape",
                   {pythonText(operand), std::to_string(operand.elementCount()), pythonText(*query.written),
                    std::to_string(query.written->elementCount())});
  return Shape(operand.type(), query.written->dimensions());
}

Result<Shape> reverse(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes) return missingAttributes(query);
  if (auto fault = distinctDimensions(query, attributes->dimensions, *query.operands[0])) return *fault;
  return query.operands[0]->withoutLayout();
}

Result<Shape> slice(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<SliceAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  for (const auto* list : {&attributes->starts, &attributes->limits, &attributes->strides})
    if (auto fault = equalCounts(query, "bounds", static_cast<size_t>(operand.rank()), list->size())) return *fault;
  Dims dims = operand.dimensions();
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t start = attributes->starts[d], limit = attributes->limits[d], stride = attributes->strides[d];
    bool inside = 0 <= start && start <= limit && (dims[d].size == kUnbounded || limit <= dims[d].size) && stride > 0;
    if (!inside)
      return failFor(query, "shape.slice",
                     {std::to_string(start), std::to_string(limit), std::to_string(stride),
                      std::to_string(dims[d].size), std::to_string(d)});
    dims[d].size = (limit - start + stride - 1) / stride;
  }
  return Shape(operand.type(), std::move(dims));
}

Result<Shape> transpose(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  if (auto fault = equalCounts(query, "dimensions", static_cast<size_t>(operand.rank()), attributes->dimensions.size()))
    return *fault;
  if (auto fault = distinctDimensions(query, attributes->dimensions, operand)) return *fault;
  Dims dims;
  for (int64_t from : attributes->dimensions) dims.push_back(operand.dimensions()[static_cast<size_t>(from)]);
  return Shape(operand.type(), std::move(dims));
}

Result<Shape> squeeze(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  if (auto fault = distinctDimensions(query, attributes->dimensions, operand)) return *fault;
  for (int64_t dimension : attributes->dimensions)
    if (operand.dim(static_cast<int>(dimension)) != 1)
      return failFor(query, "shape.squeeze", {std::to_string(dimension), pythonText(operand)});
  return without(operand, attributes->dimensions);
}

Result<Shape> dimensionSize(const ShapeQuery& query) {
  const auto* attributes = attributesOf<DimensionsAttributes>(query);
  if (!attributes || attributes->dimensions.size() != 1) return missingAttributes(query);
  if (auto fault = dimensionOf(query, attributes->dimensions[0], *query.operands[0])) return *fault;
  return Shape::scalar(ElementType::S32);
}

Result<Shape> deviceId(const ShapeQuery&) { return Shape::scalar(ElementType::U32); }

}  // namespace onepot::shape
