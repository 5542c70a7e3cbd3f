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

/// Lines of `size` elements, `stride` apart, become their running results under step(sum, x); from the end where
/// `reverse`.
template <typename T, typename Step>
void runAlong(const EvaluationContext& context, std::span<T> x, int64_t size, int64_t stride, bool reverse, Step step) {
  int64_t lines = size == 0 ? 0 : static_cast<int64_t>(x.size()) / size;
  for (int64_t line = 0; line < lines && !context.cancelled(); ++line) {
    T* at = x.data() + line / stride * stride * size + line % stride;
    int64_t move = reverse ? -stride : stride;
    if (reverse) at += (size - 1) * stride;
    for (int64_t i = 1; i < size; ++i, at += move) at[move] = step(at[0], at[move]);
  }
}

}  // namespace onepot::eval
