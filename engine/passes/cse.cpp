#include <algorithm>
#include <unordered_map>

#include "engine/analysis/side_effects.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ops/op.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

/// Combiners and comparators are small; larger computations are only equal to themselves.
constexpr int kComparedComputationSize = 16;

/// Equal small computations get one number, whatever their names.
std::unordered_map<ComputationId, ComputationId> findEqualComputations(const Module& module) {
  std::unordered_map<std::string, ComputationId> byText;
  std::unordered_map<ComputationId, ComputationId> representative;
  for (const auto& computation : module.computations()) {
    ComputationId id = computation->id();
    representative[id] = id;
    if (computation->size() > kComparedComputationSize) continue;
    std::unordered_map<const Instruction*, size_t> position;
    std::string text;
    for (const auto& instruction : computation->instructions()) {
      text += instruction->shape().text() + " " + std::string(name(instruction->opcode())) + "(";
      for (const Instruction* operand : instruction->operands()) text += std::to_string(position[operand]) + ",";
      text += ")" + printAttributes(*instruction, module);
      if (instruction->isConstant()) text += instruction->literal().text();
      if (!instruction->called().empty()) text += "#" + std::to_string(instruction->id());
      if (const auto* parameter = instruction->getIf<ParameterAttributes>()) text += std::to_string(parameter->number);
      text += instruction->isRoot() ? "!\n" : "\n";
      position.emplace(instruction.get(), position.size());
    }
    representative[id] = byText.emplace(std::move(text), id).first->second;
  }
  return representative;
}

class EqualInstructions {
 public:
  explicit EqualInstructions(const std::unordered_map<ComputationId, ComputationId>& computations)
      : m_computations(computations) {}

  /// An earlier instruction with the same value; else null, and `instruction` is remembered.
  Instruction* findOrAdd(Instruction* instruction) {
    std::vector<Instruction*>& bucket = m_byHash[hash(*instruction)];
    for (Instruction* earlier : bucket)
      if (equal(*earlier, *instruction)) return earlier;
    bucket.push_back(instruction);
    return nullptr;
  }

 private:
  static std::vector<Instruction*> orderedOperands(const Instruction& instruction) {
    std::vector<Instruction*> operands = instruction.operands();
    if (has(instruction.opcode(), kCommutative) && operands.size() == 2 && operands[0]->id() > operands[1]->id())
      std::swap(operands[0], operands[1]);
    return operands;
  }

  static size_t hash(const Instruction& instruction) {
    size_t sum = static_cast<size_t>(instruction.opcode()) * 0x9e3779b97f4a7c15ull ^ hashValue(instruction.shape());
    for (const Instruction* operand : orderedOperands(instruction))
      sum = sum * 1099511628211ull ^ static_cast<size_t>(operand->id());
    if (instruction.isConstant()) sum ^= hashValue(instruction.literal());
    return sum;
  }

  bool equal(const Instruction& a, const Instruction& b) const {
    if (a.opcode() != b.opcode() || a.shape() != b.shape() || orderedOperands(a) != orderedOperands(b)) return false;
    if (a.attributes() != b.attributes() || a.extra() != b.extra()) return false;
    auto sameComputation = [&](ComputationId x, ComputationId y) {
      return m_computations.at(x) == m_computations.at(y);
    };
    return std::ranges::equal(a.called(), b.called(), sameComputation);
  }

  const std::unordered_map<ComputationId, ComputationId>& m_computations;
  std::unordered_map<size_t, std::vector<Instruction*>> m_byHash;
};

bool mergeIn(Computation& computation, const SideEffects& effects,
             const std::unordered_map<ComputationId, ComputationId>& computations, PassContext& context) {
  EqualInstructions seen(computations);
  std::vector<Instruction*> merged;
  for (Instruction* instruction : computation.snapshot()) {
    if (instruction->opcode() == Opcode::Parameter || effects.has(*instruction)) continue;
    if (!instruction->controlPredecessors().empty() || instruction->opcode() == Opcode::Rng) continue;
    Instruction* earlier = seen.findOrAdd(instruction);
    if (earlier == nullptr) continue;
    context.log("cse", *instruction, *earlier);
    InstructionId id = instruction->id();
    earlier->addOrigins({&id, 1});
    computation.replaceAllUsesWith(instruction, earlier);
    merged.push_back(instruction);
  }
  computation.removeAll(merged);
  return !merged.empty();
}

}  // namespace

bool runCse(Module& module, PassContext& context) {
  auto computations = findEqualComputations(module);
  SideEffects effects(module);
  bool changed = false;
  for (const auto& computation : module.computations())
    changed |= mergeIn(*computation, effects, computations, context);
  return changed;
}

}  // namespace onepot
