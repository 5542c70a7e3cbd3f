// How a sort's comparator orders the elements: by one operand's values, where it says no more than that.
#pragma once

#include <optional>

#include "engine/ir/module.h"

namespace onepot {

struct SortOrder {
  int operand = 0;  // whose values decide
  bool descending = false;
  bool nanFirst = false;
};

/// None where the comparator computes something, or compares in total order.
std::optional<SortOrder> sortOrderOf(const Computation& comparator);

}  // namespace onepot
