#include "engine/passes/fusion_plan.h"

#include <algorithm>
#include <ranges>

#include "engine/base/quantity.h"
#include "engine/ops/op.h"
#include "engine/ops/op_cost.h"

namespace onepot {

namespace {

FusionRefusal reason(std::string rule, std::vector<std::string> arguments) {
  std::string id = "fusion." + rule;
  std::ranges::replace(id, '-', '_');
  return {std::move(rule), {std::move(id), std::move(arguments)}};
}

/// Nothing to compute: what is asked for is found by its position.
bool isFreeInLoop(const Instruction& instruction) {
  return has(instruction.opcode(), kMovement) || instruction.opcode() == Opcode::Iota ||
         instruction.opcode() == Opcode::Bitcast;
}

double elementsOf(const Instruction& instruction) { return static_cast<double>(instruction.shape().elementCount()); }

}  // namespace

FusionPlan::FusionPlan(Computation& computation, const PassContext& context)
    : m_computation(computation), m_context(context), m_order(computation.snapshot()) {
  for (size_t i = 0; i < m_order.size(); ++i) m_place[m_order[i]] = static_cast<int>(i);
}

void FusionPlan::decide() {
  for (Instruction* producer : m_order | std::views::reverse) place(producer);
  mergeKernels();
  settleMergedEdges();
  std::ranges::stable_sort(m_decisions, {}, [&](const FusionDecision& decision) {
    return std::pair(m_place.at(m_computation.find(decision.producer)),
                     m_place.at(m_computation.find(decision.consumer)));
  });
}

void FusionPlan::place(Instruction* producer) {
  bool fusible = isFusible(*producer);
  if (!fusible && (has(producer->opcode(), kFree) || producer->isConstant())) return;
  m_alone = fusible ? estimateAlone(*producer) : KernelEstimate{};
  std::vector<Edge> edges = edgesInto(producer);
  std::string reader;  // somebody outside of kernels who needs it in memory
  if (producer->isRoot()) reader = "the result";
  for (Instruction* user : producer->users()) {
    if (isFusible(*user)) continue;
    reader = user->name();
    if (fusible) recordApart(producer, *user, refuseConsumer(*producer, *user));
  }
  if (!fusible) {
    for (const Edge& edge : edges)
      for (const Instruction* user : edge.consumers) recordApart(producer, *user, refuseProducer(*producer, *user));
    return;
  }
  if (reader.empty() && !edges.empty())
    judgeTogether(producer, edges);
  else
    judgeEach(producer, edges, reader);
  record(producer, edges);
  bool inMemory = !reader.empty() || edges.empty();
  std::vector<Instruction*> added;
  for (const Edge& edge : edges) {
    if (edge.refused) {
      inMemory = true;
      continue;
    }
    added.clear();
    edge.group->take(producer, added);
    m_homes[producer].push_back(edge.group);
    for (Instruction* value : added) m_readers[value].push_back(edge.group);
  }
  if (inMemory) startGroup(producer);
}

void FusionPlan::startGroup(Instruction* result) {
  m_groups.push_back(std::make_unique<FusionGroup>(result));
  FusionGroup* group = m_groups.back().get();
  m_maker[result] = group;
  m_homes[result].push_back(group);
  for (const auto& [value, demand] : group->demands())
    if (!group->has(value)) m_readers[value].push_back(group);
}

/// One edge for each kernel that reads the producer from memory so far.
std::vector<FusionPlan::Edge> FusionPlan::edgesInto(Instruction* producer) {
  std::vector<Edge> edges;
  std::unordered_map<FusionGroup*, size_t> known;
  std::vector<Instruction*> users = producer->users();
  std::ranges::sort(users, {}, [&](const Instruction* user) { return m_place.at(user); });
  for (Instruction* user : users)
    for (FusionGroup* group : m_homes[user]) {
      auto [slot, fresh] = known.try_emplace(group, edges.size());
      if (fresh) edges.push_back({group, {}, {}, false, false, {}, {}});
      edges[slot->second].consumers.push_back(user);
    }
  if (!isFusible(*producer)) return edges;
  for (Edge& edge : edges) {
    edge.refused = refuseInside(*producer, *edge.group, edge.consumer(), m_context.options.fusionPolicy);
    edge.apart = edge.group->estimate();
    edge.apart.bytesRead += m_alone.bytesRead;
    edge.apart.bytesWritten += m_alone.bytesWritten;
    edge.fused = edge.group->estimateWith(producer);
    applyOverride(*producer, edge);
  }
  return edges;
}

void FusionPlan::applyOverride(const Instruction& producer, Edge& edge) const {
  for (const Instruction* user : edge.consumers) {
    auto said = m_context.options.fusionOverrides.find({producer.name(), user->name()});
    if (said == m_context.options.fusionOverrides.end()) continue;
    if (said->second && edge.refused) continue;  // what cannot be done is not done
    edge.forced = true;
    edge.wanted = said->second;
    if (!said->second) edge.refused = reason("override-apart", {});
  }
}

// Into all kernels that read it, or into none: a value that lies in memory anyway need not be computed again.
void FusionPlan::judgeTogether(Instruction* producer, std::vector<Edge>& edges) {
  std::string refuser;
  double apart = seconds(m_alone), fused = 0;
  for (const Edge& edge : edges) {
    if (edge.refused) refuser = edge.consumer().name();
    apart += seconds(edge.group->estimate());
    fused += seconds(edge.fused);
  }
  if (!refuser.empty()) return judgeEach(producer, edges, refuser);
  if (m_context.options.fusionPolicy == FusionPolicy::Everything || fused <= apart * (1 + 1e-9)) return;
  for (Edge& edge : edges)
    if (!edge.wanted) edge.refused = costReason(producer, edge, edges.size());
}

// The value is written to memory for `reader`: a kernel computes it again only if that is cheaper than reading it.
void FusionPlan::judgeEach(Instruction* producer, std::vector<Edge>& edges, const std::string& reader) {
  if (m_context.options.fusionPolicy == FusionPolicy::Everything) return;
  for (Edge& edge : edges) {
    if (edge.refused || edge.wanted) continue;
    bool sameWork = isFreeInLoop(*producer) && edge.fused.bytesRead <= edge.group->estimate().bytesRead;
    if (sameWork || seconds(edge.fused) < seconds(edge.group->estimate()) * (1 - 1e-6)) continue;
    edge.refused = reason("in-memory-anyway", {producer->name(), reader});
  }
}

FusionRefusal FusionPlan::costReason(Instruction* producer, const Edge& edge, size_t readers) const {
  const Demand& demand = edge.group->demandOf(producer);
  if (demand.elements() > elementsOf(*producer) * 1.5 && has(producer->opcode(), kExpensive))
    return reason("expensive-producer-reused",
                  {producer->name(), edge.consumer().name(), countText(static_cast<int64_t>(demand.elements())),
                   countText(producer->shape().elementCount())});
  std::string saved = bytesText(static_cast<int64_t>(std::max(0.0, edge.apart.bytes() - edge.fused.bytes())));
  if (readers > 1 && has(producer->opcode(), kExpensive))
    return reason("expensive-producer-duplicated", {producer->name(), std::to_string(readers), saved});
  return reason("no-gain", {producer->name(), edge.consumer().name()});
}

FusionRefusal FusionPlan::fusedReason(Instruction* producer, const Edge& edge, size_t readers) const {
  if (edge.forced) return reason("override-fused", {});
  if (producer->opcode() == Opcode::Reduce)
    return reason("reduction-epilogue", {producer->name(), edge.consumer().name()});
  if (edge.consumer().opcode() == Opcode::Reduce)
    return reason("reduction-input", {producer->name(), edge.consumer().name()});
  if (isFreeInLoop(*producer)) return reason("free-in-loop", {std::string(name(producer->opcode()))});
  if (readers == 1) return reason("single-user", {});
  if (has(producer->opcode(), kExpensive))
    return reason("expensive-but-cheaper", {producer->name(), std::to_string(readers)});
  return reason("cheap-producer-duplicated", {std::to_string(readers)});
}

void FusionPlan::record(Instruction* producer, const std::vector<Edge>& edges) {
  int64_t first = 0;
  for (const Edge& edge : edges) {
    bool fused = !edge.refused.has_value();
    FusionRefusal why = fused ? fusedReason(producer, edge, edges.size()) : *edge.refused;
    for (const Instruction* user : edge.consumers) {
      FusionDecision decision;
      decision.id = static_cast<int64_t>(m_decisions.size()) + 1;
      decision.producer = producer->id();
      decision.consumer = user->id();
      decision.producerName = producer->name();
      decision.consumerName = user->name();
      decision.fused = fused;
      decision.forced = edge.forced;
      decision.rule = why.rule;
      decision.reason = why.reason;
      decision.bytesApart = static_cast<int64_t>(edge.apart.bytes());
      decision.bytesFused = static_cast<int64_t>(edge.fused.bytes());
      decision.secondsApart = seconds(m_alone) + seconds(edge.group->estimate());
      decision.secondsFused = seconds(edge.fused);
      decision.dependsOn = first;
      if (first == 0) first = decision.id;
      m_decisions.push_back(std::move(decision));
    }
  }
}

void FusionPlan::recordApart(Instruction* producer, const Instruction& consumer,
                             const std::optional<FusionRefusal>& refused) {
  if (!refused) return;
  FusionDecision decision;
  decision.id = static_cast<int64_t>(m_decisions.size()) + 1;
  decision.producer = producer->id();
  decision.consumer = consumer.id();
  decision.producerName = producer->name();
  decision.consumerName = consumer.name();
  decision.rule = refused->rule;
  decision.reason = refused->reason;
  OpCost both = costOf(*producer, *m_computation.module());
  both += costOf(consumer, *m_computation.module());
  decision.bytesApart = decision.bytesFused = both.bytes();
  m_decisions.push_back(std::move(decision));
}

}  // namespace onepot
