#include "engine/ops/single_results.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace onepot {

namespace {

bool givesOne(const Computation& computation) {
  const Shape& shape = computation.root()->shape();
  return shape.isTuple() && shape.elements().size() == 1;
}

/// A tuple is made here, or comes from a call that will give its element.
bool rootCanChange(const Computation& computation) {
  Opcode root = computation.root()->opcode();
  return root == Opcode::Tuple || root == Opcode::Call || root == Opcode::Conditional;
}

bool takesOne(const Instruction& caller) {
  if (caller.opcode() != Opcode::Call && caller.opcode() != Opcode::Conditional) return false;
  return std::ranges::all_of(caller.users(),
                             [&](const Instruction* user) { return user->opcode() == Opcode::GetTupleElement; }) &&
         (!caller.isRoot() || !caller.parent()->isEntry());
}

/// Computations that must go on giving a tuple, and those that depend on them.
std::unordered_set<ComputationId> keptWrapped(const Module& module) {
  std::unordered_set<ComputationId> kept;
  for (const auto& computation : module.computations())
    if (!givesOne(*computation) || !rootCanChange(*computation) || computation->isEntry())
      kept.insert(computation->id());
  for (bool more = true; more;) {
    size_t before = kept.size();
    for (const auto& computation : module.computations())
      for (const auto& instruction : computation->instructions()) {
        const auto& called = instruction->called();
        bool keeps = !takesOne(*instruction) || (instruction->isRoot() && kept.contains(computation->id())) ||
                     std::ranges::any_of(called, [&](ComputationId id) { return kept.contains(id); });
        if (!keeps) continue;
        kept.insert(called.begin(), called.end());
        if (instruction->isRoot() && !called.empty()) kept.insert(computation->id());
      }
    more = kept.size() != before;
  }
  return kept;
}

void unwrapCaller(Computation& computation, Instruction& caller, std::vector<Instruction*>& removed) {
  caller.setShape(caller.shape().elements()[0]);
  for (Instruction* user : std::vector(caller.users())) {
    computation.replaceAllUsesWith(user, &caller);
    removed.push_back(user);
  }
}

}  // namespace

void unwrapSingleResults(Module& module) {
  module.sortComputations();
  std::unordered_set<ComputationId> kept = keptWrapped(module);
  for (const auto& computation : module.computations()) {
    std::vector<Instruction*> removed;
    for (Instruction* instruction : computation->snapshot()) {
      bool caller = instruction->opcode() == Opcode::Call || instruction->opcode() == Opcode::Conditional;
      if (caller && !kept.contains(instruction->called().front())) unwrapCaller(*computation, *instruction, removed);
    }
    computation->removeAll(removed);
    Instruction* root = computation->root();
    if (kept.contains(computation->id()) || root->opcode() != Opcode::Tuple) continue;
    computation->setRoot(root->operand(0));
    computation->remove(root);
  }
}

}  // namespace onepot
