// Which computations a device steps through, and which of their instructions it launches as kernels.
#pragma once

#include <vector>

#include "engine/ir/module.h"

namespace onepot {

/// True for an instruction that a device launches: not parameters, constants, tuples, bitcasts and control flow itself.
bool isKernel(const Instruction& instruction);

/// While, conditional, call: what runs the instructions of the computations that it names.
bool runsItsCallees(Opcode opcode);

/// The computations whose instructions run one by one: the entry first, then what it and they reach through while,
/// conditional and call; each once.
std::vector<Computation*> runningComputations(const Module& module);

}  // namespace onepot
