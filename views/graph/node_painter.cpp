#include "views/graph/node_painter.h"

#include "views/graph/badge_painter.h"
#include "views/graph/graph_sizes.h"

namespace onepot {
namespace {

constexpr double kDimmed = 0.35;
constexpr double kLeastText = 11;  // px on screen
constexpr int kHeatSteps = 4;

/// One hue from pale to strong, as the graph rules have it.
QColor heatFill(const Theme& theme, double share) {
  const QColor ground = theme.color(Token::EagerBg), strong = theme.color(Token::Eager);
  const double t = std::min(1.0, std::ceil(share * kHeatSteps) / kHeatSteps) * 0.75;
  return QColor::fromRgbF(static_cast<float>(ground.redF() + (strong.redF() - ground.redF()) * t),
                          static_cast<float>(ground.greenF() + (strong.greenF() - ground.greenF()) * t),
                          static_cast<float>(ground.blueF() + (strong.blueF() - ground.blueF()) * t));
}

/// The before side shows what goes away; what becomes of the rest is the after side's to show.
NodeChange shownChange(const GraphNode& node, bool after) {
  return !after && node.change != NodeChange::Removed ? NodeChange::Same : node.change;
}

double radiusOf(const GraphNode& node) { return node.role == NodeRole::More ? 9 : kRadiusNode; }

}  // namespace

void NodePainter::paint(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, bool compact,
                        NodeLook look, const NodeState& state, Detail detail) {
  if (look == NodeLook::Ghost) {
    paintGhost(painter, node, rect, detail);
    return;
  }
  if (node.role == NodeRole::Port) {
    const KindColors colors = m_theme.kind(node.kind);
    painter.setPen(QPen(colors.border, 1.2));
    painter.setBrush(colors.fill);
    painter.drawEllipse(rect);
    return;
  }
  if (node.role == NodeRole::Output) {
    if (!detail.names()) return;
    painter.setPen(m_theme.color(Token::Text2));
    drawLine(painter, node.name, NodeText::Line, std::max(11.0, kLeastText / detail.zoom), rect, Qt::AlignCenter);
    return;
  }
  if (!detail.boxes()) {
    painter.fillRect(rect, state.selected ? m_theme.color(Token::Accent) : m_theme.kind(node.kind).border);
    return;
  }
  const double opacity = painter.opacity();
  if (state.dimmed) painter.setOpacity(opacity * kDimmed);
  paintRing(painter, rect, radiusOf(node), state);
  paintBox(painter, node, after, rect, state);
  if (detail.names()) paintWords(painter, node, after, rect, compact, state, detail);
  paintMarks(painter, node, after, rect, detail);
  painter.setOpacity(opacity);
}

void NodePainter::paintRing(QPainter& painter, const QRectF& rect, double radius, const NodeState& state) {
  const QColor accent = m_theme.color(Token::Accent);
  painter.setBrush(Qt::NoBrush);
  const auto ring = [&](double gap, double width, const QColor& color, Qt::PenStyle style = Qt::SolidLine) {
    QPen pen(color, width, style);
    if (style == Qt::CustomDashLine) {
      pen.setDashPattern({1.4, 1.4});
    }
    painter.setPen(pen);
    painter.drawRoundedRect(rect.adjusted(-gap, -gap, gap, gap), radius + gap - 1, radius + gap - 1);
  };
  if (state.selected || state.pinned) {
    ring(5, 4, m_theme.color(Token::Accent, 0.18));
    ring(4, 2, accent);
  } else if (state.partner) {
    ring(3.5, 1.6, accent, Qt::CustomDashLine);
  } else if (state.hovered) {
    ring(3, 1, accent);
  }
  if (state.keyboard && !state.selected) ring(4, 2, accent);
}

void NodePainter::paintBox(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect,
                           const NodeState& state) {
  const NodeChange change = shownChange(node, after);
  const KindColors colors = m_theme.kind(node.kind);
  const double radius = radiusOf(node);
  painter.setPen(Qt::NoPen);
  painter.setBrush(state.heat >= 0 ? heatFill(m_theme, state.heat) : colors.fill);
  painter.drawRoundedRect(rect, radius, radius);
  if (change == NodeChange::Removed) {
    // Hatching says "goes away" without colour.
    painter.setBrush(QBrush(m_theme.color(Token::Removed, 0.28), Qt::BDiagPattern));
    painter.drawRoundedRect(rect, radius, radius);
  }
  if (state.heat >= 0) painter.fillRect(QRectF(rect.left() + 1, rect.top() + 3, 4, rect.height() - 6), colors.border);
  QPen pen(colors.border, 1);
  if (change == NodeChange::Added) pen = QPen(m_theme.color(Token::Added), 2);
  if (change == NodeChange::Removed) pen = QPen(m_theme.color(Token::Removed), 2, Qt::DashLine);
  if (change == NodeChange::Changed) pen = QPen(m_theme.color(Token::Changed), 2);
  if (node.role == NodeRole::More) pen = QPen(m_theme.color(Token::Control), 1, Qt::DashLine);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(pen);
  const double inset = pen.widthF() / 2;
  painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
  if (change == NodeChange::Changed) {  // a double frame
    painter.setPen(QPen(m_theme.color(Token::Changed), 1));
    painter.drawRoundedRect(rect.adjusted(4, 4, -4, -4), radius - 2, radius - 2);
  }
}

void NodePainter::paintGhost(QPainter& painter, const GraphNode& node, const QRectF& rect, Detail detail) {
  QPen pen(m_theme.color(Token::Control), 1, Qt::CustomDashLine);
  pen.setDashPattern({3, 3});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), kRadiusNode, kRadiusNode);
  if (!detail.names()) return;
  painter.setPen(m_theme.color(Token::Text3));
  const double size = std::max(11.0, kLeastText / detail.zoom);
  const QStaticText& laid = m_texts.get(node.name, NodeText::Line, size, rect.width() - 12);
  painter.setFont(m_texts.font(NodeText::Line, size));
  const QPointF at = rect.center() - QPointF(laid.size().width() / 2, laid.size().height() / 2);
  painter.drawStaticText(at, laid);
  const double y = rect.center().y();
  painter.drawLine(QPointF(at.x(), y), QPointF(at.x() + laid.size().width(), y));
}

