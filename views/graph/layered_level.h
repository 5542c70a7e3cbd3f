// One frame's worth of the layered layout: boxes without clusters in ranks, few crossings, right-angled routes.
#pragma once

#include <QPointF>
#include <QSizeF>
#include <vector>

namespace onepot {

/// Where a box may stand: an entry on the top border of its frame, an exit on the bottom border, or anywhere between.
enum class LevelPlace : uint8_t { Free, Entry, Exit };

struct LevelItem {
  QSizeF size;
  LevelPlace place = LevelPlace::Free;
};

struct LevelEdge {
  int from = 0, to = 0;
  /// Where the edge meets its boxes, from their centres; NaN: the layout spreads them.
  double fromOffset = 0, toOffset = 0;
};

struct LevelResult {
  std::vector<QPointF> centres;              // one an item
  std::vector<std::vector<QPointF>> routes;  // one an edge, from the bottom of `from` to the top of `to`
  QSizeF size;                               // everything, from (0, 0)
};

/// Deterministic: the order of items and edges decides every tie. Time is linear in the drawing but for the sorting of
/// ranks; cycles are broken by turning edges round.
LevelResult layoutLevel(const std::vector<LevelItem>& items, const std::vector<LevelEdge>& edges, double rankGap,
                        double columnGap);

}  // namespace onepot
