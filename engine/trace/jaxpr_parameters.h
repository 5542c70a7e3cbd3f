// How a primitive and its parameters are called in a jaxpr.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/ir/instruction.h"

namespace onepot {

/// "sin", "eq", "round"…
std::string primitiveName(const Instruction& instruction);
/// {"axes", "(0, 1)"}, sorted as JAX sorts them; bodies are not among them.
using PrimitiveParameters = std::vector<std::pair<std::string, std::string>>;
PrimitiveParameters primitiveParameters(const Instruction& instruction);
/// The names of the parameters that hold the bodies, by role: {"jaxpr"}, {"cond_jaxpr", "body_jaxpr"}, {"branches"}.
std::vector<std::string> bodyParameters(Opcode opcode);
/// A scalar as a jaxpr writes it: "2.0:f32[]", "True:bool[]".
std::string literalText(const Literal& literal);
/// "(3, 4)", "(5,)".
std::string tupleText(const std::vector<int64_t>& numbers);

}  // namespace onepot
