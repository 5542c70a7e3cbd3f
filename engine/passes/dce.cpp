#include <unordered_set>

#include "engine/analysis/side_effects.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

std::unordered_set<const Instruction*> findLive(const Computation& computation, const SideEffects& effects) {
  std::unordered_set<const Instruction*> live;
  std::vector<const Instruction*> queue;
  auto reach = [&](const Instruction* instruction) {
    if (live.insert(instruction).second) queue.push_back(instruction);
  };
  reach(computation.root());
  for (const auto& instruction : computation.instructions())
    if (instruction->opcode() == Opcode::Parameter || effects.has(*instruction)) reach(instruction.get());
  while (!queue.empty()) {
    const Instruction* current = queue.back();
    queue.pop_back();
    for (const Instruction* operand : current->operands()) reach(operand);
    for (const Instruction* before : current->controlPredecessors()) reach(before);
  }
  return live;
}

bool removeDeadInstructions(Computation& computation, const SideEffects& effects, PassContext& context) {
  std::unordered_set<const Instruction*> live = findLive(computation, effects);
  if (static_cast<int>(live.size()) == computation.size()) return false;
  std::vector<Instruction*> dead;
  for (const auto& instruction : computation.instructions())
    if (!live.contains(instruction.get())) dead.push_back(instruction.get());
  for (const Instruction* instruction : dead) context.logRemoval("dce", *instruction);
  computation.removeAll(dead);
  return true;
}

bool removeUncalledComputations(Module& module) {
  std::unordered_set<ComputationId> reached{module.entry()->id()};
  std::vector<const Computation*> queue{module.entry()};
  while (!queue.empty()) {
    const Computation* current = queue.back();
    queue.pop_back();
    for (const auto& instruction : current->instructions())
      for (ComputationId callee : instruction->called())
        if (reached.insert(callee).second) queue.push_back(module.computation(callee));
  }
  std::vector<ComputationId> gone;
  for (const auto& computation : module.computations())
    if (!reached.contains(computation->id())) gone.push_back(computation->id());
  for (ComputationId id : gone) module.removeComputation(id);
  return !gone.empty();
}

}  // namespace

bool runDce(Module& module, PassContext& context) {
  bool changed = removeUncalledComputations(module);
  SideEffects effects(module);
  for (const auto& computation : module.computations())
    changed |= removeDeadInstructions(*computation, effects, context);
  changed |= removeUncalledComputations(module);
  return changed;
}

}  // namespace onepot
