#include "views/graph/graph_walk.h"

#include <cmath>

namespace onepot {
namespace {

constexpr int kMostPorts = 16;

bool walkable(const PictureData& data, int node) {
  const GraphNode& candidate = data.model->nodes[static_cast<size_t>(node)];
  return (candidate.role == NodeRole::Operation || candidate.role == NodeRole::Closed) &&
         showing(candidate, data.picture) == Showing::Shown;
}

/// Neighbours along edges in one direction; ports are passed through.
std::vector<int> neighbours(const PictureData& data, int node, bool upwards) {
  std::vector<int> found, pending{node};
  for (int guard = 0; !pending.empty() && guard < kMostPorts; ++guard) {
    const int at = pending.back();
    pending.pop_back();
    for (const GraphEdge& edge : data.model->edges) {
      if ((upwards ? edge.to : edge.from) != at || edge.backEdge || !showing(edge, data.picture)) continue;
      const int other = upwards ? edge.from : edge.to;
      if (walkable(data, other)) {
        found.push_back(other);
      } else if (data.model->nodes[static_cast<size_t>(other)].role == NodeRole::Port) {
        pending.push_back(other);
      }
    }
  }
  return found;
}

QPointF centre(const PictureData& data, int node) { return data.placed->nodes[static_cast<size_t>(node)].center(); }

int topmost(const PictureData& data) {
  int best = -1;
  for (int n = 0; n < static_cast<int>(data.model->nodes.size()); ++n) {
    if (!walkable(data, n)) continue;
    const QPointF a = centre(data, n), b = best < 0 ? a : centre(data, best);
    if (best < 0 || a.y() < b.y() || (a.y() == b.y() && a.x() < b.x())) best = n;
  }
  return best;
}

int sibling(const PictureData& data, int node, bool right) {
  const QPointF from = centre(data, node);
  const double reach = data.placed->nodes[static_cast<size_t>(node)].height();
  int best = node;
  double nearest = 0;
  for (int n = 0; n < static_cast<int>(data.model->nodes.size()); ++n) {
    if (n == node || !walkable(data, n)) continue;
    const QPointF step = centre(data, n) - from;
    const bool ahead = right ? step.x() > 1 : step.x() < -1;
    if (!ahead || std::abs(step.y()) > reach) continue;
    const double distance = std::abs(step.x()) + 4 * std::abs(step.y());
    if (best == node || distance < nearest) {
      best = n;
      nearest = distance;
    }
  }
  return best;
}

}  // namespace

int walk(const PictureData& data, int node, Step step) {
  if (!data.model || !data.placed) return -1;
  if (node < 0 || !walkable(data, node)) return topmost(data);
  if (step == Step::Previous || step == Step::Next) return sibling(data, node, step == Step::Next);
  int best = node;
  for (int other : neighbours(data, node, step == Step::Operand)) {
    const double from = std::abs(centre(data, other).x() - centre(data, node).x());
    if (best == node || from < std::abs(centre(data, best).x() - centre(data, node).x())) best = other;
  }
  return best;
}

}  // namespace onepot
