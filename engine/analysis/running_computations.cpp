#include "engine/analysis/running_computations.h"

#include <unordered_set>

#include "engine/ops/op.h"

namespace onepot {

bool isKernel(const Instruction& instruction) {
  Opcode opcode = instruction.opcode();
  if (runsItsCallees(opcode) || opcode == Opcode::Constant) return false;
  return !has(opcode, kFree) && opcode != Opcode::AfterAll && opcode != Opcode::OptimizationBarrier;
}

bool runsItsCallees(Opcode opcode) {
  switch (opcode) {
    case Opcode::While:
    case Opcode::Conditional:
    case Opcode::Call:
    case Opcode::Jit:
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall:
    case Opcode::Remat:
    case Opcode::Scan:
    case Opcode::WhileLoop:
    case Opcode::Cond: return true;
    default: return false;
  }
}

std::vector<Computation*> runningComputations(const Module& module) {
  std::vector<Computation*> found{module.entry()};
  std::unordered_set<ComputationId> seen{module.entry()->id()};
  for (size_t i = 0; i < found.size(); ++i)
    for (const auto& instruction : found[i]->instructions()) {
      if (!runsItsCallees(instruction->opcode())) continue;
      for (ComputationId callee : instruction->called())
        if (seen.insert(callee).second) found.push_back(module.computation(callee));
    }
  return found;
}

}  // namespace onepot
