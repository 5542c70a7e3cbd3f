#include "engine/ir/shape_inference.h"

#include "engine/ops/op.h"

namespace onepot {

Result<Shape> inferShape(const ShapeQuery& query) {
  const OpRow& row = op(query.opcode);
  int count = static_cast<int>(query.operands.size());
  if (row.arity >= 0 && count != row.arity)
    return fail(
        {"shape.operand_count", {std::string(name(query.opcode)), std::to_string(row.arity), std::to_string(count)}});
  return row.shape(query);
}

ShapeQuery shapeQueryFor(const Instruction& instruction, const Module& module) {
  ShapeQuery query;
  query.opcode = instruction.opcode();
  query.operands.reserve(instruction.operands().size());
  for (const Instruction* operand : instruction.operands()) query.operands.push_back(&operand->shape());
  query.attributes = &instruction.attributes();
  for (ComputationId id : instruction.called()) query.called.push_back(module.computation(id));
  query.written = &instruction.shape();
  query.traced = module.traced();
  return query;
}

}  // namespace onepot
