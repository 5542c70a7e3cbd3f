#include "engine/ir/computation.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

void Computation::setName(std::string name) {
  m_name = std::move(name);
  touch();
}

void Computation::setExecutionThread(std::string thread) {
  m_executionThread = std::move(thread);
  touch();
}

bool Computation::isEntry() const { return m_entry; }

void Computation::setRoot(Instruction* root) {
  ensure(root != nullptr && root->m_parent == this, "the root must belong to its computation");
  m_root = root;
  touch();
}

std::vector<Instruction*> Computation::parameters() const {
  std::vector<Instruction*> found;
  for (const auto& instruction : instructions()) {
    if (instruction->opcode() != Opcode::Parameter) continue;
    auto number = static_cast<size_t>(instruction->get<ParameterAttributes>().number);
    if (number >= m_byId.size()) continue;  // text that is being refused: no computation has so many
    if (found.size() <= number) found.resize(number + 1);
    found[number] = instruction.get();
  }
  return found;
}

std::vector<Instruction*> Computation::snapshot() const {
  std::vector<Instruction*> all;
  all.reserve(m_byId.size());
  for (const auto& instruction : instructions()) all.push_back(instruction.get());
  return all;
}

Instruction* Computation::find(InstructionId id) const {
  auto found = m_byId.find(id);
  return found == m_byId.end() ? nullptr : found->second;
}

std::unique_ptr<Instruction> Computation::make(NewInstruction from) {
  ensure(m_module != nullptr, "a frozen computation cannot change");
  std::unique_ptr<Instruction> made(new Instruction());
  made->m_id = from.id != 0 ? from.id : m_module->nextInstructionId();
  m_module->noteInstructionId(made->m_id);
  ensure(!m_byId.contains(made->m_id), "instruction ids are unique");
  if (from.name.empty()) from.name = std::string(onepot::name(from.opcode)) + "." + std::to_string(made->m_id);
  made->m_name = m_module->uniqueName(std::move(from.name));
  made->m_opcode = from.opcode;
  made->m_shape = std::move(from.shape);
  made->m_parent = this;
  made->m_operands = std::move(from.operands);
  made->m_attributes = std::move(from.attributes);
  made->m_called = std::move(from.called);
  for (Instruction* operand : made->m_operands) {
    ensure(operand != nullptr && operand->m_parent == this, "operands must belong to the computation");
    operand->addUser(made.get());
  }
  m_byId.emplace(made->m_id, made.get());
  touch();
  return made;
}

Instruction* Computation::add(NewInstruction instruction) {
  m_instructions.push_back(make(std::move(instruction)));
  if (m_root == nullptr) m_root = m_instructions.back().get();
  return m_instructions.back().get();
}

// Putting each one in its place at once would make a pass that adds many quadratic; they wait here until someone looks.
Instruction* Computation::addBefore(Instruction* position, NewInstruction instruction) {
  ensure(position != nullptr && position->m_parent == this, "the position must belong to the computation");
  auto made = make(std::move(instruction));
  Instruction* raw = made.get();
  m_pending[position].push_back(std::move(made));
  return raw;
}

void Computation::placePending() const {
  std::vector<std::unique_ptr<Instruction>> placed;
  placed.reserve(m_byId.size());
  std::vector<std::unique_ptr<Instruction>> stack;
  for (auto& instruction : m_instructions) {
    stack.push_back(std::move(instruction));
    while (!stack.empty()) {
      auto waiting = m_pending.find(stack.back().get());
      if (waiting == m_pending.end()) {
        placed.push_back(std::move(stack.back()));
        stack.pop_back();
        continue;
      }
      std::vector<std::unique_ptr<Instruction>> before = std::move(waiting->second);
      m_pending.erase(waiting);
      for (auto& one : before | std::views::reverse) stack.push_back(std::move(one));
    }
  }
  m_instructions = std::move(placed);
}

Instruction* Computation::addReplacementFor(Instruction* old, NewInstruction instruction) {
  Instruction* made = addBefore(old, std::move(instruction));
  made->m_source = old->m_source;
  made->m_metadata = old->m_metadata;
  made->m_weakType = old->m_weakType;
  made->addOrigins(old->m_origins);
  InstructionId id = old->m_id;
  made->addOrigins({&id, 1});
  return made;
}

void Computation::replaceAllUsesWith(Instruction* old, Instruction* replacement) {
  ensure(old != replacement, "an instruction cannot replace itself");
  std::vector<Instruction*> users = std::move(old->m_users);
  old->m_users.clear();
  for (Instruction* user : users) {
    std::ranges::replace(user->m_operands, old, replacement);
    replacement->addUser(user);
  }
  if (m_root == old) m_root = replacement;
  touch();
}

void Computation::remove(Instruction* instruction) { removeAll({instruction}); }

void Computation::removeAll(const std::vector<Instruction*>& instructions) {
  if (instructions.empty()) return;
  this->instructions();  // places what waits
  std::unordered_set<const Instruction*> doomed(instructions.begin(), instructions.end());
  ensure(!doomed.contains(m_root), "the root cannot be removed");
  for (Instruction* instruction : instructions) {
    for (Instruction* user : instruction->m_users) ensure(doomed.contains(user), "a removed instruction has users");
    m_byId.erase(instruction->m_id);
  }
  for (Instruction* instruction : instructions)
    for (Instruction* operand : instruction->m_operands)
      if (!doomed.contains(operand)) operand->removeUser(instruction);
  auto isDoomed = [&](const std::unique_ptr<Instruction>& instruction) { return doomed.contains(instruction.get()); };
  for (const auto& instruction : m_instructions)
    std::erase_if(instruction->m_controlPredecessors, [&](Instruction* p) { return doomed.contains(p); });
  std::erase_if(m_instructions, isDoomed);
  touch();
}

void Computation::reorder(const std::vector<Instruction*>& order) {
  ensure(order.size() == instructions().size(), "an order must be a permutation");
  std::unordered_map<Instruction*, std::unique_ptr<Instruction>> owned;
  for (auto& instruction : m_instructions) {
    Instruction* raw = instruction.get();
    owned.emplace(raw, std::move(instruction));
  }
  m_instructions.clear();
  for (Instruction* instruction : order) {
    auto found = owned.find(instruction);
    ensure(found != owned.end() && found->second != nullptr, "an order must be a permutation");
    m_instructions.push_back(std::move(found->second));
  }
  touch();
}

void Computation::sortTopologically() {
  std::unordered_map<const Instruction*, int> state;  // 1: on the stack, 2: placed
  std::vector<Instruction*> order;
  std::vector<std::pair<Instruction*, size_t>> stack;
  auto dependencies = [](Instruction* of) {
    std::vector<Instruction*> all = of->m_operands;
    all.insert(all.end(), of->m_controlPredecessors.begin(), of->m_controlPredecessors.end());
    return all;
  };
  for (const auto& start : instructions()) {
    if (state[start.get()] == 2) continue;
    stack.emplace_back(start.get(), 0);
    state[start.get()] = 1;
    while (!stack.empty()) {
      auto& [current, next] = stack.back();
      std::vector<Instruction*> before = dependencies(current);
      while (next < before.size() && state[before[next]] == 2) ++next;
      if (next == before.size()) {
        state[current] = 2;
        order.push_back(current);
        stack.pop_back();
        continue;
      }
      Instruction* needed = before[next];
      ensure(state[needed] != 1, "the computation has a cycle");
      state[needed] = 1;
      stack.emplace_back(needed, 0);
    }
  }
  reorder(order);
}

}  // namespace onepot
