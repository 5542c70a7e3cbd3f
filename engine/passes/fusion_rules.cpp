#include "engine/passes/fusion_rules.h"

#include <algorithm>

#include "engine/analysis/running_computations.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

// Limits of one kernel: beyond them compiling takes long and registers run out.
constexpr int kMostMembers = 600;
constexpr int kMostEmissions = 1500;
constexpr int kMostPositions = 16;
constexpr int kMostInputs = 96;

std::string opcodeName(const Instruction& instruction) { return std::string(name(instruction.opcode())); }

FusionRefusal refusal(std::string rule, std::vector<std::string> arguments) {
  std::string id = "fusion." + rule;
  std::ranges::replace(id, '-', '_');
  return {std::move(rule), {std::move(id), std::move(arguments)}};
}

/// The kernel's first reduction and `reduction` walk over the same elements in the same way.
bool reduceAlike(const Instruction& a, const Instruction& b) {
  return a.operand(0)->shape().sameDims(b.operand(0)->shape()) &&
         a.get<DimensionsAttributes>().dimensions == b.get<DimensionsAttributes>().dimensions;
}

std::optional<FusionRefusal> refuseReduction(Instruction& producer, const FusionGroup& group,
                                             const Instruction& consumer) {
  const Demand& demand = group.demandOf(&producer);
  bool own = demand.places.size() == 1 && demand.places.front().position == kOwnPosition;
  if (!own) return refusal("reduction-needed-before", {producer.name(), consumer.name()});
  if (!group.reductions().empty() && !reduceAlike(*group.reductions().front(), producer))
    return refusal("two-reductions", {producer.name(), group.reductions().front()->name()});
  if (group.updatesInPlace()) return refusal("reduction-needed-before", {producer.name(), consumer.name()});
  return std::nullopt;
}

/// The kernel writes over an array while `producer` would read it at other positions.
std::optional<FusionRefusal> refuseHazard(const Instruction& producer, const FusionGroup& group) {
  if (!group.updatesInPlace()) return std::nullopt;
  const Instruction& update = *group.results().front();
  if (update.operand(0) == &producer) return refusal("updated-operand", {producer.name(), update.name()});
  for (const Instruction* operand : producer.operands()) {
    if (operand != update.operand(0)) continue;
    bool sameBlock = producer.opcode() == Opcode::DynamicSlice &&
                     producer.shape().sameDims(update.operand(1)->shape()) &&
                     std::equal(producer.operands().begin() + 1, producer.operands().end(),
                                update.operands().begin() + 2, update.operands().end());
    if (!sameBlock) return refusal("in-place-hazard", {producer.name(), update.name(), operand->name()});
  }
  return std::nullopt;
}

}  // namespace

bool isFusible(const Instruction& instruction) {
  if (!instruction.controlPredecessors().empty() || instruction.isConstant()) return false;
  if (instruction.opcode() == Opcode::Reduce) return true;
  return has(instruction.opcode(), kLoopFusible) && instruction.shape().isArray();
}

std::optional<FusionRefusal> refuseConsumer(const Instruction& producer, const Instruction& consumer) {
  if (has(consumer.opcode(), kFree)) return std::nullopt;
  if (runsItsCallees(consumer.opcode())) return refusal("consumer-is-control", {producer.name(), consumer.name()});
  if (has(consumer.opcode(), kContraction) || consumer.opcode() == Opcode::CustomCall)
    return refusal("consumer-is-library-call", {opcodeName(consumer), consumer.name()});
  return refusal("consumer-not-loop-fusible", {opcodeName(consumer), consumer.name()});
}

std::optional<FusionRefusal> refuseProducer(const Instruction& producer, const Instruction& consumer) {
  if (has(producer.opcode(), kFree) || producer.isConstant()) return std::nullopt;
  if (runsItsCallees(producer.opcode())) return refusal("producer-is-control", {producer.name(), consumer.name()});
  if (has(producer.opcode(), kContraction) || producer.opcode() == Opcode::CustomCall)
    return refusal("producer-is-library-call", {opcodeName(producer), producer.name()});
  return refusal("producer-not-loop-fusible", {opcodeName(producer), producer.name()});
}

std::optional<FusionRefusal> refuseInside(Instruction& producer, const FusionGroup& group, const Instruction& consumer,
                                          FusionPolicy policy) {
  if (policy == FusionPolicy::None) return refusal("policy-none", {});
  if (policy == FusionPolicy::ElementwiseOnly &&
      (!has(producer.opcode(), kElementwise) || !has(consumer.opcode(), kElementwise)))
    return refusal("policy-elementwise-only", {producer.name(), consumer.name()});
  if (producer.opcode() == Opcode::Reduce) {
    if (producer.shape().isTuple()) return refusal("several-results", {producer.name()});
    if (auto refused = refuseReduction(producer, group, consumer)) return refused;
  }
  if (producer.opcode() == Opcode::DynamicUpdateSlice) return refusal("update-in-place", {producer.name()});
  if (auto refused = refuseHazard(producer, group)) return refused;
  const Demand& demand = group.demandOf(&producer);
  if (static_cast<int>(demand.places.size()) > kMostPositions)
    return refusal("code-duplication", {producer.name(), std::to_string(demand.places.size())});
  bool large = static_cast<int>(group.members().size()) >= kMostMembers || group.inputs() >= kMostInputs ||
               group.emissions() + static_cast<int>(demand.places.size()) > kMostEmissions;
  if (large) return refusal("fusion-too-large", {std::to_string(group.members().size())});
  return std::nullopt;
}

bool sameIteration(const FusionGroup& a, const FusionGroup& b) {
  if (a.updatesInPlace() || b.updatesInPlace()) return false;
  if (a.reductions().empty() != b.reductions().empty()) return false;
  if (!a.reductions().empty() && !reduceAlike(*a.reductions().front(), *b.reductions().front())) return false;
  const Shape &one = a.results().front()->shape(), &other = b.results().front()->shape();
  return one.isArray() && other.isArray() && one.sameDims(other);
}

}  // namespace onepot
