// Which instruction of the after side is which of the before side, and what became of each.
#pragma once

#include <unordered_map>

#include "views/graph/graph_side.h"

namespace onepot {

/// Identity over a pass: an instruction is itself where its id persists; where a copy took over (one of its origins was
/// there before under the same operation and is gone), it is that origin.
class Identities {
 public:
  Identities(const SideGraph* before, const SideGraph& after);
  /// The id under which both sides know this instruction of the after side.
  InstructionId canonical(const Instruction& after) const;
  /// The same for copies of what is still there: "multiply.7′" is multiply.7. Itself where it is no copy.
  InstructionId original(const Instruction& after) const;
  /// How often an operation stands in the program after the pass.
  int copies(InstructionId original) const;

 private:
  std::unordered_map<InstructionId, InstructionId> m_heirOf;  // after → the before it replaces
  std::unordered_map<InstructionId, InstructionId> m_copyOf;  // after → the before it repeats
  std::unordered_map<InstructionId, int> m_copies;
};

/// What differs between the two forms of one instruction.
struct InstructionDifference {
  bool own = false;                            // opcode, shape, layout or attributes
  const Instruction* beforeOperand = nullptr;  // the first operand that is another value now
  const Instruction* afterOperand = nullptr;
  bool any() const { return own || beforeOperand || afterOperand; }
};
InstructionDifference difference(const Instruction& before, const SideGraph& beforeSide, const Instruction& after,
                                 const SideGraph& afterSide, const Identities& identities);

}  // namespace onepot
