// Common combiners (sum, product, extremes, bits) as typed loops, with the accumulator that each type wants.
#pragma once

#include <algorithm>
#include <cmath>

#include "engine/ops/evaluate_elements.h"

namespace onepot::eval {

/// Floats of up to 64 bits accumulate in double, integers in their own type (they wrap), truth values in bytes.
ElementType accumulatingType(ElementType type);

template <typename T>
T extreme(T a, T b, bool greatest) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return NAN;
    if (a == b) return std::signbit(a) == greatest ? b : a;
  }
  return (a < b) == greatest ? b : a;
}

/// a ∘ b for one of the operations that accumulates(opcode) names.
template <typename T>
T combined(Opcode opcode, T a, T b) {
  switch (opcode) {
    case Opcode::Maximum: return extreme(a, b, true);
    case Opcode::Minimum: return extreme(a, b, false);
    default: break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    return opcode == Opcode::Multiply ? a * b : a + b;
  } else {
    auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    switch (opcode) {
      case Opcode::Multiply: return static_cast<T>(x * y);
      case Opcode::And: return static_cast<T>(x & y);
      case Opcode::Or: return static_cast<T>(x | y);
      case Opcode::Xor: return static_cast<T>(x ^ y);
      default: return static_cast<T>(x + y);
    }
  }
}

/// Whether `opcode` is a combiner that these loops know for elements of `type`.
bool accumulates(Opcode opcode, ElementType type);
/// pred's sum is its or, its product its and: the operation to use on truth values.
Opcode combinerFor(Opcode opcode, ElementType type);

}  // namespace onepot::eval
