// A graph model with its layout, ready to draw: ports on their borders, frames of the before side, paths, label places.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <vector>

#include "views/graph/graph_model.h"
#include "views/graph/layout.h"

namespace onepot {

struct PlacedEdge {
  QPainterPath path;  // from the lower border of one box to the upper border of the other
  QPointF label;      // the middle of its way
  QPointF tip;        // where the arrow ends, and the direction it comes from
  QPointF direction;
  double length = 0;
};

struct PlacedGraph {
  std::vector<QRectF> nodes;
  std::vector<QRectF> clusters;  // as the after side has them; the before side's own where it alone has one
  std::vector<PlacedEdge> edges;
  QRectF bounds;
};

PlacedGraph place(const GraphModel& model, const GraphLayout& layout);

/// Right angles become corners of this radius.
QPainterPath routePath(const EdgeRoute& route, double cornerRadius = 8);
/// Cuts a route where it enters `frame`: {the way there, the way inside}. The second is empty where it does not cross.
std::pair<EdgeRoute, EdgeRoute> splitAtFrame(const EdgeRoute& route, const QRectF& frame);

}  // namespace onepot
