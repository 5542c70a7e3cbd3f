#include <algorithm>

#include "engine/analysis/side_effects.h"
#include "engine/ops/interpreter.h"
#include "engine/ops/op.h"
#include "engine/ops/op_cost.h"
#include "engine/passes/pass_list.h"
#include "engine/passes/rewrite_pattern.h"

namespace onepot {

namespace {

// Folding must not make the module big, nor compiling slow.
constexpr int64_t kMostElements = 1 << 16;
constexpr int64_t kMostFlops = 1 << 22;

class ConstantFolding {
 public:
  ConstantFolding(Module& module, PassContext& context) : m_module(module), m_effects(module), m_context(context) {}

  bool run() {
    bool changed = false;
    for (const auto& computation : m_module.computations()) changed |= foldIn(*computation);
    return changed;
  }

 private:
  bool foldIn(Computation& computation) {
    std::vector<Instruction*> folded;
    for (Instruction* instruction : computation.snapshot()) {
      if (!isCandidate(*instruction)) continue;
      Instruction* constant = foldUniform(*instruction);
      if (constant == nullptr) constant = foldWhole(*instruction);
      if (constant == nullptr) continue;
      m_context.log("constant-folding", *instruction, *constant);
      computation.replaceAllUsesWith(instruction, constant);
      folded.push_back(instruction);
    }
    folded.insert(folded.end(), m_scratch.begin(), m_scratch.end());
    m_scratch.clear();
    computation.removeAll(folded);
    return !folded.empty();
  }

  bool isCandidate(const Instruction& instruction) const {
    if (instruction.operandCount() == 0 || instruction.opcode() == Opcode::Broadcast) return false;
    if (has(instruction.opcode(), kFree) || has(instruction.opcode(), kControl) || has(instruction.opcode(), kTextOnly))
      return false;
    if (!instruction.shape().isArray() || instruction.opcode() == Opcode::Fusion ||
        instruction.opcode() == Opcode::Copy)
      return false;
    if (!instruction.controlPredecessors().empty() || m_effects.has(instruction)) return false;
    return op(instruction.opcode()).evaluate != nullptr;
  }

  Instruction* replacement(Instruction& old, Literal value) {
    value.setShape(value.shape().withoutLayout());
    Shape shape = value.shape();
    return old.parent()->addReplacementFor(
        &old, {Opcode::Constant, std::move(shape), {}, ConstantAttributes{std::move(value), false}, {}, {}, 0});
  }

  Instruction* foldWhole(Instruction& instruction) {
    int64_t operandBytes = 0;
    std::vector<Literal> operands;
    for (const Instruction* operand : instruction.operands()) {
      if (!operand->isConstant() || operand->get<ConstantAttributes>().elided) return nullptr;
      operands.push_back(operand->literal());
      operands.back().setShape(operands.back().shape().withoutLayout());
      operandBytes += byteSize(operand->shape());
    }
    bool grows = byteSize(instruction.shape()) > std::max<int64_t>(operandBytes, 64);
    if (grows || instruction.shape().elementCount() > kMostElements) return nullptr;
    if (costOf(instruction, m_module).flops > kMostFlops) return nullptr;
    Result<Literal> value = evaluateInstruction(instruction, m_module, std::move(operands), m_context.options.cancel);
    return value ? replacement(instruction, std::move(*value)) : nullptr;
  }

  /// Elementwise on scalars that were spread out: computed once, then spread.
  Instruction* foldUniform(Instruction& instruction) {
    if (!has(instruction.opcode(), kElementwise) || instruction.shape().rank() == 0) return nullptr;
    std::vector<Instruction*> scalars;
    for (Instruction* operand : instruction.operands()) {
      if (uniformConstant(*operand) == nullptr) return nullptr;
      Instruction* scalar = operand->opcode() == Opcode::Broadcast ? operand->operand(0) : operand;
      if (scalar->shape().rank() != 0) return nullptr;
      scalars.push_back(scalar);
    }
    Shape shape = Shape::scalar(instruction.shape().type());
    Computation& computation = *instruction.parent();
    Instruction* one = computation.addBefore(
        &instruction, {instruction.opcode(), shape, scalars, instruction.attributes(), {}, {}, 0});
    std::vector<Literal> operands;
    for (const Instruction* scalar : scalars) operands.push_back(scalar->literal());
    Result<Literal> value = evaluateInstruction(*one, m_module, std::move(operands), m_context.options.cancel);
    Instruction* spread = nullptr;
    if (value) {
      Instruction* constant = replacement(instruction, std::move(*value));
      spread = computation.addReplacementFor(
          &instruction, {Opcode::Broadcast, instruction.shape(), {constant}, DimensionsAttributes{}, {}, {}, 0});
    }
    m_scratch.push_back(one);
    return spread;
  }

  Module& m_module;
  SideEffects m_effects;
  PassContext& m_context;
  std::vector<Instruction*> m_scratch;  // scalar operations that were only made to be evaluated
};

}  // namespace

bool runConstantFolding(Module& module, PassContext& context) { return ConstantFolding(module, context).run(); }

}  // namespace onepot
