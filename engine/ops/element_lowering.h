// The `element` column of the op table: how output element i is computed from operand elements.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/ir/module.h"
#include "engine/ops/scalar_builder.h"

namespace onepot {

/// What an element rule sees. A device may run a rule several times while operand elements are still being computed:
/// rules must be pure functions of what they are given.
class ElementContext {
 public:
  virtual ~ElementContext() = default;
  const Instruction& instruction() const { return *m_instruction; }
  ScalarBuilder& builder() const { return *m_builder; }
  /// s64 coordinates of the wanted element, one a dimension of the result.
  std::span<const Scalar> index() const { return m_index; }
  const Shape& operandShape(int operand) const { return m_instruction->operand(operand)->shape(); }

  /// Element of an operand at `index` (s64 coordinates).
  virtual Scalar operand(int operand, std::span<const Scalar> index) = 0;
  /// The same where `present` holds; anything (but no access outside the operand) elsewhere.
  virtual Scalar operandWhere(Scalar present, int operand, std::span<const Scalar> index) = 0;
  /// The factors of operand `operand` at the wanted index, where it is a float product that only this instruction uses
  /// and the device contracts multiply-add: sums of products are rounded once then. It is the one place of contraction.
  virtual std::optional<std::pair<Scalar, Scalar>> contractedProduct(int operand) = 0;

  /// Operand at the index of the result (elementwise operations); a scalar operand at no index.
  Scalar operand(int k) {
    if (operandShape(k).rank() == 0) return operand(k, std::span<const Scalar>{});
    return operand(k, m_index);
  }

 protected:
  ElementContext(const Instruction* instruction, ScalarBuilder* builder, std::span<const Scalar> index)
      : m_instruction(instruction), m_builder(builder), m_index(index) {}

 private:
  const Instruction* m_instruction;
  ScalarBuilder* m_builder;
  std::span<const Scalar> m_index;
};

}  // namespace onepot
