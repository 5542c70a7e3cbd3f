// How the float formats of at most 16 bits lay out their bits, and conversion to and from double.
#pragma once

#include <cstdint>

#include "engine/ir/element_type.h"

namespace onepot {

/// Which bit patterns are not numbers. Types without infinity overflow to NaN, those without either to the greatest
/// value.
enum class SmallFloatSpecials : uint8_t { Ieee, NanIsAllOnes, NanIsNegativeZero, ExponentOnly, None };

struct SmallFloatFormat {
  int exponentBits, mantissaBits, bias;
  SmallFloatSpecials specials;
};

/// f16, bf16 and the 8-, 6- and 4-bit types; InternalError for others.
SmallFloatFormat smallFloatFormat(ElementType type);
double decodeSmallFloat(const SmallFloatFormat& format, uint16_t bits);
/// Rounds once, to nearest even.
uint16_t encodeSmallFloat(const SmallFloatFormat& format, double value);

}  // namespace onepot
