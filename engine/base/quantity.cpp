#include "engine/base/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace onepot {

namespace {

constexpr const char* kSpace = "\xC2\xA0";          // no-break space
constexpr const char* kThinSpace = "\xE2\x80\xAF";  // narrow no-break space

/// Three figures: 1.21, 31.4, 840.
std::string threeFigures(double value) {
  double size = std::fabs(value);
  int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string timeText(double seconds) {
  if (!std::isfinite(seconds)) return "–";
  double size = std::fabs(seconds);
  if (size == 0) return fmt::format("0{}s", kSpace);
  if (size < 0.9995e-6) return fmt::format("{:.0f}{}ns", seconds * 1e9, kSpace);
  if (size < 0.9995e-3) return threeFigures(seconds * 1e6) + kSpace + "µs";
  if (size < 0.9995) return threeFigures(seconds * 1e3) + kSpace + "ms";
  return threeFigures(seconds) + kSpace + "s";
}

std::string bytesText(int64_t bytes) {
  static constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto size = static_cast<double>(bytes);
  size_t unit = 0;
  while (std::fabs(size) >= 1024 && unit + 1 < kUnits.size()) {
    size /= 1024;
    ++unit;
  }
  bool whole = unit < 2 && size == std::floor(size);
  return (whole ? fmt::format("{:.0f}", size) : threeFigures(size)) + kSpace + kUnits[unit];
}

std::string countText(int64_t count) {
  auto size = static_cast<double>(count);
  if (std::fabs(size) >= 1e12) return threeFigures(size / 1e12) + kSpace + "T";
  if (std::fabs(size) >= 1e9) return threeFigures(size / 1e9) + kSpace + "G";
  if (std::fabs(size) >= 1e6) return threeFigures(size / 1e6) + kSpace + "M";
  std::string digits = std::to_string(count);
  size_t sign = count < 0 ? 1 : 0;
  if (digits.size() - sign < 5) return digits;
  for (size_t place = digits.size() - 3; place > sign; place = place > 3 ? place - 3 : 0) digits.insert(place, kThinSpace);
  return digits;
}

std::string rateText(double perSecond, const std::string& unit) {
  if (!std::isfinite(perSecond)) return "–";
  static constexpr std::array kPrefixes = {"", "k", "M", "G", "T", "P"};
  size_t prefix = 0;
  while (std::fabs(perSecond) >= 999.5 && prefix + 1 < kPrefixes.size()) {
    perSecond /= 1000;
    ++prefix;
  }
  return threeFigures(perSecond) + kSpace + kPrefixes[prefix] + unit;
}

}  // namespace onepot
