#include "views/graph/layered_level.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace onepot {
namespace {

constexpr double kTrackGap = 7;  // between two horizontal runs in the space between ranks
constexpr int kMostTracks = 24;
constexpr double kDummyGap = 12;
constexpr int kMostDummiesAnItem = 16;

/// A box or a bend: what stands in a rank.
struct Place {
  int item = -1;  // −1: a bend
  int rank = 0;
  double width = 0, x = 0;
  std::vector<int> up, down;  // indices of places in the neighbouring ranks
};

class Level {
 public:
  Level(const std::vector<LevelItem>& items, const std::vector<LevelEdge>& edges, double rankGap, double columnGap)
      : m_items(items), m_edges(edges), m_rankGap(rankGap), m_columnGap(columnGap) {}

  LevelResult run() {
    breakCycles();
    assignRanks();
    placeItems();
    placeBends();
    order();
    straighten();
    assignHeights();
    return route();
  }

 private:
  int itemCount() const { return static_cast<int>(m_items.size()); }
  int upper(int edge) const { return m_turned[at(edge)] ? m_edges[at(edge)].to : m_edges[at(edge)].from; }
  int lower(int edge) const { return m_turned[at(edge)] ? m_edges[at(edge)].from : m_edges[at(edge)].to; }
  static size_t at(int index) { return static_cast<size_t>(index); }

  /// Depth first, by a stack of our own; an edge back to what is still open is turned round.
  void breakCycles() {
    m_turned.assign(m_edges.size(), false);
    std::vector<std::vector<int>> out(m_items.size());
    for (int e = 0; e < static_cast<int>(m_edges.size()); ++e) out[at(m_edges[at(e)].from)].push_back(e);
    std::vector<uint8_t> state(m_items.size(), 0);
    std::vector<std::pair<int, size_t>> stack;
    for (int start = 0; start < itemCount(); ++start) {
      if (state[at(start)] != 0) continue;
      stack.push_back({start, 0});
      state[at(start)] = 1;
      while (!stack.empty()) {
        auto& [item, next] = stack.back();
        if (next == out[at(item)].size()) {
          state[at(item)] = 2;
          stack.pop_back();
          continue;
        }
        const int edge = out[at(item)][next++];
        const int target = m_edges[at(edge)].to;
        if (state[at(target)] == 1) m_turned[at(edge)] = true;
        if (state[at(target)] != 0) continue;
        state[at(target)] = 1;
        stack.push_back({target, 0});
      }
    }
  }

  /// Longest path from the top; then what nothing leads to moves down to its first user.
  void assignRanks() {
    std::vector<std::vector<int>> below(m_items.size());
    std::vector<int> waiting(m_items.size(), 0);
    for (int e = 0; e < static_cast<int>(m_edges.size()); ++e) {
      below[at(upper(e))].push_back(lower(e));
      ++waiting[at(lower(e))];
    }
    const std::vector<int> incoming = waiting;
    m_rank.assign(m_items.size(), 0);
    const bool entries =
        std::any_of(m_items.begin(), m_items.end(), [](const LevelItem& i) { return i.place == LevelPlace::Entry; });
    for (int i = 0; i < itemCount(); ++i) m_rank[at(i)] = entries && m_items[at(i)].place != LevelPlace::Entry ? 1 : 0;
    std::vector<int> ready, sequence;
    for (int i = 0; i < itemCount(); ++i) {
      if (waiting[at(i)] == 0) ready.push_back(i);
    }
    for (size_t next = 0; next < ready.size(); ++next) {
      const int item = ready[next];
      for (int target : below[at(item)]) {
        m_rank[at(target)] = std::max(m_rank[at(target)], m_rank[at(item)] + 1);
        if (--waiting[at(target)] == 0) ready.push_back(target);
      }
    }
    int last = 0;
    for (int rank : m_rank) last = std::max(last, rank);
    for (auto item = ready.rbegin(); item != ready.rend(); ++item) {
      const LevelPlace place = m_items[at(*item)].place;
      if (place == LevelPlace::Exit) m_rank[at(*item)] = last + 1;
      if (place != LevelPlace::Free || incoming[at(*item)] > 0 || below[at(*item)].empty()) continue;
      int first = last + 1;
      for (int target : below[at(*item)]) first = std::min(first, m_rank[at(target)]);
      m_rank[at(*item)] = std::max(m_rank[at(*item)], first - 1);
    }
    dropEmptyRanks();
  }

