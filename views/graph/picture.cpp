#include "views/graph/picture.h"

namespace onepot {

Showing showing(const GraphNode& node, Picture picture) {
  switch (picture) {
    case Picture::Before: return node.before.present ? Showing::Shown : Showing::Hidden;
    case Picture::After:
      if (node.after.present) return Showing::Shown;
      return node.change == NodeChange::Removed && node.role != NodeRole::Port ? Showing::Ghost : Showing::Hidden;
    case Picture::Overlay:
      if (node.after.present) return Showing::Shown;
      return node.role != NodeRole::Port && node.change == NodeChange::Removed ? Showing::Shown : Showing::Hidden;
  }
  return Showing::Hidden;
}

bool showing(const GraphCluster& cluster, Picture picture) {
  return picture == Picture::Before ? cluster.inBefore : cluster.inAfter;
}

bool showing(const GraphEdge& edge, Picture picture) {
  if (picture == Picture::Before) return edge.before.present;
  if (picture == Picture::After || edge.after.present) return edge.after.present;
  return edge.change == NodeChange::Removed;
}

bool afterHalf(const GraphEdge& edge, Picture picture) { return picture != Picture::Before && edge.after.present; }

bool afterHalf(const GraphNode& node, Picture picture) {
  return picture != Picture::Before && (node.after.present || picture == Picture::After);
}

}  // namespace onepot
