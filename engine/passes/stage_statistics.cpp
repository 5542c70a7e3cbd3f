#include "engine/passes/stage_statistics.h"

#include "engine/analysis/cost_model.h"
#include "engine/analysis/running_computations.h"

namespace onepot {

StageStatistics countStage(const Module& module) {
  StageStatistics sum;
  sum.instructions = module.instructionCount();
  sum.entryInstructions = module.entry()->size();
  for (const Computation* computation : runningComputations(module))
    for (const auto& instruction : computation->instructions()) {
      if (!isKernel(*instruction)) continue;
      OpCost cost = costOf(*instruction, module);
      sum.fusions += instruction->opcode() == Opcode::Fusion;
      ++sum.kernels;
      sum.bytes += cost.bytes();
      sum.flops += cost.flops;
    }
  return sum;
}

}  // namespace onepot
