#include "engine/passes/arena.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace onepot {

namespace {

/// Placed blocks by stretches of time, so that looking for neighbours costs what there are of them, not the number of
/// all.
class PlacedBlocks {
 public:
  explicit PlacedBlocks(const std::vector<ArenaRequest>& requests) : m_requests(requests), m_seen(requests.size(), 0) {}

  void add(size_t block) {
    auto last = static_cast<size_t>(m_requests[block].to / kStretch);
    if (m_stretches.size() <= last) m_stretches.resize(last + 1);
    for (auto i = static_cast<size_t>(m_requests[block].from / kStretch); i <= last; ++i)
      m_stretches[i].push_back(block);
  }

  /// Those that are alive at some time together with `block`.
  std::vector<size_t> contemporaries(size_t block) {
    ++m_search;
    std::vector<size_t> found;
    const ArenaRequest& wanted = m_requests[block];
    auto last = std::min(static_cast<size_t>(wanted.to / kStretch) + 1, m_stretches.size());
    for (auto i = static_cast<size_t>(wanted.from / kStretch); i < last; ++i)
      for (size_t other : m_stretches[i]) {
        if (m_seen[other] == m_search) continue;
        m_seen[other] = m_search;
        if (m_requests[other].from <= wanted.to && wanted.from <= m_requests[other].to) found.push_back(other);
      }
    return found;
  }

 private:
  static constexpr int kStretch = 64;
  const std::vector<ArenaRequest>& m_requests;
  std::vector<std::vector<size_t>> m_stretches;
  std::vector<int64_t> m_seen;
  int64_t m_search = 0;
};

}  // namespace

std::vector<int64_t> placeInArena(const std::vector<ArenaRequest>& requests, int64_t alignment, int64_t& total) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return requests[a].size > requests[b].size; });
  std::vector<int64_t> offsets(requests.size(), 0);
  PlacedBlocks placed(requests);
  total = 0;
  for (size_t block : order) {
    if (requests[block].size == 0) continue;
    int64_t size = (requests[block].size + alignment - 1) / alignment * alignment;
    std::vector<size_t> others = placed.contemporaries(block);
    std::ranges::sort(others, {}, [&](size_t other) { return offsets[other]; });
    int64_t end = 0, best = -1, bestGap = std::numeric_limits<int64_t>::max();
    for (size_t other : others) {
      int64_t gap = offsets[other] - end;
      if (gap >= size && gap < bestGap) best = end, bestGap = gap;
      int64_t after = offsets[other] + (requests[other].size + alignment - 1) / alignment * alignment;
      end = std::max(end, after);
    }
    offsets[block] = best >= 0 ? best : end;
    total = std::max(total, offsets[block] + size);
    placed.add(block);
  }
  return offsets;
}

}  // namespace onepot
