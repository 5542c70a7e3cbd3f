// Inputs for evaluating a module: literals, .npy files, random values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// One literal a parameter of the entry: from `given` (in order; "A.npy" or "f32[2] {1, 2}"), the rest random by `seed`
/// (normal floats, integers from −8 to 8, coin flips). Fails when one is missing, or of another shape than its parameter.
Result<std::vector<Literal>> evaluationInputs(const Module& module, const std::vector<std::string>& given,
                                              std::optional<uint64_t> seed);

/// NumPy's .npy, versions 1 to 3, C order: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
Result<Literal> readNpy(const std::string& path);
Literal randomLiteral(const Shape& shape, uint64_t seed);

}  // namespace onepot
