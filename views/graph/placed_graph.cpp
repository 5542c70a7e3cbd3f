#include "views/graph/placed_graph.h"

#include <QLineF>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "views/graph/graph_sizes.h"

namespace onepot {
namespace {

constexpr int kBisections = 24;
constexpr double kOuterFrame = 12;  // around a before side's own frame
constexpr double kBackEdgeRoom = 14;
constexpr double kTitleRow = 32;   // of a frame, above its first box
constexpr size_t kNearPoints = 7;  // up to two curves: nothing stands in between

using Cubic = std::array<QPointF, 4>;

QPointF between(QPointF a, QPointF b, double t) { return a + (b - a) * t; }

std::pair<Cubic, Cubic> split(const Cubic& c, double t) {
  const QPointF ab = between(c[0], c[1], t), bc = between(c[1], c[2], t), cd = between(c[2], c[3], t);
  const QPointF abc = between(ab, bc, t), bcd = between(bc, cd, t), middle = between(abc, bcd, t);
  return {{c[0], ab, abc, middle}, {middle, bcd, cd, c[3]}};
}

Cubic straight(QPointF a, QPointF b) { return {a, between(a, b, 1 / 3.0), between(a, b, 2 / 3.0), b}; }

/// A route of either make as cubics.
std::vector<Cubic> cubics(const EdgeRoute& route) {
  std::vector<Cubic> result;
  const auto& p = route.points;
  if (route.cubic) {
    for (size_t i = 0; i + 3 < p.size(); i += 3) result.push_back({p[i], p[i + 1], p[i + 2], p[i + 3]});
  } else {
    for (size_t i = 0; i + 1 < p.size(); ++i) result.push_back(straight(p[i], p[i + 1]));
  }
  return result;
}

EdgeRoute fromCubics(const std::vector<Cubic>& pieces, bool cubic) {
  EdgeRoute route;
  route.cubic = cubic;
  for (const Cubic& piece : pieces) {
    if (route.points.empty()) route.points.push_back(piece[0]);
    if (cubic) {
      route.points.insert(route.points.end(), piece.begin() + 1, piece.end());
    } else {
      route.points.push_back(piece[3]);
    }
  }
  return route;
}

/// `tail`, then a straight stretch if they do not meet, then `route`.
EdgeRoute joined(const EdgeRoute& tail, const EdgeRoute& route) {
  if (tail.points.empty()) return route;
  std::vector<Cubic> pieces = cubics(tail);
  if (!route.points.empty() && (tail.points.back() - route.points.front()).manhattanLength() > 0.5) {
    pieces.push_back(straight(tail.points.back(), route.points.front()));
  }
  const std::vector<Cubic> rest = cubics(route);
  pieces.insert(pieces.end(), rest.begin(), rest.end());
  return fromCubics(pieces, tail.cubic || route.cubic);
}

EdgeRoute upright(QPointF from, QPointF to) {
  const double reach = std::max((to.y() - from.y()) * 0.5, 8.0);
  return {{from, from + QPointF(0, reach), to - QPointF(0, reach), to}, true};
}

/// Edges leave and arrive upright, as the eye expects of top to bottom: `dot` aims its curves at the boxes' middles.
void standUpright(EdgeRoute& route) {
  auto& p = route.points;
  if (!route.cubic || p.size() < 4 || p.back().y() <= p.front().y()) return;
  const size_t last = p.size() - 1;
  const double height =
      (p.size() == 4 ? p[last].y() - p[0].y() : std::min(p[3].y() - p[0].y(), p[last].y() - p[last - 3].y()));
  const double reach = std::max(height * 0.5, 8.0);
  p[1] = {p[0].x(), p[0].y() + reach};
  p[last - 1] = {p[last].x(), p[last].y() - reach};
}

/// A frame begins just above what stands in it: its ports are drawn on the border, and need no row of their own.
void trimFrames(const GraphModel& model, PlacedGraph& placed) {
  std::vector<double> top(model.clusters.size(), std::numeric_limits<double>::max());
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    const GraphNode& node = model.nodes[n];
    const int cluster = node.after.present ? node.after.cluster : node.before.cluster;
    if (cluster < 0 || node.role == NodeRole::Port) continue;
    double& least = top[static_cast<size_t>(cluster)];
    least = std::min(least, placed.nodes[n].top());
  }
  for (size_t c = model.clusters.size(); c-- > 0;) {
    QRectF& frame = placed.clusters[c];
    if (frame.isNull() || top[c] == std::numeric_limits<double>::max()) continue;
    frame.setTop(std::max(frame.top(), top[c] - kTitleRow));
    if (const int parent = model.clusters[c].parent; parent >= 0) {
      double& least = top[static_cast<size_t>(parent)];
      least = std::min(least, frame.top());
    }
  }
}

/// Ends a way at the border, straight below where the layout ended it.
void endAtBorder(EdgeRoute& way, double border) {
  auto& p = way.points;
  const QPointF end(p.back().x(), border);
  if (way.cubic && p.size() >= 4) {
    p[p.size() - 2] = {end.x(), end.y() - std::max((end.y() - p[p.size() - 4].y()) * 0.5, 8.0)};
  }
  p.back() = end;
}

void beginAt(EdgeRoute& route, QPointF place) {
  auto& p = route.points;
  if (route.cubic && p.size() >= 4) p[1] = {place.x(), place.y() + std::max((p[3].y() - place.y()) * 0.5, 8.0)};
  p.front() = place;
}

void putPortsOnBorders(const GraphModel& model, PlacedGraph& placed, std::vector<EdgeRoute>& routes) {
  std::vector<EdgeRoute> tails(model.nodes.size());
  std::vector<bool> moved(model.nodes.size(), false);
  for (size_t e = 0; e < model.edges.size(); ++e) {
    const auto port = static_cast<size_t>(model.edges[e].to);
    const GraphNode& node = model.nodes[port];
    const int cluster = node.after.present ? node.after.cluster : node.before.cluster;
    if (node.role != NodeRole::Port || cluster < 0) continue;
    const QRectF& frame = placed.clusters[static_cast<size_t>(cluster)];
    if (frame.isNull()) continue;
    auto [way, tail] = splitAtFrame(routes[e], frame);
    if (way.points.empty()) continue;
    if (tail.points.empty()) endAtBorder(way, frame.top());
    if (!moved[port]) {
      moved[port] = true;
      placed.nodes[port].moveCenter(way.points.back());
      tails[port] = std::move(tail);
    }
    routes[e] = std::move(way);
  }
  for (size_t e = 0; e < model.edges.size(); ++e) {
    const auto port = static_cast<size_t>(model.edges[e].from);
    if (model.nodes[port].role != NodeRole::Port || !moved[port] || routes[e].points.empty()) continue;
    const bool near = routes[e].cubic && routes[e].points.size() <= kNearPoints;
    const QPointF place = placed.nodes[port].center();
    if (near) {
      routes[e] = upright(place, routes[e].points.back());
    } else if (tails[port].points.empty()) {
      beginAt(routes[e], place);
    } else {
      routes[e] = joined(tails[port], routes[e]);
    }
  }
}

/// A before side's edge whose value enters through a port on the after side: straight there where that is near,
/// otherwise the way the after side takes.
void routeAroundPorts(const GraphModel& model, const PlacedGraph& placed, std::vector<EdgeRoute>& routes) {
  std::map<std::pair<int, int>, size_t> index;
  for (size_t e = 0; e < model.edges.size(); ++e) index.emplace(std::pair(model.edges[e].from, model.edges[e].to), e);
  for (size_t e = 0; e < model.edges.size(); ++e) {
    const GraphEdge& edge = model.edges[e];
    if (edge.viaPort < 0) continue;
    const auto in = index.find({edge.from, edge.viaPort}), out = index.find({edge.viaPort, edge.to});
    if (in == index.end() || out == index.end()) continue;
    const EdgeRoute &there = routes[in->second], &inside = routes[out->second];
    if (there.points.empty() || inside.points.empty()) continue;
    if (!inside.cubic || inside.points.size() > kNearPoints) {
      routes[e] = joined(there, inside);
      continue;
    }
    const QRectF from = placed.nodes[static_cast<size_t>(edge.from)];
    const QPointF end = inside.points.back();
    const double reach = from.width() * 0.3;
    const double x = std::clamp(from.center().x() + (end.x() - from.center().x()) * 0.4, from.center().x() - reach,
                                from.center().x() + reach);
    routes[e] = upright({x, from.bottom()}, end);
  }
}

/// A frame that only the before side has encloses what stands in it there.
void frameBeforeSide(const GraphModel& model, PlacedGraph& placed) {
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    for (int c = model.nodes[n].before.present ? model.nodes[n].before.cluster : -1; c >= 0;
         c = model.clusters[static_cast<size_t>(c)].parent) {
      const auto cluster = static_cast<size_t>(c);
      if (model.clusters[cluster].inAfter) continue;
      placed.clusters[cluster] |= placed.nodes[n].adjusted(-kOuterFrame, -kOuterFrame - 18, kOuterFrame, kOuterFrame);
    }
  }
}

