// StableHLO's text of the operations that have no regions and one result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

/// The text behind "%0 = "; `operands` are the operands' values as they stand in the text. Nothing for operations that
/// StableHLO does not have, or that have regions or several results.
std::optional<std::string> stableHloText(const Instruction& instruction, const std::vector<std::string>& operands);
/// "(tensor<…>, tensor<…>) -> tensor<…>".
std::string mlirFunctionType(const std::vector<Shape>& operands, const std::vector<Shape>& results);
std::string mlirJoin(const std::vector<std::string>& parts);

}  // namespace onepot
