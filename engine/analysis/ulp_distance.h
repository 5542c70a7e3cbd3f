// How far two results are apart, in units in the last place.
#pragma once

#include <optional>

#include "engine/ir/literal.h"

namespace onepot {

/// The greatest distance over all elements of two arrays (or tuples) of equal shape. Floats: representable values between
/// the two (NaN against NaN is 0, NaN against a number infinity); integers: 0 when equal, else infinity. None: shapes differ.
std::optional<double> ulpDistance(const Literal& a, const Literal& b);

}  // namespace onepot
