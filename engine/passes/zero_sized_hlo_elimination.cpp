#include "engine/analysis/side_effects.h"
#include "engine/ops/op.h"
#include "engine/passes/pass_list.h"

namespace onepot {

// An array without elements has only one value.
bool runZeroSizedElimination(Module& module, PassContext& context) {
  SideEffects effects(module);
  bool changed = false;
  for (const auto& computation : module.computations()) {
    std::vector<Instruction*> replaced;
    for (Instruction* instruction : computation->snapshot()) {
      bool empty = instruction->shape().isArray() && instruction->shape().elementCount() == 0;
      if (!empty || has(instruction->opcode(), kFree) || instruction->isConstant() || effects.has(*instruction))
        continue;
      if (!instruction->controlPredecessors().empty() || instruction->shape().hasDynamicDimensions()) continue;
      Literal nothing(instruction->shape().withoutLayout());
      Instruction* constant = computation->addReplacementFor(
          instruction,
          {Opcode::Constant, instruction->shape(), {}, ConstantAttributes{std::move(nothing), false}, {}, {}, 0});
      context.log("zero-sized-hlo-elimination", *instruction, *constant);
      computation->replaceAllUsesWith(instruction, constant);
      replaced.push_back(instruction);
    }
    computation->removeAll(replaced);
    changed |= !replaced.empty();
  }
  return changed;
}

}  // namespace onepot
