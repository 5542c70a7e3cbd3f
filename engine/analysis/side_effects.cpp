#include "engine/analysis/side_effects.h"

#include <algorithm>

#include "engine/ir/host_function.h"
#include "engine/ops/op.h"

namespace onepot {

// Callees stand before callers.
SideEffects::SideEffects(const Module& module) {
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions())
      if (has(*instruction)) {
        m_computations.insert(computation->id());
        break;
      }
}

bool SideEffects::has(const Instruction& instruction) const {
  if (instruction.opcode() == Opcode::CustomCall) {
    auto says = [](const auto& attribute) {
      return attribute.first == "custom_call_has_side_effect" && attribute.second == "true";
    };
    const auto& function = instruction.get<CustomCallAttributes>().function;
    return (function != nullptr && function->hasSideEffect()) || std::ranges::any_of(instruction.extra(), says);
  }
  if (onepot::has(instruction.opcode(), kSideEffect)) return true;
  return std::ranges::any_of(instruction.called(),
                             [&](ComputationId callee) { return m_computations.contains(callee); });
}

}  // namespace onepot
