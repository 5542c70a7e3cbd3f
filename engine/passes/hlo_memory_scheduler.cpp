#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "engine/analysis/dataflow.h"
#include "engine/analysis/running_computations.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

/// Bytes that come to life with an instruction; names of what is there already bring none.
int64_t bytesMade(const Instruction& instruction) {
  if (namesItsOperands(instruction.opcode()) || instruction.opcode() == Opcode::Parameter) return 0;
  return byteSize(instruction.shape());
}

/// The most bytes alive at once in `order`, loops' insides not counted.
int64_t peakOf(const std::vector<Instruction*>& order) {
  std::unordered_map<const Instruction*, size_t> usersLeft;
  int64_t now = 0, peak = 0;
  for (const Instruction* instruction : order) {
    usersLeft[instruction] = instruction->users().size();
    now += bytesMade(*instruction);
    peak = std::max(peak, now);
    std::unordered_set<const Instruction*> done;
    for (const Instruction* operand : instruction->operands())
      if (done.insert(operand).second && --usersLeft[operand] == 0 && !operand->isRoot()) now -= bytesMade(*operand);
  }
  return peak;
}

/// List scheduling: of what is ready, first what frees the most; among equals, what stood first.
class ListScheduler {
 public:
  explicit ListScheduler(const Computation& computation) : m_instructions(computation.snapshot()) {
    for (size_t i = 0; i < m_instructions.size(); ++i) {
      Instruction* instruction = m_instructions[i];
      Node& node = m_nodes[instruction];
      node.place = i;
      node.usersLeft = instruction->users().size();
      std::unordered_set<Instruction*> before(instruction->operands().begin(), instruction->operands().end());
      before.insert(instruction->controlPredecessors().begin(), instruction->controlPredecessors().end());
      node.waitsFor = before.size();
      for (Instruction* one : before) m_nodes[one].successors.push_back(instruction);
    }
  }

  std::vector<Instruction*> run() {
    for (Instruction* instruction : m_instructions)
      if (m_nodes.at(instruction).waitsFor == 0) push(instruction);
    std::vector<Instruction*> order;
    while (!m_ready.empty()) {
      Entry best = m_ready.top();
      m_ready.pop();
      Node& node = m_nodes.at(best.instruction);
      if (node.placed || node.gain != best.gain) continue;
      node.placed = true;
      order.push_back(best.instruction);
      release(best.instruction);
    }
    return order;
  }

 private:
  struct Node {
    size_t place = 0, waitsFor = 0, usersLeft = 0;
    int64_t gain = 0;
    bool placed = false, ready = false;
    std::vector<Instruction*> successors;
  };
  struct Entry {
    int64_t gain;
    size_t place;
    Instruction* instruction;
    bool operator<(const Entry& other) const { return gain != other.gain ? gain < other.gain : place > other.place; }
  };

  void push(Instruction* instruction) {
    Node& node = m_nodes.at(instruction);
    node.ready = true;
    node.gain = -bytesMade(*instruction);
    std::unordered_set<const Instruction*> seen;
    for (Instruction* operand : instruction->operands())
      if (seen.insert(operand).second && m_nodes.at(operand).usersLeft == 1) node.gain += bytesMade(*operand);
    m_ready.push({node.gain, node.place, instruction});
  }

  void release(Instruction* placed) {
    std::unordered_set<Instruction*> seen;
    for (Instruction* operand : placed->operands()) {
      if (!seen.insert(operand).second) continue;
      Node& node = m_nodes.at(operand);
      if (--node.usersLeft != 1) continue;
      for (Instruction* user : operand->users())  // the one that is left now frees it
        if (m_nodes.at(user).ready && !m_nodes.at(user).placed) push(user);
    }
    for (Instruction* successor : m_nodes.at(placed).successors)
      if (--m_nodes.at(successor).waitsFor == 0) push(successor);
  }

  std::vector<Instruction*> m_instructions;
  std::unordered_map<const Instruction*, Node> m_nodes;
  std::priority_queue<Entry> m_ready;
};

}  // namespace

bool runMemoryScheduler(Module& module, PassContext& context) {
  bool changed = !module.scheduled();
  int64_t moved = 0;
  for (Computation* computation : runningComputations(module)) {
    std::vector<Instruction*> before = computation->snapshot();
    std::vector<Instruction*> after = ListScheduler(*computation).run();
    if (after == before || peakOf(after) >= peakOf(before)) continue;
    for (size_t i = 0; i < after.size(); ++i) moved += after[i] != before[i];
    computation->reorder(after);
    changed = true;
  }
  module.setScheduled(true);
  context.note = {"pass.moved", {std::to_string(moved)}};
  return changed;
}

}  // namespace onepot
