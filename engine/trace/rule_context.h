// The tracer's side of a rule: binds on the current level.
#pragma once

#include "engine/ops/transform_rules.h"
#include "engine/trace/trace_level.h"

namespace onepot {

class RuleContext final : public TransformContext {
 public:
  RuleContext(TraceState& state, Opcode opcode, const Attributes& attributes, std::vector<Value> operands,
              std::span<const TracedFunctionPtr> functions = {})
      : TransformContext(opcode, attributes, std::move(operands)), m_state(state), m_functions(functions) {}

  std::vector<Value> bindAll(Opcode opcode, std::vector<Value> operands, Attributes attributes,
                             std::optional<Shape> written) override;
  Value bindCombining(Opcode opcode, Opcode combiner, std::vector<Value> operands, Attributes attributes) override;
  std::optional<Opcode> combiner() const override;
  std::vector<Value> sortWithPositions() override;
  const Shape& shapeOf(const Value& value) const override { return value->aval().shape; }
  Value scalar(ElementType type, double value) override;
  void loopOverBatch() override;
  [[noreturn]] void refuse(Message message) override;

 private:
  TraceState& m_state;
  std::span<const TracedFunctionPtr> m_functions;
};

/// Zeros, as a literal where that is a scalar.
Value zerosOf(TraceState& state, const Shape& shape);
/// Zeros for a symbolic zero.
Value instantiated(TraceState& state, const Value& value, const Shape& shape);
/// A type that has derivatives.
bool differentiable(ElementType type);

}  // namespace onepot