EdgeRoute backRoute(const PlacedGraph& placed, const GraphModel& model, const GraphEdge& edge) {
  const QRectF from = placed.nodes[static_cast<size_t>(edge.from)], to = placed.nodes[static_cast<size_t>(edge.to)];
  const GraphNode& node = model.nodes[static_cast<size_t>(edge.to)];
  const int cluster = node.after.present ? node.after.cluster : node.before.cluster;
  const QRectF frame = cluster < 0 ? from | to : placed.clusters[static_cast<size_t>(cluster)];
  const double x = frame.right() - kBackEdgeRoom / 2;
  EdgeRoute route;
  route.points = {
      {from.right(), from.center().y()}, {x, from.center().y()}, {x, to.center().y()}, {to.right(), to.center().y()}};
  return route;
}

PlacedEdge placedEdge(const EdgeRoute& route) {
  PlacedEdge edge;
  if (route.points.size() < 2) return edge;
  edge.path = routePath(route);
  edge.length = edge.path.length();
  edge.label = edge.path.pointAtPercent(0.5);
  edge.tip = route.points.back();
  const QPointF before = edge.path.pointAtPercent(std::max(0.0, 1 - 10 / std::max(edge.length, 10.0)));
  const QLineF line(before, edge.tip);
  edge.direction = line.length() > 0 ? (edge.tip - before) / line.length() : QPointF(0, 1);
  return edge;
}

}  // namespace

