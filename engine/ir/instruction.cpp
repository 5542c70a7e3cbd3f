#include "engine/ir/instruction.h"

#include <algorithm>

#include "engine/base/result.h"
#include "engine/ir/computation.h"
#include "engine/ir/module.h"

namespace onepot {

namespace {
bool contains(const std::vector<Instruction*>& list, const Instruction* wanted) {
  return std::ranges::find(list, wanted) != list.end();
}
}  // namespace

bool Instruction::isRoot() const { return m_parent != nullptr && m_parent->root() == this; }

void Instruction::setShape(Shape shape) {
  m_shape = std::move(shape);
  m_parent->touch();
}

void Instruction::setLayout(Layout layout) {
  m_shape.setLayout(std::move(layout));
  m_parent->touch();
}

void Instruction::setName(std::string name) {
  m_name = std::move(name);
  m_parent->touch();
}

void Instruction::setAttributes(Attributes attributes) {
  m_attributes = std::move(attributes);
  m_parent->touch();
}

void Instruction::setExtra(ExtraAttributes extra) {
  m_extra = std::move(extra);
  m_parent->touch();
}

void Instruction::setCalled(std::vector<ComputationId> called) {
  m_called = std::move(called);
  m_parent->touch();
}

void Instruction::setMetadata(Metadata metadata) {
  m_metadata = std::move(metadata);
  m_parent->touch();
}

void Instruction::setSource(SourceRange source) {
  m_source = std::move(source);
  m_parent->touch();
}

void Instruction::addOrigins(std::span<const InstructionId> ids) {
  for (InstructionId id : ids)
    if (id != m_id && std::ranges::find(m_origins, id) == m_origins.end()) m_origins.push_back(id);
  m_parent->touch();
}

void Instruction::setWeakType(bool weak) {
  m_weakType = weak;
  m_parent->touch();
}

void Instruction::setOperand(int index, Instruction* operand) {
  Instruction*& slot = m_operands[static_cast<size_t>(index)];
  Instruction* old = slot;
  if (old == operand) return;
  slot = operand;
  if (!contains(m_operands, old)) old->removeUser(this);
  operand->addUser(this);
  m_parent->touch();
}

void Instruction::addControlPredecessor(Instruction* predecessor) {
  if (!contains(m_controlPredecessors, predecessor)) m_controlPredecessors.push_back(predecessor);
  m_parent->touch();
}

void Instruction::clearControlPredecessors() {
  m_controlPredecessors.clear();
  m_parent->touch();
}

// A value with very many users must not make each new one a scan: the newest user is the one that repeats.
void Instruction::addUser(Instruction* user) {
  if (!m_users.empty() && m_users.back() == user) return;
  if (m_users.size() < 16 ? contains(m_users, user)
                          : std::ranges::count(user->m_operands, this) > 1 && contains(m_users, user))
    return;
  m_users.push_back(user);
}

void Instruction::removeUser(Instruction* user) {
  auto found = std::ranges::find(m_users, user);
  if (found == m_users.end()) return;
  *found = m_users.back();
  m_users.pop_back();
}

}  // namespace onepot
