#include "engine/runtime/run.h"

#include <algorithm>
#include <cmath>

namespace onepot {

namespace {

/// The value at `share` of the sorted values, between neighbours by their distance; NaN where there are none.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return NAN;
  std::ranges::sort(values);
  double position = share * static_cast<double>(values.size() - 1);
  auto below = static_cast<size_t>(position);
  size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], position - static_cast<double>(below));
}

}  // namespace

double Series::median() const { return quantile(milliseconds, 0.5); }

double Series::spread() const { return (quantile(milliseconds, 0.75) - quantile(milliseconds, 0.25)) / 2; }

}  // namespace onepot