  void dropEmptyRanks() {
    std::vector<int> used = m_rank;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (int& rank : m_rank) {
      rank = static_cast<int>(std::lower_bound(used.begin(), used.end(), rank) - used.begin());
    }
    m_ranks.assign(used.size(), {});
  }

  int addPlace(int item, int rank, double width) {
    m_places.push_back({item, rank, width, 0, {}, {}});
    m_ranks[at(rank)].push_back(static_cast<int>(m_places.size()) - 1);
    return static_cast<int>(m_places.size()) - 1;
  }

  void placeItems() {
    for (int i = 0; i < itemCount(); ++i) addPlace(i, m_rank[at(i)], m_items[at(i)].size.width());
  }

  void link(int above, int below) {
    m_places[at(above)].down.push_back(below);
    m_places[at(below)].up.push_back(above);
  }

  /// All edges that leave a box downwards share one chain of bends, so bends grow with boxes, not with edges.
  void placeBends() {
    m_paths.assign(m_edges.size(), {});
    std::vector<std::vector<int>> leaving(m_items.size());
    for (int e = 0; e < static_cast<int>(m_edges.size()); ++e) leaving[at(upper(e))].push_back(e);
    const size_t most = m_items.size() * kMostDummiesAnItem + 4096;
    std::map<std::pair<int, int>, bool> linked;
    for (int item = 0; item < itemCount(); ++item) {
      std::vector<int> chain{item};
      for (int edge : leaving[at(item)]) {
        const int target = lower(edge);
        const int span = m_rank[at(target)] - m_rank[at(item)];
        const bool affordable = m_places.size() + at(std::max(span, 0)) < most;
        while (affordable && static_cast<int>(chain.size()) < span) {
          const int bend = addPlace(-1, m_rank[at(item)] + static_cast<int>(chain.size()), 0);
          link(chain.back(), bend);
          chain.push_back(bend);
        }
        const int last = std::min(span, static_cast<int>(chain.size()));
        m_paths[at(edge)].assign(chain.begin(), chain.begin() + std::max(last, 1));
        m_paths[at(edge)].push_back(target);
        const int before = m_paths[at(edge)][m_paths[at(edge)].size() - 2];
        if (m_places[at(before)].rank + 1 != m_rank[at(target)]) continue;  // too long to bend: a straight line
        if (linked.emplace(std::pair(before, target), true).second) link(before, target);
      }
    }
  }

  // ---- order within ranks

  void order() {
    initialOrder();
    auto best = m_ranks;
    int64_t fewest = crossings();
    const int sweeps = m_places.size() > 4000 ? 6 : 20;
    for (int sweep = 0, idle = 0; sweep < sweeps && fewest > 0 && idle < 4; ++sweep) {
      sortRanks(sweep % 2 == 0);
      const int64_t now = crossings();
      idle = now < fewest ? 0 : idle + 1;
      if (now < fewest) best = m_ranks;
      fewest = std::min(fewest, now);
    }
    m_ranks = best;
    numberRanks();
  }

  /// Depth first from the top: what belongs together starts together.
  void initialOrder() {
    std::vector<bool> seen(m_places.size(), false);
    std::vector<std::vector<int>> ordered(m_ranks.size());
    std::vector<int> stack;
    for (const auto& rank : m_ranks) {
      for (int start : rank) {
        if (seen[at(start)]) continue;
        stack.push_back(start);
        while (!stack.empty()) {
          const int place = stack.back();
          stack.pop_back();
          if (seen[at(place)]) continue;
          seen[at(place)] = true;
          ordered[at(m_places[at(place)].rank)].push_back(place);
          for (auto next = m_places[at(place)].down.rbegin(); next != m_places[at(place)].down.rend(); ++next) {
            stack.push_back(*next);
          }
        }
      }
    }
    m_ranks = std::move(ordered);
    numberRanks();
  }

