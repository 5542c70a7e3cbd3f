#include "engine/ir/verifier.h"

#include <unordered_map>
#include <unordered_set>

#include "engine/ir/shape_inference.h"

namespace onepot {

namespace {

class Verifier {
 public:
  explicit Verifier(const Module& module) : m_module(module) {}

  Diagnostics run() {
    if (m_module.entry() == nullptr) report({"verify.no_entry", {m_module.name()}});
    for (const auto& computation : m_module.computations()) {
      checkComputation(*computation);
      m_seenComputations.insert(computation->id());
    }
    return std::move(m_found);
  }

 private:
  void report(Message message, const Instruction* at = nullptr) {
    m_found.push_back(Diagnostic::error(std::move(message), at != nullptr ? at->source() : SourceRange{}));
  }

  void checkComputation(const Computation& computation) {
    if (computation.root() == nullptr || computation.find(computation.root()->id()) != computation.root())
      return report({"verify.no_root", {computation.name()}});
    std::unordered_set<const Instruction*> before;
    before.reserve(static_cast<size_t>(computation.size()));
    for (const auto& instruction : computation.instructions()) {
      checkIdentity(*instruction);
      if (checkOrder(*instruction, before) && checkCallees(*instruction)) checkShape(*instruction);
      before.insert(instruction.get());
    }
    checkParameters(computation);
  }

  void checkIdentity(const Instruction& instruction) {
    if (!m_ids.insert(instruction.id()).second) report({"verify.duplicate_id", {instruction.name()}}, &instruction);
    if (!m_names.insert(instruction.name()).second)
      report({"verify.duplicate_name", {instruction.name()}}, &instruction);
    if (isTraced(instruction.opcode()) && !m_module.traced())
      report({"verify.traced_row", {instruction.name(), std::string(name(instruction.opcode()))}}, &instruction);
  }

  bool checkOrder(const Instruction& instruction, const std::unordered_set<const Instruction*>& before) {
    for (const auto* list : {&instruction.operands(), &instruction.controlPredecessors()})
      for (const Instruction* needed : *list) {
        if (before.contains(needed)) continue;
        report({"verify.operand_order", {instruction.name(), needed == nullptr ? "?" : needed->name()}}, &instruction);
        return false;
      }
    return true;
  }

  bool checkCallees(const Instruction& instruction) {
    for (ComputationId callee : instruction.called()) {
      if (m_seenComputations.contains(callee)) continue;
      const Computation* known = m_module.computation(callee);
      std::string calleeName = known == nullptr ? "?" : known->name();
      report({"verify.callee_order", {instruction.name(), calleeName}}, &instruction);
      return false;
    }
    return true;
  }

  void checkShape(const Instruction& instruction) {
    Result<Shape> inferred = inferShape(shapeQueryFor(instruction, m_module));
    if (!inferred) {
      report({"verify.shape_refused", {instruction.name(), inferred.error().front().message.text()}}, &instruction);
    } else if (!inferred->compatible(instruction.shape())) {
      report({"verify.shape_differs", {instruction.name(), instruction.shape().text(false), inferred->text(false)}},
             &instruction);
    }
  }

  void checkParameters(const Computation& computation) {
    std::vector<const Instruction*> byNumber;
    for (const auto& instruction : computation.instructions()) {
      const auto* parameter = instruction->getIf<ParameterAttributes>();
      if (instruction->opcode() != Opcode::Parameter) continue;
      if (parameter == nullptr || parameter->number < 0 || parameter->number >= computation.size()) {
        report({"verify.parameter_number", {instruction->name(), computation.name()}}, instruction.get());
        continue;
      }
      auto number = static_cast<size_t>(parameter->number);
      if (byNumber.size() <= number) byNumber.resize(number + 1);
      if (byNumber[number] != nullptr)
        report({"verify.parameter_twice", {instruction->name(), byNumber[number]->name()}}, instruction.get());
      byNumber[number] = instruction.get();
    }
    for (size_t i = 0; i < byNumber.size(); ++i)
      if (byNumber[i] == nullptr) report({"verify.parameter_missing", {std::to_string(i), computation.name()}});
  }

  const Module& m_module;
  Diagnostics m_found;
  std::unordered_set<InstructionId> m_ids;
  std::unordered_set<std::string_view> m_names;
  std::unordered_set<ComputationId> m_seenComputations;
};

}  // namespace

Diagnostics verify(const Module& module) { return Verifier(module).run(); }

}  // namespace onepot
