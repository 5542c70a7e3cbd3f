#include "engine/analysis/cost_model.h"

#include <algorithm>

#include "engine/ops/op.h"

namespace onepot {

namespace {

/// Divisions, roots and powers keep a vector unit busy for about so many additions.
constexpr double kSlowOperation = 4;

int64_t contractedElements(const Instruction& instruction) {
  if (const auto* dot = instruction.getIf<DotAttributes>()) {
    int64_t count = 1;
    for (int64_t dim : dot->lhsContracting) count *= instruction.operand(0)->shape().dim(static_cast<int>(dim));
    return count;
  }
  if (const auto* convolution = instruction.getIf<ConvolutionAttributes>()) {
    const Shape& kernel = instruction.operand(1)->shape();
    int64_t count = kernel.dim(static_cast<int>(convolution->kernelInput));
    for (int64_t dim : convolution->kernelSpatial) count *= kernel.dim(static_cast<int>(dim));
    return count;
  }
  return 1;
}

Work perElementOf(const OpRow& row) {
  if (row.is(kTranscendental)) return {0, 1};
  if (row.is(kElementwise)) return {row.is(kExpensive) ? kSlowOperation : 1, 0};
  return {};
}

/// The arithmetic of one application of a combiner.
double flopsOfCombiner(const Instruction& instruction, const Module& module) {
  if (instruction.called().empty()) return 1;
  const Computation* combiner = module.computation(instruction.called().front());
  double flops = 0;
  for (const auto& inside : combiner->instructions()) {
    Work one = perElementOf(op(inside->opcode()));
    flops += one.flops + 8 * one.transcendentals;
  }
  return std::max(flops, 1.0);
}

/// Bytes of `parameter` that a fusion's body looks at: all, unless every use is a slice, or an update in place.
int64_t bytesReadOf(const Instruction& parameter) {
  int64_t all = byteSize(parameter.shape()), sliced = 0;
  for (const Instruction* user : parameter.users()) {
    bool slice = user->opcode() == Opcode::Slice || user->opcode() == Opcode::DynamicSlice;
    bool inPlace = user->opcode() == Opcode::DynamicUpdateSlice && user->operand(0) == &parameter &&
                   user->operand(1) != &parameter && user->isRoot();
    if (slice && user->operand(0) == &parameter) sliced += byteSize(user->shape());
    else if (!inPlace) return all;
  }
  return std::min(all, sliced);
}

int64_t bytesWrittenBy(const Instruction& root) {
  if (root.opcode() == Opcode::Tuple) {
    int64_t sum = 0;
    for (const Instruction* element : root.operands()) sum += bytesWrittenBy(*element);
    return sum;
  }
  if (root.opcode() == Opcode::DynamicUpdateSlice) return byteSize(root.operand(1)->shape());
  return byteSize(root.shape());
}

KernelCost fusionCost(const Instruction& fusion, const Module& module) {
  const Computation* body = module.computation(fusion.called().front());
  KernelCost cost;
  Work work;
  for (const auto& inside : body->instructions()) {
    if (inside->opcode() == Opcode::Parameter) cost.bytesRead += bytesReadOf(*inside);
    Work one = workOf(*inside, module);
    work.flops += one.flops;
    work.transcendentals += one.transcendentals;
  }
  cost.bytesWritten = bytesWrittenBy(*body->root());
  cost.flops = static_cast<int64_t>(work.flops);
  cost.transcendentals = static_cast<int64_t>(work.transcendentals);
  return cost;
}

/// Operands that are read in part: by as much as the result holds.
int64_t bytesReadBy(const Instruction& instruction) {
  bool slices = instruction.opcode() == Opcode::Slice || instruction.opcode() == Opcode::DynamicSlice ||
                instruction.opcode() == Opcode::Gather;
  bool updates = instruction.opcode() == Opcode::DynamicUpdateSlice || instruction.opcode() == Opcode::Scatter;
  int64_t sum = 0;
  for (int i = 0; i < instruction.operandCount(); ++i) {
    const Instruction* operand = instruction.operand(i);
    auto first = instruction.operands().begin();
    if (std::find(first, first + i, operand) != first + i) continue;
    if (i == 0 && updates) continue;
    int64_t all = byteSize(operand->shape());
    sum += i == 0 && slices ? std::min(all, byteSize(instruction.shape())) : all;
  }
  return sum;
}

}  // namespace

KernelCost& KernelCost::operator+=(const KernelCost& other) {
  bytesRead += other.bytesRead;
  bytesWritten += other.bytesWritten;
  flops += other.flops;
  transcendentals += other.transcendentals;
  return *this;
}

Work workOf(const Instruction& instruction, const Module& module) {
  const OpRow& row = op(instruction.opcode());
  auto elements = static_cast<double>(instruction.shape().isTuple() ? 0 : instruction.shape().elementCount());
  if (row.is(kContraction)) return {2 * elements * static_cast<double>(contractedElements(instruction)), 0};
  if (row.is(kReduction) && instruction.operandCount() > 0) {
    auto combined = static_cast<double>(instruction.operand(0)->shape().elementCount());
    return {combined * flopsOfCombiner(instruction, module), 0};
  }
  Work one = perElementOf(row);
  return {one.flops * elements, one.transcendentals * elements};
}

KernelCost kernelCost(const Instruction& instruction, const Module& module) {
  if (instruction.opcode() == Opcode::Fusion) return fusionCost(instruction, module);
  Work work = workOf(instruction, module);
  KernelCost cost;
  cost.bytesRead = bytesReadBy(instruction);
  cost.bytesWritten = bytesWrittenBy(instruction);
  cost.flops = static_cast<int64_t>(work.flops);
  cost.transcendentals = static_cast<int64_t>(work.transcendentals);
  return cost;
}

double predictSeconds(double flops, double transcendentals, double bytes, const DeviceFigures& figures) {
  double rate = bytes <= static_cast<double>(figures.cacheBytes) ? figures.cacheBytesPerSecond : figures.bytesPerSecond;
  double compute = flops / figures.flopsPerSecond + transcendentals / figures.transcendentalsPerSecond;
  return figures.launchSeconds + std::max(compute, bytes / rate);
}

double predictSeconds(const KernelCost& cost, const DeviceFigures& figures) {
  return predictSeconds(static_cast<double>(cost.flops), static_cast<double>(cost.transcendentals),
                        static_cast<double>(cost.bytes()), figures);
}

}  // namespace onepot
