#include "engine/ops/shape_checks.h"

#include <algorithm>

namespace onepot::shape {

std::string pythonText(std::span<const int64_t> numbers) {
  std::string text = "(";
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ", ";
    text += numbers[i] == kUnbounded ? "?" : std::to_string(numbers[i]);
  }
  return text + (numbers.size() == 1 ? ",)" : ")");
}

std::string pythonText(const Shape& shape) { return shape.isTuple() ? shape.text(false) : pythonText(shape.dims()); }

std::unexpected<Diagnostics> failFor(const ShapeQuery& query, const char* id, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), std::string(name(query.opcode)));
  return fail(Message{id, std::move(arguments)});
}

std::unexpected<Diagnostics> missingAttributes(const ShapeQuery& query) {
  return failFor(query, "shape.missing_attributes");
}

Fault arraysFrom(const ShapeQuery& query, size_t first) {
  for (size_t i = first; i < query.operands.size(); ++i)
    if (!query.operands[i]->isArray())
      return failFor(query, "shape.not_an_array", {std::to_string(i), query.operands[i]->text(false)});
  return std::nullopt;
}

Fault dimensionOf(const ShapeQuery& query, int64_t dimension, const Shape& shape) {
  if (dimension >= 0 && dimension < shape.rank()) return std::nullopt;
  return failFor(query, "shape.no_such_dimension", {std::to_string(dimension), pythonText(shape)});
}

Fault distinctDimensions(const ShapeQuery& query, std::span<const int64_t> dimensions, const Shape& shape) {
  std::vector<bool> seen(static_cast<size_t>(shape.rank()), false);
  for (int64_t dimension : dimensions) {
    if (auto fault = dimensionOf(query, dimension, shape)) return fault;
    if (seen[static_cast<size_t>(dimension)])
      return failFor(query, "shape.dimension_twice", {std::to_string(dimension)});
    seen[static_cast<size_t>(dimension)] = true;
  }
  return std::nullopt;
}

Fault equalCounts(const ShapeQuery& query, const char* what, size_t expected, size_t found) {
  if (expected == found) return std::nullopt;
  return failFor(query, "shape.wrong_count", {what, std::to_string(expected), std::to_string(found)});
}

Fault scalarInteger(const ShapeQuery& query, const Shape& shape) {
  if (shape.isArray() && shape.rank() == 0 && isInteger(shape.type())) return std::nullopt;
  return failFor(query, "shape.index_not_scalar", {shape.text(false)});
}

bool sizesAgree(const Dimension& a, const Dimension& b) {
  return a.size == b.size || a.size == kUnbounded || b.size == kUnbounded;
}

bool dimsAgree(const Shape& a, const Shape& b) {
  return std::ranges::equal(a.dimensions(), b.dimensions(), sizesAgree);
}

std::optional<ElementType> commonType(ElementType a, ElementType b) {
  if (a == b) return a;
  if (!isFloat(a) || !isFloat(b)) return std::nullopt;
  return elementTypeInfo(a).bits >= elementTypeInfo(b).bits ? a : b;
}

Fault calleeCount(const ShapeQuery& query, size_t count) {
  bool there = query.called.size() == count &&
               std::ranges::all_of(query.called, [](const Computation* callee) { return callee && callee->root(); });
  if (there) return std::nullopt;
  return failFor(query, "shape.callee_count", {std::to_string(count), std::to_string(query.called.size())});
}

Fault calleeTakes(const ShapeQuery& query, size_t role, std::span<const Shape* const> arguments) {
  const Computation& callee = *query.called[role];
  std::vector<Instruction*> parameters = callee.parameters();
  if (parameters.size() != arguments.size() || std::ranges::find(parameters, nullptr) != parameters.end())
    return failFor(query, "shape.callee_parameters",
                   {callee.name(), std::to_string(parameters.size()), std::to_string(arguments.size())});
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Shape& wanted = parameters[i]->shape();
    if (!wanted.compatible(*arguments[i]) &&
        !(wanted.isArray() && arguments[i]->isArray() && wanted.type() == arguments[i]->type() &&
          dimsAgree(wanted, *arguments[i])))
      return failFor(query, "shape.callee_parameter",
                     {callee.name(), std::to_string(i), wanted.text(false), arguments[i]->text(false)});
  }
  return std::nullopt;
}

Shape calleeResult(const ShapeQuery& query, size_t role) { return query.called[role]->root()->shape().withoutLayout(); }

Shape without(const Shape& shape, std::span<const int64_t> dimensions) {
  Dims kept;
  for (int i = 0; i < shape.rank(); ++i)
    if (std::ranges::find(dimensions, i) == dimensions.end())
      kept.push_back(shape.dimensions()[static_cast<size_t>(i)]);
  return Shape(shape.type(), std::move(kept));
}

Shape oneOrTuple(std::vector<Shape> shapes) {
  return shapes.size() == 1 ? std::move(shapes.front()) : Shape::tuple(std::move(shapes));
}

int64_t windowPositions(int64_t size, const WindowDimension& window) {
  auto dilated = [](int64_t extent, int64_t dilation) { return extent == 0 ? 0 : (extent - 1) * dilation + 1; };
  int64_t padded = dilated(size, window.baseDilation) + window.padLow + window.padHigh;
  int64_t reach = dilated(window.size, window.windowDilation);
  return padded < reach || padded <= 0 ? 0 : (padded - reach) / window.stride + 1;
}

Dimension windowedDimension(const Dimension& dimension, const WindowDimension& window) {
  if (dimension.size == kUnbounded) return dimension;
  return {windowPositions(dimension.size, window), dimension.dynamic};
}

}  // namespace onepot::shape
