#include "engine/ir/literal.h"

#include <cmath>
#include <cstring>

#include "engine/ir/allocation.h"
#include "engine/ir/small_float.h"

namespace onepot {

namespace {

/// Bytes of the values in host memory, where layouts play no part.
int64_t hostBytes(const Shape& shape) {
  if (!shape.isArray()) return 0;
  int64_t count = 1;
  for (const Dimension& dimension : shape.dimensions())
    if (__builtin_mul_overflow(count, std::max<int64_t>(dimension.size, 0), &count)) throw std::bad_alloc();
  if (__builtin_mul_overflow(count, byteWidth(shape.type()), &count)) throw std::bad_alloc();
  return count;
}

/// Truncates and saturates; NaN gives 0.
int64_t saturate(double value, double low, double high, int64_t lowest, int64_t highest) {
  if (std::isnan(value)) return 0;
  if (value <= low) return lowest;
  return value >= high ? highest : static_cast<int64_t>(value);
}

int64_t signedFromDouble(double value, int bits) {
  double limit = std::ldexp(1.0, bits - 1);
  int64_t highest = static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1);
  return saturate(value, -limit, limit, -highest - 1, highest);
}

uint64_t unsignedFromDouble(double value, int bits) {
  if (std::isnan(value) || value <= 0) return 0;
  if (value >= std::ldexp(1.0, bits)) return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  return static_cast<uint64_t>(value);
}

/// The low `bits` bits of `value`, extended to a whole byte or more as the type's sign asks.
int64_t narrowed(int64_t value, ElementType type) {
  int bits = elementTypeInfo(type).bits;
  if (bits >= 64) return value;
  auto shifted = static_cast<uint64_t>(value) << (64 - bits);
  if (isSigned(type)) return static_cast<int64_t>(shifted) >> (64 - bits);
  return static_cast<int64_t>(shifted >> (64 - bits));
}

template <typename T>
T loadAs(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <typename T>
void storeAs(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

int64_t loadInteger(const std::byte* at, int width, bool isSigned) {
  switch (width) {
    case 1: return isSigned ? loadAs<int8_t>(at) : loadAs<uint8_t>(at);
    case 2: return isSigned ? loadAs<int16_t>(at) : loadAs<uint16_t>(at);
    case 4: return isSigned ? loadAs<int32_t>(at) : static_cast<int64_t>(loadAs<uint32_t>(at));
    default: return loadAs<int64_t>(at);
  }
}

void storeInteger(std::byte* at, int width, int64_t value) {
  switch (width) {
    case 1: return storeAs(at, static_cast<uint8_t>(value));
    case 2: return storeAs(at, static_cast<uint16_t>(value));
    case 4: return storeAs(at, static_cast<uint32_t>(value));
    default: return storeAs(at, value);
  }
}

double loadFloat(const std::byte* at, ElementType type) {
  switch (type) {
    case ElementType::F32:
    case ElementType::C64: return loadAs<float>(at);
    case ElementType::F64:
    case ElementType::C128: return loadAs<double>(at);
    case ElementType::F16: return halfToFloat(loadAs<uint16_t>(at));
    case ElementType::BF16: return bfloat16ToFloat(loadAs<uint16_t>(at));
    default: return decodeSmallFloat(smallFloatFormat(type), loadAs<uint8_t>(at));
  }
}

void storeFloat(std::byte* at, ElementType type, double value) {
  switch (type) {
    case ElementType::C64: storeAs(at + sizeof(float), 0.0F); [[fallthrough]];
    case ElementType::F32: return storeAs(at, static_cast<float>(value));
    case ElementType::C128: storeAs(at + sizeof(double), 0.0); [[fallthrough]];
    case ElementType::F64: return storeAs(at, value);
    case ElementType::F16:
    case ElementType::BF16: return storeAs(at, encodeSmallFloat(smallFloatFormat(type), value));
    default: return storeAs(at, static_cast<uint8_t>(encodeSmallFloat(smallFloatFormat(type), value)));
  }
}

bool isFloatLike(ElementType type) { return isFloat(type) || isComplex(type); }

size_t mix(size_t seed, size_t value) { return (seed ^ value) * 0x9E3779B97F4A7C15ULL + (seed >> 29); }

}  // namespace

Literal::Literal(Shape shape) : m_shape(std::move(shape)) {
  if (m_shape.isTuple()) {
    for (const Shape& element : m_shape.elements()) m_elements.emplace_back(element);
    return;
  }
  m_bytes = allocateZeroBytes(hostBytes(m_shape));
}

Literal Literal::tuple(std::vector<Literal> elements) {
  Literal made;
  std::vector<Shape> shapes;
  shapes.reserve(elements.size());
  for (const Literal& element : elements) shapes.push_back(element.shape());
  made.m_shape = Shape::tuple(std::move(shapes));
  made.m_elements = std::move(elements);
  return made;
}

Literal Literal::scalar(ElementType type, double value) {
  Literal made(Shape::scalar(type));
  made.setDouble(0, value);
  return made;
}

Literal Literal::scalarInt(ElementType type, int64_t value) {
  Literal made(Shape::scalar(type));
  made.setInt(0, value);
  return made;
}

std::span<const std::byte> Literal::bytes() const {
  if (m_bytes == nullptr) return {};
  return {m_bytes.get(), static_cast<size_t>(hostBytes(m_shape))};
}

std::span<std::byte> Literal::mutableBytes() {
  if (m_bytes == nullptr) return {};
  auto size = static_cast<size_t>(hostBytes(m_shape));
  // A count of 0 is a view of bytes that belong to somebody else: an executable's buffer, a caller's array.
  if (m_bytes.use_count() != 1) {
    std::shared_ptr<std::byte> own = allocateBytes(static_cast<int64_t>(size));
    std::memcpy(own.get(), m_bytes.get(), size);
    m_bytes = std::move(own);
  }
  return {m_bytes.get(), size};
}

double Literal::doubleAt(int64_t index) const {
  ElementType type = m_shape.type();
  const std::byte* at = m_bytes.get() + index * byteWidth(type);
  if (isFloatLike(type)) return loadFloat(at, type);
  if (type == ElementType::U64) return static_cast<double>(loadAs<uint64_t>(at));
  return static_cast<double>(intAt(index));
}

int64_t Literal::intAt(int64_t index) const {
  ElementType type = m_shape.type();
  int width = byteWidth(type);
  const std::byte* at = m_bytes.get() + index * width;
  if (isFloatLike(type)) return signedFromDouble(loadFloat(at, type), 64);
  return loadInteger(at, width, isSigned(type));
}

void Literal::setDouble(int64_t index, double value) {
  ElementType type = m_shape.type();
  int width = byteWidth(type);
  std::byte* at = mutableBytes().data() + index * width;
  if (isFloatLike(type)) return storeFloat(at, type, value);
  int bits = elementTypeInfo(type).bits;
  if (type == ElementType::Pred) return storeInteger(at, 1, value != 0 ? 1 : 0);
  if (isSigned(type)) return storeInteger(at, width, signedFromDouble(value, bits));
  storeInteger(at, width, static_cast<int64_t>(unsignedFromDouble(value, bits)));
}

void Literal::setInt(int64_t index, int64_t value) {
  ElementType type = m_shape.type();
  if (isFloatLike(type)) return setDouble(index, static_cast<double>(value));
  int width = byteWidth(type);
  std::byte* at = mutableBytes().data() + index * width;
  storeInteger(at, width, type == ElementType::Pred ? (value != 0 ? 1 : 0) : narrowed(value, type));
}

bool Literal::operator==(const Literal& other) const {
  if (!m_shape.compatible(other.m_shape) || m_elements.size() != other.m_elements.size()) return false;
  for (size_t i = 0; i < m_elements.size(); ++i)
    if (m_elements[i] != other.m_elements[i]) return false;
  std::span<const std::byte> mine = bytes(), theirs = other.bytes();
  if (mine.size() != theirs.size()) return false;
  return mine.data() == theirs.data() || mine.empty() || std::memcmp(mine.data(), theirs.data(), mine.size()) == 0;
}

size_t hashValue(const Literal& literal) {
  size_t seed = hashValue(literal.shape());
  for (const Literal& element : literal.elements()) seed = mix(seed, hashValue(element));
  std::span<const std::byte> bytes = literal.bytes();
  size_t whole = bytes.size() / 8;
  for (size_t i = 0; i < whole; ++i) seed = mix(seed, loadAs<uint64_t>(bytes.data() + i * 8));
  for (size_t i = whole * 8; i < bytes.size(); ++i) seed = mix(seed, static_cast<size_t>(bytes[i]));
  return seed;
}

}  // namespace onepot
