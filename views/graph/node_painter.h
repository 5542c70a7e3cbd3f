// How one node looks: fill = kind, outline and badge = change, ring outside = selection; less detail when it is small.
#pragma once

#include <QPainter>

#include "views/graph/graph_model.h"
#include "views/graph/text_cache.h"
#include "views/theme.h"

namespace onepot {

/// What a node is lit by. Several at once are drawn strongest first: selected, pinned, partner, hovered.
struct NodeState {
  bool selected = false, partner = false, hovered = false, pinned = false;
  bool dimmed = false;    // filtered out
  bool keyboard = false;  // has the keyboard's focus
  double heat = -1;       // share of the time, 0 to 1; < 0: kind colours
  QString heatText;
  bool operator==(const NodeState&) const = default;
};

enum class NodeLook : uint8_t { Full, Ghost };

/// Screen px a scene px takes: decides what is legible.
struct Detail {
  double zoom = 1;
  bool lines() const { return zoom >= 0.75; }
  bool names() const { return zoom >= 0.45; }
  bool boxes() const { return zoom >= 0.2; }
};

class NodePainter {
 public:
  NodePainter(const Theme& theme, TextCache& texts) : m_theme(theme), m_texts(texts) {}

  /// `rect` is the box alone; ring and badge go up to kNodeMargin beyond it. `after`: whose attribute line and root
  /// tag.
  void paint(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, bool compact, NodeLook look,
             const NodeState& state, Detail detail);

 private:
  void paintRing(QPainter& painter, const QRectF& rect, double radius, const NodeState& state);
  void paintBox(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, const NodeState& state);
  void paintGhost(QPainter& painter, const GraphNode& node, const QRectF& rect, Detail detail);
  void paintWords(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, bool compact,
                  const NodeState& state, Detail detail);
  void paintCompactWords(QPainter& painter, const GraphNode& node, const QRectF& rect, const NodeState& state);
  void paintMarks(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, Detail detail);
  void drawLine(QPainter& painter, const QString& text, NodeText style, double size, const QRectF& line,
                Qt::Alignment align);

  const Theme& m_theme;
  TextCache& m_texts;
};

inline constexpr double kNodeMargin = 12;

}  // namespace onepot
