// What shape rules have in common: checks of types, dimensions and callees, and the words for what does not fit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/ir/shape_inference.h"

namespace onepot::shape {

/// The first fault that is found, if any: `if (auto fault = …) return *fault;`.
using Fault = std::optional<std::unexpected<Diagnostics>>;
using Dims = std::vector<Dimension>;

/// "(3, 4)", "(5,)", "()", as Python writes a shape.
std::string pythonText(const Shape& shape);
std::string pythonText(std::span<const int64_t> numbers);
/// A failure whose first argument is the operation's name.
std::unexpected<Diagnostics> failFor(const ShapeQuery& query, const char* id, std::vector<std::string> arguments = {});

/// The attributes of kind T, or null.
template <typename T>
const T* attributesOf(const ShapeQuery& query) {
  return query.attributes ? std::get_if<T>(query.attributes) : nullptr;
}
std::unexpected<Diagnostics> missingAttributes(const ShapeQuery& query);

/// All operands from `first` on must be arrays.
Fault arraysFrom(const ShapeQuery& query, size_t first);
/// `dimension` must be one of `shape`'s.
Fault dimensionOf(const ShapeQuery& query, int64_t dimension, const Shape& shape);
/// Each of `dimensions` must be one of `shape`'s, none twice.
Fault distinctDimensions(const ShapeQuery& query, std::span<const int64_t> dimensions, const Shape& shape);
Fault equalCounts(const ShapeQuery& query, const char* what, size_t expected, size_t found);
Fault scalarInteger(const ShapeQuery& query, const Shape& shape);
/// Equal sizes; an unbounded or dynamic dimension goes with every size.
bool sizesAgree(const Dimension& a, const Dimension& b);
bool dimsAgree(const Shape& a, const Shape& b);
/// One element type; where two floats differ (mixed precision), the wider.
std::optional<ElementType> commonType(ElementType a, ElementType b);
/// The parameters of called computation `role` must be as `arguments`.
Fault calleeTakes(const ShapeQuery& query, size_t role, std::span<const Shape* const> arguments);
Fault calleeCount(const ShapeQuery& query, size_t count);
/// The result's shape of called computation `role`, without layouts.
Shape calleeResult(const ShapeQuery& query, size_t role);
/// `shape` without `dimensions`.
Shape without(const Shape& shape, std::span<const int64_t> dimensions);
/// The shape itself for one, a tuple for several.
Shape oneOrTuple(std::vector<Shape> shapes);
/// Positions of a window along one dimension; 0 where it does not fit.
int64_t windowPositions(int64_t size, const WindowDimension& window);
/// A dimension's result under a window, dynamic where the operand's is.
Dimension windowedDimension(const Dimension& dimension, const WindowDimension& window);

}  // namespace onepot::shape
