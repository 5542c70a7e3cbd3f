#include "views/graph/graph_union.h"

#include <set>

#include "views/graph/graph_labels.h"

namespace onepot {
namespace {

/// A missing layout counts as row-major: that a pass writes it down is no change.
bool sameShape(const Shape& a, const Shape& b) {
  if (!a.compatible(b)) return false;
  if (!a.isArray()) return true;
  if (isRowMajor(a) && isRowMajor(b)) return true;
  return a.layout() == b.layout();
}

bool sameConstant(const Instruction& a, const Instruction& b) {
  return a.isConstant() && b.isConstant() && a.literal() == b.literal();
}

}  // namespace

Identities::Identities(const SideGraph* before, const SideGraph& after) {
  if (!before) return;
  std::set<InstructionId> taken;
  for (const auto& [id, instruction] : after.byId) {
    if (before->byId.contains(id)) ++m_copies[id];
  }
  // In id order, so that among several heirs the oldest takes the place, whatever the hash map's order.
  std::vector<InstructionId> fresh;
  for (const auto& [id, instruction] : after.byId) {
    if (!before->byId.contains(id) && !instruction->origins().empty()) fresh.push_back(id);
  }
  std::sort(fresh.begin(), fresh.end());
  for (InstructionId id : fresh) {
    const Instruction& instruction = *after.byId.at(id);
    for (InstructionId origin : instruction.origins()) {
      const auto found = before->byId.find(origin);
      if (found == before->byId.end() || found->second->opcode() != instruction.opcode()) continue;
      if (!found->second->shape().sameDims(instruction.shape())) continue;
      ++m_copies[origin];
      const bool heir = !after.byId.contains(origin) && taken.insert(origin).second;
      (heir ? m_heirOf : m_copyOf)[id] = origin;
      break;
    }
  }
}

InstructionId Identities::canonical(const Instruction& after) const {
  const auto heir = m_heirOf.find(after.id());
  return heir == m_heirOf.end() ? after.id() : heir->second;
}

InstructionId Identities::original(const Instruction& after) const {
  const auto copy = m_copyOf.find(after.id());
  return copy == m_copyOf.end() ? canonical(after) : copy->second;
}

int Identities::copies(InstructionId original) const {
  const auto found = m_copies.find(original);
  return found == m_copies.end() ? 1 : found->second;
}

InstructionDifference difference(const Instruction& before, const SideGraph& beforeSide, const Instruction& after,
                                 const SideGraph& afterSide, const Identities& identities) {
  InstructionDifference result;
  if (&before == &after) return result;
  result.own = before.opcode() != after.opcode() || !sameShape(before.shape(), after.shape()) ||
               before.attributes() != after.attributes();
  const int count = std::max(before.operandCount(), after.operandCount());
  for (int i = 0; i < count && !result.beforeOperand && !result.afterOperand; ++i) {
    const Instruction* a = i < before.operandCount() ? beforeSide.valueOf(before.operand(i)) : nullptr;
    const Instruction* b = i < after.operandCount() ? afterSide.valueOf(after.operand(i)) : nullptr;
    if (a && b && (identities.original(*b) == a->id() || sameConstant(*a, *b))) continue;
    result.beforeOperand = a;
    result.afterOperand = b;
  }
  return result;
}

}  // namespace onepot
