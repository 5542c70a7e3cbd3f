// Which kind, and so which colour, an instruction has in every view.
#pragma once

#include "engine/ir/module.h"
#include "views/theme.h"

namespace onepot {

Kind kindOf(const Instruction& instruction);
/// A fusion's own look: the kind of the most telling thing inside (contraction before reduction before elementwise…).
Kind dominantKind(const Instruction& instruction, const Module& module);

}  // namespace onepot
