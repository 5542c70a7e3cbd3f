#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>

#include "engine/ir/hlo_shape_parser.h"
#include "engine/ir/small_float.h"

namespace onepot {

namespace {

bool inNumber(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
         c == '+' || c == '_';
}

template <typename T>
void store(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

/// Writes the elements of one array, in order, straight into its bytes.
class ElementReader {
 public:
  ElementReader(HloLexer& lexer, Literal& literal)
      : m_lexer(lexer),
        m_type(literal.shape().type()),
        m_at(literal.mutableBytes().data()),
        m_width(byteWidth(m_type)) {}

  void read() {
    m_lexer.skipSpace();
    m_begin = m_lexer.position();
    if (isComplex(m_type))
      readComplex();
    else if (isFloat(m_type))
      readFloat(m_type, m_at);
    else if (m_type == ElementType::Pred)
      store<uint8_t>(m_at, m_lexer.boolean() ? 1 : 0);
    else
      readInteger();
    m_at += m_width;
  }

 private:
  std::string_view number() {
    std::string_view text = m_lexer.text();
    size_t end = m_lexer.position();
    while (end < text.size() && inNumber(text[end])) ++end;
    std::string_view taken = text.substr(m_lexer.position(), end - m_lexer.position());
    if (taken.empty()) m_lexer.fail({"parse.expected", {"a number", m_lexer.found()}});
    m_lexer.seek(end);
    return taken;
  }

  [[noreturn]] void wrong(std::string_view text) {
    m_lexer.fail({"parse.not_a_value", {std::string(text.substr(0, 60)), std::string(name(m_type))}}, m_begin,
                 m_begin + text.size());
  }

  [[noreturn]] void outOfRange(std::string_view text) {
    m_lexer.fail({"parse.value_range", {std::string(text.substr(0, 60)), std::string(name(m_type))}}, m_begin,
                 m_begin + text.size());
  }

  void readInteger() {
    if (m_lexer.acceptWord("true")) return storeInteger(1);
    if (m_lexer.acceptWord("false")) return storeInteger(0);
    std::string_view text = number();
    int bits = elementTypeInfo(m_type).bits;
    if (m_type == ElementType::U64 || m_type == ElementType::Key) {
      if (text == "-1") return store(m_at, ~uint64_t{0});
      uint64_t value = parsed<uint64_t>(text);
      return store(m_at, value);
    }
    auto value = parsed<int64_t>(text);
    int64_t low = isSigned(m_type) ? -(int64_t{1} << (bits - 2)) * 2 : 0;
    int64_t high = isSigned(m_type) ? -(low + 1) : static_cast<int64_t>((uint64_t{1} << bits) - 1);
    if (bits == 1 && isSigned(m_type)) low = -1, high = 0;
    if (value < low || value > high) outOfRange(text);
    storeInteger(value);
  }

  template <typename T>
  T parsed(std::string_view text) {
    T value{};
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) outOfRange(text);
    if (error != std::errc{} || end != text.data() + text.size()) wrong(text);
    return value;
  }

  void storeInteger(int64_t value) {
    switch (m_width) {
      case 1: return store(m_at, static_cast<uint8_t>(value));
      case 2: return store(m_at, static_cast<uint16_t>(value));
      case 4: return store(m_at, static_cast<uint32_t>(value));
      default: return store(m_at, value);
    }
  }

  void readComplex() {
    ElementType part = realPart(m_type);
    if (!m_lexer.accept('(')) return readFloat(part, m_at);
    m_lexer.skipSpace();
    readFloat(part, m_at);
    m_lexer.expect(',');
    m_lexer.skipSpace();
    readFloat(part, m_at + byteWidth(part));
    m_lexer.expect(')');
  }

  /// "nan", "-nan(0x1)"; false when the text is another word.
  bool readNan(ElementType type, std::byte* at, std::string_view text) {
    bool negative = text.starts_with('-');
    if (text.substr(negative ? 1 : 0) != "nan") return false;
    int width = elementTypeInfo(type).bits;
    int mantissa = type == ElementType::F64 ? 52 : type == ElementType::F32 ? 23 : smallFloatFormat(type).mantissaBits;
    uint64_t payload = mantissa > 0 ? uint64_t{1} << (mantissa - 1) : 0;
    std::string_view rest = m_lexer.text().substr(m_lexer.position());
    if (rest.starts_with("(0x")) {
      auto [end, error] = std::from_chars(rest.data() + 3, rest.data() + rest.size(), payload, 16);
      bool fits = error == std::errc{} && payload != 0 && payload < uint64_t{1} << mantissa;
      if (!fits || end == rest.data() + rest.size() || *end != ')') outOfRange(text);
      m_lexer.seek(m_lexer.position() + static_cast<size_t>(end + 1 - rest.data()));
    }
    if (type == ElementType::F32 || type == ElementType::F64) {
      uint64_t exponent = (uint64_t{1} << (width - 1)) - (uint64_t{1} << mantissa);
      uint64_t bits = exponent | payload | (negative ? uint64_t{1} << (width - 1) : 0);
      if (type == ElementType::F32) store(at, static_cast<uint32_t>(bits));
      if (type == ElementType::F64) store(at, bits);
      return true;
    }
    SmallFloatFormat format = smallFloatFormat(type);
    uint16_t bits = encodeSmallFloat(format, std::copysign(std::nan(""), negative ? -1.0 : 1.0));
    if (format.specials == SmallFloatSpecials::Ieee)
      bits = static_cast<uint16_t>((bits & ~((1U << mantissa) - 1)) | payload);
    if (width == 16)
      store(at, bits);
    else
      store(at, static_cast<uint8_t>(bits));
    return true;
  }

  void readFloat(ElementType type, std::byte* at) {
    if (m_lexer.acceptWord("true")) return storeFloat(type, at, 1);
    if (m_lexer.acceptWord("false")) return storeFloat(type, at, 0);
    std::string_view text = number();
    if (readNan(type, at, text)) return;
    if (text == "inf" || text == "-inf") return storeFloat(type, at, text[0] == '-' ? -HUGE_VAL : HUGE_VAL);
    std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    if (type == ElementType::F32) return store(at, finite<float>(digits));
    auto value = finite<double>(digits);
    if (type != ElementType::F64) checkRange(type, value, text);
    storeFloat(type, at, value);
  }

  void checkRange(ElementType type, double value, std::string_view text) {
    SmallFloatFormat format = smallFloatFormat(type);
    bool lost = format.specials != SmallFloatSpecials::None &&
                !std::isfinite(decodeSmallFloat(format, encodeSmallFloat(format, value)));
    if (lost) outOfRange(text);
  }

  /// Values too small for the type become zero or the least one; too great ones are refused.
  template <typename T>
  T finite(std::string_view text) {
    T value{};
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || text.empty() || error == std::errc::invalid_argument) wrong(text);
    if (error != std::errc::result_out_of_range) return value;
    double wide = std::strtod(std::string(text).c_str(), nullptr);
    if (std::abs(wide) > 1) outOfRange(text);
    return static_cast<T>(wide);
  }

