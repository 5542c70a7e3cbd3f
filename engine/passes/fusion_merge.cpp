// The second half of FusionPlan: kernels that walk over the same elements become one kernel with several results.
#include <algorithm>
#include <map>

#include "engine/ops/op.h"
#include "engine/passes/fusion_plan.h"

namespace onepot {

namespace {

// Beyond these a kernel with several results runs out of registers and streams.
constexpr size_t kMostResults = 8;
constexpr size_t kMostTinyResults = 64;
constexpr size_t kMostMergedMembers = 240;
constexpr int kMostMergedInputs = 32;
constexpr double kTinyBytes = 1 << 16;
constexpr size_t kPathSearchLimit = 2048;

}  // namespace

void FusionPlan::mergeKernels() {
  if (m_context.options.fusionPolicy == FusionPolicy::None ||
      m_context.options.fusionPolicy == FusionPolicy::ElementwiseOnly)
    return;
  // Those that read the same array, with the one that makes it; in program order, so that the outcome is the same each
  // time.
  for (Instruction* value : m_order) {
    auto readers = m_readers.find(value);
    if (readers == m_readers.end()) continue;
    std::vector<FusionGroup*> candidates;
    if (auto maker = m_maker.find(value); maker != m_maker.end()) candidates.push_back(present(maker->second));
    for (FusionGroup* reader : readers->second)
      if (FusionGroup* group = present(reader); !group->has(value)) candidates.push_back(group);
    if (candidates.size() > 1) mergeAmong(std::move(candidates));
  }
  // Small kernels cost their launch: those of equal dimensions run as one even where they share nothing.
  std::vector<FusionGroup*> tiny;
  for (const auto& group : m_groups)
    if (!m_mergedInto.contains(group.get()) && group->estimate().bytes() <= kTinyBytes) tiny.push_back(group.get());
  mergeAmong(std::move(tiny));
  forgetMerged();
  dropInnerResults();
}

void FusionPlan::mergeAmong(std::vector<FusionGroup*> candidates) {
  auto firstPlace = [&](const FusionGroup* group) { return m_place.at(group->results().front()); };
  std::ranges::sort(candidates, {}, firstPlace);
  auto [end, last] = std::ranges::unique(candidates);
  candidates.erase(end, last);
  std::map<std::vector<int64_t>, FusionGroup*> open;  // the kernel that takes others in, by dimensions
  for (FusionGroup* group : candidates) {
    if (!group->results().front()->shape().isArray()) continue;
    std::vector<int64_t> key = group->results().front()->shape().dims();
    key.push_back(group->reductions().empty() ? 0 : 1);
    auto [slot, fresh] = open.try_emplace(std::move(key), group);
    if (fresh) continue;
    if (worthMerging(*slot->second, *group))
      mergeInto(slot->second, group);
    else
      slot->second = group;
  }
}

bool FusionPlan::worthMerging(const FusionGroup& a, const FusionGroup& b) const {
  if (!sameIteration(a, b)) return false;
  bool tiny = a.estimate().bytes() + b.estimate().bytes() <= kTinyBytes;
  if (a.results().size() + b.results().size() > (tiny ? kMostTinyResults : kMostResults)) return false;
  if (a.members().size() + b.members().size() > kMostMergedMembers) return false;
  if (!tiny && a.inputs() + b.inputs() > kMostMergedInputs) return false;
  bool lone = a.members().size() == 1 && b.members().size() == 1 &&
              (!isFusible(*a.members().front()) || !isFusible(*b.members().front()));
  if (lone) return false;
  for (const FusionGroup* group : {&a, &b})
    for (const Instruction* member : group->members())
      if (member->shape().isTuple()) return false;
  // One may read the other's result only where it stands itself.
  for (auto [maker, reader] : {std::pair(&a, &b), std::pair(&b, &a)})
    for (Instruction* result : maker->results()) {
      auto demand = reader->demands().find(result);
      if (demand == reader->demands().end() || reader->has(result)) continue;
      bool own = demand->second.places.size() == 1 && demand->second.places.front().position == kOwnPosition;
      if (!own || !reader->reductions().empty()) return false;
      for (const Instruction* user : result->users()) {
        auto said = m_context.options.fusionOverrides.find({result->name(), user->name()});
        if (said != m_context.options.fusionOverrides.end() && !said->second) return false;
      }
    }
  return !pathBetween(a, b) && !pathBetween(b, a);
}

/// Nothing before this place in the program depends on `from`. Without merged kernels that is its first result; a
/// merged one that comes after it may have results before it, which then depend on it too.
int FusionPlan::earliestReached(const FusionGroup& from) const {
  int earliest = static_cast<int>(m_order.size());
  for (const Instruction* result : from.results()) earliest = std::min(earliest, m_place.at(result));
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (const auto& [group, span] : m_spans) {
      if (span.first >= earliest || span.second <= earliest) continue;
      earliest = span.first;
      lowered = true;
    }
  }
  return earliest;
}

