// Traced dialect → HLO, one instruction at a time: what a `lower` rule gets, and the door that the lower-traced pass
// uses.
#pragma once

#include <vector>

#include "engine/ir/builder.h"

namespace onepot {

/// A rule reads `instruction` and its operands, writes HLO through `builder`, and returns nothing but setResult().
class LoweringContext {
 public:
  LoweringContext(Module& module, Builder& builder, const Instruction& instruction)
      : module(module), builder(builder), instruction(instruction), operands(instruction.operands()) {}

  Instruction* operand(int index) const { return operands[static_cast<size_t>(index)]; }
  /// What stands for the instruction's value. Operations with several results give a tuple.
  void setResult(Instruction* result) { m_result = result; }
  Instruction* result() const { return m_result; }

  Module& module;
  Builder& builder;
  const Instruction& instruction;
  const std::vector<Instruction*> operands;  // already in HLO (keys as u32[…, 2])

 private:
  Instruction* m_result = nullptr;
};

/// The HLO shape that holds a traced one: key<fry>[3] is u32[3,2]; tuples element by element.
Shape physicalShape(const Shape& shape);

/// `operand` broadcast to the dimensions of `to` (its own type kept): scalars and dimensions of size 1 stretch.
Instruction* stretch(Builder& builder, Instruction* operand, const Shape& to);

/// Lowers one instruction whose operands are lowered already: traced rows through their `lower` rule, elementwise rows
/// by broadcasting what stretches, key arrays to their words. Null: it is HLO as it stands. The caller replaces the
/// instruction's uses by the result and removes it.
Instruction* lowerTracedInstruction(Module& module, Builder& builder, Instruction& instruction);

/// All of `module`, callees first, until it is in the HLO dialect; clears Module::traced(). False: there was nothing to
/// do.
bool lowerTraced(Module& module);

}  // namespace onepot