void NodePainter::drawLine(QPainter& painter, const QString& text, NodeText style, double size, const QRectF& line,
                           Qt::Alignment align) {
  const QStaticText& laid = m_texts.get(text, style, size, line.width());
  painter.setFont(m_texts.font(style, size));
  double x = line.left();
  if (align & Qt::AlignHCenter) x = line.center().x() - laid.size().width() / 2;
  if (align & Qt::AlignRight) x = line.right() - laid.size().width();
  painter.drawStaticText(QPointF(x, line.center().y() - laid.size().height() / 2), laid);
}

void NodePainter::paintCompactWords(QPainter& painter, const GraphNode& node, const QRectF& rect,
                                    const NodeState& state) {
  const KindColors colors = m_theme.kind(node.kind);
  const QRectF inner = rect.adjusted(12, 0, -10, 0);
  painter.setPen(colors.text);
  const QString right = state.heatText.isEmpty() ? node.shapeLine : state.heatText;
  const double nameWidth = static_cast<double>(node.name.size()) * 12 * kMonoAdvance + 8;
  const double rightWidth = std::min(std::max(inner.width() * 0.5, inner.width() - nameWidth),
                                     static_cast<double>(right.size()) * 11 * kMonoAdvance + 2);
  drawLine(painter, node.name, NodeText::Name, 12, inner.adjusted(0, 0, -rightWidth - 6, 0), Qt::AlignLeft);
  painter.setPen(state.dimmed ? colors.text : QColor(colors.text.red(), colors.text.green(), colors.text.blue(), 225));
  drawLine(painter, right, NodeText::Line, 11,
           QRectF(inner.right() - rightWidth, inner.top(), rightWidth, inner.height()), Qt::AlignRight);
}

