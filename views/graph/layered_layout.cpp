#include "views/graph/layered_layout.h"

#include <limits>
#include <map>

#include "views/graph/layered_level.h"

namespace onepot {
namespace {

constexpr double kOpenEnd = std::numeric_limits<double>::quiet_NaN();

/// Where an edge of a frame meets the border of a frame inside it: under that frame's entry or exit for `source`.
struct Border {
  int edge, fromFrame, toFrame, source;
};

/// One frame's items and edges; frame 0 is the whole picture, frame c + 1 is cluster c.
struct Frame {
  std::vector<LevelItem> items;
  std::vector<LevelEdge> edges;
  std::map<std::pair<int, int>, int> edgeOf;  // {from, to} → index
  std::vector<int> inner;                     // frames inside it
  std::vector<Border> borders;
  std::map<int, int> entryOf, exitOf;  // the source node → its item on the border
  LevelResult result;
  QPointF origin;  // of result's (0, 0), in the picture
};

/// One stretch of an edge's way: an edge of one frame.
struct Stretch {
  int frame, edge;
};

class Nested {
 public:
  explicit Nested(const LayoutInput& input) : m_input(input), m_frames(input.clusters.size() + 1) {}

  GraphLayout run() {
    buildFrames();
    for (size_t frame = m_frames.size(); frame-- > 0;) layoutFrame(static_cast<int>(frame));
    GraphLayout layout;
    layout.engine = QStringLiteral("layered");
    placeFrames(layout);
    joinRoutes(layout);
    layout.bounds = QRectF(QPointF(0, 0), m_frames[0].result.size);
    return layout;
  }

 private:
  static size_t at(int index) { return static_cast<size_t>(index); }
  int frameOfNode(int node) const { return m_input.nodes[at(node)].cluster + 1; }
  int parentOf(int frame) const { return frame == 0 ? -1 : m_input.clusters[at(frame - 1)].parent + 1; }

  void buildFrames() {
    m_clusterItem.assign(m_input.clusters.size(), -1);
    m_nodeItem.assign(m_input.nodes.size(), -1);
    m_used.assign(m_frames.size(), false);
    for (const LayoutNode& node : m_input.nodes) {
      for (int frame = node.cluster + 1; frame >= 0 && !m_used[at(frame)]; frame = parentOf(frame))
        m_used[at(frame)] = true;
    }
    for (size_t node = 0; node < m_input.nodes.size(); ++node) {
      Frame& frame = m_frames[at(frameOfNode(static_cast<int>(node)))];
      m_nodeItem[node] = static_cast<int>(frame.items.size());
      const bool port = m_input.nodes[node].port && m_input.nodes[node].cluster >= 0;
      frame.items.push_back({m_input.nodes[node].size, port ? LevelPlace::Entry : LevelPlace::Free});
    }
    for (size_t cluster = 0; cluster < m_input.clusters.size(); ++cluster) {
      if (!m_used[cluster + 1]) continue;
      Frame& frame = m_frames[at(parentOf(static_cast<int>(cluster) + 1))];
      m_clusterItem[cluster] = static_cast<int>(frame.items.size());
      frame.inner.push_back(static_cast<int>(cluster) + 1);
      frame.items.push_back({{}, LevelPlace::Free});  // its size is known once its inside is laid out
    }
    m_ways.resize(m_input.edges.size());
    // A port is the entry of the value that comes to it; what else that value feeds in there goes the same way.
    for (const LayoutEdge& edge : m_input.edges) {
      if (!m_input.nodes[at(edge.to)].port || frameOfNode(edge.from) == frameOfNode(edge.to)) continue;
      m_frames[at(frameOfNode(edge.to))].entryOf.try_emplace(edge.from, m_nodeItem[at(edge.to)]);
    }
    for (size_t edge = 0; edge < m_input.edges.size(); ++edge) {
      const LayoutEdge& given = m_input.edges[edge];
      if (given.ranks && given.from != given.to) addWay(static_cast<int>(edge));
    }
  }

  std::vector<int> framesUp(int node) const {
    std::vector<int> frames;
    for (int frame = frameOfNode(node); frame >= 0; frame = parentOf(frame)) frames.push_back(frame);
    return frames;
  }

  static int borderItem(Frame& frame, std::map<int, int>& known, int source, LevelPlace place) {
    const auto [found, isNew] = known.try_emplace(source, static_cast<int>(frame.items.size()));
    if (isNew) frame.items.push_back({{0, 0}, place});
    return found->second;
  }

  Stretch addStretch(int frame, int from, int to) {
    Frame& target = m_frames[at(frame)];
    const auto [found, isNew] = target.edgeOf.try_emplace({from, to}, static_cast<int>(target.edges.size()));
    if (isNew) target.edges.push_back({from, to, kOpenEnd, kOpenEnd});
    return {frame, found->second};
  }

  /// From the node out to the frame that holds both ends, across it, and in to the other node.
  void addWay(int edge) {
    const LayoutEdge& given = m_input.edges[at(edge)];
    std::vector<int> out = framesUp(given.from), in = framesUp(given.to);
    while (out.size() > 1 && in.size() > 1 && out[out.size() - 2] == in[in.size() - 2]) {
      out.pop_back();
      in.pop_back();
    }
    std::vector<Stretch>& way = m_ways[at(edge)];
    int from = m_nodeItem[at(given.from)];
    for (size_t i = 0; i + 1 < out.size(); ++i) {
      Frame& frame = m_frames[at(out[i])];
      way.push_back(addStretch(out[i], from, borderItem(frame, frame.exitOf, given.from, LevelPlace::Exit)));
      from = m_clusterItem[at(out[i] - 1)];
    }
    std::vector<Stretch> inwards;
    int to = m_nodeItem[at(given.to)];
    for (size_t i = 0; i + 1 < in.size(); ++i) {
      Frame& frame = m_frames[at(in[i])];
      const int entry = borderItem(frame, frame.entryOf, given.from, LevelPlace::Entry);
      if (entry == to) {  // it ends on the border, in its own port
        to = m_clusterItem[at(in[i] - 1)];
        continue;
      }
      inwards.push_back(addStretch(in[i], entry, to));
      to = m_clusterItem[at(in[i] - 1)];
    }
    const Stretch across = addCrossing(out, in, from, to, given.from);
    way.push_back(across);
    way.insert(way.end(), inwards.rbegin(), inwards.rend());
  }

