#include <QFontMetricsF>
#include <QStyleOptionGraphicsItem>
#include <cmath>

#include "views/graph/graph_items.h"
#include "views/number_format.h"

namespace onepot {
namespace {

constexpr double kCell = 400;
constexpr int64_t kHollowBelow = 4096;  // bytes
constexpr double kShortForLabel = 46;
constexpr double kShortEdge = 30;  // a mark stands beside an edge that is shorter

int64_t cellKey(int x, int y) { return (static_cast<int64_t>(x) << 32) ^ static_cast<uint32_t>(y); }
int cellOf(double place) { return static_cast<int>(std::floor(place / kCell)); }

}  // namespace

EdgeLayer::EdgeLayer(SceneContext& context, Part part) : m_context(context), m_part(part) {
  setZValue(part == Part::Lines ? 1 : 3);
  setFlag(ItemUsesExtendedStyleOption);
  buildGrid();
}

QRectF EdgeLayer::boundingRect() const { return m_context.data.placed->bounds.adjusted(-90, -30, 90, 30); }

void EdgeLayer::buildGrid() {
  const PictureData& data = m_context.data;
  for (size_t e = 0; e < data.model->edges.size(); ++e) {
    if (!showing(data.model->edges[e], data.picture)) continue;
    const QRectF box = data.placed->edges[e].path.controlPointRect().adjusted(-12, -12, 12, 12);
    for (int x = cellOf(box.left()); x <= cellOf(box.right()); ++x) {
      for (int y = cellOf(box.top()); y <= cellOf(box.bottom()); ++y)
        m_grid[cellKey(x, y)].push_back(static_cast<int>(e));
    }
  }
}

std::vector<int> EdgeLayer::edgesIn(const QRectF& rect) const {
  std::vector<int> found;
  const int left = cellOf(rect.left()), right = cellOf(rect.right()), top = cellOf(rect.top()),
            bottom = cellOf(rect.bottom());
  const int64_t cells = static_cast<int64_t>(right - left + 1) * (bottom - top + 1);
  if (cells > static_cast<int64_t>(m_grid.size())) {  // zoomed out: walking the cells that exist is less
    for (const auto& [key, edges] : m_grid) found.insert(found.end(), edges.begin(), edges.end());
  } else {
    for (int x = left; x <= right; ++x) {
      for (int y = top; y <= bottom; ++y) {
        const auto cell = m_grid.find(cellKey(x, y));
        if (cell != m_grid.end()) found.insert(found.end(), cell->second.begin(), cell->second.end());
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool EdgeLayer::throughMemory(const GraphEdge& edge) const {
  return edge.side(afterHalf(edge, m_context.data.picture)).medium == Medium::Memory;
}

void EdgeLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  painter->setOpacity(m_context.edgeOpacity);
  for (int edge : edgesIn(option->exposedRect)) {
    if (m_part == Part::Lines) {
      paintEdge(*painter, edge, zoom);
    } else {
      paintLabel(*painter, edge, zoom);
    }
  }
  if (m_part == Part::Labels) paintVerdicts(*painter, option->exposedRect, zoom);
}

void EdgeLayer::paintEdge(QPainter& painter, int index, double zoom) const {
  const PictureData& data = m_context.data;
  const Theme& theme = m_context.theme;
  const GraphEdge& edge = data.model->edges[static_cast<size_t>(index)];
  const PlacedEdge& placed = data.placed->edges[static_cast<size_t>(index)];
  if (placed.path.isEmpty()) return;
  const Medium medium = edge.side(afterHalf(edge, data.picture)).medium;
  double width = medium == Medium::Memory ? edgeWidth(edge.bytes) : 1;
  const EdgeLight light = static_cast<size_t>(index) < data.lights.edges.size()
                              ? data.lights.edges[static_cast<size_t>(index)]
                              : EdgeLight::None;
  const bool removed = edge.change == NodeChange::Removed && data.picture != Picture::After;
  const bool added = edge.change == NodeChange::Added && data.picture != Picture::Before;
  QColor color = theme.color(medium == Medium::Memory ? Token::Edge : Token::Control);
  Qt::PenStyle style = medium == Medium::Control || edge.backEdge ? Qt::DashLine : Qt::SolidLine;
  if (removed) color = theme.color(Token::Removed), style = Qt::DashLine;
  if (added) color = theme.color(Token::Added);
  if (removed || added) width = std::max(2.0, std::min(width, 3.0));
  if (light == EdgeLight::Operand) color = theme.color(Token::EdgeIn);
  if (light == EdgeLight::User) color = theme.color(Token::EdgeOut);
  if (light == EdgeLight::Selected) color = theme.color(Token::Accent);
  if (light != EdgeLight::None) width = std::max(width, 1.6);
  if (zoom < 0.2 && width * zoom < 1 && light == EdgeLight::None) return;
  if (light == EdgeLight::Selected) {
    painter.setPen(QPen(theme.color(Token::Accent, 0.18), width + 8, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPath(placed.path);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, width, style, Qt::FlatCap, Qt::RoundJoin));
  painter.drawPath(placed.path);
  const bool intoPort = data.model->nodes[static_cast<size_t>(edge.to)].role == NodeRole::Port;
  if (zoom >= 0.2 && !intoPort) paintHead(painter, edge, placed, color, width);
  if (intoPort && zoom >= 0.2)
    paintHead(painter, edge, {placed.path, {}, placed.tip - placed.direction * 5, placed.direction, placed.length},
              color, width);
}

void EdgeLayer::paintHead(QPainter& painter, const GraphEdge& edge, const PlacedEdge& placed, const QColor& color,
                          double width) const {
  const double length = 6 + width * 0.9, half = 3 + width * 0.7;
  const QPointF along = placed.direction, across(-along.y(), along.x());
  const QPointF base = placed.tip - along * length;
  const QPointF head[3] = {placed.tip, base + across * half, base - across * half};
  const bool hollow = throughMemory(edge) && edge.bytes < kHollowBelow;
  if (width > 2) {  // the line must not stick out beyond the tip
    painter.setPen(QPen(m_context.theme.color(Token::Canvas), width + 0.6, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(placed.tip - along * (length * 0.55), placed.tip);
  }
  painter.setPen(QPen(color, hollow ? 1.1 : 0.5, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.setBrush(hollow ? QBrush(m_context.theme.color(Token::Canvas)) : QBrush(color));
  painter.drawPolygon(head, 3);
}

void EdgeLayer::paintLabel(QPainter& painter, int index, double zoom) const {
  if (zoom < 0.75) return;
  const PictureData& data = m_context.data;
  const Theme& theme = m_context.theme;
  const GraphEdge& edge = data.model->edges[static_cast<size_t>(index)];
  const PlacedEdge& placed = data.placed->edges[static_cast<size_t>(index)];
  const bool memory = throughMemory(edge);
  const bool vanished = data.picture == Picture::Overlay && !memory && edge.vanishedBytes > 0;
  const NodeRole target = data.model->nodes[static_cast<size_t>(edge.to)].role;
  if ((!memory && !vanished) || target == NodeRole::Output || target == NodeRole::More || edge.backEdge) return;
  if (!vanished && (edge.bytes < kHollowBelow || placed.length < 12)) return;
  // A verdict's mark stands where the label would; what the edge weighs is in its row.
  if (static_cast<size_t>(index) < data.lights.marked.size() && data.lights.marked[static_cast<size_t>(index)]) return;
  const EdgeLight light = static_cast<size_t>(index) < data.lights.edges.size()
                              ? data.lights.edges[static_cast<size_t>(index)]
                              : EdgeLight::None;
  const QStaticText& laid =
      m_context.texts->get(formatBytesShort(vanished ? edge.vanishedBytes : edge.bytes), NodeText::Line, 11, 90);
  QRectF chip(QPointF(), laid.size() + QSizeF(6, 0));
  chip.moveCenter(placed.label);
  // On a long edge, beside a short one: its arrow must stay seen.
  if (placed.length < kShortForLabel)
    chip.moveLeft(std::max(placed.path.pointAtPercent(0).x(), placed.tip.x()) + edgeWidth(edge.bytes) + 2);
  painter.setPen(Qt::NoPen);
  const int frame = data.model->nodes[static_cast<size_t>(edge.to)].side(data.picture != Picture::Before).cluster;
  const bool onFusion = vanished && frame >= 0;
  painter.setBrush(onFusion ? theme.kind(Kind::Fusion).fill : theme.color(Token::Canvas));
  painter.drawRect(chip);
  Token token = vanished ? Token::Removed : Token::Text2;
  if (light == EdgeLight::Operand) token = Token::EdgeIn;
  if (light == EdgeLight::User) token = Token::EdgeOut;
  painter.setPen(theme.color(token));
  painter.setFont(m_context.texts->font(NodeText::Line, 11));
  painter.drawStaticText(chip.topLeft() + QPointF(3, 0), laid);
  if (vanished)
    painter.drawLine(QPointF(chip.left() + 2, chip.center().y()), QPointF(chip.right() - 2, chip.center().y()));
  if (edge.layoutsDiffer) {  // three bars in a box: the two ends keep it in different order
    const QRectF glyph(placed.label.x() - 7, chip.bottom() + 1, 14, 14);
    painter.setPen(QPen(theme.color(Token::Changed), 1.4));
    painter.setBrush(theme.color(Token::Panel));
    painter.drawRoundedRect(glyph, 3, 3);
    for (int bar = 0; bar < 3; ++bar) {
      const double x = glyph.left() + 4 + 3 * bar;
      painter.drawLine(QPointF(x, glyph.top() + 4), QPointF(x, glyph.bottom() - 4));
    }
  }
}

QPointF EdgeLayer::verdictPlace(const EdgeVerdict& verdict, int nth) const {
  const PlacedEdge& placed = m_context.data.placed->edges[static_cast<size_t>(verdict.edge)];
  QPointF place = placed.label;
  const double width = verdictSize(verdict.verdict, static_cast<int>(verdict.decision)).width();
  if (placed.length < kShortEdge) place += QPointF(width / 2 + 12, 0);
  return place + QPointF(nth * (width + 4), 0);
}

void EdgeLayer::paintVerdicts(QPainter& painter, const QRectF& exposed, double zoom) const {
  std::unordered_map<int, int> used;
  const bool words = zoom >= 0.45;
  for (const EdgeVerdict& verdict : m_context.data.lights.verdicts) {
    if (verdict.edge < 0) continue;
    const QPointF place = verdictPlace(verdict, used[verdict.edge]++);
    if (!exposed.adjusted(-60, -20, 60, 20).contains(place)) continue;
    painter.save();
    if (!words) {  // the bare mark, 11 px on screen
      painter.translate(place);
      painter.scale(0.7 / zoom, 0.7 / zoom);
      paintVerdict(painter, m_context.theme, verdict.verdict, 0, {});
      painter.restore();
      continue;
    }
    const QRectF mark =
        paintVerdict(painter, m_context.theme, verdict.verdict, static_cast<int>(verdict.decision), place);
    if (!verdict.words.isEmpty()) {
      const QStaticText& laid = m_context.texts->get(verdict.words, NodeText::Title, 11, 240);
      const QRectF chip(mark.right() + 6, mark.center().y() - 9, laid.size().width() + 12, 18);
      painter.setPen(Qt::NoPen);
      painter.setBrush(m_context.theme.color(Token::Tint));
      painter.drawRoundedRect(chip, 4, 4);
      painter.setPen(m_context.theme.color(Token::Accent));
      painter.setFont(m_context.texts->font(NodeText::Title, 11));
      painter.drawStaticText(QPointF(chip.left() + 6, chip.center().y() - laid.size().height() / 2), laid);
    }
    painter.restore();
  }
}

int64_t EdgeLayer::verdictAt(QPointF place) const {
  std::unordered_map<int, int> used;
  for (const EdgeVerdict& verdict : m_context.data.lights.verdicts) {
    if (verdict.edge < 0) continue;
    QRectF mark(QPointF(), verdictSize(verdict.verdict, static_cast<int>(verdict.decision)) + QSizeF(8, 8));
    mark.moveCenter(verdictPlace(verdict, used[verdict.edge]++));
    if (mark.contains(place)) return verdict.decision;
  }
  return 0;
}

int EdgeLayer::edgeAt(QPointF place, double tolerance) const {
  const QRectF around(place - QPointF(tolerance, tolerance), QSizeF(2 * tolerance, 2 * tolerance));
  for (int edge : edgesIn(around)) {
    QPainterPathStroker stroker;
    stroker.setWidth(2 * tolerance);
    if (stroker.createStroke(m_context.data.placed->edges[static_cast<size_t>(edge)].path).contains(place)) return edge;
  }
  return -1;
}

}  // namespace onepot
