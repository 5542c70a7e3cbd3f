// The items of a graph's scene: one a node, one a frame, and two layers that draw all edges and all their labels.
#pragma once

#include <QGraphicsItem>
#include <unordered_map>

#include "views/graph/picture.h"

namespace onepot {

/// What every item reads; owned by the scene.
struct SceneContext {
  PictureData data;
  Theme theme;
  std::unique_ptr<TextCache> texts;
  double edgeOpacity = 1;
};

class NodeItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 1 };
  NodeItem(SceneContext& context, int node, bool ghost);
  int type() const override { return Type; }
  int node() const { return m_node; }
  bool ghost() const { return m_ghost; }
  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  SceneContext& m_context;
  int m_node;
  bool m_ghost;
};

class ClusterItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 2 };
  /// The title stands at the left, or at the right corner where edges enter at the left.
  ClusterItem(SceneContext& context, int cluster, bool titleAtRight);
  int type() const override { return Type; }
  int cluster() const { return m_cluster; }
  QRectF boundingRect() const override;
  /// The title row and the outline: the ground inside a frame is ground.
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QRectF rect() const;
  void paintTitle(QPainter& painter, const GraphCluster& cluster, double zoom) const;

  SceneContext& m_context;
  int m_cluster;
  bool m_titleAtRight;
};

/// Which frames' titles must make room, in one walk over the edges.
std::vector<bool> titlesAtRight(const PictureData& data);

/// All edges of a picture, found by a grid: thousands of edges as items of their own would cost more than drawing them.
class EdgeLayer : public QGraphicsItem {
 public:
  enum class Part : uint8_t { Lines, Labels };
  enum { Type = UserType + 3 };
  EdgeLayer(SceneContext& context, Part part);
  int type() const override { return Type; }
  QRectF boundingRect() const override;
  QPainterPath shape() const override { return {}; }  // mouse goes through to whatever is below
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
  /// The edge whose verdict mark or line is at a place of the scene; −1: none. Marks win.
  int edgeAt(QPointF place, double tolerance) const;
  int64_t verdictAt(QPointF place) const;

 private:
  void buildGrid();
  std::vector<int> edgesIn(const QRectF& rect) const;
  void paintEdge(QPainter& painter, int edge, double zoom) const;
  void paintHead(QPainter& painter, const GraphEdge& edge, const PlacedEdge& placed, const QColor& color,
                 double width) const;
  void paintLabel(QPainter& painter, int edge, double zoom) const;
  void paintVerdicts(QPainter& painter, const QRectF& exposed, double zoom) const;
  QPointF verdictPlace(const EdgeVerdict& verdict, int nth) const;
  bool throughMemory(const GraphEdge& edge) const;

  SceneContext& m_context;
  Part m_part;
  std::unordered_map<int64_t, std::vector<int>> m_grid;
};

}  // namespace onepot
