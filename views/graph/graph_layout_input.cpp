// What of a graph model the layout needs: sizes, ends and frames.
#include "views/graph/graph_model.h"

#include <deque>

namespace onepot {
namespace {

constexpr double kCompactRankGap = 22;

/// A node that a pass took away stands inside a frame if everything it touched does: its ghost then has a place there.
int frameOfRemoved(const GraphModel& model, int node, const std::vector<std::vector<int>>& neighbours) {
  int frame = -1;
  for (int other : neighbours[static_cast<size_t>(node)]) {
    const NodeSide& side = model.nodes[static_cast<size_t>(other)].after;
    if (!side.present || side.cluster < 0 || (frame >= 0 && frame != side.cluster)) return -1;
    frame = side.cluster;
  }
  return frame;
}

}  // namespace

LayoutInput GraphModel::layoutInput() const {
  LayoutInput input;
  if (compact) input.rankGap = kCompactRankGap;
  for (const GraphCluster& cluster : clusters) {
    input.clusters.push_back(
        {cluster.parent, static_cast<double>(cluster.title.size() + cluster.detail.size()) * 7 + 40});
  }
  std::vector<std::vector<int>> neighbours(nodes.size());
  for (const GraphEdge& edge : edges) {
    input.edges.push_back({edge.from, edge.to, !edge.backEdge && edge.viaPort < 0});
    neighbours[static_cast<size_t>(edge.from)].push_back(edge.to);
    neighbours[static_cast<size_t>(edge.to)].push_back(edge.from);
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    const GraphNode& node = nodes[i];
    int cluster = node.after.cluster;
    if (!node.after.present) {
      cluster = node.before.cluster;
      const bool frameStays = cluster >= 0 && clusters[static_cast<size_t>(cluster)].inAfter;
      if (!frameStays) cluster = frameOfRemoved(*this, static_cast<int>(i), neighbours);
    }
    input.nodes.push_back({node.size, cluster, node.role == NodeRole::Port});
  }
  return input;
}

GraphModel neighbourhood(const GraphModel& model, int node, int radius) {
  std::vector<std::vector<int>> neighbours(model.nodes.size());
  for (const GraphEdge& edge : model.edges) {
    neighbours[static_cast<size_t>(edge.from)].push_back(edge.to);
    neighbours[static_cast<size_t>(edge.to)].push_back(edge.from);
  }
  std::vector<int> distance(model.nodes.size(), -1);
  std::deque<int> queue{node};
  distance[static_cast<size_t>(node)] = 0;
  while (!queue.empty()) {
    const int at = queue.front();
    queue.pop_front();
    if (distance[static_cast<size_t>(at)] == radius) continue;
    for (int other : neighbours[static_cast<size_t>(at)]) {
      if (distance[static_cast<size_t>(other)] >= 0) continue;
      distance[static_cast<size_t>(other)] = distance[static_cast<size_t>(at)] + 1;
      queue.push_back(other);
    }
  }
  GraphModel part;
  part.before = model.before;
  part.after = model.after;
  part.compact = model.compact;
  part.counts = model.counts;
  part.clusters = model.clusters;
  part.clusterOf = model.clusterOf;
  std::vector<int> place(model.nodes.size(), -1);
  for (size_t i = 0; i < model.nodes.size(); ++i) {
    if (distance[i] < 0) continue;
    place[i] = static_cast<int>(part.nodes.size());
    part.nodes.push_back(model.nodes[i]);
  }
  for (const GraphEdge& edge : model.edges) {
    GraphEdge copy = edge;
    copy.from = place[static_cast<size_t>(edge.from)];
    copy.to = place[static_cast<size_t>(edge.to)];
    if (copy.from >= 0 && copy.to >= 0) part.edges.push_back(copy);
  }
  const auto keep = [&](const std::unordered_map<InstructionId, int>& from,
                        std::unordered_map<InstructionId, int>& to) {
    for (const auto& [id, index] : from) {
      if (place[static_cast<size_t>(index)] >= 0) to.emplace(id, place[static_cast<size_t>(index)]);
    }
  };
  keep(model.nodeOf, part.nodeOf);
  keep(model.insideOf, part.insideOf);
  return part;
}

}  // namespace onepot
