#include <QStyleOptionGraphicsItem>

#include "views/graph/graph_items.h"

namespace onepot {

NodeItem::NodeItem(SceneContext& context, int node, bool ghost) : m_context(context), m_node(node), m_ghost(ghost) {
  setZValue(ghost ? 1.5 : 2);
  setPos(context.data.placed->nodes[static_cast<size_t>(node)].center());
}

QRectF NodeItem::boundingRect() const {
  const QSizeF size = m_context.data.placed->nodes[static_cast<size_t>(m_node)].size();
  return QRectF(-size.width() / 2, -size.height() / 2, size.width(), size.height())
      .adjusted(-kNodeMargin, -kNodeMargin, kNodeMargin, kNodeMargin);
}

QPainterPath NodeItem::shape() const {
  QPainterPath path;
  path.addRect(boundingRect().adjusted(kNodeMargin - 2, kNodeMargin - 2, 2 - kNodeMargin, 2 - kNodeMargin));
  return path;
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const PictureData& data = m_context.data;
  const auto index = static_cast<size_t>(m_node);
  const GraphNode& node = data.model->nodes[index];
  const QRectF rect = boundingRect().adjusted(kNodeMargin, kNodeMargin, -kNodeMargin, -kNodeMargin);
  const Detail detail{QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform())};
  static const NodeState kRest;
  const NodeState& state = index < data.lights.nodes.size() ? data.lights.nodes[index] : kRest;
  NodePainter(m_context.theme, *m_context.texts)
      .paint(*painter, node, afterHalf(node, data.picture), rect, data.model->compact,
             m_ghost ? NodeLook::Ghost : NodeLook::Full, state, detail);
}

}  // namespace onepot
