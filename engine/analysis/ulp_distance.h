// How far two results are apart, in units in the last place.
#pragma once

#include <optional>

#include "engine/ir/literal.h"

namespace onepot {

/// The greatest distance over all elements of two arrays (or tuples) of equal shape. Floats: representable values
/// between the two (NaN against NaN is 0, NaN against a number infinity); integers: 0 when equal, else infinity. None:
/// shapes differ.
std::optional<double> ulpDistance(const Literal& a, const Literal& b);

/// The greatest difference of two arrays of real floats, in units in the last place of the greatest value among them:
/// small where only values near zero are many ulp apart, as after a cancellation. None: other types, or shapes that
/// differ.
std::optional<double> ulpOfGreatest(const Literal& a, const Literal& b);

}  // namespace onepot
