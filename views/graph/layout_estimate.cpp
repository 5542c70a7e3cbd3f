// How high a layout will be, known before it is made: decides whether nodes are drawn compact.
#include <deque>

#include "views/graph/layout.h"

namespace onepot {

double estimatedHeight(const LayoutInput& input) {
  std::vector<std::vector<int>> users(input.nodes.size());
  std::vector<int> waiting(input.nodes.size(), 0);
  for (const LayoutEdge& edge : input.edges) {
    if (!edge.ranks) continue;
    users[static_cast<size_t>(edge.from)].push_back(edge.to);
    ++waiting[static_cast<size_t>(edge.to)];
  }
  std::deque<int> ready;
  std::vector<double> bottom(input.nodes.size(), 0);
  for (size_t i = 0; i < input.nodes.size(); ++i) {
    if (waiting[i] == 0) ready.push_back(static_cast<int>(i));
  }
  double highest = 0;
  while (!ready.empty()) {
    const auto at = static_cast<size_t>(ready.front());
    ready.pop_front();
    // A port stands for the frame that begins there: its padding above and below.
    bottom[at] += input.nodes[at].size.height() + (input.nodes[at].port ? 2 * input.clusterPadding : 0);
    highest = std::max(highest, bottom[at]);
    for (int user : users[at]) {
      const auto to = static_cast<size_t>(user);
      bottom[to] = std::max(bottom[to], bottom[at] + input.rankGap);
      if (--waiting[to] == 0) ready.push_back(user);
    }
  }
  return highest;
}

}  // namespace onepot
