#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

/// What `instruction` is, if it only takes a tuple apart or puts one together again as it was; else null.
Instruction* sameValue(const Instruction& instruction) {
  if (instruction.opcode() == Opcode::GetTupleElement && instruction.operand(0)->opcode() == Opcode::Tuple)
    return instruction.operand(0)->operand(static_cast<int>(instruction.get<TupleIndexAttributes>().index));
  if (instruction.opcode() != Opcode::Tuple || instruction.operandCount() == 0) return nullptr;
  Instruction* whole = nullptr;
  for (int i = 0; i < instruction.operandCount(); ++i) {
    const Instruction* element = instruction.operand(i);
    if (element->opcode() != Opcode::GetTupleElement || element->get<TupleIndexAttributes>().index != i) return nullptr;
    if (whole != nullptr && element->operand(0) != whole) return nullptr;
    whole = element->operand(0);
  }
  return whole->shape().compatible(instruction.shape()) ? whole : nullptr;
}

}  // namespace

bool runTupleSimplifier(Module& module, PassContext& context) {
  bool changed = false;
  for (const auto& computation : module.computations())
    for (Instruction* instruction : computation->snapshot()) {
      Instruction* same = sameValue(*instruction);
      if (same == nullptr || (instruction->users().empty() && !instruction->isRoot())) continue;
      context.log("tuple-simplifier", *instruction, *same);
      computation->replaceAllUsesWith(instruction, same);
      changed = true;
    }
  return changed;
}

}  // namespace onepot
