#include "engine/analysis/node_kind.h"

#include "engine/ops/op.h"

namespace onepot {

namespace {
constexpr int64_t kBigElements = 4096;
}

NodeKind kindOfNode(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::Constant: return NodeKind::ParameterBig;
    case Opcode::Parameter:
      return instruction.shape().elementCount() >= kBigElements ? NodeKind::ParameterBig : NodeKind::Parameter;
    default: return kindOfOpcode(instruction.opcode());
  }
}

NodeKind kindOfOpcode(Opcode opcode) {
  switch (opcode) {
    case Opcode::Constant:
    case Opcode::Parameter: return NodeKind::Parameter;
    case Opcode::Fusion: return NodeKind::Fusion;
    case Opcode::ReducePrecision: return NodeKind::Precision;
    default: break;
  }
  const OpRow& row = op(opcode);
  if (row.is(kCollective)) return NodeKind::Collective;
  if (row.is(kControl)) return NodeKind::Call;
  if (row.is(kContraction)) return NodeKind::Contraction;
  if (row.is(kReduction)) return NodeKind::Reduction;
  if (row.is(kMovement)) return NodeKind::Movement;
  return row.is(kFree) ? NodeKind::Free : NodeKind::Elementwise;
}

NodeKind dominantNodeKind(const Instruction& instruction, const Module& module) {
  if (instruction.opcode() != Opcode::Fusion || instruction.called().empty()) return kindOfNode(instruction);
  const Computation* body = module.computation(instruction.called().front());
  if (body == nullptr) return NodeKind::Fusion;
  bool reduction = false, elementwise = false, movement = false;
  for (const auto& inner : body->instructions()) {
    NodeKind kind = kindOfNode(*inner);
    if (kind == NodeKind::Contraction) return kind;
    reduction |= kind == NodeKind::Reduction;
    elementwise |= kind == NodeKind::Elementwise || kind == NodeKind::Precision;
    movement |= kind == NodeKind::Movement;
  }
  if (reduction) return NodeKind::Reduction;
  if (elementwise) return NodeKind::Elementwise;
  return movement ? NodeKind::Movement : NodeKind::Fusion;
}

}  // namespace onepot
