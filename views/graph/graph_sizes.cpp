#include "views/graph/graph_sizes.h"

#include <algorithm>
#include <vector>

namespace onepot {

QSizeF nodeSize(const GraphNode& node, bool compact) {
  if (node.role == NodeRole::Port) return {kPortSize, kPortSize};
  if (node.role == NodeRole::Output) return {static_cast<double>(node.name.size()) * 11 * kMonoAdvance + 8, 18};
  if (node.role == NodeRole::More) return {52, 18};
  if (compact) return {kCompactWidth, kCompactHeight};
  const auto longest = std::max({node.shapeLine.size(), node.before.attribute.size(), node.after.attribute.size()});
  const double wanted = std::max(static_cast<double>(node.name.size()) * 12, static_cast<double>(longest) * 11);
  const bool tall = !node.before.attribute.isEmpty() || !node.after.attribute.isEmpty();
  return {std::clamp(wanted * kMonoAdvance + 24, kNodeWidth, kNodeMaxWidth), tall ? kNodeTallHeight : kNodeHeight};
}

}  // namespace onepot
