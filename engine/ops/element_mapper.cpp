#include "engine/ops/element_mapper.h"

#include <algorithm>
#include <unordered_map>

#include "engine/ops/interpreter.h"
#include "engine/ops/op.h"
#include "engine/ops/strided_copy.h"

namespace onepot {

namespace {

bool mapsElementwise(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::Parameter:
    case Opcode::Tuple:
    case Opcode::GetTupleElement: return true;
    case Opcode::Constant: return instruction.shape().isArray() && instruction.shape().rank() == 0;
    // Its width may change the number of dimensions.
    case Opcode::BitcastConvert:
      return byteWidth(instruction.shape().type()) == byteWidth(instruction.operand(0)->shape().type());
    default: return has(instruction.opcode(), kElementwise) && instruction.shape().rank() == 0;
  }
}

Shape widened(const Shape& shape, int64_t count) {
  if (!shape.isTuple()) return Shape(shape.type(), {count});
  std::vector<Shape> elements;
  for (const Shape& element : shape.elements()) elements.push_back(widened(element, count));
  return Shape::tuple(std::move(elements));
}

/// A copy of `scalar` whose scalars are arrays of `count`; constants stay scalars, which stand beside arrays.
Computation* widenedCopy(Module& module, const Computation& scalar, int64_t count) {
  Computation* copy = module.addComputation("elements");
  std::unordered_map<const Instruction*, Instruction*> copies;
  for (const auto& instruction : scalar.instructions()) {
    NewInstruction made{.opcode = instruction->opcode(), .attributes = instruction->attributes()};
    bool stays = instruction->opcode() == Opcode::Constant;
    made.shape = stays ? instruction->shape() : widened(instruction->shape(), count);
    for (const Instruction* operand : instruction->operands()) made.operands.push_back(copies.at(operand));
    copies[instruction.get()] = copy->add(std::move(made));
  }
  copy->setRoot(copies.at(scalar.root()));
  return copy;
}

Literal spread(Literal value, int64_t count) {
  Shape shape(value.shape().type(), {count});
  if (value.shape().rank() == 0) return gathered(value, {0, {0}}, shape);
  value.setShape(shape);
  return value;
}

}  // namespace

ElementMapper::ElementMapper(const Computation& scalar, CancellationToken cancel)
    : m_scalar(scalar), m_cancel(std::move(cancel)) {
  m_possible =
      std::ranges::all_of(scalar.instructions(), [](const auto& instruction) { return mapsElementwise(*instruction); });
}

Result<std::vector<Literal>> ElementMapper::map(std::vector<Literal> arguments, int64_t count) const {
  Module wide("elements");
  Computation* computation = widenedCopy(wide, m_scalar, count);
  for (Literal& argument : arguments) argument = spread(std::move(argument), count);
  auto result = Interpreter(wide, m_cancel).evaluate(*computation, std::move(arguments));
  if (!result) return failureOf(std::move(result));
  std::vector<Literal> results;
  if (result->shape().isTuple())
    results = std::move(*result).takeElements();
  else
    results.push_back(std::move(*result));
  for (Literal& value : results) value = spread(std::move(value), count);
  return results;
}

Opcode plainCombiner(const Computation& computation) {
  const Instruction& root = *computation.root();
  if (root.operandCount() != 2 || computation.parameters().size() != 2) return Opcode::Parameter;
  const Instruction *lhs = root.operand(0), *rhs = root.operand(1);
  bool parameters = lhs->opcode() == Opcode::Parameter && rhs->opcode() == Opcode::Parameter && lhs != rhs;
  return parameters ? root.opcode() : Opcode::Parameter;
}

}  // namespace onepot
