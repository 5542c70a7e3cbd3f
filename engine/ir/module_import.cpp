// Copying computations from one module into another, with everything they call.
#include <unordered_map>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

namespace {

/// `root` and all it calls, callees first.
std::vector<const Computation*> calleesFirst(const Module& from, const Computation& root) {
  std::vector<const Computation*> order;
  std::unordered_map<ComputationId, int> state;
  std::vector<const Computation*> stack{&root};
  while (!stack.empty()) {
    const Computation* current = stack.back();
    int& entered = state[current->id()];
    if (entered != 0) {
      if (entered == 1) order.push_back(current);
      entered = 2;
      stack.pop_back();
      continue;
    }
    entered = 1;
    for (const auto& instruction : current->instructions())
      for (ComputationId callee : instruction->called())
        if (state[callee] == 0) stack.push_back(from.computation(callee));
  }
  return order;
}

}  // namespace

Computation* Module::importComputation(const Module& from, const Computation& source, bool keepIds) {
  std::unordered_map<ComputationId, ComputationId> placed;
  Computation* last = nullptr;
  for (const Computation* one : calleesFirst(from, source)) {
    last = addComputation(one->name());
    placed[one->id()] = last->id();
    std::unordered_map<const Instruction*, Instruction*> copies;
    for (const auto& old : one->instructions()) {
      NewInstruction to{old->opcode(), old->shape(), {}, old->attributes(), {}, old->name(), keepIds ? old->id() : 0};
      for (const Instruction* operand : old->operands()) to.operands.push_back(copies.at(operand));
      for (ComputationId callee : old->called()) to.called.push_back(placed.at(callee));
      Instruction* copy = last->add(std::move(to));
      copy->setExtra(old->extra());
      copy->setMetadata(old->metadata());
      copy->setSource(old->source());
      copy->setWeakType(old->weakType());
      copy->addOrigins(old->origins());
      copies.emplace(old.get(), copy);
    }
    last->setRoot(copies.at(one->root()));
  }
  return last;
}

}  // namespace onepot
