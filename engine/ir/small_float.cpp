// Conversions between float and the formats of at most 16 bits; one parameterised routine, rounding to nearest even.
#include <bit>
#include <cmath>

#include "engine/base/result.h"
#include "engine/ir/small_float.h"

namespace onepot {

SmallFloatFormat smallFloatFormat(ElementType type) {
  using enum SmallFloatSpecials;
  switch (type) {
    case ElementType::F16: return {5, 10, 15, Ieee};
    case ElementType::BF16: return {8, 7, 127, Ieee};
    case ElementType::F8E5M2: return {5, 2, 15, Ieee};
    case ElementType::F8E4M3: return {4, 3, 7, Ieee};
    case ElementType::F8E3M4: return {3, 4, 3, Ieee};
    case ElementType::F8E4M3FN: return {4, 3, 7, NanIsAllOnes};
    case ElementType::F8E4M3B11FNUZ: return {4, 3, 11, NanIsNegativeZero};
    case ElementType::F8E5M2FNUZ: return {5, 2, 16, NanIsNegativeZero};
    case ElementType::F8E4M3FNUZ: return {4, 3, 8, NanIsNegativeZero};
    case ElementType::F8E8M0FNU: return {8, 0, 127, ExponentOnly};
    case ElementType::F4E2M1FN: return {2, 1, 1, None};
    case ElementType::F6E2M3FN: return {2, 3, 1, None};
    case ElementType::F6E3M2FN: return {3, 2, 3, None};
    default: throw InternalError("not a float type of at most 16 bits");
  }
}

namespace {

uint16_t greatestFinite(const SmallFloatFormat& format) {
  auto all = static_cast<uint16_t>((1U << (format.exponentBits + format.mantissaBits)) - 1);
  if (format.specials == SmallFloatSpecials::Ieee) return static_cast<uint16_t>(all - (1U << format.mantissaBits));
  if (format.specials == SmallFloatSpecials::NanIsAllOnes) return static_cast<uint16_t>(all - 1);
  return all;
}

double powerOfTwo(uint16_t bits) { return bits == 0xFF ? std::nan("") : std::ldexp(1.0, bits - 127); }

uint16_t toPowerOfTwo(double value) {
  if (std::isnan(value) || value < 0 || std::isinf(value)) return 0xFF;
  if (value < std::ldexp(1.0, -127)) return 0;
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent) * 2;  // 1 ≤ mantissa < 2
  int biased = exponent - 1 + 127;
  if (mantissa > 1.5 || (mantissa == 1.5 && biased % 2 != 0)) ++biased;
  return static_cast<uint16_t>(biased > 0xFE ? 0xFF : biased);
}

/// The bits of a magnitude that is finite and not a NaN; the sign is the caller's. Overflow gives more than `greatest`.
uint32_t magnitudeBits(const SmallFloatFormat& format, double magnitude) {
  if (magnitude == 0) return 0;
  int exponent = std::max(std::ilogb(magnitude), 1 - format.bias);
  if (exponent > format.bias + 2) return 0xFFFFFFFF;
  double steps = std::nearbyint(std::ldexp(magnitude, format.mantissaBits - exponent));
  // A subnormal has exponent field 0; a normal number's leading one adds the last 1 to the field, and so does a carry.
  return (static_cast<uint32_t>(exponent + format.bias - 1) << format.mantissaBits) + static_cast<uint32_t>(steps);
}

}  // namespace

double decodeSmallFloat(const SmallFloatFormat& format, uint16_t bits) {
  using enum SmallFloatSpecials;
  if (format.specials == ExponentOnly) return powerOfTwo(bits);
  uint32_t signBit = 1U << (format.exponentBits + format.mantissaBits);
  uint32_t magnitude = bits & (signBit - 1);
  bool negative = (bits & signBit) != 0;
  if (format.specials == NanIsNegativeZero && negative && magnitude == 0) return std::nan("");
  if (format.specials == NanIsAllOnes && magnitude == signBit - 1)
    return std::copysign(std::nan(""), negative ? -1.0 : 1.0);
  uint32_t exponent = magnitude >> format.mantissaBits;
  uint32_t mantissa = magnitude & ((1U << format.mantissaBits) - 1);
  double value = 0;
  if (format.specials == Ieee && exponent == (1U << format.exponentBits) - 1)
    value = mantissa != 0 ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    value = std::ldexp(mantissa, 1 - format.bias - format.mantissaBits);
  else
    value = std::ldexp(mantissa + (1U << format.mantissaBits),
                       static_cast<int>(exponent) - format.bias - format.mantissaBits);
  return std::copysign(value, negative ? -1.0 : 1.0);
}

uint16_t encodeSmallFloat(const SmallFloatFormat& format, double value) {
  using enum SmallFloatSpecials;
  if (format.specials == ExponentOnly) return toPowerOfTwo(value);
  uint32_t signBit = 1U << (format.exponentBits + format.mantissaBits);
  uint32_t sign = std::signbit(value) ? signBit : 0;
  uint32_t greatest = greatestFinite(format);
  if (std::isnan(value)) {
    if (format.specials == NanIsNegativeZero || format.specials == None) return static_cast<uint16_t>(signBit);
    uint32_t quiet = format.specials == NanIsAllOnes ? signBit - 1 : (greatest + 1) | (1U << (format.mantissaBits - 1));
    return static_cast<uint16_t>(sign | quiet);
  }
  uint32_t magnitude = std::isinf(value) ? 0xFFFFFFFF : magnitudeBits(format, std::abs(value));
  if (magnitude > greatest) {
    if (format.specials == NanIsNegativeZero) return static_cast<uint16_t>(signBit);
    magnitude = format.specials == None ? greatest : greatest + 1;  // infinity, or the NaN where there is none
  }
  if (format.specials == NanIsNegativeZero && magnitude == 0) sign = 0;
  return static_cast<uint16_t>(sign | magnitude);
}

float halfToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1F;
  uint32_t mantissa = bits & 0x3FF;
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000 | (mantissa << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
  float value = static_cast<float>(mantissa) * 0x1p-24F;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
}

uint16_t floatToHalf(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return static_cast<uint16_t>(sign | 0x7E00 | ((magnitude >> 13) & 0x3FF));
  if (magnitude >= 0x47800000) return static_cast<uint16_t>(sign | 0x7C00);
  if (magnitude < 0x38800000) {  // subnormal: adding 0.5 lets the hardware round at the half's last bit
    float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3F000000));
  }
  uint32_t rounded = magnitude + 0xFFF + ((magnitude >> 13) & 1) - (112U << 23);
  return static_cast<uint16_t>(sign | (rounded >> 13));
}

float bfloat16ToFloat(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

uint16_t floatToBfloat16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value)) return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

float smallFloatToFloat(ElementType type, uint8_t bits) {
  return static_cast<float>(decodeSmallFloat(smallFloatFormat(type), bits));
}

uint8_t floatToSmallFloat(ElementType type, float value) {
  return static_cast<uint8_t>(encodeSmallFloat(smallFloatFormat(type), value));
}

}  // namespace onepot
