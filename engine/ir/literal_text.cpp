// Literals as HLO text writes them.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/ir/literal.h"
#include "engine/ir/small_float.h"

namespace onepot {

namespace {

template <typename T>
std::string general(T value, int digits) {
  std::array<char, 64> buffer{};
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
  return {buffer.data(), end.ptr};
}

/// "nan" and, for a payload that is not the plain quiet NaN's, "(0x…)" after it.
std::string nanText(bool negative, uint64_t payload, int payloadBits) {
  std::string text = negative ? "-nan" : "nan";
  if (payloadBits == 0 || payload == uint64_t{1} << (payloadBits - 1)) return text;
  std::array<char, 32> buffer{};
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), payload, 16);
  return text + "(0x" + std::string(buffer.data(), end.ptr) + ")";
}

/// The fewer digits where they bring the value back, else as many as always do.
template <typename T, typename Bits>
std::string floatText(T value, int fewDigits, int allDigits, int mantissaBits) {
  if (std::isnan(value))
    return nanText(std::signbit(value), std::bit_cast<Bits>(value) & ((Bits{1} << mantissaBits) - 1), mantissaBits);
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = general(value, fewDigits);
  T back = 0;
  std::from_chars(text.data(), text.data() + text.size(), back);
  return back == value ? text : general(value, allDigits);
}

/// Digits that always bring a value of so many mantissa bits back, as numeric_limits<T>::max_digits10 counts them.
int digitsFor(int mantissaBits) { return static_cast<int>(std::ceil((mantissaBits + 1) * std::log10(2.0) + 1)); }

std::string smallFloatText(ElementType type, uint16_t bits) {
  SmallFloatFormat format = smallFloatFormat(type);
  double value = decodeSmallFloat(format, bits);
  if (std::isnan(value)) {
    bool hasPayload = format.specials == SmallFloatSpecials::Ieee;
    uint64_t payload = bits & ((1U << format.mantissaBits) - 1);
    bool negative = format.specials != SmallFloatSpecials::ExponentOnly && std::signbit(value);
    if (hasPayload) negative = (bits >> (format.exponentBits + format.mantissaBits)) != 0;
    return nanText(negative, payload, hasPayload ? format.mantissaBits : 0);
  }
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return general(value, digitsFor(format.mantissaBits));
}

template <typename T>
T loadAs(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

std::string realText(ElementType type, const std::byte* at) {
  switch (type) {
    case ElementType::F32: return floatText<float, uint32_t>(loadAs<float>(at), 6, 9, 23);
    case ElementType::F64: return floatText<double, uint64_t>(loadAs<double>(at), 15, 17, 52);
    case ElementType::F16:
    case ElementType::BF16: return smallFloatText(type, loadAs<uint16_t>(at));
    default: return smallFloatText(type, loadAs<uint8_t>(at));
  }
}

class ArrayText {
 public:
  explicit ArrayText(const Literal& literal) : m_literal(literal), m_dims(literal.shape().dims()) {}

  std::string text() {
    dimension(0, 0);
    return std::move(m_text);
  }

 private:
  bool innermost(size_t depth) const { return depth + 1 == m_dims.size(); }

  void element() {
    bool digit = m_literal.shape().type() == ElementType::Pred && !m_dims.empty();
    if (digit)
      m_text += m_literal.intAt(m_next) != 0 ? '1' : '0';
    else
      m_text += m_literal.elementText(m_next);
    ++m_next;
  }

  // As XLA writes it: inner rows of one element stand without spaces, deep arrays say which row begins.
  void dimension(size_t depth, int64_t row) {
    if (depth == m_dims.size()) return element();
    bool flat = m_dims.size() == 1 || (innermost(depth) && m_dims[depth] <= 1);
    m_text += '{';
    if (m_dims.size() > 3 && depth > 0 && !innermost(depth))
      m_text += " /*i" + std::to_string(depth - 1) + "=" + std::to_string(row) + "*/";
    if (!flat && (m_dims[depth] > 0 || m_dims.size() <= 3)) m_text += ' ';
    for (int64_t i = 0; i < m_dims[depth]; ++i) {
      if (i > 0) m_text += ", ";
      dimension(depth + 1, i);
    }
    m_text += flat ? "}" : " }";
  }

  const Literal& m_literal;
  std::vector<int64_t> m_dims;
  std::string m_text;
  int64_t m_next = 0;
};

}  // namespace

std::string Literal::elementText(int64_t index) const {
  ElementType type = m_shape.type();
  const std::byte* at = m_bytes.get() + index * byteWidth(type);
  if (isComplex(type)) {
    ElementType part = realPart(type);
    return "(" + realText(part, at) + ", " + realText(part, at + byteWidth(part)) + ")";
  }
  if (isFloat(type)) return realText(type, at);
  if (type == ElementType::Pred) return intAt(index) != 0 ? "true" : "false";
  if (type == ElementType::U64 || type == ElementType::Key) return std::to_string(loadAs<uint64_t>(at));
  return std::to_string(intAt(index));
}

std::string Literal::text(int64_t limit) const {
  if (m_shape.isTuple()) {
    std::string list;
    for (const Literal& element : m_elements) list += (list.empty() ? " " : ", ") + element.text(limit);
    return list.empty() ? "()" : "(" + list + " )";
  }
  if (!m_shape.isArray()) return "{}";
  if (limit >= 0 && m_shape.rank() > 0 && m_shape.elementCount() > limit) return "{...}";
  return ArrayText(*this).text();
}

}  // namespace onepot
