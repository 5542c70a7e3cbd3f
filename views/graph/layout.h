// The wall between what a graph holds and how it is placed: sized boxes, edges and clusters in; rectangles and routes
// out.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <optional>
#include <vector>

namespace onepot {

struct LayoutNode {
  QSizeF size;
  int cluster = -1;   // index into LayoutInput::clusters; −1: outside
  bool port = false;  // where a value enters its cluster: belongs on the top border
};

struct LayoutEdge {
  int from = 0, to = 0;
  bool ranks = true;  // false: no say in the layout, and no route (a loop's back edge)
};

struct LayoutCluster {
  int parent = -1;        // stands before its children in the list
  double titleWidth = 0;  // the box is at least this wide
};

/// Node i, edge i and cluster i keep their indices in the result.
struct LayoutInput {
  std::vector<LayoutNode> nodes;
  std::vector<LayoutEdge> edges;
  std::vector<LayoutCluster> clusters;
  double rankGap = 40, columnGap = 36;
  double clusterPadding = 18, clusterTitle = 24;
};

/// Either a polyline, or one cubic after another: 1 + 3n points.
struct EdgeRoute {
  std::vector<QPointF> points;
  bool cubic = false;
};

struct GraphLayout {
  std::vector<QRectF> nodes;
  std::vector<QRectF> clusters;
  std::vector<EdgeRoute> edges;
  QRectF bounds;
  QString engine;  // "dot", "layered"
};

/// About how high the layout will be: the longest way from top to bottom, boxes, gaps and frames. Linear.
double estimatedHeight(const LayoutInput& input);

/// Node count from which `dot` is too slow to wait for (measured: 1.0 s at 1,000 nodes).
inline constexpr int kDotNodeLimit = 400;

}  // namespace onepot
