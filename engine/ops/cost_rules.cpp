#include "engine/ops/cost_rules.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/ops/op.h"

namespace onepot {

namespace {

int64_t operandBytes(const Instruction& instruction, int first = 0) {
  int64_t bytes = 0;
  for (int i = first; i < instruction.operandCount(); ++i) bytes += byteSize(instruction.operand(i)->shape());
  return bytes;
}

OpCost defaultBytes(const Instruction& instruction) {
  return {.bytesRead = operandBytes(instruction), .bytesWritten = byteSize(instruction.shape())};
}

/// What a called computation computes; its bytes stay inside.
OpCost work(const Instruction& instruction, CalleeCosts& callees, size_t role) {
  OpCost cost = callees.of(instruction.called()[role]);
  return {.flops = cost.flops, .transcendentals = cost.transcendentals};
}

OpCost times(OpCost cost, int64_t factor) {
  return {cost.flops * factor, cost.transcendentals * factor, cost.bytesRead * factor, cost.bytesWritten * factor};
}

OpCost with(OpCost bytes, const OpCost& work) { return bytes += work; }

int64_t windowElements(const std::vector<WindowDimension>& window) {
  int64_t count = 1;
  for (const WindowDimension& dimension : window) count *= dimension.size;
  return count;
}

/// Pairs of an output position and a window position that meet an input element rather than padding or a gap.
int64_t validPairs(int64_t inputSize, int64_t outputSize, const WindowDimension& w) {
  int64_t pairs = 0;
  int64_t reach = inputSize == 0 ? 0 : (inputSize - 1) * w.baseDilation + 1;
  for (int64_t k = 0; k < w.size; ++k)
    for (int64_t out = 0; out < outputSize; ++out) {
      int64_t at = out * w.stride + k * w.windowDilation - w.padLow;
      pairs += at >= 0 && at < reach && at % w.baseDilation == 0;
    }
  return pairs;
}

OpCost ruleCost(const Instruction& instruction, CalleeCosts& callees) {
  CostRule rule = op(instruction.opcode()).cost;
  return rule ? rule(instruction, callees) : defaultBytes(instruction);
}

bool readsBlocksOf(const Instruction& user, const Instruction& operand) {
  bool takesBlocks =
      user.opcode() == Opcode::Slice || user.opcode() == Opcode::DynamicSlice || user.opcode() == Opcode::Gather;
  return takesBlocks && user.operand(0) == &operand;
}

/// Bytes that a fusion reads of one parameter: the blocks where it only takes blocks, else all of it.
int64_t fusedParameterBytes(const Instruction& parameter) {
  int64_t all = byteSize(parameter.shape()), blocks = 0;
  if (parameter.users().empty()) return 0;
  for (const Instruction* user : parameter.users()) {
    // An update in place reads nothing of what it updates.
    bool updated = user->opcode() == Opcode::DynamicUpdateSlice && user->operand(0) == &parameter && user->isRoot();
    if (!updated && !readsBlocksOf(*user, parameter)) return all;
    blocks += updated ? 0 : byteSize(user->shape());
  }
  return std::min(all, blocks);
}

int64_t fusedResultBytes(const Instruction& root) {
  if (root.opcode() == Opcode::DynamicUpdateSlice) return byteSize(root.operand(1)->shape());
  if (root.opcode() != Opcode::Tuple) return byteSize(root.shape());
  int64_t bytes = 0;
  for (const Instruction* element : root.operands()) bytes += byteSize(element->shape());
  return bytes;
}

}  // namespace

OpCost costOf(const Instruction& instruction, const Module& module) {
  CalleeCosts callees(module);
  return ruleCost(instruction, callees);
}

OpCost costOf(const Computation& computation, const Module& module) {
  CalleeCosts callees(module);
  return callees.of(computation.id());
}

OpCost CalleeCosts::of(ComputationId id) {
  std::vector<ComputationId> waiting{id};
  while (!waiting.empty()) {
    if (m_known.contains(waiting.back())) {
      waiting.pop_back();
      continue;
    }
    const Computation& computation = *m_module.computation(waiting.back());
    bool ready = true;
    for (const auto& instruction : computation.instructions())
      for (ComputationId callee : instruction->called())
        if (!m_known.contains(callee)) {
          waiting.push_back(callee);
          ready = false;
        }
    if (!ready) continue;
    OpCost sum;
    for (const auto& instruction : computation.instructions()) sum += ruleCost(*instruction, *this);
    m_known[waiting.back()] = sum;
    waiting.pop_back();
  }
  return m_known.at(id);
}

namespace cost {

OpCost free(const Instruction&, CalleeCosts&) { return {}; }

OpCost moving(const Instruction& instruction, CalleeCosts&) { return defaultBytes(instruction); }

OpCost elementwise(const Instruction& instruction, CalleeCosts&) {
  OpCost cost = defaultBytes(instruction);
  int64_t elements = instruction.shape().elementCount();
  (has(instruction.opcode(), kTranscendental) ? cost.transcendentals : cost.flops) = elements;
  return cost;
}

OpCost tuple(const Instruction& instruction, CalleeCosts&) {
  return {.bytesWritten = int64_t{8} * instruction.operandCount()};
}

OpCost slice(const Instruction& instruction, CalleeCosts&) {
  int64_t bytes = byteSize(instruction.shape());
  return {.bytesRead = bytes, .bytesWritten = bytes};
}

OpCost dynamicSlice(const Instruction& instruction, CalleeCosts&) {
  int64_t bytes = byteSize(instruction.shape());
  return {.bytesRead = bytes + operandBytes(instruction, 1), .bytesWritten = bytes};
}

OpCost dynamicUpdateSlice(const Instruction& instruction, CalleeCosts&) {
  return {.bytesRead = operandBytes(instruction, 1), .bytesWritten = byteSize(instruction.operand(1)->shape())};
}

OpCost scatter(const Instruction& instruction, CalleeCosts& callees) {
  int count = instruction.operandCount() / 2;
  const Shape& updates = instruction.operand(count + 1)->shape();
  int64_t updateBytes = operandBytes(instruction, count + 1);
  OpCost bytes{.bytesRead = 2 * updateBytes + byteSize(instruction.operand(count)->shape()),
               .bytesWritten = updateBytes};
  return with(bytes, times(work(instruction, callees, 0), updates.elementCount()));
}

OpCost dot(const Instruction& instruction, CalleeCosts&) {
  OpCost cost = defaultBytes(instruction);
  const Shape& lhs = instruction.operand(0)->shape();
  int64_t depth = 1;
  for (int64_t d : instruction.get<DotAttributes>().lhsContracting) depth *= lhs.dim(static_cast<int>(d));
  cost.flops = 2 * instruction.shape().elementCount() * depth;
  return cost;
}

OpCost convolution(const Instruction& instruction, CalleeCosts&) {
  OpCost cost = defaultBytes(instruction);
  const auto& a = instruction.get<ConvolutionAttributes>();
  const Shape& input = instruction.operand(0)->shape();
  const Shape& output = instruction.shape();
  auto size = [](const Shape& shape, int64_t d) { return shape.dim(static_cast<int>(d)); };
  int64_t positions = 1;
  for (size_t i = 0; i < a.window.size(); ++i)
    positions *= validPairs(size(input, a.inputSpatial[i]), size(output, a.outputSpatial[i]), a.window[i]);
  int64_t features = size(input, a.inputFeature) / a.featureGroupCount;
  cost.flops = 2 * positions * features * size(output, a.outputFeature) * size(output, a.outputBatch);
  return cost;
}

OpCost reduce(const Instruction& instruction, CalleeCosts& callees) {
  const Shape& result = instruction.shape().isTuple() ? instruction.shape().elements()[0] : instruction.shape();
  int64_t combinations = instruction.operand(0)->shape().elementCount() - result.elementCount();
  return with(defaultBytes(instruction), times(work(instruction, callees, 0), std::max<int64_t>(combinations, 0)));
}

OpCost reduceAxes(const Instruction& instruction, CalleeCosts&) {
  OpCost cost = defaultBytes(instruction);
  int64_t gone = instruction.operand(0)->shape().elementCount() - instruction.shape().elementCount();
  cost.flops = std::max<int64_t>(gone, 0);
  return cost;
}

OpCost reduceWindow(const Instruction& instruction, CalleeCosts& callees) {
  const Shape& result = instruction.shape().isTuple() ? instruction.shape().elements()[0] : instruction.shape();
  int64_t combinations = (windowElements(instruction.get<WindowAttributes>().dims) - 1) * result.elementCount();
  return with(defaultBytes(instruction), times(work(instruction, callees, 0), combinations));
}

OpCost selectAndScatter(const Instruction& instruction, CalleeCosts& callees) {
  int64_t sources = instruction.operand(1)->shape().elementCount();
  OpCost cost = with(defaultBytes(instruction), times(work(instruction, callees, 1), sources));
  int64_t selections = windowElements(instruction.get<WindowAttributes>().dims) - 1;
  return with(cost, times(work(instruction, callees, 0), selections * sources));
}

OpCost sort(const Instruction& instruction, CalleeCosts&) {
  OpCost cost = defaultBytes(instruction);
  auto elements = static_cast<uint64_t>(instruction.operand(0)->shape().elementCount());
  cost.flops = elements < 2 ? 0 : static_cast<int64_t>(elements) * std::bit_width(elements - 1);
  return cost;
}

OpCost map(const Instruction& instruction, CalleeCosts& callees) {
  return with(defaultBytes(instruction), times(work(instruction, callees, 0), instruction.shape().elementCount()));
}

OpCost call(const Instruction& instruction, CalleeCosts& callees) { return callees.of(instruction.called()[0]); }

OpCost fusion(const Instruction& instruction, CalleeCosts& callees) {
  const Computation& body = *callees.module().computation(instruction.called()[0]);
  OpCost cost = work(instruction, callees, 0);
  for (const Instruction* parameter : body.parameters()) cost.bytesRead += fusedParameterBytes(*parameter);
  cost.bytesWritten = fusedResultBytes(*body.root());
  return cost;
}

OpCost loop(const Instruction& instruction, CalleeCosts& callees) {
  OpCost cost;
  for (ComputationId id : instruction.called()) cost += callees.of(id);
  return cost;
}

OpCost conditional(const Instruction& instruction, CalleeCosts& callees) {
  OpCost dearest;
  for (ComputationId id : instruction.called()) {
    OpCost branch = callees.of(id);
    dearest.flops = std::max(dearest.flops, branch.flops);
    dearest.transcendentals = std::max(dearest.transcendentals, branch.transcendentals);
    dearest.bytesRead = std::max(dearest.bytesRead, branch.bytesRead);
    dearest.bytesWritten = std::max(dearest.bytesWritten, branch.bytesWritten);
  }
  return dearest;
}

OpCost integerPow(const Instruction& instruction, CalleeCosts&) {
  OpCost cost = defaultBytes(instruction);
  int64_t exponent = instruction.get<IntegerPowAttributes>().exponent;
  auto magnitude = static_cast<uint64_t>(std::abs(exponent));
  // Squarings, products of them, and a division for a negative exponent.
  int64_t multiplies = magnitude < 2 ? 0 : std::bit_width(magnitude) - 1 + std::popcount(magnitude) - 1;
  cost.flops = instruction.shape().elementCount() * (multiplies + (exponent < 0 ? 1 : 0));
  return cost;
}

OpCost threefry(const Instruction& instruction, CalleeCosts&) {
  constexpr int64_t kFlopsPerWord = 20 * 5 / 2;  // 20 rounds of add, two shifts, or, xor for two words
  OpCost cost = defaultBytes(instruction);
  cost.flops = kFlopsPerWord * instruction.shape().elementCount();
  return cost;
}

}  // namespace cost

}  // namespace onepot