  /// Two sources that enter one cluster from one box are two edges: they meet the border at different places.
  Stretch addCrossing(const std::vector<int>& out, const std::vector<int>& in, int from, int to, int source) {
    const int frame = out.back();
    if (out.size() == 1 && in.size() == 1) return addStretch(frame, from, to);
    const auto key = std::tuple(frame, from, to, source);
    const auto known = m_crossings.find(key);
    if (known != m_crossings.end()) return {frame, known->second};
    Frame& target = m_frames[at(frame)];
    const int index = static_cast<int>(target.edges.size());
    target.edges.push_back({from, to, kOpenEnd, kOpenEnd});
    m_crossings.emplace(key, index);
    target.borders.push_back(
        {index, out.size() > 1 ? out[out.size() - 2] : -1, in.size() > 1 ? in[in.size() - 2] : -1, source});
    return {frame, index};
  }

  double topOf(int frame) const { return frame == 0 ? 0 : m_input.clusterTitle + 4; }
  double sideOf(int frame) const { return frame == 0 ? 0 : m_input.clusterPadding; }

  QSizeF outerSize(int frame) const {
    const QSizeF inner = m_frames[at(frame)].result.size;
    const double width = std::max(inner.width() + 2 * sideOf(frame), m_input.clusters[at(frame - 1)].titleWidth);
    return {width, inner.height() + topOf(frame) + m_input.clusterPadding};
  }

  void layoutFrame(int index) {
    if (!m_used[at(index)] && index != 0) return;
    Frame& frame = m_frames[at(index)];
    for (int inner : frame.inner) frame.items[at(m_clusterItem[at(inner - 1)])].size = outerSize(inner);
    for (const Border& border : frame.borders) {
      LevelEdge& edge = frame.edges[at(border.edge)];
      if (border.fromFrame >= 0)
        edge.fromOffset = borderOffset(border.fromFrame, m_frames[at(border.fromFrame)].exitOf, border.source);
      if (border.toFrame >= 0)
        edge.toOffset = borderOffset(border.toFrame, m_frames[at(border.toFrame)].entryOf, border.source);
    }
    frame.result = layoutLevel(frame.items, frame.edges, m_input.rankGap, m_input.columnGap);
  }

  double innerLeft(int frame) const { return (outerSize(frame).width() - m_frames[at(frame)].result.size.width()) / 2; }

  double borderOffset(int frame, const std::map<int, int>& items, int source) const {
    const double x = m_frames[at(frame)].result.centres[at(items.at(source))].x();
    return x + innerLeft(frame) - outerSize(frame).width() / 2;
  }

  void placeFrames(GraphLayout& layout) {
    layout.nodes.resize(m_input.nodes.size());
    layout.clusters.resize(m_input.clusters.size());
    for (size_t cluster = 0; cluster < m_input.clusters.size(); ++cluster) {
      const int frame = static_cast<int>(cluster) + 1;
      if (m_clusterItem[cluster] < 0) continue;
      const Frame& outer = m_frames[at(parentOf(frame))];
      QRectF rect(QPointF(), outerSize(frame));
      rect.moveCenter(outer.origin + outer.result.centres[at(m_clusterItem[cluster])]);
      layout.clusters[cluster] = rect;
      m_frames[at(frame)].origin = rect.topLeft() + QPointF(innerLeft(frame), topOf(frame));
    }
    for (size_t node = 0; node < m_input.nodes.size(); ++node) {
      const Frame& frame = m_frames[at(frameOfNode(static_cast<int>(node)))];
      QRectF rect(QPointF(), m_input.nodes[node].size);
      rect.moveCenter(frame.origin + frame.result.centres[at(m_nodeItem[node])]);
      layout.nodes[node] = rect;
    }
  }

  /// Stretches end a little inside their frames' borders: the straight line between two of them is the crossing.
  void joinRoutes(GraphLayout& layout) {
    layout.edges.resize(m_input.edges.size());
    for (size_t edge = 0; edge < m_ways.size(); ++edge) {
      std::vector<QPointF>& points = layout.edges[edge].points;
      for (const Stretch& stretch : m_ways[edge]) {
        const Frame& frame = m_frames[at(stretch.frame)];
        for (const QPointF& point : frame.result.routes[at(stretch.edge)]) {
          const QPointF placed = point + frame.origin;
          if (points.empty() || (points.back() - placed).manhattanLength() > 0.1) points.push_back(placed);
        }
      }
    }
  }

  const LayoutInput& m_input;
  std::vector<Frame> m_frames;
  std::vector<bool> m_used;
  std::vector<int> m_clusterItem, m_nodeItem;
  std::vector<std::vector<Stretch>> m_ways;
  std::map<std::tuple<int, int, int, int>, int> m_crossings;
};

}  // namespace

GraphLayout layeredLayout(const LayoutInput& input) { return Nested(input).run(); }

}  // namespace onepot
