// Which values there are in memory, who defines them, which must lie in one place, and from when to when each lives.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

/// One array in memory: an instruction's result, or one array of its tuple. Loop parameters and the results of loops
/// and conditionals are values of their own, which must lie where what flows into them lies.
struct Value {
  const Instruction* instruction = nullptr;  // that defines it
  std::vector<int64_t> shapeIndex;
  Shape shape;
  bool parameter = false, constant = false;  // of the entry; a constant anywhere
  bool output = false;                       // part of the entry's result
  int from = 0, to = 0;                      // first and last position at which it is needed
};

/// Values and lives of a module, in the order in which its instructions stand. Positions number the flattened schedule:
/// a loop, branch or call takes one where it begins, then come its callees' instructions, then its own.
class Dataflow {
 public:
  explicit Dataflow(const Module& module);

  const std::vector<Value>& values() const { return m_values; }
  /// The values of an instruction's arrays, as its shape is flattened.
  std::span<const int> valuesOf(const Instruction& instruction) const { return m_arrays.at(&instruction); }
  bool knows(const Instruction& instruction) const { return m_arrays.contains(&instruction); }
  /// Pairs of values that must lie in one place.
  const std::vector<std::pair<int, int>>& mustShare() const { return m_mustShare; }
  const std::vector<const Instruction*>& order() const { return m_order; }
  int positionOf(const Instruction& instruction) const { return m_position.at(&instruction); }

 private:
  struct Frame;
  void walk(const Module& module);
  void enterCallee(const Instruction& caller, size_t callee);
  std::vector<int> enterWhile(const Instruction& loop);
  void visit(const Instruction& instruction);
  void define(const Instruction& instruction);
  void leaveWhile(const Instruction& loop);
  void leaveConditional(const Instruction& conditional);
  void use(std::span<const int> values, int position);
  int addValue(const Instruction& instruction, std::vector<int64_t> shapeIndex, const Shape& shape, int position);
  int nextPosition(const Instruction& instruction);

  const Module& m_module;
  std::vector<Value> m_values;
  std::unordered_map<const Instruction*, std::vector<int>> m_arrays;
  std::unordered_map<ComputationId, std::vector<std::vector<int>>> m_arguments;  // a callee's parameters' values
  std::unordered_map<ComputationId, int> m_lastPosition;
  std::vector<std::pair<int, int>> m_mustShare;
  std::vector<const Instruction*> m_order;
  std::unordered_map<const Instruction*, int> m_position;
};

/// The arrays inside a shape with their indices, in order; the shape itself where it is no tuple.
std::vector<std::pair<std::vector<int64_t>, const Shape*>> arraysOf(const Shape& shape);
/// The loop's body hands on element `index` of its carry as it was.
bool passesThrough(const Computation& body, int64_t index);
/// No value of its own: tuple, get-tuple-element, bitcast and the like only name what is there.
bool namesItsOperands(Opcode opcode);

}  // namespace onepot
