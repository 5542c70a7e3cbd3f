#include "views/graph/graph_verdicts.h"

#include <QCoreApplication>
#include <map>

namespace onepot {
namespace {

/// Edges by {value, user} where the user may be reached through ports: the edge that leaves the value carries the mark.
std::map<std::pair<int, int>, int> edgesByEnds(const GraphModel& model) {
  std::map<std::pair<int, int>, int> result;
  std::vector<std::vector<int>> leaving(model.nodes.size());
  for (size_t e = 0; e < model.edges.size(); ++e) {
    if (model.edges[e].after.present) leaving[static_cast<size_t>(model.edges[e].from)].push_back(static_cast<int>(e));
  }
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    if (model.nodes[n].role == NodeRole::Port) continue;
    for (int first : leaving[n]) {
      std::vector<int> ends{model.edges[static_cast<size_t>(first)].to};
      for (size_t next = 0; next < ends.size() && next < 64; ++next) {
        const auto at = static_cast<size_t>(ends[next]);
        result.try_emplace({static_cast<int>(n), ends[next]}, first);
        if (model.nodes[at].role != NodeRole::Port) continue;
        for (int edge : leaving[at]) ends.push_back(model.edges[static_cast<size_t>(edge)].to);
      }
    }
  }
  return result;
}

QString forcedWords(const GraphModel& model, const FusionDecision& decision) {
  if (!decision.fused) return QCoreApplication::translate("GraphView", "kept apart");
  const auto cluster = model.clusterOf.find(decision.fusion);
  if (cluster == model.clusterOf.end()) return QCoreApplication::translate("GraphView", "fused");
  return QCoreApplication::translate("GraphView", "joins %1")
      .arg(model.clusters[static_cast<size_t>(cluster->second)].title);
}

}  // namespace

Verdict verdictOf(const FusionDecision& decision) {
  return decision.forced ? Verdict::Forced : decision.fused ? Verdict::Fused : Verdict::Refused;
}

std::vector<EdgeVerdict> edgeVerdicts(const GraphModel& model, const std::vector<FusionDecision>& decisions,
                                      const FusionOverrides& overrides) {
  const auto edges = edgesByEnds(model);
  std::vector<EdgeVerdict> marks;
  for (const FusionDecision& decision : decisions) {
    EdgeVerdict mark;
    const auto found = edges.find({model.find(decision.producer), model.find(decision.consumer)});
    if (found != edges.end()) mark.edge = found->second;
    mark.verdict = verdictOf(decision);
    mark.decision = decision.id;
    mark.chained = decision.dependsOn != 0;
    const auto wish = overrides.find({decision.producerName, decision.consumerName});
    if (wish != overrides.end() && !decision.forced) {
      mark.verdict = Verdict::Forced;  // asked for, not compiled yet
      mark.words = wish->second ? QCoreApplication::translate("GraphView", "will be fused")
                                : QCoreApplication::translate("GraphView", "will be kept apart");
    } else if (decision.forced) {
      mark.words = forcedWords(model, decision);
    }
    marks.push_back(mark);
  }
  return marks;
}

}  // namespace onepot
