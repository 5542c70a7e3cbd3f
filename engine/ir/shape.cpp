#include "engine/ir/shape.h"

#include <algorithm>
#include <numeric>

namespace onepot {

namespace {

std::vector<Dimension> fixedDimensions(const std::vector<int64_t>& sizes) {
  std::vector<Dimension> dims;
  dims.reserve(sizes.size());
  for (int64_t size : sizes) dims.push_back({size, false});
  return dims;
}

std::string commaList(const std::vector<int64_t>& values) {
  std::string text;
  for (int64_t value : values) text += (text.empty() ? "" : ",") + std::to_string(value);
  return text;
}

std::string dimensionText(const Dimension& dimension) {
  if (!dimension.dynamic) return std::to_string(dimension.size);
  return dimension.size == kUnbounded ? "?" : "<=" + std::to_string(dimension.size);
}

/// The part of `rest` whose items begin with one of `kinds`: "D(C)L(2)SC(1:0)" has the items D, L and SC.
std::string restItems(const std::string& rest, std::string_view kinds) {
  std::string found;
  size_t begin = 0;
  while (begin < rest.size()) {
    size_t end = begin;
    int depth = 0;
    do {
      depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
      ++end;
    } while (end < rest.size() && (depth > 0 || rest[end - 1] != ')'));
    bool wanted = kinds.find(rest[begin]) != std::string_view::npos;
    if (wanted) found += rest.substr(begin, end - begin);
    begin = end;
  }
  return found;
}

std::string tilesText(const Layout& layout) {
  std::string text = layout.tiles.empty() ? "" : "T";
  for (const auto& tile : layout.tiles) {
    std::string sizes;
    for (int64_t size : tile) sizes += (sizes.empty() ? "" : ",") + (size < 0 ? std::string("*") : std::to_string(size));
    text += "(" + sizes + ")";
  }
  return text;
}

// The order of the suffixes is part of the grammar: D T L # * E S SC P M.
std::string layoutText(const Layout& layout) {
  std::string suffix = restItems(layout.rest, "D") + tilesText(layout) + restItems(layout.rest, "L#*");
  if (layout.elementBits != 0) suffix += "E(" + std::to_string(layout.elementBits) + ")";
  if (layout.memorySpace != 0) suffix += "S(" + std::to_string(layout.memorySpace) + ")";
  suffix += restItems(layout.rest, "SPM");
  return "{" + commaList(layout.minorToMajor) + (suffix.empty() ? "" : ":" + suffix) + "}";
}

int64_t roundUp(int64_t value, int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

/// Elements after padding the minor-most dimensions to the first tile.
int64_t tiledElementCount(const Shape& shape) {
  const Layout& layout = *shape.layout();
  std::vector<int64_t> majorToMinor;
  for (auto dim = layout.minorToMajor.rbegin(); dim != layout.minorToMajor.rend(); ++dim)
    majorToMinor.push_back(shape.dim(static_cast<int>(*dim)));
  const std::vector<int64_t>& tile = layout.tiles.front();
  for (size_t i = 0; i < tile.size() && i < majorToMinor.size(); ++i) {
    int64_t width = tile[tile.size() - 1 - i];
    int64_t& extent = majorToMinor[majorToMinor.size() - 1 - i];
    if (width > 0) extent = roundUp(extent, width);
  }
  return std::accumulate(majorToMinor.begin(), majorToMinor.end(), int64_t{1}, std::multiplies<>());
}

void combine(size_t& seed, size_t value) { seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2); }

}  // namespace

Shape::Shape(ElementType type, std::vector<int64_t> dims) : m_type(type), m_dims(fixedDimensions(dims)) {}

Shape Shape::tuple(std::vector<Shape> elements) {
  Shape shape;
  shape.m_type = ElementType::Tuple;
  shape.m_elements = std::move(elements);
  return shape;
}

Shape Shape::buffer(Shape of) {
  Shape shape;
  shape.m_type = ElementType::Buffer;
  shape.m_elements = {std::move(of)};
  return shape;
}

bool Shape::isArray() const { return typeClass(m_type) != TypeClass::None; }

std::vector<int64_t> Shape::dims() const {
  std::vector<int64_t> sizes;
  sizes.reserve(m_dims.size());
  for (const Dimension& dimension : m_dims) sizes.push_back(dimension.size);
  return sizes;
}

bool Shape::hasDynamicDimensions() const { return std::ranges::any_of(m_dims, &Dimension::dynamic); }

Shape Shape::withDefaultLayout() const {
  Shape copy = *this;
  for (Shape& element : copy.m_elements) element = element.withDefaultLayout();
  if (isArray()) copy.m_layout = Layout{rowMajor(rank()), {}, 0, 0, {}};
  return copy;
}

Shape Shape::withoutLayout() const {
  Shape copy = *this;
  copy.m_layout.reset();
  for (Shape& element : copy.m_elements) element = element.withoutLayout();
  return copy;
}

Shape Shape::withType(ElementType type) const {
  Shape copy = *this;
  copy.m_type = type;
  return copy;
}

int64_t Shape::elementCount() const {
  int64_t count = 1;
  if (!m_elements.empty() || isTuple()) {
    count = 0;
    for (const Shape& element : m_elements) count += element.elementCount();
    return count;
  }
  for (const Dimension& dimension : m_dims) count *= dimension.size;
  return count;
}

std::string Shape::text(bool withLayout) const {
  if (isTuple()) {
    std::string list;
    for (size_t i = 0; i < m_elements.size(); ++i) {
      if (i > 0) list += ", ";
      if (i > 0 && i % 5 == 0) list += "/*index=" + std::to_string(i) + "*/";
      list += m_elements[i].text(withLayout);
    }
    return "(" + list + ")";
  }
  if (m_type == ElementType::Buffer) return "b(" + m_elements.front().text(withLayout) + ")";
  std::string dims;
  for (const Dimension& dimension : m_dims) dims += (dims.empty() ? "" : ",") + dimensionText(dimension);
  std::string text = std::string(name(m_type)) + "[" + dims + "]";
  bool sayLayout = withLayout && m_layout && (!m_dims.empty() || m_layout->memorySpace != 0 || m_layout->elementBits != 0 ||
                                                    !m_layout->tiles.empty() || !m_layout->rest.empty());
  return sayLayout ? text + layoutText(*m_layout) : text;
}

std::string Shape::jaxText() const {
  std::string type(name(m_type));
  if (m_type == ElementType::Pred) type = "bool";
  if (m_type == ElementType::Key) type = "key<fry>";
  if (isSigned(m_type)) type[0] = 'i';
  return type + "[" + commaList(dims()) + "]";
}

bool Shape::compatible(const Shape& other) const {
  if (m_type != other.m_type || m_dims != other.m_dims || m_elements.size() != other.m_elements.size()) return false;
  for (size_t i = 0; i < m_elements.size(); ++i)
    if (!m_elements[i].compatible(other.m_elements[i])) return false;
  return true;
}

int64_t byteSize(const Shape& shape) {
  if (!shape.elements().empty()) {
    int64_t total = 0;
    for (const Shape& element : shape.elements()) total += byteSize(element);
    return total;
  }
  if (!shape.isArray()) return 0;
  const auto& layout = shape.layout();
  int64_t count = layout && !layout->tiles.empty() ? tiledElementCount(shape) : shape.elementCount();
  int64_t bits = layout && layout->elementBits > 0 ? layout->elementBits : int64_t{8} * byteWidth(shape.type());
  return (count * bits + 7) / 8;
}

std::vector<int64_t> rowMajor(int rank) {
  std::vector<int64_t> order(static_cast<size_t>(rank));
  for (int i = 0; i < rank; ++i) order[static_cast<size_t>(i)] = rank - 1 - i;
  return order;
}

bool isRowMajor(const Shape& shape) { return !shape.layout() || shape.layout()->minorToMajor == rowMajor(shape.rank()); }

std::vector<int64_t> strides(const Shape& shape) {
  std::vector<int64_t> order = shape.layout() ? shape.layout()->minorToMajor : rowMajor(shape.rank());
  std::vector<int64_t> result(static_cast<size_t>(shape.rank()));
  int64_t stride = 1;
  for (int64_t dim : order) {
    result[static_cast<size_t>(dim)] = stride;
    stride *= shape.dim(static_cast<int>(dim));
  }
  return result;
}

size_t hashValue(const Shape& shape) {
  size_t seed = static_cast<size_t>(shape.type());
  for (const Dimension& dimension : shape.dimensions()) combine(seed, static_cast<size_t>(dimension.size * 2 + dimension.dynamic));
  for (const Shape& element : shape.elements()) combine(seed, hashValue(element));
  return seed;
}

}  // namespace onepot
