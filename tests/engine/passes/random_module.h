// Random HLO modules, the same for a seed on every machine, and their evaluation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

/// Text of a module with elementwise work, movement, reductions, tuples and (with `loops`) while loops.
std::string randomModuleText(uint64_t seed, int size, bool loops);
/// Arguments for the entry's parameters.
std::vector<Literal> randomArguments(const Module& module, uint64_t seed);
Literal evaluated(const Module& module, const std::vector<Literal>& arguments);
/// Equal but for `tolerance` relative to the greater of the two; the tuple's elements one by one. Empty: equal.
std::string difference(const Literal& a, const Literal& b, double tolerance);

}  // namespace onepot
