#include <algorithm>

#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

bool isFixed(const Instruction& instruction) {
  return instruction.opcode() == Opcode::Parameter && instruction.parent()->isEntry();
}

Instruction* addCopy(Instruction* value, Shape shape) {
  Computation* computation = value->parent();
  NewInstruction copy{Opcode::Copy, std::move(shape), {value}, {}, {}, {}, 0};
  Instruction* made = computation->add(std::move(copy));
  made->setSource(value->source());
  InstructionId id = value->id();
  made->addOrigins({&id, 1});
  return made;
}

/// The entry's result keeps the layout that its text asked for.
bool copyResultBack(Computation& entry, const Shape& asked, PassContext& context) {
  Instruction* root = entry.root();
  if (!asked.isArray() || isRowMajor(asked)) return false;
  Instruction* copy = addCopy(root, asked);
  entry.setRoot(copy);
  context.log("layout-assignment", *root, *copy);
  return true;
}

/// A parameter whose layout is the caller's: everybody reads a row-major copy.
bool copyFixedParameters(Computation& entry, PassContext& context) {
  bool changed = false;
  for (Instruction* parameter : entry.snapshot()) {
    if (!isFixed(*parameter) || !parameter->shape().isArray() || isRowMajor(parameter->shape())) continue;
    std::vector<Instruction*> users = parameter->users();
    bool isRoot = parameter->isRoot();
    Instruction* copy = addCopy(parameter, parameter->shape().withDefaultLayout());
    for (Instruction* user : users)
      for (int i = 0; i < user->operandCount(); ++i)
        if (user->operand(i) == parameter) user->setOperand(i, copy);
    if (isRoot) entry.setRoot(copy);
    context.log("layout-assignment", *parameter, *copy);
    changed = true;
  }
  if (changed) entry.sortTopologically();
  return changed;
}

/// Bytes seen through two layouts, said without layouts: transpose to the order in memory, reshape, transpose back.
bool spellOutBitcasts(Computation& computation, PassContext& context) {
  std::vector<Instruction*> replaced;
  for (Instruction* bitcast : computation.snapshot()) {
    if (bitcast->opcode() != Opcode::Bitcast) continue;
    const Shape &from = bitcast->operand(0)->shape(), &to = bitcast->shape();
    if ((isRowMajor(from) && isRowMajor(to)) || from.type() != to.type()) continue;
    auto physicalOrder = [](const Shape& shape) {
      std::vector<int64_t> order = shape.layout() ? shape.layout()->minorToMajor : rowMajor(shape.rank());
      std::ranges::reverse(order);
      return order;
    };
    auto add = [&](Opcode opcode, Instruction* operand, Attributes attributes, std::vector<int64_t> dims) {
      return computation.addReplacementFor(
          bitcast, {opcode, Shape(to.type(), std::move(dims)), {operand}, std::move(attributes), {}, {}, 0});
    };
    std::vector<int64_t> order = physicalOrder(from), dims, inverse, physicalDims;
    for (int64_t dim : order) dims.push_back(from.dim(static_cast<int>(dim)));
    Instruction* flat = add(Opcode::Transpose, bitcast->operand(0), DimensionsAttributes{order, false, false}, dims);
    order = physicalOrder(to);
    for (int64_t dim : order) physicalDims.push_back(to.dim(static_cast<int>(dim)));
    for (int i = 0; i < to.rank(); ++i) inverse.push_back(std::ranges::find(order, int64_t{i}) - order.begin());
    Instruction* reshaped = add(Opcode::Reshape, flat, {}, physicalDims);
    Instruction* result = add(Opcode::Transpose, reshaped, DimensionsAttributes{inverse, false, false}, to.dims());
    context.log("layout-assignment", *bitcast, *result);
    computation.replaceAllUsesWith(bitcast, result);
    replaced.push_back(bitcast);
  }
  computation.removeAll(replaced);
  return !replaced.empty();
}

}  // namespace

// Every array is row-major; where the outside world fixed another order, a copy stands between.
bool runLayoutAssignment(Module& module, PassContext& context) {
  bool changed = false;
  int64_t layouts = 0;
  Shape asked = module.entry()->root()->shape();
  for (const auto& computation : module.computations()) changed |= spellOutBitcasts(*computation, context);
  changed |= copyFixedParameters(*module.entry(), context);
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions()) {
      Shape wanted = instruction->shape().withDefaultLayout();
      if (wanted == instruction->shape() || (isFixed(*instruction) && !isRowMajor(instruction->shape()))) continue;
      instruction->setShape(std::move(wanted));
      ++layouts;
    }
  changed |= copyResultBack(*module.entry(), asked, context);
  context.note = {"pass.layouts", {std::to_string(layouts)}};
  return changed || layouts > 0;
}

}  // namespace onepot
