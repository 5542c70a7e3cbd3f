#include <QStyleOptionGraphicsItem>

#include "views/graph/graph_items.h"

namespace onepot {
namespace {

constexpr double kMargin = 12;
constexpr double kTitleHeight = 26;
constexpr double kTitleInset = 14;
constexpr double kLeftShare = 0.45;  // a title needs about this much of the top border free

int depthOf(const GraphModel& model, int cluster) {
  int depth = 0;
  for (int at = model.clusters[static_cast<size_t>(cluster)].parent; at >= 0; ++depth) {
    at = model.clusters[static_cast<size_t>(at)].parent;
  }
  return depth;
}

}  // namespace

ClusterItem::ClusterItem(SceneContext& context, int cluster, bool titleAtRight)
    : m_context(context), m_cluster(cluster), m_titleAtRight(titleAtRight) {
  setZValue(0.01 * (1 + depthOf(*context.data.model, cluster)));
}

QRectF ClusterItem::rect() const { return m_context.data.placed->clusters[static_cast<size_t>(m_cluster)]; }

QRectF ClusterItem::boundingRect() const { return rect().adjusted(-kMargin, -kMargin, kMargin, kMargin); }

QPainterPath ClusterItem::shape() const {
  const QRectF frame = rect();
  QPainterPath path;
  path.addRect(QRectF(frame.left(), frame.top(), frame.width(), kTitleHeight));
  QPainterPath outline;
  outline.addRect(frame.adjusted(-4, -4, 4, 4));
  QPainterPath inside;
  inside.addRect(frame.adjusted(4, 4, -4, -4));
  return path.united(outline.subtracted(inside));
}

std::vector<bool> titlesAtRight(const PictureData& data) {
  std::vector<bool> right(data.model->clusters.size(), false);
  for (size_t e = 0; e < data.model->edges.size(); ++e) {
    const GraphEdge& edge = data.model->edges[e];
    const GraphNode& to = data.model->nodes[static_cast<size_t>(edge.to)];
    const int cluster = to.side(data.picture != Picture::Before).cluster;
    if (cluster < 0 || !showing(edge, data.picture)) continue;
    const QRectF& frame = data.placed->clusters[static_cast<size_t>(cluster)];
    const QPointF place = to.role == NodeRole::Port ? data.placed->nodes[static_cast<size_t>(edge.to)].center()
                                                    : data.placed->edges[e].tip;
    const bool fromAbove = data.placed->nodes[static_cast<size_t>(edge.from)].bottom() <= frame.top() + 1;
    const double needed = std::min(frame.width() * kLeftShare, 220.0);
    if (fromAbove && place.x() < frame.left() + needed) right[static_cast<size_t>(cluster)] = true;
  }
  return right;
}

void ClusterItem::paintTitle(QPainter& painter, const GraphCluster& cluster, double zoom) const {
  const QRectF frame = rect();
  const double size = std::max(12.0, 11 / zoom);
  const double room = frame.width() - 2 * kTitleInset;
  if (room < 3 * size) return;
  TextCache& texts = *m_context.texts;
  const QStaticText& title = texts.get(cluster.title, NodeText::Name, size, room);
  const double titleWidth = title.size().width();
  // Compact boxes say the shapes themselves: the kind is enough.
  const QString detail = m_context.data.model->compact ? cluster.detail.section(' ', 0, 0) : cluster.detail;
  const double detailRoom = room - titleWidth - 10;
  const bool withDetail = zoom >= 0.6 && detailRoom > 40;
  const double detailWidth = withDetail ? texts.get(detail, NodeText::Line, 11, detailRoom).size().width() + 8 : 0;
  const double x = m_titleAtRight ? frame.right() - kTitleInset - titleWidth - detailWidth : frame.left() + kTitleInset;
  const double y = frame.top() + 6;
  painter.setFont(texts.font(NodeText::Name, size));
  painter.setPen(m_context.theme.color(Token::Text));
  painter.drawStaticText(QPointF(x, y), title);
  if (!withDetail) return;
  painter.setFont(texts.font(NodeText::Line, 11));
  painter.setPen(m_context.theme.color(Token::Text2));
  painter.drawStaticText(QPointF(x + titleWidth + 8, y + 1), texts.get(detail, NodeText::Line, 11, detailRoom));
}

void ClusterItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const PictureData& data = m_context.data;
  const Theme& theme = m_context.theme;
  const GraphCluster& cluster = data.model->clusters[static_cast<size_t>(m_cluster)];
  const QRectF frame = rect();
  const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
  const bool after = data.picture != Picture::Before;
  const KindColors fusion = theme.kind(Kind::Fusion);
  painter->setBrush(cluster.role == ClusterRole::Fusion ? QBrush(fusion.fill) : QBrush(theme.color(Token::Panel, 0.6)));
  QPen pen(cluster.role == ClusterRole::Loop ? theme.kind(Kind::Call).border : fusion.border,
           cluster.role == ClusterRole::Loop ? 2 : 1);
  if (after && cluster.change == NodeChange::Added) pen = QPen(theme.color(Token::Added), 2);
  if (!after && cluster.change == NodeChange::Removed) pen = QPen(theme.color(Token::Removed), 2, Qt::DashLine);
  painter->setPen(pen);
  painter->drawRoundedRect(frame, kRadiusCluster, kRadiusCluster);
  if (static_cast<size_t>(m_cluster) < data.lights.clusters.size()) {
    const NodeState& state = data.lights.clusters[static_cast<size_t>(m_cluster)];
    painter->setBrush(Qt::NoBrush);
    if (state.selected || state.partner) {
      QPen ring(theme.color(Token::Accent), state.selected ? 2 : 1.6, state.selected ? Qt::SolidLine : Qt::DotLine);
      painter->setPen(ring);
      painter->drawRoundedRect(frame.adjusted(-4, -4, 4, 4), kRadiusCluster + 3, kRadiusCluster + 3);
    }
  }
  paintTitle(*painter, cluster, zoom);
  if (zoom >= 0.45 && (after ? cluster.change == NodeChange::Added : cluster.change == NodeChange::Removed)) {
    paintChangeBadge(*painter, theme, cluster.change, frame.topLeft() + QPointF(3, 10), 16);
  }
}

}  // namespace onepot
