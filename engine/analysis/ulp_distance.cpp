#include "engine/analysis/ulp_distance.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace onepot {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Float bits as integers in which neighbours differ by one and −0 equals +0 (sign and magnitude made two's
/// complement).
template <typename Bits>
int64_t ordered(Bits bits) {
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  auto magnitude = static_cast<int64_t>(bits & static_cast<Bits>(kSign - 1));
  return (bits & kSign) != 0 ? -magnitude : magnitude;
}

template <typename Bits>
double floatDistance(const Literal& a, const Literal& b, Bits infinity) {
  auto left = a.as<Bits>(), right = b.as<Bits>();
  constexpr Bits kMagnitude = static_cast<Bits>(~(Bits{1} << (sizeof(Bits) * 8 - 1)));
  double greatest = 0;
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i] == right[i]) continue;
    bool leftNan = (left[i] & kMagnitude) > infinity, rightNan = (right[i] & kMagnitude) > infinity;
    if (leftNan && rightNan) continue;
    if (leftNan || rightNan) return kFar;
    // Unsigned: the distance of two 64-bit patterns may need all the bits, and doubles do not have them.
    auto above = static_cast<uint64_t>(ordered(left[i])), below = static_cast<uint64_t>(ordered(right[i]));
    if (ordered(left[i]) < ordered(right[i])) std::swap(above, below);
    greatest = std::max(greatest, static_cast<double>(above - below));
  }
  return greatest;
}

double arrayDistance(const Literal& a, const Literal& b) {
  switch (a.shape().type()) {
    case ElementType::C64:
    case ElementType::F32: return floatDistance<uint32_t>(a, b, 0x7F800000u);
    case ElementType::C128:
    case ElementType::F64: return floatDistance<uint64_t>(a, b, 0x7FF0000000000000u);
    case ElementType::F16: return floatDistance<uint16_t>(a, b, 0x7C00u);
    case ElementType::BF16: return floatDistance<uint16_t>(a, b, 0x7F80u);
    default: return std::ranges::equal(a.bytes(), b.bytes()) ? 0 : kFar;
  }
}

}  // namespace

std::optional<double> ulpDistance(const Literal& a, const Literal& b) {
  if (!a.shape().compatible(b.shape())) return std::nullopt;
  if (!a.shape().isTuple()) return a.shape().isArray() ? arrayDistance(a, b) : 0;
  double greatest = 0;
  for (size_t i = 0; i < a.elements().size(); ++i) {
    auto one = ulpDistance(a.elements()[i], b.elements()[i]);
    if (!one) return std::nullopt;
    greatest = std::max(greatest, *one);
  }
  return greatest;
}

std::optional<double> ulpOfGreatest(const Literal& a, const Literal& b) {
  int digits = 0;  // of the significand, the leading one included
  switch (a.shape().isArray() ? a.shape().type() : ElementType::Pred) {
    case ElementType::F64: digits = 53; break;
    case ElementType::F32: digits = 24; break;
    case ElementType::F16: digits = 11; break;
    case ElementType::BF16: digits = 8; break;
    default: return std::nullopt;
  }
  if (!a.shape().compatible(b.shape())) return std::nullopt;
  double difference = 0, greatest = 0;
  for (int64_t i = 0; i < a.shape().elementCount(); ++i) {
    const double left = a.doubleAt(i), right = b.doubleAt(i);
    if (left == right || (std::isnan(left) && std::isnan(right))) {
      if (std::isfinite(left)) greatest = std::max(greatest, std::fabs(left));
      continue;
    }
    if (!std::isfinite(left) || !std::isfinite(right)) return kFar;
    difference = std::max(difference, std::fabs(left - right));
    greatest = std::max({greatest, std::fabs(left), std::fabs(right)});
  }
  if (difference == 0) return 0;
  return difference / std::ldexp(1.0, std::ilogb(greatest) - digits + 1);
}

}  // namespace onepot
