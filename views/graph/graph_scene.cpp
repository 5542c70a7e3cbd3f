#include "views/graph/graph_scene.h"

namespace onepot {
namespace {

constexpr int kStepMs = 160;
constexpr size_t kMostMoving = 400;  // nodes
constexpr double kRoom = 40;         // ground around the picture

}  // namespace

GraphScene::GraphScene(QObject* parent) : QGraphicsScene(parent) {
  m_context.texts = std::make_unique<TextCache>(m_context.theme);
  setItemIndexMethod(QGraphicsScene::BspTreeIndex);
  m_motion.setDuration(kStepMs);
  m_motion.setEasingCurve(QEasingCurve::OutCubic);
  m_motion.setStartValue(0.0);
  m_motion.setEndValue(1.0);
  connect(&m_motion, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& value) { moveTo(value.toDouble()); });
}

GraphScene::~GraphScene() { m_motion.stop(); }

std::unordered_map<InstructionId, QPointF> GraphScene::places() const {
  std::unordered_map<InstructionId, QPointF> result;
  for (size_t n = 0; n < m_nodeItems.size(); ++n) {
    const GraphNode& node = m_context.data.model->nodes[n];
    if (m_nodeItems[n] && node.role != NodeRole::Port && node.role != NodeRole::More) {
      result.emplace(node.role == NodeRole::Output ? -1 : node.id, m_nodeItems[n]->pos());
    }
  }
  return result;
}

void GraphScene::setGraph(std::shared_ptr<const GraphModel> model, std::shared_ptr<const PlacedGraph> placed,
                          Picture picture, const Theme& theme, bool animate) {
  finishMotion();
  const bool moves =
      animate && !m_nodeItems.empty() && model->nodes.size() <= kMostMoving && m_nodeItems.size() <= kMostMoving;
  const auto from = moves ? places() : std::unordered_map<InstructionId, QPointF>{};
  clearGraph();
  m_context.data = {std::move(model), std::move(placed), {}, picture};
  if (!(m_context.theme == theme)) {
    m_context.theme = theme;
    m_context.texts = std::make_unique<TextCache>(theme);
  }
  addItems();
  if (moves) startMotion(from);
}

void GraphScene::clearGraph() {
  m_motion.stop();  // what it moves is about to go
  m_from.clear();
  m_fading.clear();
  clear();
  m_nodeItems.clear();
  m_clusterItems.clear();
  m_lines = m_labels = nullptr;
  m_context.data = {};
}

void GraphScene::addItems() {
  const PictureData& data = m_context.data;
  m_shown = {};
  const std::vector<bool> right = titlesAtRight(data);
  m_clusterItems.assign(data.model->clusters.size(), nullptr);
  for (size_t c = 0; c < data.model->clusters.size(); ++c) {
    if (!showing(data.model->clusters[c], data.picture) || data.placed->clusters[c].isNull()) continue;
    m_clusterItems[c] = new ClusterItem(m_context, static_cast<int>(c), right[c]);
    addItem(m_clusterItems[c]);
    m_shown |= data.placed->clusters[c];
  }
  m_lines = new EdgeLayer(m_context, EdgeLayer::Part::Lines);
  m_labels = new EdgeLayer(m_context, EdgeLayer::Part::Labels);
  addItem(m_lines);
  addItem(m_labels);
  m_nodeItems.assign(data.model->nodes.size(), nullptr);
  for (size_t n = 0; n < data.model->nodes.size(); ++n) {
    const Showing how = showing(data.model->nodes[n], data.picture);
    if (how == Showing::Hidden) continue;
    m_nodeItems[n] = new NodeItem(m_context, static_cast<int>(n), how == Showing::Ghost);
    addItem(m_nodeItems[n]);
    m_shown |= data.placed->nodes[n];
  }
  // Both sides scroll over the whole union, or tied scrolling would drift.
  setSceneRect(data.placed->bounds.adjusted(-kRoom, -kRoom, kRoom, kRoom));
}

void GraphScene::startMotion(const std::unordered_map<InstructionId, QPointF>& from) {
  m_from.clear();
  m_fading.clear();
  for (size_t n = 0; n < m_nodeItems.size(); ++n) {
    if (!m_nodeItems[n]) continue;
    const GraphNode& node = m_context.data.model->nodes[n];
    const auto known = from.find(node.role == NodeRole::Output ? -1 : node.id);
    if (known == from.end() || node.role == NodeRole::Port || node.role == NodeRole::More) {
      m_fading.push_back(static_cast<int>(n));
    } else if (known->second != m_nodeItems[n]->pos()) {
      m_from.push_back({static_cast<int>(n), known->second});
    }
  }
  if (m_from.empty() && m_fading.empty()) return;
  moveTo(0);
  m_motion.start();
}

void GraphScene::moveTo(double progress) {
  for (const auto& [node, start] : m_from) {
    const QPointF end = m_context.data.placed->nodes[static_cast<size_t>(node)].center();
    m_nodeItems[static_cast<size_t>(node)]->setPos(start + (end - start) * progress);
  }
  const double fade = std::min(1.0, progress * kStepMs / 120);
  for (int node : m_fading) m_nodeItems[static_cast<size_t>(node)]->setOpacity(fade);
  // Lines belong to places that are not reached yet: they come in at the end.
  m_context.edgeOpacity = m_from.empty() ? 1 : progress * progress;
  for (ClusterItem* cluster : m_clusterItems) {
    if (cluster) cluster->setOpacity(m_from.empty() ? 1 : 0.3 + 0.7 * progress);
  }
  m_lines->update();
  m_labels->update();
}

void GraphScene::finishMotion() {
  if (m_motion.state() != QAbstractAnimation::Running) return;
  m_motion.stop();
  moveTo(1);
}

void GraphScene::setLights(GraphLights lights) {
  GraphLights& old = m_context.data.lights;
  const auto changedNode = [&](size_t n) { return n >= old.nodes.size() || !(old.nodes[n] == lights.nodes[n]); };
  for (size_t n = 0; n < m_nodeItems.size() && n < lights.nodes.size(); ++n) {
    if (m_nodeItems[n] && changedNode(n)) m_nodeItems[n]->update();
  }
  const bool edges = old.edges != lights.edges || old.verdicts != lights.verdicts;
  const bool clusters = old.clusters != lights.clusters;
  old = std::move(lights);
  if (edges && m_lines) {
    m_lines->update();
    m_labels->update();
  }
  if (!clusters) return;
  for (ClusterItem* cluster : m_clusterItems) {
    if (cluster) cluster->update();
  }
}

void GraphScene::setTheme(const Theme& theme) {
  m_context.theme = theme;
  m_context.texts = std::make_unique<TextCache>(theme);
  update();
}

int GraphScene::nodeAt(QPointF place) const {
  for (QGraphicsItem* item : items(place, Qt::IntersectsItemShape, Qt::DescendingOrder)) {
    if (const auto* node = qgraphicsitem_cast<NodeItem*>(item); node && !node->ghost()) return node->node();
  }
  return -1;
}

int GraphScene::clusterAt(QPointF place) const {
  for (QGraphicsItem* item : items(place, Qt::IntersectsItemShape, Qt::DescendingOrder)) {
    if (const auto* cluster = qgraphicsitem_cast<ClusterItem*>(item)) return cluster->cluster();
  }
  return -1;
}

int64_t GraphScene::verdictAt(QPointF place) const { return m_labels ? m_labels->verdictAt(place) : 0; }
int GraphScene::edgeAt(QPointF place, double tolerance) const {
  return m_lines ? m_lines->edgeAt(place, tolerance) : -1;
}

}  // namespace onepot
