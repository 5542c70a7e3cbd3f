// What an array is, apart from its values: element type, dimensions, layout; or a tuple of such.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "engine/ir/element_type.h"

namespace onepot {

inline constexpr int64_t kUnbounded = -1;

/// `size` is the extent, or the bound of a dynamic dimension (kUnbounded: "?").
struct Dimension {
  int64_t size = 0;
  bool dynamic = false;
  bool operator==(const Dimension&) const = default;
};

/// Order of the dimensions in memory and what else the text form keeps after ':'. `minorToMajor` {1,0} is row-major.
struct Layout {
  std::vector<int64_t> minorToMajor;
  std::vector<std::vector<int64_t>> tiles;
  int64_t elementBits = 0;   // E(n); 0 = the type's own
  int64_t memorySpace = 0;   // S(n)
  std::string rest;          // further suffixes, kept as written
  bool operator==(const Layout&) const = default;
};

class Shape {
 public:
  Shape() = default;
  Shape(ElementType type, std::vector<int64_t> dims);
  Shape(ElementType type, std::initializer_list<int64_t> dims) : Shape(type, std::vector<int64_t>(dims)) {}
  Shape(ElementType type, std::vector<Dimension> dims) : m_type(type), m_dims(std::move(dims)) {}
  static Shape scalar(ElementType type) { return Shape(type, std::vector<int64_t>{}); }
  static Shape tuple(std::vector<Shape> elements);
  static Shape token() { return scalar(ElementType::Token); }
  /// `buffer` of `of`: HLO's b(f32[4]).
  static Shape buffer(Shape of);

  ElementType type() const { return m_type; }
  bool isTuple() const { return m_type == ElementType::Tuple; }
  bool isArray() const;
  int rank() const { return static_cast<int>(m_dims.size()); }
  int64_t dim(int index) const { return m_dims[static_cast<size_t>(index)].size; }
  std::vector<int64_t> dims() const;
  const std::vector<Dimension>& dimensions() const { return m_dims; }
  bool hasDynamicDimensions() const;
  const std::vector<Shape>& elements() const { return m_elements; }
  const std::optional<Layout>& layout() const { return m_layout; }
  void setLayout(std::optional<Layout> layout) { m_layout = std::move(layout); }
  /// The same shape with row-major layouts on every array.
  Shape withDefaultLayout() const;
  Shape withoutLayout() const;
  Shape withType(ElementType type) const;

  /// Number of elements of an array (1 for a scalar); for a tuple the sum over its elements.
  int64_t elementCount() const;

  /// HLO text, "f32[2,3]{1,0}"; layouts only where `withLayout` and where one is set.
  std::string text(bool withLayout = true) const;
  /// jaxpr text, "f32[2,3]".
  std::string jaxText() const;

  bool operator==(const Shape&) const = default;
  /// Equal but for layouts.
  bool compatible(const Shape& other) const;
  /// Equal dimensions, whatever the types and layouts.
  bool sameDims(const Shape& other) const { return m_dims == other.m_dims; }

 private:
  ElementType m_type = ElementType::Invalid;
  std::vector<Dimension> m_dims;
  std::optional<Layout> m_layout;
  std::vector<Shape> m_elements;
};

/// THE one place that says how many bytes a shape takes in memory (tiles and element bits counted; tuples: sum of elements).
int64_t byteSize(const Shape& shape);

/// {rank-1, …, 1, 0}.
std::vector<int64_t> rowMajor(int rank);
bool isRowMajor(const Shape& shape);  // no layout counts as row-major
/// Elements between neighbours along each dimension for the shape's layout (row-major where none is set).
std::vector<int64_t> strides(const Shape& shape);

size_t hashValue(const Shape& shape);

}  // namespace onepot

template <>
struct std::hash<onepot::Shape> {
  size_t operator()(const onepot::Shape& shape) const { return onepot::hashValue(shape); }
};
