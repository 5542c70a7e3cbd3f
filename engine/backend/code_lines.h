// Which instruction each line of LLVM IR or assembly belongs to, read back from the debug locations in the text.
#pragma once

#include <string>
#include <vector>

#include "engine/ir/instruction.h"

namespace onepot {

/// One entry a line; 0: no instruction. Debug lines are instruction ids (KernelEmitter).
std::vector<InstructionId> linesOfIr(const std::string& text);
std::vector<InstructionId> linesOfAssembly(const std::string& text);

}  // namespace onepot
