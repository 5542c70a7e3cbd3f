// A function of the program: instructions in an order where operands stand before their users, one of them the root.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/ir/instruction.h"

namespace onepot {

class Module;

/// What a new instruction is made of; everything else is filled in later through its setters.
struct NewInstruction {
  Opcode opcode = Opcode::Parameter;
  Shape shape = {};
  std::vector<Instruction*> operands = {};
  Attributes attributes = {};
  std::vector<ComputationId> called = {};
  std::string name = {};          // empty: "<opcode>.<id>"
  InstructionId id = 0;      // 0: the module's next one. Set only where identity moves (fusion) or is restored (capture).
};

class Computation {
 public:
  ComputationId id() const { return m_id; }
  const std::string& name() const { return m_name; }
  void setName(std::string name);
  /// Null in a frozen snapshot: follow calls through Module::computation(id) there.
  Module* module() const { return m_module; }
  bool isEntry() const;
  /// HLO's execution_thread="…" after the closing brace; empty for the main thread.
  const std::string& executionThread() const { return m_executionThread; }
  void setExecutionThread(std::string thread);

  /// In order: every operand before its users. Adding or removing invalidates what this returned.
  const std::vector<std::unique_ptr<Instruction>>& instructions() const {
    if (!m_pending.empty()) placePending();
    return m_instructions;
  }
  /// Pointers in order, which stay valid while the loop over them adds instructions.
  std::vector<Instruction*> snapshot() const;
  int size() const { return static_cast<int>(m_byId.size()); }
  Instruction* root() const { return m_root; }
  void setRoot(Instruction* root);
  /// By parameter number.
  std::vector<Instruction*> parameters() const;
  Instruction* find(InstructionId id) const;

  /// Appends. Operands must belong to this computation.
  Instruction* add(NewInstruction instruction);
  /// Adds it just before `position` in the order.
  Instruction* addBefore(Instruction* position, NewInstruction instruction);
  /// Adds it just before `old`, and takes over old's source, metadata and origins (and old's id as an origin); `old`
  /// stays, its users are not touched.
  Instruction* addReplacementFor(Instruction* old, NewInstruction instruction);
  /// Points old's users (and the root) to `replacement`; `old` stays, unused, until remove() or dce.
  void replaceAllUsesWith(Instruction* old, Instruction* replacement);
  /// It must have no users and must not be the root.
  void remove(Instruction* instruction);
  /// Removes many at once in linear time; those that are still used outside the set must not be in it.
  void removeAll(const std::vector<Instruction*>& instructions);
  /// A new order, a permutation of the present one, operands before users (scheduling).
  void reorder(const std::vector<Instruction*>& order);
  /// Restores "operands before users" by a stable topological sort, iterative, linear. Throws InternalError on a cycle.
  void sortTopologically();

  /// Grows with every change, so that a snapshot knows what it may share.
  uint64_t version() const { return m_version; }
  void touch() { ++m_version; }

 private:
  friend class Module;
  friend class Instruction;
  explicit Computation(Module* module) : m_module(module) {}
  std::unique_ptr<Instruction> make(NewInstruction from);
  void placePending() const;

  ComputationId m_id = 0;
  std::string m_name;
  std::string m_executionThread;
  Module* m_module = nullptr;
  mutable std::vector<std::unique_ptr<Instruction>> m_instructions;
  mutable std::unordered_map<Instruction*, std::vector<std::unique_ptr<Instruction>>> m_pending;
  std::unordered_map<InstructionId, Instruction*> m_byId;
  Instruction* m_root = nullptr;
  bool m_entry = false;
  uint64_t m_version = 1;
};

}  // namespace onepot