/// A way from `from` to `to` over anything else: as one kernel they would wait for themselves.
bool FusionPlan::pathBetween(const FusionGroup& from, const FusionGroup& to) const {
  int earliest = earliestReached(from);
  std::unordered_set<const void*> seen{&to, &from};
  std::vector<const Instruction*> queue;
  // A result of `from` that `to` reads directly is no detour, so only what stands between counts.
  auto pushInputs = [&](const FusionGroup& group) {
    for (const auto& [value, demand] : group.demands())
      if (!group.has(value)) queue.push_back(value);
  };
  pushInputs(to);
  bool direct = true;
  while (!queue.empty()) {
    size_t level = queue.size();
    std::vector<const Instruction*> now(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(level));
    queue.clear();
    for (const Instruction* value : now) {
      auto maker = m_maker.find(value);
      if (maker != m_maker.end() && present(maker->second) == &from) {
        if (!direct) return true;
        continue;
      }
      FusionGroup* group = maker == m_maker.end() ? nullptr : present(maker->second);
      const void* unit = group == nullptr ? static_cast<const void*>(value) : group;
      if (!seen.insert(unit).second) continue;
      if (seen.size() > kPathSearchLimit) return true;
      if (group != nullptr) {
        int latest = 0;
        for (const Instruction* result : group->results()) latest = std::max(latest, m_place.at(result));
        if (latest > earliest) pushInputs(*group);
      } else if (m_place.at(value) > earliest) {
        for (const Instruction* operand : value->operands()) queue.push_back(operand);
        for (const Instruction* before : value->controlPredecessors()) queue.push_back(before);
      }
    }
    direct = false;
  }
  return false;
}

void FusionPlan::mergeInto(FusionGroup* target, FusionGroup* other) {
  target->merge(*other);
  m_mergedInto[other] = target;
  m_spans.erase(other);
  std::pair<int, int> span{static_cast<int>(m_order.size()), 0};
  for (const Instruction* result : target->results()) {
    span.first = std::min(span.first, m_place.at(result));
    span.second = std::max(span.second, m_place.at(result));
  }
  m_spans[target] = span;
}

/// The kernel that `group` is part of by now.
FusionGroup* FusionPlan::present(FusionGroup* group) const {
  for (auto found = m_mergedInto.find(group); found != m_mergedInto.end(); found = m_mergedInto.find(group))
    group = found->second;
  return group;
}

void FusionPlan::forgetMerged() {
  for (auto& [result, maker] : m_maker) maker = present(maker);
  std::erase_if(m_groups, [&](const auto& group) { return m_mergedInto.contains(group.get()); });
}

bool FusionPlan::isReadOutside(const Instruction& result, const FusionGroup& group) const {
  if (result.isRoot()) return true;
  for (const Instruction* user : result.users()) {
    auto homes = m_homes.find(user);
    if (homes == m_homes.end() || homes->second.empty()) return true;
    for (FusionGroup* home : homes->second)
      if (present(home) != &group) return true;
  }
  return false;
}

/// A value that was in memory for two kernels, which are one by now, is computed there and goes nowhere else.
void FusionPlan::dropInnerResults() {
  for (const auto& group : m_groups) {
    if (group->results().size() < 2) continue;
    std::vector<Instruction*> kept;
    for (Instruction* result : group->results())
      if (isReadOutside(*result, *group)) kept.push_back(result);
    if (kept.empty() || kept.size() == group->results().size()) continue;
    for (Instruction* result : group->results())
      if (std::ranges::find(kept, result) == kept.end()) m_maker.erase(result);
    group->keepResults(kept);
  }
}

/// Edges whose ends came together after all, and values that several kernels were to compute and one does now.
void FusionPlan::settleMergedEdges() {
  for (FusionDecision& decision : m_decisions) {
    if (decision.forced) continue;
    Instruction* producer = m_computation.find(decision.producer);
    auto homes = m_homes.find(producer), ends = m_homes.find(m_computation.find(decision.consumer));
    if (homes == m_homes.end() || ends == m_homes.end() || homes->second.empty() || ends->second.empty()) continue;
    FusionGroup* home = present(homes->second.front());
    auto isHome = [&](FusionGroup* group) { return present(group) == home; };
    bool one = std::ranges::all_of(homes->second, isHome) && std::ranges::all_of(ends->second, isHome);
    bool inMemory = m_maker.contains(producer);
    bool duplicated = decision.rule == "cheap-producer-duplicated" || decision.rule == "expensive-but-cheaper";
    if (!one || (decision.fused && (!duplicated || inMemory))) continue;
    decision.fused = true;
    decision.rule = inMemory ? "multi-output-producer" : "users-share-kernel";
    decision.reason = {inMemory ? "fusion.multi_output_producer" : "fusion.users_share_kernel",
                       {decision.producerName, decision.consumerName}};
    decision.bytesFused = static_cast<int64_t>(home->estimate().bytes());
    decision.secondsFused = seconds(home->estimate());
  }
}

}  // namespace onepot