  void numberRanks() {
    m_position.assign(m_places.size(), 0);
    for (const auto& rank : m_ranks) {
      for (size_t i = 0; i < rank.size(); ++i) m_position[at(rank[i])] = static_cast<int>(i);
    }
  }

  void sortRanks(bool downwards) {
    const int count = static_cast<int>(m_ranks.size());
    for (int step = 1; step < count; ++step) {
      auto& rank = m_ranks[at(downwards ? step : count - 1 - step)];
      std::vector<double> centre(rank.size());
      for (size_t i = 0; i < rank.size(); ++i) {
        const auto& neighbours = downwards ? m_places[at(rank[i])].up : m_places[at(rank[i])].down;
        double sum = 0;
        for (int other : neighbours) sum += m_position[at(other)];
        centre[i] = neighbours.empty() ? m_position[at(rank[i])] : sum / static_cast<double>(neighbours.size());
      }
      std::vector<int> index(rank.size());
      std::iota(index.begin(), index.end(), 0);
      std::stable_sort(index.begin(), index.end(), [&](int a, int b) { return centre[at(a)] < centre[at(b)]; });
      std::vector<int> sorted(rank.size());
      for (size_t i = 0; i < rank.size(); ++i) sorted[i] = rank[at(index[i])];
      rank = std::move(sorted);
      for (size_t i = 0; i < rank.size(); ++i) m_position[at(rank[i])] = static_cast<int>(i);
    }
  }

  /// Inversions between neighbouring ranks, by a binary indexed tree.
  int64_t crossings() const {
    int64_t total = 0;
    std::vector<int> tree;
    for (size_t r = 0; r + 1 < m_ranks.size(); ++r) {
      tree.assign(m_ranks[r + 1].size() + 1, 0);
      int64_t seen = 0;
      for (int place : m_ranks[r]) {
        std::vector<int> targets;
        for (int other : m_places[at(place)].down) targets.push_back(m_position[at(other)]);
        for (int target : targets) {
          int64_t notRight = 0;
          for (int i = target + 1; i > 0; i -= i & -i) notRight += tree[at(i)];
          total += seen - notRight;
        }
        for (int target : targets) {
          for (int i = target + 1; i < static_cast<int>(tree.size()); i += i & -i) ++tree[at(i)];
          ++seen;
        }
      }
    }
    return total;
  }

  // ---- x

  double separation(int left, int right) const {
    const Place &a = m_places[at(left)], &b = m_places[at(right)];
    const double gap = a.item < 0 || b.item < 0 ? kDummyGap : m_columnGap;
    return (a.width + b.width) / 2 + gap;
  }

  /// Moves a rank as near to the wanted places as its order and gaps allow (pool adjacent violators: least squares).
  void settle(const std::vector<int>& rank, const std::vector<double>& wanted, const std::vector<double>& weights) {
    struct Block {
      double sum, weight;
      size_t count;
      double mean() const { return sum / weight; }
    };
    std::vector<double> offset(rank.size(), 0);
    for (size_t i = 1; i < rank.size(); ++i) offset[i] = offset[i - 1] + separation(rank[i - 1], rank[i]);
    std::vector<Block> blocks;
    for (size_t i = 0; i < rank.size(); ++i) {
      blocks.push_back({(wanted[i] - offset[i]) * weights[i], weights[i], 1});
      while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
        const Block last = blocks.back();
        blocks.pop_back();
        blocks.back() = {blocks.back().sum + last.sum, blocks.back().weight + last.weight,
                         blocks.back().count + last.count};
      }
    }
    size_t i = 0;
    for (const Block& block : blocks) {
      for (size_t k = 0; k < block.count; ++k, ++i) m_places[at(rank[i])].x = block.mean() + offset[i];
    }
  }

