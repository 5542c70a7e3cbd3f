#include <unordered_map>

#include "engine/passes/copy_instruction.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

std::unordered_map<ComputationId, int> countCallers(const Module& module) {
  std::unordered_map<ComputationId, int> callers;
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions())
      for (ComputationId callee : instruction->called()) ++callers[callee];
  return callers;
}

}  // namespace

// Callees stand before callers, so a body that is put in place is flat already.
bool runCallInliner(Module& module, PassContext& context) {
  std::unordered_map<ComputationId, int> callers = countCallers(module);
  std::vector<ComputationId> emptied;
  bool changed = false;
  for (const auto& computation : module.computations()) {
    std::vector<Instruction*> done;
    for (Instruction* call : computation->snapshot()) {
      if (call->opcode() != Opcode::Call) continue;
      ComputationId callee = call->called().front();
      bool moves = callers[callee] == 1;
      Instruction* root = inlineBody(*computation, call, *module.computation(callee), call->operands(),
                                     moves ? Identity::Moves : Identity::Copied, call->metadata().opName);
      if (moves) emptied.push_back(callee);
      context.log("call-inliner", *call, *root);
      computation->replaceAllUsesWith(call, root);
      done.push_back(call);
    }
    computation->removeAll(done);
    changed |= !done.empty();
  }
  for (ComputationId callee : emptied) module.removeComputation(callee);
  return changed;
}

}  // namespace onepot
