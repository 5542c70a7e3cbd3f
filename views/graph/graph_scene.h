// One picture of a graph as a scene: before, after or both, with its lights and the motion of a pass step.
#pragma once

#include <QGraphicsScene>
#include <QVariantAnimation>

#include "views/graph/graph_items.h"

namespace onepot {

class GraphScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit GraphScene(QObject* parent = nullptr);
  ~GraphScene() override;

  /// `animate`: what was in the picture before glides to its new place (160 ms; never above 400 nodes).
  void setGraph(std::shared_ptr<const GraphModel> model, std::shared_ptr<const PlacedGraph> placed, Picture picture,
                const Theme& theme, bool animate);
  void setLights(GraphLights lights);
  void setTheme(const Theme& theme);
  void clearGraph();
  bool animating() const { return m_motion.state() == QAbstractAnimation::Running; }
  void finishMotion();

  const GraphModel* model() const { return m_context.data.model.get(); }
  const PlacedGraph* placed() const { return m_context.data.placed.get(); }
  Picture picture() const { return m_context.data.picture; }
  const GraphLights& lights() const { return m_context.data.lights; }
  const Theme& theme() const { return m_context.theme; }
  /// The part of the union that this picture shows.
  QRectF shownBounds() const { return m_shown; }

  int nodeAt(QPointF place) const;
  int clusterAt(QPointF place) const;
  int64_t verdictAt(QPointF place) const;
  int edgeAt(QPointF place, double tolerance) const;

 private:
  void addItems();
  void startMotion(const std::unordered_map<InstructionId, QPointF>& from);
  void moveTo(double progress);
  std::unordered_map<InstructionId, QPointF> places() const;

  SceneContext m_context;
  std::vector<NodeItem*> m_nodeItems;  // one a node; null where hidden
  std::vector<ClusterItem*> m_clusterItems;
  std::vector<std::pair<int, QPointF>> m_from;  // where moving nodes come from
  std::vector<int> m_fading;
  EdgeLayer* m_lines = nullptr;
  EdgeLayer* m_labels = nullptr;
  QVariantAnimation m_motion;
  QRectF m_shown;
};

}  // namespace onepot
