#include "engine/ir/hlo_shape_parser.h"

namespace onepot {

namespace {

constexpr int kMaxRank = 512;

std::optional<ElementType> typeAt(HloLexer& lexer) {
  std::string_view word = lexer.peekWord();
  std::optional<ElementType> type = elementTypeByName(word);
  if (!type || *type == ElementType::Tuple) return std::nullopt;
  size_t after = lexer.position() + word.size();
  char next = after < lexer.text().size() ? lexer.text()[after] : '\0';
  bool fits = next == (*type == ElementType::Buffer ? '(' : '[');
  return fits ? type : std::nullopt;
}

Dimension parseDimension(HloLexer& lexer) {
  if (lexer.accept('?')) return {kUnbounded, true};
  bool bounded = lexer.accept("<=");
  lexer.skipSpace();
  size_t begin = lexer.position();
  int64_t size = lexer.integer();
  if (size < 0) lexer.fail({"parse.negative_dimension", {std::to_string(size)}}, begin, lexer.position());
  return {size, bounded};
}

std::vector<Dimension> parseDimensions(HloLexer& lexer) {
  std::vector<Dimension> dims;
  size_t begin = lexer.position();
  lexer.expect('[');
  if (lexer.accept(']')) return dims;
  do {
    dims.push_back(parseDimension(lexer));
  } while (lexer.accept(','));
  lexer.expect(']');
  int64_t elements = 16;  // room for the widest element
  for (const Dimension& dimension : dims)
    if (dimension.size > 0 && __builtin_mul_overflow(elements, dimension.size, &elements))
      lexer.fail({"parse.shape_too_large", {}}, begin, lexer.position());
  if (dims.size() > kMaxRank) lexer.fail({"parse.rank_too_large", {std::to_string(kMaxRank)}}, begin, lexer.position());
  return dims;
}

std::vector<int64_t> parseTile(HloLexer& lexer) {
  std::vector<int64_t> tile;
  lexer.expect('(');
  if (lexer.accept(')')) return tile;
  do {
    tile.push_back(lexer.accept('*') ? -1 : lexer.integer());
  } while (lexer.accept(','));
  lexer.expect(')');
  return tile;
}

int64_t parseInParentheses(HloLexer& lexer) {
  lexer.expect('(');
  int64_t value = lexer.integer();
  lexer.expect(')');
  return value;
}

/// What stands after ':' in a layout; kinds without a field are kept as written.
void parseLayoutSuffix(HloLexer& lexer, Layout& layout) {
  while (lexer.peek() != '}') {
    size_t begin = lexer.position();
    std::string_view kind = lexer.word();
    if (kind.empty() && (lexer.accept('#') || lexer.accept('*'))) kind = "#";
    if (kind == "T") {
      while (lexer.peek() == '(') layout.tiles.push_back(parseTile(lexer));
    } else if (kind == "E") {
      layout.elementBits = parseInParentheses(lexer);
    } else if (kind == "S") {
      layout.memorySpace = parseInParentheses(lexer);
    } else {
      if (kind.empty() || lexer.peek() != '(') lexer.fail({"parse.expected", {"a layout's suffix", lexer.found()}});
      lexer.skipBalanced();
      layout.rest += lexer.text().substr(begin, lexer.position() - begin);
    }
  }
}

bool isPermutation(const std::vector<int64_t>& order, size_t rank) {
  if (order.size() != rank) return false;
  std::vector<bool> seen(rank, false);
  for (int64_t dim : order) {
    if (dim < 0 || static_cast<size_t>(dim) >= rank || seen[static_cast<size_t>(dim)]) return false;
    seen[static_cast<size_t>(dim)] = true;
  }
  return true;
}

/// A '{' is a layout's only directly behind the shape and before a number or ':'; otherwise a computation or a literal
/// begins.
bool startsLayout(HloLexer& lexer) {
  std::string_view text = lexer.text();
  size_t at = lexer.position();
  if (at >= text.size() || text[at] != '{') return false;
  lexer.seek(at + 1);
  char next = lexer.peek();
  lexer.seek(at);
  return (next >= '0' && next <= '9') || next == ':';
}

Layout parseLayout(HloLexer& lexer, size_t rank) {
  Layout layout;
  size_t begin = lexer.position();
  lexer.expect('{');
  if (lexer.peek() != ':') {
    do {
      layout.minorToMajor.push_back(lexer.integer());
    } while (lexer.accept(','));
  } else {
    layout.minorToMajor = rowMajor(static_cast<int>(rank));
  }
  if (lexer.accept(':')) parseLayoutSuffix(lexer, layout);
  lexer.expect('}');
  if (!isPermutation(layout.minorToMajor, rank))
    lexer.fail({"parse.layout_order", {std::to_string(rank)}}, begin, lexer.position());
  return layout;
}

Shape parseTupleShape(HloLexer& lexer, int64_t depth) {
  if (depth <= 0) lexer.fail({"parse.too_deep", {}});
  lexer.expect('(');
  std::vector<Shape> elements;
  if (!lexer.accept(')')) {
    do {
      elements.push_back(parseShapeAt(lexer, depth - 1));
    } while (lexer.accept(','));
    lexer.expect(')');
  }
  return Shape::tuple(std::move(elements));
}

}  // namespace

bool startsShape(HloLexer& lexer) { return lexer.peek() == '(' || typeAt(lexer).has_value(); }

Shape parseShapeAt(HloLexer& lexer, int64_t depth) {
  if (lexer.peek() == '(') return parseTupleShape(lexer, depth);
  std::optional<ElementType> type = typeAt(lexer);
  if (!type) lexer.fail({"parse.expected", {"a shape", lexer.found()}});
  lexer.word();
  if (*type == ElementType::Buffer) {
    if (depth <= 0) lexer.fail({"parse.too_deep", {}});
    lexer.expect('(');
    Shape inner = parseShapeAt(lexer, depth - 1);
    lexer.expect(')');
    return Shape::buffer(std::move(inner));
  }
  Shape shape(*type, parseDimensions(lexer));
  if (startsLayout(lexer)) shape.setLayout(parseLayout(lexer, static_cast<size_t>(shape.rank())));
  return shape;
}

}  // namespace onepot
