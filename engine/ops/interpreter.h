// Evaluates computations instruction by instruction with the op table's evaluate rules: the reference for every device.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/ops/evaluation.h"

namespace onepot {

/// Only what the root needs is evaluated; a value is freed after its last use. The stack grows with the depth of calls
/// (bounded: deeper ones fail in words), never with the length of a computation.
class Interpreter : public Callees {
 public:
  /// Hears the value of every instruction that is evaluated, in order, again in each call and iteration.
  using Observer = std::function<void(const Instruction&, const Literal&)>;

  explicit Interpreter(const Module& module, CancellationToken cancel = {}, Observer observer = {});
  ~Interpreter() override;

  /// Arguments by parameter number; the result without layouts. Fails on arguments of other shapes, where an operation
  /// has no evaluation, when memory runs out, and when cancelled.
  Result<Literal> evaluate(const Computation& computation, std::vector<Literal> arguments) override;

 private:
  struct Plan;
  const Plan& planFor(const Computation& computation);
  Result<Literal> run(const Computation& computation, const Plan& plan, std::vector<Literal> arguments);
  Result<Literal> evaluateStep(const Instruction& instruction, std::vector<Literal> operands);

  const Module& m_module;
  CancellationToken m_cancel;
  Observer m_observer;
  std::unordered_map<const Computation*, std::unique_ptr<Plan>> m_plans;
  int m_depth = 0;
};

/// One instruction by itself, on given operand values.
Result<Literal> evaluateInstruction(const Instruction& instruction, const Module& module, std::vector<Literal> operands,
                                    CancellationToken cancel = {});

}  // namespace onepot
