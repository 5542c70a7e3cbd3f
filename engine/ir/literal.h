// The values of an array (or a tuple of arrays) in host memory, row-major.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/shape.h"

namespace onepot {

/// Copies share their bytes; writing goes through mutableBytes(), which makes them the literal's own.
/// bf16, f16 and f8 are held as their bit patterns (uint16_t, uint8_t); pred as one byte, 0 or 1.
class Literal {
 public:
  Literal() = default;
  /// Zeros of `shape`; 64-byte aligned.
  explicit Literal(Shape shape);
  /// Takes `bytes` as they are (no copy); they must hold byteSize(shape) bytes, and live as long as the pointer says.
  Literal(Shape shape, std::shared_ptr<std::byte> bytes) : m_shape(std::move(shape)), m_bytes(std::move(bytes)) {}
  static Literal tuple(std::vector<Literal> elements);
  /// A scalar of `type` from a double or an integer (converted as HLO's convert does).
  static Literal scalar(ElementType type, double value);
  static Literal scalarInt(ElementType type, int64_t value);
  template <typename T>
  static Literal fromVector(Shape shape, const std::vector<T>& values);

  const Shape& shape() const { return m_shape; }
  void setShape(Shape shape) { m_shape = std::move(shape); }  // same byte size: a reshape or a layout
  bool empty() const { return m_shape.type() == ElementType::Invalid; }
  const std::vector<Literal>& elements() const { return m_elements; }
  std::vector<Literal> takeElements() && { return std::move(m_elements); }

  std::span<const std::byte> bytes() const;
  std::span<std::byte> mutableBytes();
  const std::shared_ptr<std::byte>& storage() const { return m_bytes; }
  template <typename T>
  std::span<const T> as() const { return {reinterpret_cast<const T*>(m_bytes.get()), bytes().size() / sizeof(T)}; }
  template <typename T>
  std::span<T> mutableAs() {
    auto bytes = mutableBytes();
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  /// Element `index` (row-major) as a double; the real part of a complex one; exact but for 64-bit integers above 2^53.
  double doubleAt(int64_t index) const;
  /// Element `index` of an integer or pred array; floats are truncated.
  int64_t intAt(int64_t index) const;
  void setDouble(int64_t index, double value);
  void setInt(int64_t index, int64_t value);
  /// One element as HLO text writes it: "1.5", "true", "(1, 2)", "nan(0x1)".
  std::string elementText(int64_t index) const;
  /// HLO text: "1.5", "{1, 2}", "{ { 1, 2 }, { 3, 4 } }". Above `limit` elements: "{...}" (limit < 0: never).
  std::string text(int64_t limit = -1) const;

  /// Same shape and the same bits.
  bool operator==(const Literal& other) const;

 private:
  Shape m_shape;
  std::shared_ptr<std::byte> m_bytes;
  std::vector<Literal> m_elements;
};

/// 64-byte aligned bytes, counted by the memory counter of runtime/. Never null for size 0.
std::shared_ptr<std::byte> allocateBytes(int64_t size);
/// Bytes now held by allocateBytes in this process, and the most that were held at once since `resetPeakBytes`.
int64_t allocatedBytes();
int64_t peakBytes();
void resetPeakBytes();
/// allocateBytes throws std::bad_alloc rather than pass this limit (0: none).
void setAllocationLimit(int64_t bytes);

float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);      // round to nearest even, overflow to infinity
float bfloat16ToFloat(uint16_t bits);
uint16_t floatToBfloat16(float value);  // round to nearest even, NaN stays NaN
/// Any 8-, 6- or 4-bit float type, by its exponent and mantissa widths; round to nearest even.
float smallFloatToFloat(ElementType type, uint8_t bits);
uint8_t floatToSmallFloat(ElementType type, float value);

template <typename T>
Literal Literal::fromVector(Shape shape, const std::vector<T>& values) {
  Literal literal(std::move(shape));
  std::ranges::copy(values, literal.mutableAs<T>().begin());
  return literal;
}

size_t hashValue(const Literal& literal);

}  // namespace onepot
