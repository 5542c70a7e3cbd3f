// The question that ir/ (parser, builder, verifier) asks of the op table to its right; ops/op_table.cpp answers it.
#pragma once

#include <vector>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// Everything a shape rule may look at.
struct ShapeQuery {
  Opcode opcode = Opcode::Parameter;
  std::vector<const Shape*> operands;
  const Attributes* attributes = nullptr;
  std::vector<const Computation*> called;
  const Shape* written = nullptr;  // the shape that the text or the caller states, where there is one
  bool traced = false;             // the traced dialect's rules hold (scalars and dimensions of size 1 stretch in elementwise rows)
};

/// The shape of the result, or why there is none. Layouts are not inferred. Where HLO's grammar requires the shape to be
/// written (convert, reshape, broadcast, iota, …) `written` decides and is checked.
Result<Shape> inferShape(const ShapeQuery& query);
/// The query for an instruction as it stands; `module` resolves its called computations.
ShapeQuery shapeQueryFor(const Instruction& instruction, const Module& module);

}  // namespace onepot