void NodePainter::paintWords(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, bool compact,
                             const NodeState& state, Detail detail) {
  const KindColors colors = m_theme.kind(node.kind);
  painter.setPen(colors.text);
  if (node.role == NodeRole::More) {
    drawLine(painter, node.name, NodeText::Line, std::max(11.0, kLeastText / detail.zoom), rect, Qt::AlignCenter);
    return;
  }
  if (!detail.lines()) {
    drawLine(painter, node.name, NodeText::Name, std::max(12.0, kLeastText / detail.zoom), rect.adjusted(6, 0, -6, 0),
             Qt::AlignCenter);
  } else if (compact) {
    paintCompactWords(painter, node, rect, state);
  } else {
    const QString& attribute = node.side(after).attribute;
    const double lift = attribute.isEmpty() ? 0 : 8;
    const QRectF inner = rect.adjusted(8, 0, -8, 0);
    const double middle = rect.center().y() - lift;
    drawLine(painter, node.name, NodeText::Name, 12, QRectF(inner.left(), middle - 16, inner.width(), 16),
             Qt::AlignCenter);
    const QString& second = state.heatText.isEmpty() ? node.shapeLine : state.heatText;
    drawLine(painter, second, NodeText::Line, 11, QRectF(inner.left(), middle, inner.width(), 15), Qt::AlignCenter);
    if (node.change == NodeChange::Changed && after) painter.setPen(m_theme.color(Token::Changed));
    if (!attribute.isEmpty()) {
      drawLine(painter, attribute, NodeText::Line, 11, QRectF(inner.left(), middle + 15, inner.width(), 15),
               Qt::AlignCenter);
    }
  }
  if (node.change != NodeChange::Removed) return;
  painter.setPen(QPen(colors.text, 1.2));
  const double y =
      compact || !detail.lines() ? rect.center().y() : rect.center().y() - 8 - (rect.height() > 50 ? 8 : 0);
  const double half = std::min(rect.width() / 2 - 10, static_cast<double>(node.name.size()) * 3.7 + 3);
  const double centre = compact && detail.lines() ? rect.left() + 10 + half : rect.center().x();
  painter.drawLine(QPointF(centre - half, y), QPointF(centre + half, y));
}

void NodePainter::paintMarks(QPainter& painter, const GraphNode& node, bool after, const QRectF& rect, Detail detail) {
  if (node.role == NodeRole::Closed && detail.names()) {
    const QPointF centre(rect.right() - 6, rect.top() + 1);
    painter.setPen(QPen(m_theme.color(Token::Control), 1));
    painter.setBrush(m_theme.color(Token::Panel));
    painter.drawEllipse(centre, 7, 7);
    painter.setPen(QPen(m_theme.color(Token::Text2), 1.4));
    painter.drawLine(centre - QPointF(3, 0), centre + QPointF(3, 0));
    painter.drawLine(centre - QPointF(0, 3), centre + QPointF(0, 3));
  }
  if (node.duplicates > 1 && after && detail.names()) {
    const QRectF chip(rect.right() - 26, rect.top() - 9, 24, 15);
    painter.setPen(QPen(m_theme.kind(node.kind).border, 1));
    painter.setBrush(m_theme.color(Token::Panel));
    painter.drawRoundedRect(chip, 4, 4);
    painter.setPen(m_theme.color(Token::Text));
    drawLine(painter, QStringLiteral("×%1").arg(node.duplicates), NodeText::Line, 11, chip, Qt::AlignCenter);
  }
  if (node.side(after).root && detail.lines()) {
    const QRectF tag(rect.right() - 42, rect.bottom() - (rect.height() < kNodeHeight ? 3 : 8), 36, 15);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.kind(Kind::Reduction).border);
    painter.drawRoundedRect(tag, 4, 4);
    painter.setPen(m_theme.color(Token::BadgeInk));
    drawLine(painter, QStringLiteral("ROOT"), NodeText::Tag, 10, tag, Qt::AlignCenter);
  }
  if (detail.names()) paintChangeBadge(painter, m_theme, shownChange(node, after), rect.topLeft() + QPointF(0, 2), 16);
}

}  // namespace onepot
