#include "engine/ops/stablehlo_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/ir/small_float.h"

namespace onepot {

namespace {

constexpr int64_t kMostWrittenElements = 100;

/// A float type as MLIR prints it: significant digits that always bring a value back, and the mantissa's width.
struct FloatForm {
  int digits = 9;
  int hexDigits = 8;
};

FloatForm formOf(ElementType type) {
  int mantissa = type == ElementType::F64   ? 53
                 : type == ElementType::F32 ? 24
                                            : smallFloatFormat(type).mantissaBits + 1;
  return {2 + mantissa * 59 / 196, (elementTypeInfo(type).bits + 3) / 4};
}

/// The value rounded to the type, which says whether a decimal text brings it back.
double roundedTo(ElementType type, double value) {
  if (type == ElementType::F64) return value;
  if (type == ElementType::F32) return static_cast<float>(value);
  return decodeSmallFloat(smallFloatFormat(type), encodeSmallFloat(smallFloatFormat(type), value));
}

struct Decimal {
  bool negative = false;
  std::string digits;  // without trailing zeros, at least one
  int exponent = 0;    // of the last digit
};

/// value = mantissa · 2^exponent with an odd mantissa; as an integer times 10^-k the number has `bits` bits.
struct BinaryParts {
  int k = 0;
  int bits = 0;
};

BinaryParts partsOf(double value) {
  int exponent = 0;
  double fraction = std::frexp(std::abs(value), &exponent);
  auto mantissa = static_cast<uint64_t>(std::ldexp(fraction, 53));
  exponent -= 53;
  int zeros = std::countr_zero(mantissa);
  mantissa >>= zeros;
  exponent += zeros;
  if (exponent >= 0) return {0, static_cast<int>(std::bit_width(mantissa)) + exponent};
  double log2 = std::log2(static_cast<double>(mantissa)) - exponent * std::log2(5.0);
  return {-exponent, static_cast<int>(std::floor(log2)) + 1};
}

void roundUp(Decimal& decimal) {
  while (!decimal.digits.empty() && decimal.digits.back() == '9') {
    decimal.digits.pop_back();
    ++decimal.exponent;
  }
  if (decimal.digits.empty())
    decimal.digits = "1";
  else
    ++decimal.digits.back();
}

void dropTrailingZeros(Decimal& decimal) {
  while (decimal.digits.size() > 1 && decimal.digits.back() == '0') {
    decimal.digits.pop_back();
    ++decimal.exponent;
  }
}

/// As llvm::APFloat::toString() finds the digits: it cuts the exact decimal number to about `precision` digits by its
/// count of bits, and rounds only what is then left beyond `precision`. The result is not always the nearest one.
Decimal decimalOf(double value, int precision) {
  Decimal decimal;
  decimal.negative = std::signbit(value);
  if (value == 0) return decimal.digits = "0", decimal;
  BinaryParts parts = partsOf(value);
  std::array<char, 1200> buffer{};
  auto exact = [&](int digits) {
    auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                             std::chars_format::scientific, digits - 1);
    return std::string_view(buffer.data(), static_cast<size_t>(end.ptr - buffer.data()));
  };
  std::string_view text = exact(800);
  size_t e = text.find('e');
  int leading = std::atoi(std::string(text.substr(e + 1)).c_str());
  int count = leading + parts.k + 1;  // digits of the integer
  int needed = (precision * 196 + 58) / 59;
  int cut = parts.bits > needed ? (parts.bits - needed) * 59 / 196 : 0;
  for (char c : text.substr(0, e))
    if (c != '.' && static_cast<int>(decimal.digits.size()) < count - cut) decimal.digits += c;
  decimal.exponent = leading - static_cast<int>(decimal.digits.size()) + 1;
  auto kept = static_cast<size_t>(precision);
  dropTrailingZeros(decimal);
  if (decimal.digits.size() > kept) {
    bool up = decimal.digits[kept] >= '5';
    decimal.exponent += static_cast<int>(decimal.digits.size() - kept);
    decimal.digits.resize(kept);
    if (up) roundUp(decimal);
  }
  dropTrailingZeros(decimal);
  return decimal;
}

/// "1.500000e+00": six digits and a zero.
std::string sixDigits(const Decimal& decimal) {
  int leading = decimal.exponent + static_cast<int>(decimal.digits.size()) - 1;
  std::string tail = decimal.digits.substr(1);
  tail.resize(6, '0');
  std::string exponent = std::to_string(std::abs(leading));
  if (exponent.size() < 2) exponent = "0" + exponent;
  return (decimal.negative ? "-" : "") + decimal.digits.substr(0, 1) + "." + tail + (leading < 0 ? "e-" : "e+") +
         exponent;
}

/// As llvm::APFloat::toString() writes a number that six digits do not bring back.
std::string naturalText(const Decimal& decimal, int precision) {
  std::string sign = decimal.negative ? "-" : "";
  const std::string& digits = decimal.digits;
  auto count = static_cast<int>(digits.size());
  int leading = decimal.exponent + count - 1;
  bool scientific = decimal.exponent >= 0 ? decimal.exponent > 3 || count + decimal.exponent > precision : leading < -3;
  if (scientific) {
    std::string tail = count == 1 ? "0" : digits.substr(1);
    return sign + digits[0] + "." + tail + "E" + (leading >= 0 ? "+" : "-") + std::to_string(std::abs(leading));
  }
  if (decimal.exponent >= 0) return sign + digits + std::string(static_cast<size_t>(decimal.exponent), '0');
  if (leading >= 0)
    return sign + digits.substr(0, static_cast<size_t>(leading) + 1) + "." +
           digits.substr(static_cast<size_t>(leading) + 1);
  return sign + "0." + std::string(static_cast<size_t>(-leading - 1), '0') + digits;
}

std::string hexText(const std::byte* at, int bytes, int digits) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) {
    auto byte = static_cast<unsigned>(at[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return "0x" + text.substr(text.size() - static_cast<size_t>(digits));
}

std::string floatText(ElementType type, double value, const std::byte* at) {
  FloatForm form = formOf(type);
  if (std::isfinite(value)) {
    std::string text = sixDigits(decimalOf(value, 6));
    if (roundedTo(type, std::strtod(text.c_str(), nullptr)) == value) return text;
    text = naturalText(decimalOf(value, form.digits), form.digits);
    if (text.find('.') != std::string::npos) return text;
  }
  return hexText(at, byteWidth(type), form.hexDigits);
}

std::string elementText(const Literal& literal, int64_t index) {
  ElementType type = literal.shape().type();
  const std::byte* at = literal.bytes().data() + index * byteWidth(type);
  if (isFloat(type)) return floatText(type, literal.doubleAt(index), at);
  if (!isComplex(type)) return literal.elementText(index);
  ElementType part = realPart(type);
  auto partText = [&](const std::byte* from) {
    double value = 0;
    if (part == ElementType::F64) {
      std::memcpy(&value, from, sizeof(double));
    } else {
      float narrow = 0;
      std::memcpy(&narrow, from, sizeof(float));
      value = narrow;
    }
    return floatText(part, value, from);
  };
  return "(" + partText(at) + "," + partText(at + byteWidth(part)) + ")";
}

bool allEqual(const Literal& literal) {
  std::span<const std::byte> bytes = literal.bytes();
  auto width = static_cast<size_t>(byteWidth(literal.shape().type()));
  return bytes.size() <= width || std::memcmp(bytes.data(), bytes.data() + width, bytes.size() - width) == 0;
}

std::string bytesInHex(const Literal& literal) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "\"0x";
  text.reserve(literal.bytes().size() * 2 + 4);
  for (std::byte byte : literal.bytes()) {
    text += kDigits[static_cast<unsigned>(byte) >> 4];
    text += kDigits[static_cast<unsigned>(byte) & 15];
  }
  return text + "\"";
}

void appendNested(std::string& text, const Literal& literal, int dimension, int64_t& next) {
  if (dimension == literal.shape().rank()) {
    text += elementText(literal, next++);
    return;
  }
  text += '[';
  for (int64_t i = 0; i < literal.shape().dim(dimension); ++i) {
    if (i > 0) text += ", ";
    appendNested(text, literal, dimension + 1, next);
  }
  text += ']';
}

}  // namespace

