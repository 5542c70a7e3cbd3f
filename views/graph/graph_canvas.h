// One side's canvas: pans, scrolls, zooms at the pointer, shows a minimap, and says what was clicked, hovered and
// typed.
#pragma once

#include <QGraphicsView>
#include <QKeyEvent>
#include <QTimer>

#include "views/graph/graph_scene.h"

namespace onepot {

class GraphCanvas : public QGraphicsView {
  Q_OBJECT
 public:
  explicit GraphCanvas(QWidget* parent = nullptr);

  GraphScene& graph() { return m_scene; }
  const GraphScene& graph() const { return m_scene; }
  double zoom() const { return transform().m11(); }
  void setZoom(double zoom);
  void zoomBy(double factor, QPoint anchor);
  /// The whole picture, at no more than 100 %.
  void fitAll(double least = 0);
  void centreNode(int node, bool animate);
  /// The node's place in the window's eyes before and after a new layout: opening a cluster keeps it where it is.
  QPointF onScreen(QPointF scenePlace) const { return mapFromScene(scenePlace); }
  void scrollSoThat(QPointF scenePlace, QPointF screenPlace);
  void setTheme(const Theme& theme);
  void setMinimapAllowed(bool allowed);

 signals:
  void nodeClicked(int node, Qt::KeyboardModifiers modifiers);
  void nodeActivated(int node);  // double click
  void nodePinned(int node);     // middle click
  void nodeHovered(int node);    // −1: none
  void clusterClicked(int cluster);
  void clusterActivated(int cluster);
  void verdictClicked(int64_t decision);
  void edgeClicked(int edge);
  void edgeHovered(int edge, QPoint globalPlace);
  void groundClicked();
  void menuWanted(int node, QPoint globalPlace);
  void viewMoved();  // by the person
  void resized();

 protected:
  void keyPressEvent(QKeyEvent* event) override { event->ignore(); }  // the page's business
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void resizeEvent(QResizeEvent* event) override {
    QGraphicsView::resizeEvent(event);
    emit resized();
  }
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  bool viewportEvent(QEvent* event) override;

 private:
  QRect minimapRect() const;
  bool needsMinimap() const;
  void paintMinimap(QPainter& painter) const;
  void panToMinimap(QPoint place);
  void hoverAt(QPoint place);
  void click(QMouseEvent* event);

  GraphScene m_scene;
  QTimer m_hoverTimer;
  QVariantAnimation m_glide;
  QPoint m_pressed, m_last, m_hoverPlace;
  QRect m_band;  // Ctrl+drag
  bool m_panning = false, m_inMinimap = false, m_banding = false, m_minimapAllowed = true;
  int m_hovered = -1;
};

}  // namespace onepot