QPainterPath routePath(const EdgeRoute& route, double cornerRadius) {
  QPainterPath path;
  const auto& p = route.points;
  if (p.size() < 2) return path;
  path.moveTo(p.front());
  if (route.cubic) {
    for (size_t i = 0; i + 3 < p.size(); i += 3) path.cubicTo(p[i + 1], p[i + 2], p[i + 3]);
    return path;
  }
  for (size_t i = 1; i + 1 < p.size(); ++i) {
    const double before = QLineF(p[i - 1], p[i]).length(), after = QLineF(p[i], p[i + 1]).length();
    const double radius = std::min({cornerRadius, before / 2, after / 2});
    if (radius < 0.5) {
      path.lineTo(p[i]);
      continue;
    }
    path.lineTo(between(p[i], p[i - 1], radius / before));
    path.quadTo(p[i], between(p[i], p[i + 1], radius / after));
  }
  path.lineTo(p.back());
  return path;
}

std::pair<EdgeRoute, EdgeRoute> splitAtFrame(const EdgeRoute& route, const QRectF& frame) {
  std::vector<Cubic> before, after;
  bool crossed = false;
  for (const Cubic& piece : cubics(route)) {
    if (crossed) {
      after.push_back(piece);
    } else if (frame.contains(piece[0]) || !frame.contains(piece[3])) {
      before.push_back(piece);
    } else {
      double low = 0, high = 1;
      for (int i = 0; i < kBisections; ++i) {
        const double middle = (low + high) / 2;
        (frame.contains(split(piece, middle).first[3]) ? high : low) = middle;
      }
      auto [outside, inside] = split(piece, high);
      before.push_back(outside);
      after.push_back(inside);
      crossed = true;
    }
  }
  return {fromCubics(before, route.cubic), crossed ? fromCubics(after, route.cubic) : EdgeRoute{}};
}

PlacedGraph place(const GraphModel& model, const GraphLayout& layout) {
  PlacedGraph placed;
  placed.nodes = layout.nodes;
  placed.clusters = layout.clusters;
  std::vector<EdgeRoute> routes = layout.edges;
  for (EdgeRoute& route : routes) standUpright(route);
  trimFrames(model, placed);
  putPortsOnBorders(model, placed, routes);
  routeAroundPorts(model, placed, routes);
  frameBeforeSide(model, placed);
  for (size_t e = 0; e < model.edges.size(); ++e) {
    if (model.edges[e].backEdge) routes[e] = backRoute(placed, model, model.edges[e]);
    placed.edges.push_back(placedEdge(routes[e]));
  }
  for (const QRectF& rect : placed.nodes) placed.bounds |= rect;
  for (const QRectF& rect : placed.clusters) placed.bounds |= rect;
  for (const PlacedEdge& edge : placed.edges) placed.bounds |= edge.path.controlPointRect();
  return placed;
}

}  // namespace onepot
