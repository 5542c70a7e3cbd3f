#include "engine/analysis/in_place.h"

#include <algorithm>
#include <unordered_set>

#include "engine/ops/op.h"

namespace onepot {

namespace {

const Instruction& rootOf(const Computation& body, int output) {
  const Instruction& root = *body.root();
  return root.opcode() == Opcode::Tuple ? *root.operand(output) : root;
}

/// Every way from `parameter` to a result keeps the element's position, and all results have the parameter's
/// dimensions.
bool readAtTheSamePosition(const Instruction& parameter, const Computation& body) {
  const Shape& shape = parameter.shape();
  std::unordered_set<const Instruction*> seen{&parameter};
  std::vector<const Instruction*> queue{&parameter};
  while (!queue.empty()) {
    const Instruction* current = queue.back();
    queue.pop_back();
    for (const Instruction* user : current->users()) {
      if (user == body.root() && user->opcode() == Opcode::Tuple) continue;
      if (!has(user->opcode(), kElementwise) || !user->shape().sameDims(shape)) return false;
      if (seen.insert(user).second) queue.push_back(user);
    }
  }
  const Instruction& root = *body.root();
  if (root.opcode() != Opcode::Tuple) return root.shape().sameDims(shape);
  return std::ranges::all_of(root.operands(), [&](const Instruction* one) { return one->shape().sameDims(shape); });
}

/// The slice reads exactly the block that `update` will write.
bool readsTheUpdatedBlock(const Instruction& slice, const Instruction& update, const Instruction& parameter) {
  if (slice.opcode() != Opcode::DynamicSlice || slice.operand(0) != &parameter) return false;
  if (!slice.shape().sameDims(update.operand(1)->shape())) return false;
  for (int i = 1; i < slice.operandCount(); ++i)
    if (slice.operand(i) != update.operand(i + 1)) return false;
  return true;
}

/// A dynamic-update-slice at the root, whose operand is read nowhere but in the block that it replaces.
bool updatesInPlace(const Instruction& parameter, const Instruction& root, const Computation& body) {
  if (body.root() != &root || root.opcode() != Opcode::DynamicUpdateSlice || root.operand(0) != &parameter)
    return false;
  std::unordered_set<const Instruction*> seen;
  std::vector<const Instruction*> queue;
  for (const Instruction* user : parameter.users()) {
    if (user == &root) {
      auto uses = std::ranges::count(root.operands(), &parameter);
      if (uses != 1) return false;
    } else if (readsTheUpdatedBlock(*user, root, parameter)) {
      queue.push_back(user);
    } else {
      return false;
    }
  }
  while (!queue.empty()) {
    const Instruction* current = queue.back();
    queue.pop_back();
    for (const Instruction* user : current->users()) {
      if (user == &root) continue;
      if (!has(user->opcode(), kElementwise) || !user->shape().sameDims(current->shape())) return false;
      if (seen.insert(user).second) queue.push_back(user);
    }
  }
  return true;
}

bool plainCanWriteOver(const Instruction& instruction, int operand) {
  const Instruction* over = instruction.operand(operand);
  if (instruction.opcode() == Opcode::Copy) return false;
  if (has(instruction.opcode(), kElementwise)) return over->shape().sameDims(instruction.shape());
  bool updates = instruction.opcode() == Opcode::DynamicUpdateSlice || instruction.opcode() == Opcode::Scatter;
  return updates && operand == 0 && std::ranges::count(instruction.operands(), over) == 1;
}

}  // namespace

bool canWriteOver(const Instruction& instruction, int output, int operand, const Module& module) {
  const Shape& over = instruction.operand(operand)->shape();
  if (!over.isArray()) return false;
  if (instruction.opcode() != Opcode::Fusion)
    return instruction.shape().isArray() && byteSize(over) == byteSize(instruction.shape()) &&
           plainCanWriteOver(instruction, operand);
  const Computation& body = *module.computation(instruction.called().front());
  const Instruction& root = rootOf(body, output);
  if (!root.shape().isArray() || byteSize(over) != byteSize(root.shape())) return false;
  const Instruction& parameter = *body.parameters()[static_cast<size_t>(operand)];
  return readAtTheSamePosition(parameter, body) || updatesInPlace(parameter, root, body);
}

}  // namespace onepot
