// The reference evaluator's view of one instruction: operand values in, the result's value out.
#pragma once

#include <vector>

#include "engine/base/cancellation.h"
#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// Evaluates called computations; the interpreter is one.
class Callees {
 public:
  virtual ~Callees() = default;
  /// Arguments by parameter number.
  virtual Result<Literal> evaluate(const Computation& computation, std::vector<Literal> arguments) = 0;
};

/// Values are row-major whatever the layouts say, and their shapes carry no layout.
class EvaluationContext {
 public:
  EvaluationContext(const Instruction& instruction, const Module& module, std::vector<Literal> operands,
                    Callees& callees, CancellationToken cancel)
      : m_instruction(instruction),
        m_module(module),
        m_operands(std::move(operands)),
        m_callees(callees),
        m_cancel(std::move(cancel)) {}

  const Instruction& instruction() const { return m_instruction; }
  const Module& module() const { return m_module; }
  /// The result's shape without layouts.
  Shape shape() const { return m_instruction.shape().withoutLayout(); }
  int operandCount() const { return static_cast<int>(m_operands.size()); }
  const Literal& operand(int index) const { return m_operands[static_cast<size_t>(index)]; }
  /// Moves an operand out. Where nothing else needs the value its bytes are the taker's own, to be changed in place.
  Literal takeOperand(int index) { return std::move(m_operands[static_cast<size_t>(index)]); }
  std::vector<Literal> takeOperands() { return std::move(m_operands); }
  template <typename T>
  const T& attributes() const {
    return m_instruction.get<T>();
  }

  const Computation& called(size_t role) const { return *m_module.computation(m_instruction.called()[role]); }
  Result<Literal> call(size_t role, std::vector<Literal> arguments) {
    return m_callees.evaluate(called(role), std::move(arguments));
  }
  Callees& callees() const { return m_callees; }

  /// Long loops ask once a chunk and leave when it says so; the result is then thrown away.
  bool cancelled() const { return m_cancel.cancelled(); }
  const CancellationToken& cancel() const { return m_cancel; }

 private:
  const Instruction& m_instruction;
  const Module& m_module;
  std::vector<Literal> m_operands;
  Callees& m_callees;
  CancellationToken m_cancel;
};

}  // namespace onepot
