// When an instruction may write its result over one of its operands.
#pragma once

#include "engine/ir/module.h"

namespace onepot {

/// True when result array `output` (position among the result's arrays; 0 where it is no tuple) may lie where operand
/// `operand` lies. It rests on one promise of every backend: a kernel reads all it needs for one element of its
/// iteration before it writes any result of that element; and on equal sizes in bytes.
bool canWriteOver(const Instruction& instruction, int output, int operand, const Module& module);

}  // namespace onepot
