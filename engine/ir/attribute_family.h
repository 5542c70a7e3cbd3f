// Which attribute struct, which called computations and which required attributes an opcode has in HLO text.
#pragma once

#include <span>
#include <string_view>

#include "engine/ir/attributes.h"
#include "engine/ir/opcode.h"

namespace onepot {

/// The struct of attributes.h that the opcode carries, with its defaults; monostate for most.
Attributes emptyAttributes(Opcode opcode);

/// The names under which HLO text gives the called computations, in the order of Instruction::called(): {"condition",
/// "body"}. A single name may stand for a list (calledAsList).
std::span<const std::string_view> calledNames(Opcode opcode);
/// branch_computations={a,b}, called_computations={a}: a list in braces.
bool calledAsList(std::string_view attribute);

/// The attributes without which the instruction says nothing: {"direction"} of compare.
std::span<const std::string_view> requiredAttributes(Opcode opcode);

}  // namespace onepot
