#include "views/instruction_kind.h"

#include "engine/ops/op.h"

namespace onepot {

namespace {
constexpr int64_t kBigElements = 4096;
}

Kind kindOf(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::Constant: return Kind::ParameterBig;
    case Opcode::Parameter:
      return instruction.shape().elementCount() >= kBigElements ? Kind::ParameterBig : Kind::Parameter;
    case Opcode::Fusion: return Kind::Fusion;
    case Opcode::ReducePrecision: return Kind::Precision;
    default: break;
  }
  const OpRow& row = op(instruction.opcode());
  if (row.is(kCollective)) return Kind::Collective;
  if (row.is(kControl)) return Kind::Call;
  if (row.is(kContraction)) return Kind::Contraction;
  if (row.is(kReduction)) return Kind::Reduction;
  if (row.is(kMovement)) return Kind::Movement;
  if (row.is(kFree)) return Kind::Free;
  return Kind::Elementwise;
}

Kind dominantKind(const Instruction& instruction, const Module& module) {
  if (instruction.opcode() != Opcode::Fusion || instruction.called().empty()) return kindOf(instruction);
  const Computation* body = module.computation(instruction.called().front());
  if (!body) return Kind::Fusion;
  bool reduction = false, elementwise = false, movement = false;
  for (const auto& inner : body->instructions()) {
    switch (kindOf(*inner)) {
      case Kind::Contraction: return Kind::Contraction;
      case Kind::Reduction: reduction = true; break;
      case Kind::Elementwise:
      case Kind::Precision: elementwise = true; break;
      case Kind::Movement: movement = true; break;
      default: break;
    }
  }
  if (reduction) return Kind::Reduction;
  if (elementwise) return Kind::Elementwise;
  return movement ? Kind::Movement : Kind::Fusion;
}

}  // namespace onepot
