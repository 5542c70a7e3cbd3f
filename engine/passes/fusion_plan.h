// Decides which instructions of a computation become one kernel, and says why for every edge.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/passes/fusion_group.h"
#include "engine/passes/fusion_rules.h"
#include "engine/passes/pass.h"

namespace onepot {

/// Walks from the results backwards. Each fusible producer goes into the kernels that read it, where rules allow and
/// the cost model gains; else it starts a kernel of its own. Then kernels that walk over the same elements become one.
class FusionPlan {
 public:
  FusionPlan(Computation& computation, const PassContext& context);

  void decide();
  const std::vector<std::unique_ptr<FusionGroup>>& groups() const { return m_groups; }
  std::vector<FusionDecision>& decisions() { return m_decisions; }

 private:
  struct Edge {
    FusionGroup* group;
    std::vector<Instruction*> consumers;  // the producer's users inside, in program order
    std::optional<FusionRefusal> refused;
    bool forced = false;  // the user's word
    bool wanted = false;  // the user's word is "fuse"
    KernelEstimate apart, fused;
    const Instruction& consumer() const { return *consumers.front(); }
  };

  void place(Instruction* producer);
  void startGroup(Instruction* result);
  std::vector<Edge> edgesInto(Instruction* producer);
  void applyOverride(const Instruction& producer, Edge& edge) const;
  void judgeTogether(Instruction* producer, std::vector<Edge>& edges);
  void judgeEach(Instruction* producer, std::vector<Edge>& edges, const std::string& reader);
  void record(Instruction* producer, const std::vector<Edge>& edges);
  void recordApart(Instruction* producer, const Instruction& consumer, const std::optional<FusionRefusal>& refused);
  FusionRefusal fusedReason(Instruction* producer, const Edge& edge, size_t readers) const;
  FusionRefusal costReason(Instruction* producer, const Edge& edge, size_t readers) const;
  double seconds(const KernelEstimate& estimate) const { return secondsOf(estimate, m_context.figures); }

  void mergeKernels();
  void mergeAmong(std::vector<FusionGroup*> candidates);
  bool worthMerging(const FusionGroup& a, const FusionGroup& b) const;
  bool pathBetween(const FusionGroup& from, const FusionGroup& to) const;
  int earliestReached(const FusionGroup& from) const;
  void mergeInto(FusionGroup* target, FusionGroup* other);
  void forgetMerged();
  void dropInnerResults();
  bool isReadOutside(const Instruction& result, const FusionGroup& group) const;
  void settleMergedEdges();
  FusionGroup* present(FusionGroup* group) const;

  Computation& m_computation;
  const PassContext& m_context;
  std::vector<Instruction*> m_order;
  std::unordered_map<const Instruction*, int> m_place;  // in m_order
  std::vector<std::unique_ptr<FusionGroup>> m_groups;
  std::unordered_map<const Instruction*, std::vector<FusionGroup*>>
      m_readers;  // kernels that ask for a value from memory
  std::unordered_map<const Instruction*, std::vector<FusionGroup*>> m_homes;  // kernels that a value is computed in
  std::unordered_map<const Instruction*, FusionGroup*> m_maker;               // the kernel whose result a value is
  std::unordered_map<FusionGroup*, FusionGroup*> m_mergedInto;
  KernelEstimate m_alone;  // the producer that is being placed, as a kernel of its own
  std::unordered_map<const FusionGroup*, std::pair<int, int>> m_spans;  // first and last result of what was merged
  std::vector<FusionDecision> m_decisions;
};

}  // namespace onepot
