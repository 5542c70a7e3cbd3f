// Moves or copies an instruction from one computation into another: how inlining and fusion keep identity and
// provenance.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

enum class Identity {
  Moves,   // same id and name; the original must be removed before the module is verified
  Copied,  // a new id, with the original's among its origins
};

/// `from` with other operands in `into`, before `position` (null: at the end). Control predecessors are not taken
/// along.
Instruction* copyInstruction(Computation& into, Instruction* position, const Instruction& from,
                             std::vector<Instruction*> operands, Identity identity);

/// All of `body` but its parameters, before `position`; parameter i becomes `arguments[i]`. Returns what stands for the
/// root. With Identity::Moves the body must be removed by the caller. `scope` goes in front of the operations' op_name.
Instruction* inlineBody(Computation& into, Instruction* position, const Computation& body,
                        const std::vector<Instruction*>& arguments, Identity identity, std::string_view scope = {});

}  // namespace onepot
