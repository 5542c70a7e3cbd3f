#include <algorithm>

#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

using Dims = std::vector<int64_t>;

Dims before(const Dims& dims, const Dims& permutation) {
  Dims moved;
  for (int64_t dim : dims) moved.push_back(permutation[static_cast<size_t>(dim)]);
  return moved;
}

/// The dimensions of an operand that are neither contracted nor batch, in the order in which the result has them.
Dims freeDims(int rank, const Dims& contracting, const Dims& batch) {
  Dims free;
  for (int64_t i = 0; i < rank; ++i)
    if (std::ranges::find(contracting, i) == contracting.end() && std::ranges::find(batch, i) == batch.end())
      free.push_back(i);
  return free;
}

/// The dot may read the transpose's operand instead: its free dimensions come in the same order.
bool keepsResult(const Instruction& transpose, const Dims& contracting, const Dims& batch) {
  const Dims& permutation = transpose.get<DimensionsAttributes>().dimensions;
  return std::ranges::is_sorted(before(freeDims(transpose.shape().rank(), contracting, batch), permutation));
}

}  // namespace

// A dot reads its operands in any order of dimensions: the transpose becomes other dimension numbers.
bool runTransposeFolding(Module& module, PassContext& context) {
  bool changed = false;
  for (const auto& computation : module.computations())
    for (Instruction* dot : computation->snapshot()) {
      if (dot->opcode() != Opcode::Dot) continue;
      for (int side = 0; side < 2; ++side) {
        Instruction* transpose = dot->operand(side);
        if (transpose->opcode() != Opcode::Transpose) continue;
        DotAttributes attributes = dot->get<DotAttributes>();
        Dims& contracting = side == 0 ? attributes.lhsContracting : attributes.rhsContracting;
        Dims& batch = side == 0 ? attributes.lhsBatch : attributes.rhsBatch;
        if (!keepsResult(*transpose, contracting, batch)) continue;
        const Dims& permutation = transpose->get<DimensionsAttributes>().dimensions;
        contracting = before(contracting, permutation);
        batch = before(batch, permutation);
        context.log("transpose-folding", *transpose, *dot);
        dot->setOperand(side, transpose->operand(0));
        dot->setAttributes(std::move(attributes));
        changed = true;
      }
    }
  return changed;
}

}  // namespace onepot