std::string mlirElementType(ElementType type) {
  using enum ElementType;
  switch (type) {
    case Pred: return "i1";
    case F16:
    case BF16:
    case F32:
    case F64: return std::string(name(type));
    case C64: return "complex<f32>";
    case C128: return "complex<f64>";
    default: break;
  }
  std::string text(name(type));
  int bits = elementTypeInfo(type).bits;
  if (isSigned(type)) return "i" + std::to_string(bits);
  if (isUnsigned(type)) return "ui" + std::to_string(bits);
  std::transform(text.begin() + 1, text.end(), text.begin() + 1,
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string mlirType(const Shape& shape) {
  if (shape.type() == ElementType::Token) return "!stablehlo.token";
  std::string dims;
  for (const Dimension& dimension : shape.dimensions())
    dims += (dimension.dynamic ? std::string("?") : std::to_string(dimension.size)) + "x";
  return "tensor<" + dims + mlirElementType(shape.type()) + ">";
}

std::string mlirDense(const Literal& literal) {
  int64_t count = literal.shape().elementCount();
  if (count == 0) return "dense<>";
  if (allEqual(literal)) return "dense<" + elementText(literal, 0) + ">";
  if (count > kMostWrittenElements && literal.shape().type() != ElementType::Pred)
    return "dense<" + bytesInHex(literal) + ">";
  std::string text;
  int64_t next = 0;
  appendNested(text, literal, 0, next);
  return "dense<" + text + ">";
}

std::string mlirList(const std::vector<int64_t>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

std::string mlirArray(const std::vector<int64_t>& values) {
  std::string text = "array<i64";
  for (size_t i = 0; i < values.size(); ++i) text += (i > 0 ? ", " : ": ") + std::to_string(values[i]);
  return text + ">";
}

std::string mlirQuoted(const std::string& text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string quoted = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      quoted += "\\\\";
    } else if (c == '"' || byte < 32 || byte > 126) {
      quoted += '\\';
      quoted += kDigits[byte >> 4];
      quoted += kDigits[byte & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace onepot