  void storeFloat(ElementType type, std::byte* at, double value) {
    if (type == ElementType::F32) return store(at, static_cast<float>(value));
    if (type == ElementType::F64) return store(at, value);
    uint16_t bits = encodeSmallFloat(smallFloatFormat(type), value);
    if (byteWidth(type) == 2) return store(at, bits);
    store(at, static_cast<uint8_t>(bits));
  }

  HloLexer& m_lexer;
  ElementType m_type;
  std::byte* m_at;
  int m_width;
  size_t m_begin = 0;
};

class ArrayReader {
 public:
  ArrayReader(HloLexer& lexer, Literal& literal)
      : m_lexer(lexer), m_dims(literal.shape().dims()), m_elements(lexer, literal) {}

  void read(size_t depth) {
    if (depth == m_dims.size()) return m_elements.read();
    m_lexer.expect('{');
    size_t begin = m_lexer.position();
    int64_t count = 0;
    for (; m_lexer.peek() != '}'; ++count) {
      if (count == m_dims[depth] || m_lexer.atEnd()) break;
      read(depth + 1);
      m_lexer.accept(',');
    }
    // An empty row may be left out: f32[2,0] prints as "{ {}, {} }" and is read from "{}" too.
    bool empty = count == 0 && std::ranges::find(m_dims, 0) != m_dims.end();
    if (!empty && (count != m_dims[depth] || m_lexer.peek() != '}'))
      m_lexer.fail({"parse.literal_count", {std::to_string(m_dims[depth]), std::to_string(depth)}}, begin - 1,
                   m_lexer.position());
    m_lexer.expect('}');
  }

 private:
  HloLexer& m_lexer;
  std::vector<int64_t> m_dims;
  ElementReader m_elements;
};

Literal zeros(HloLexer& lexer, const Shape& shape, size_t begin) {
  constexpr int64_t kMostBytes = int64_t{1} << 36;
  try {
    if (byteSize(shape) <= kMostBytes) return Literal(shape);
  } catch (const std::bad_alloc&) {
    // The message below says it.
  }
  lexer.fail({"parse.constant_too_large", {shape.text(false)}}, begin, begin + 1);
}

bool acceptElided(HloLexer& lexer) {
  size_t at = lexer.position();
  if (lexer.accept('{') && lexer.accept("...") && lexer.accept('}')) return true;
  lexer.seek(at);
  return false;
}

}  // namespace

Literal parseLiteralAt(HloLexer& lexer, const Shape& shape, bool& elided, int64_t depth) {
  lexer.skipSpace();
  size_t begin = lexer.position();
  if (acceptElided(lexer)) {
    elided = true;
    return zeros(lexer, shape.withoutLayout(), begin);
  }
  if (shape.isTuple()) {
    if (depth <= 0) lexer.fail({"parse.too_deep", {}});
    std::vector<Literal> elements;
    lexer.expect('(');
    for (const Shape& element : shape.elements()) {
      elements.push_back(parseLiteralAt(lexer, element, elided, depth - 1));
      lexer.accept(',');
    }
    lexer.expect(')');
    return Literal::tuple(std::move(elements));
  }
  if (!shape.isArray() || shape.hasDynamicDimensions())
    lexer.fail({"parse.no_literal", {shape.text(false)}}, begin, begin + 1);
  Literal literal = zeros(lexer, shape.withoutLayout(), begin);
  ArrayReader(lexer, literal).read(0);
  return literal;
}

}  // namespace onepot
