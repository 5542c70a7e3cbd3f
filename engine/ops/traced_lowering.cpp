#include "engine/ops/traced_lowering.h"

#include <algorithm>

#include "engine/ops/lower_rules.h"
#include "engine/ops/single_results.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

bool holdsKey(const Shape& shape) {
  if (!shape.isTuple()) return shape.type() == ElementType::Key;
  return std::ranges::any_of(shape.elements(), holdsKey);
}

/// Elementwise rows of the HLO dialect whose operands stretch.
Instruction* lowerStretched(Builder& builder, const Instruction& instruction) {
  bool same = std::ranges::all_of(instruction.operands(), [&](const Instruction* operand) {
    return operand->shape().sameDims(instruction.shape());
  });
  if (same) return nullptr;
  std::vector<Instruction*> operands;
  for (Instruction* operand : instruction.operands())
    operands.push_back(stretch(builder, operand, instruction.shape()));
  return builder.add(instruction.opcode(), std::move(operands), instruction.attributes());
}

/// JAX's broadcast_in_dim repeats along dimensions of size 1; HLO's broadcast does not.
Instruction* lowerBroadcast(Builder& builder, const Instruction& instruction) {
  Instruction* operand = instruction.operand(0);
  const auto* attributes = instruction.getIf<DimensionsAttributes>();
  const Shape& from = operand->shape();
  std::vector<int64_t> kept, dimensions;
  for (int i = 0; i < from.rank(); ++i) {
    int64_t to = attributes->dimensions[static_cast<size_t>(i)];
    if (from.dim(i) != instruction.shape().dim(static_cast<int>(to))) continue;
    kept.push_back(from.dim(i));
    dimensions.push_back(to);
  }
  if (static_cast<int>(kept.size()) == from.rank()) return nullptr;
  return builder.broadcast(builder.reshape(operand, std::move(kept)), instruction.shape(), std::move(dimensions));
}

/// JAX's pow takes an integer exponent beside a float base; HLO's power wants one type.
Instruction* lowerMixedPower(Builder& builder, const Instruction& instruction) {
  Instruction* exponent = builder.convert(instruction.operand(1), instruction.operand(0)->shape().type());
  return builder.binary(Opcode::Power, stretch(builder, instruction.operand(0), instruction.shape()),
                        stretch(builder, exponent, instruction.shape()));
}

/// What `dot` gives is its shape's type in HLO.
void forgetPreferredType(Instruction& instruction) {
  const auto* dot = instruction.getIf<DotAttributes>();
  if (dot == nullptr || dot->preferredType == ElementType::Invalid) return;
  DotAttributes plain = *dot;
  plain.preferredType = ElementType::Invalid;
  instruction.setAttributes(std::move(plain));
}

bool isPassive(Opcode opcode) {
  return opcode == Opcode::Parameter || opcode == Opcode::Tuple || opcode == Opcode::GetTupleElement ||
         opcode == Opcode::Call || opcode == Opcode::Copy;
}

}  // namespace

Shape physicalShape(const Shape& shape) {
  if (!holdsKey(shape)) return shape;
  if (shape.isTuple()) {
    std::vector<Shape> elements;
    for (const Shape& element : shape.elements()) elements.push_back(physicalShape(element));
    return Shape::tuple(std::move(elements));
  }
  std::vector<int64_t> dims = shape.dims();
  dims.push_back(2);
  return Shape(ElementType::U32, std::move(dims));
}

Instruction* stretch(Builder& builder, Instruction* operand, const Shape& to) {
  const Shape& from = operand->shape();
  if (from.sameDims(to)) return operand;
  Shape target(from.type(), to.dims());
  if (from.rank() == 0) return builder.broadcast(operand, target, {});
  std::vector<int64_t> kept, dimensions;
  for (int i = 0; i < from.rank(); ++i) {
    if (from.dim(i) != to.dim(i)) continue;
    kept.push_back(from.dim(i));
    dimensions.push_back(i);
  }
  return builder.broadcast(builder.reshape(operand, std::move(kept)), target, std::move(dimensions));
}

Instruction* lowerTracedInstruction(Module& module, Builder& builder, Instruction& instruction) {
  const OpRow& row = op(instruction.opcode());
  LoweringContext context(module, builder, instruction);
  bool key = holdsKey(instruction.shape());
  if (row.lower != nullptr && row.is(kTracedRow)) {
    row.lower(context);
    return context.result();
  }
  ensure(!row.is(kTracedRow), "a traced row has a lowering");
  if (key && isPassive(instruction.opcode())) {
    instruction.setShape(physicalShape(instruction.shape()));
    return nullptr;
  }
  if (key) {
    lowerKeyMovement(context);
    return context.result();
  }
  if (instruction.opcode() == Opcode::Convert && instruction.getIf<ConvertAttributes>() != nullptr) {
    if (instruction.operand(0)->shape().type() == instruction.shape().type()) return instruction.operand(0);
    instruction.setAttributes({});
  }
  forgetPreferredType(instruction);
  if (instruction.opcode() == Opcode::Broadcast) return lowerBroadcast(builder, instruction);
  if (instruction.opcode() == Opcode::Power &&
      instruction.operand(1)->shape().type() != instruction.operand(0)->shape().type())
    return lowerMixedPower(builder, instruction);
  return row.is(kElementwise) && instruction.operandCount() > 1 ? lowerStretched(builder, instruction) : nullptr;
}

bool lowerTraced(Module& module) {
  if (!module.traced()) return false;
  std::vector<Computation*> computations;
  for (const auto& computation : module.computations()) computations.push_back(computation.get());
  for (Computation* computation : computations) {
    std::vector<Instruction*> replaced;
    for (Instruction* instruction : computation->snapshot()) {
      Builder builder(computation);
      builder.insertBefore(instruction);
      Instruction* result = lowerTracedInstruction(module, builder, *instruction);
      if (result == nullptr || result == instruction) continue;
      computation->replaceAllUsesWith(instruction, result);
      replaced.push_back(instruction);
    }
    computation->removeAll(replaced);
  }
  for (Computation* computation : computations) {
    for (const auto& instruction : computation->instructions())
      if (instruction->weakType()) instruction->setWeakType(false);
    Instruction* root = computation->root();
    if (root->opcode() != Opcode::Tuple || !holdsKey(root->shape())) continue;
    root->setShape(physicalShape(root->shape()));
  }
  unwrapSingleResults(module);
  module.setTraced(false);
  module.sortComputations();
  return true;
}

}  // namespace onepot
