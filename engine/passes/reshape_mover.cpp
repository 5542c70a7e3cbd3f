#include <algorithm>

#include "engine/ops/op.h"
#include "engine/passes/pass_list.h"
#include "engine/passes/rewrite_pattern.h"

namespace onepot {

namespace {

bool moves(const Instruction& instruction) {
  return instruction.opcode() == Opcode::Reshape || instruction.opcode() == Opcode::Transpose;
}

/// The same rearrangement of operands of equal dimensions.
bool movesAlike(const Instruction& a, const Instruction& b) {
  return a.opcode() == b.opcode() && a.attributes() == b.attributes() && a.shape().sameDims(b.shape()) &&
         a.operand(0)->shape().sameDims(b.operand(0)->shape());
}

bool onlyUsedBy(const Instruction& value, const Instruction& user) {
  return !value.isRoot() && std::ranges::all_of(value.users(), [&](const Instruction* one) { return one == &user; });
}

/// The rearrangement that all operands but spread-out scalars went through; null where they differ.
const Instruction* commonMove(const Instruction& instruction) {
  if (!has(instruction.opcode(), kElementwise) || instruction.shape().rank() == 0) return nullptr;
  const Instruction* common = nullptr;
  for (const Instruction* operand : instruction.operands()) {
    if (uniformConstant(*operand) != nullptr && operand->shape().sameDims(instruction.shape())) continue;
    if (!moves(*operand) || !onlyUsedBy(*operand, instruction)) return nullptr;
    if (common != nullptr && !movesAlike(*common, *operand)) return nullptr;
    common = operand;
  }
  return common != nullptr && common->shape().sameDims(instruction.shape()) ? common : nullptr;
}

/// The constant that all elements of `value` are, as a scalar: f32[1,1] holds one element too, but has dimensions.
Instruction* scalarOf(Instruction& value, Instruction& user) {
  Instruction* constant = value.opcode() == Opcode::Broadcast ? value.operand(0) : &value;
  if (constant->shape().rank() == 0) return constant;
  Literal element = constant->literal();
  Shape shape = Shape::scalar(element.shape().type());
  element.setShape(shape);
  return user.parent()->addReplacementFor(
      &user, {Opcode::Constant, shape, {}, ConstantAttributes{std::move(element), false}, {}, {}, 0});
}

Instruction* sinkMove(Instruction& instruction, const Instruction& move) {
  Computation& computation = *instruction.parent();
  std::vector<int64_t> dims = move.operand(0)->shape().dims();
  std::vector<Instruction*> operands;
  for (Instruction* operand : instruction.operands()) {
    if (moves(*operand)) {
      operands.push_back(operand->operand(0));
      continue;
    }
    Instruction* scalar = scalarOf(*operand, instruction);
    operands.push_back(computation.addReplacementFor(
        &instruction,
        {Opcode::Broadcast, Shape(operand->shape().type(), dims), {scalar}, DimensionsAttributes{}, {}, {}, 0}));
  }
  Instruction* before = computation.addReplacementFor(&instruction, {instruction.opcode(),
                                                                     Shape(instruction.shape().type(), dims),
                                                                     std::move(operands),
                                                                     instruction.attributes(),
                                                                     instruction.called(),
                                                                     {},
                                                                     0});
  before->setExtra(instruction.extra());
  return computation.addReplacementFor(&instruction,
                                       {move.opcode(), instruction.shape(), {before}, move.attributes(), {}, {}, 0});
}

}  // namespace

// Elementwise work does not care for the arrangement: done before it, one rearrangement is left of several, and it may
// meet another that undoes it.
bool runReshapeMover(Module& module, PassContext& context) {
  bool changed = false;
  for (const auto& computation : module.computations()) {
    std::vector<Instruction*> replaced;
    for (Instruction* instruction : computation->snapshot()) {
      const Instruction* move = commonMove(*instruction);
      if (move == nullptr) continue;
      std::vector<Instruction*> moved;
      for (Instruction* operand : instruction->operands())
        if (moves(*operand) && std::ranges::find(moved, operand) == moved.end()) moved.push_back(operand);
      Instruction* sunk = sinkMove(*instruction, *move);
      context.log("reshape-mover", *instruction, *sunk);
      computation->replaceAllUsesWith(instruction, sunk);
      replaced.push_back(instruction);
      replaced.insert(replaced.end(), moved.begin(), moved.end());
    }
    computation->removeAll(replaced);
    changed |= !replaced.empty();
  }
  return changed;
}

}  // namespace onepot