  void straighten() {
    for (const auto& rank : m_ranks) {
      double x = 0;
      for (size_t i = 0; i < rank.size(); ++i) {
        if (i > 0) x += separation(rank[i - 1], rank[i]);
        m_places[at(rank[i])].x = x;
      }
    }
    const int count = static_cast<int>(m_ranks.size());
    const int sweeps = m_places.size() > 8000 ? 6 : 14;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const bool both = sweep >= sweeps - 2;
      for (int step = 0; step < count; ++step) {
        const int r = sweep % 2 == 0 ? step : count - 1 - step;
        settleRank(m_ranks[at(r)], both || sweep % 2 == 0, both || sweep % 2 == 1);
      }
    }
  }

  void settleRank(const std::vector<int>& rank, bool useUpper, bool useLower) {
    std::vector<double> wanted(rank.size()), weights(rank.size());
    for (size_t i = 0; i < rank.size(); ++i) {
      const Place& place = m_places[at(rank[i])];
      double sum = 0, weight = 0;
      const auto pull = [&](const std::vector<int>& others) {
        for (int other : others) {
          // Bends pull hard on bends: long edges shall be straight.
          const double w = place.item < 0 && m_places[at(other)].item < 0 ? 8 : 1;
          sum += w * m_places[at(other)].x;
          weight += w;
        }
      };
      if (useUpper) pull(place.up);
      if (useLower) pull(place.down);
      wanted[i] = weight > 0 ? sum / weight : place.x;
      weights[i] = weight > 0 ? weight : 0.05;
    }
    settle(rank, wanted, weights);
  }

  // ---- y and routes

  /// Horizontal runs in the space under a rank, one for each box or bend above it, get tracks so that none overlap.
  void assignTracks() {
    m_track.assign(m_places.size(), 0);
    m_tracks.assign(m_ranks.size(), 1);
    for (size_t r = 0; r < m_ranks.size(); ++r) {
      struct Run {
        double left, right;
        int place;
      };
      std::vector<Run> runs;
      for (int index : m_ranks[r]) {
        const Place& place = m_places[at(index)];
        double left = place.x, right = place.x;
        for (int other : place.down) {
          left = std::min(left, m_places[at(other)].x - m_places[at(other)].width / 2);
          right = std::max(right, m_places[at(other)].x + m_places[at(other)].width / 2);
        }
        if (right - left > 1) runs.push_back({left, right, index});
      }
      std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.left < b.left; });
      std::vector<double> ends;
      for (const Run& run : runs) {
        size_t track = 0;
        while (track < ends.size() && ends[track] + 4 > run.left && track + 1 < kMostTracks) ++track;
        if (track == ends.size()) ends.push_back(0);
        ends[track] = run.right;
        m_track[at(run.place)] = static_cast<int>(track);
      }
      m_tracks[r] = std::max<int>(1, static_cast<int>(ends.size()));
    }
  }

  void assignHeights() {
    assignTracks();
    m_top.assign(m_ranks.size(), 0);
    m_height.assign(m_ranks.size(), 0);
    double y = 0;
    for (size_t r = 0; r < m_ranks.size(); ++r) {
      for (int index : m_ranks[r]) {
        const Place& place = m_places[at(index)];
        if (place.item >= 0) m_height[r] = std::max(m_height[r], m_items[at(place.item)].size.height());
      }
      m_top[r] = y;
      y += m_height[r] + std::max(m_rankGap, (m_tracks[r] + 1) * kTrackGap + 10);
    }
  }

  double trackY(int place) const {
    const size_t r = at(m_places[at(place)].rank);
    const double bottom = m_top[r] + m_height[r];
    const double gap = r + 1 < m_top.size() ? m_top[r + 1] - bottom : m_rankGap;
    return bottom + gap * (m_track[at(place)] + 1) / (m_tracks[r] + 1);
  }

  double itemY(int item) const {
    const size_t r = at(m_rank[at(item)]);
    return m_top[r] + m_height[r] / 2;
  }

  /// Where edges whose end is left open meet their lower box: side by side, in the order they come from.
  std::vector<double> spreadEnds() const {
    std::vector<std::vector<int>> arriving(m_items.size());
    for (int e = 0; e < static_cast<int>(m_edges.size()); ++e) arriving[at(lower(e))].push_back(e);
    std::vector<double> offsets(m_edges.size(), 0);
    for (int item = 0; item < itemCount(); ++item) {
      auto& edges = arriving[at(item)];
      const auto fromX = [&](int e) { return m_places[at(m_paths[at(e)][m_paths[at(e)].size() - 2])].x; };
      std::stable_sort(edges.begin(), edges.end(), [&](int a, int b) { return fromX(a) < fromX(b); });
      const double room = std::max(0.0, m_items[at(item)].size.width() - 24);
      const double step = edges.size() > 1 ? std::min(28.0, room / static_cast<double>(edges.size() - 1)) : 0;
      for (size_t i = 0; i < edges.size(); ++i) {
        const double given = m_turned[at(edges[i])] ? m_edges[at(edges[i])].fromOffset : m_edges[at(edges[i])].toOffset;
        offsets[at(edges[i])] =
            std::isnan(given) ? (static_cast<double>(i) - (static_cast<double>(edges.size()) - 1) / 2) * step : given;
      }
    }
    return offsets;
  }

  std::vector<QPointF> routeOf(int edge, double endOffset) const {
    const std::vector<int>& path = m_paths[at(edge)];
    const LevelEdge& given = m_edges[at(edge)];
    const double startOffset = m_turned[at(edge)] ? given.toOffset : given.fromOffset;
    const int first = path.front(), last = path.back();
    double x = m_places[at(first)].x + (std::isnan(startOffset) ? 0 : startOffset);
    std::vector<QPointF> points{{x, itemY(first) + m_items[at(first)].size.height() / 2}};
    for (size_t i = 1; i < path.size(); ++i) {
      const double next = i + 1 < path.size() ? m_places[at(path[i])].x : m_places[at(last)].x + endOffset;
      if (std::abs(next - x) > 0.5) {
        const double y = trackY(path[i - 1]);
        points.push_back({x, y});
        points.push_back({next, y});
      }
      x = next;
    }
    points.push_back({x, itemY(last) - m_items[at(last)].size.height() / 2});
    if (m_turned[at(edge)]) std::reverse(points.begin(), points.end());
    return points;
  }

  LevelResult route() {
    LevelResult result;
    double left = 0, right = 0, bottom = 0;
    for (int i = 0; i < itemCount(); ++i) {
      const Place& place = m_places[at(i)];
      left = i == 0 ? place.x - place.width / 2 : std::min(left, place.x - place.width / 2);
      right = i == 0 ? place.x + place.width / 2 : std::max(right, place.x + place.width / 2);
    }
    for (const Place& place : m_places) {
      left = std::min(left, place.x - place.width / 2);
      right = std::max(right, place.x + place.width / 2);
    }
    for (size_t r = 0; r < m_ranks.size(); ++r) bottom = m_top[r] + m_height[r];
    const std::vector<double> ends = spreadEnds();
    for (int i = 0; i < itemCount(); ++i) result.centres.push_back({m_places[at(i)].x - left, itemY(i)});
    for (int e = 0; e < static_cast<int>(m_edges.size()); ++e) {
      result.routes.push_back(routeOf(e, ends[at(e)]));
      for (QPointF& point : result.routes.back()) point.rx() -= left;
    }
    result.size = {right - left, bottom};
    return result;
  }

  const std::vector<LevelItem>& m_items;
  const std::vector<LevelEdge>& m_edges;
  double m_rankGap, m_columnGap;
  std::vector<bool> m_turned;
  std::vector<int> m_rank;                // of items
  std::vector<Place> m_places;            // items first, then bends
  std::vector<std::vector<int>> m_ranks;  // places in order
  std::vector<std::vector<int>> m_paths;  // of edges: places from upper to lower box
  std::vector<int> m_position, m_track, m_tracks;
  std::vector<double> m_top, m_height;
};

}  // namespace

LevelResult layoutLevel(const std::vector<LevelItem>& items, const std::vector<LevelEdge>& edges, double rankGap,
                        double columnGap) {
  return items.empty() ? LevelResult{} : Level(items, edges, rankGap, columnGap).run();
}

}  // namespace onepot
