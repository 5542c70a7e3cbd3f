#include "engine/analysis/running_computations.h"
#include "engine/passes/pass_list.h"

namespace onepot {

// Between row-major arrays a reshape moves nothing: outside of fusions it becomes a bitcast, which is no kernel.
bool runReshapeDecomposer(Module& module, PassContext& context) {
  bool changed = false;
  for (Computation* computation : runningComputations(module)) {
    std::vector<Instruction*> replaced;
    for (Instruction* reshape : computation->snapshot()) {
      if (reshape->opcode() != Opcode::Reshape) continue;
      if (!isRowMajor(reshape->shape()) || !isRowMajor(reshape->operand(0)->shape())) continue;
      Instruction* bitcast = computation->addReplacementFor(
          reshape, {Opcode::Bitcast, reshape->shape(), reshape->operands(), {}, {}, {}, 0});
      context.log("reshape-is-bitcast", *reshape, *bitcast);
      computation->replaceAllUsesWith(reshape, bitcast);
      replaced.push_back(reshape);
    }
    computation->removeAll(replaced);
    changed |= !replaced.empty();
  }
  return changed;
}

}  // namespace onepot
