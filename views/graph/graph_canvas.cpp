#include "views/graph/graph_canvas.h"

#include <QApplication>
#include <QGestureEvent>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace onepot {
namespace {

constexpr double kLeastZoom = 0.02, kMostZoom = 4;
constexpr int kHoverMs = 80;
constexpr int kGlideMs = 200;
constexpr QSize kMinimap(120, 84);
constexpr int kMinimapInset = 10;
constexpr double kFitMargin = 14;

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QGraphicsView(parent) {
  setScene(&m_scene);
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
  setOptimizationFlag(QGraphicsView::DontSavePainterState);
  setOptimizationFlag(QGraphicsView::DontAdjustForAntialiasing);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTransformationAnchor(QGraphicsView::NoAnchor);
  setResizeAnchor(QGraphicsView::AnchorViewCenter);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->grabGesture(Qt::PinchGesture);
  m_hoverTimer.setSingleShot(true);
  m_hoverTimer.setInterval(kHoverMs);
  connect(&m_hoverTimer, &QTimer::timeout, this, [this] { hoverAt(m_hoverPlace); });
  m_glide.setDuration(kGlideMs);
  m_glide.setEasingCurve(QEasingCurve::OutCubic);
  connect(&m_glide, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& value) { centerOn(value.toPointF()); });
}

void GraphCanvas::setZoom(double zoom) {
  const QPointF centre = mapToScene(viewport()->rect().center());
  const double wanted = std::clamp(zoom, kLeastZoom, kMostZoom);
  setTransform(QTransform::fromScale(wanted, wanted));
  centerOn(centre);
  emit viewMoved();
}

void GraphCanvas::zoomBy(double factor, QPoint anchor) {
  const QPointF place = mapToScene(anchor);
  const double wanted = std::clamp(zoom() * factor, kLeastZoom, kMostZoom);
  setTransform(QTransform::fromScale(wanted, wanted));
  scrollSoThat(place, anchor);
  emit viewMoved();
}

void GraphCanvas::scrollSoThat(QPointF scenePlace, QPointF screenPlace) {
  const QPointF now = mapFromScene(scenePlace);
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(now.x() - screenPlace.x()));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(now.y() - screenPlace.y()));
}

void GraphCanvas::fitAll(double least) {
  if (!m_scene.placed()) return;
  const QRectF bounds = m_scene.placed()->bounds;
  const QSizeF room = QSizeF(viewport()->size()) - QSizeF(2 * kFitMargin, 2 * kFitMargin);
  if (bounds.isEmpty() || room.isEmpty()) return;
  const double wanted = std::min(room.width() / bounds.width(), room.height() / bounds.height());
  const double scale = m_scene.theme().scale();
  const double factor = std::clamp(wanted, std::max(kLeastZoom, least * scale), scale);
  setTransform(QTransform::fromScale(factor, factor));
  centerOn(bounds.center());
  // Begins at the top, where reading begins; what is too wide, with its first box in the middle.
  double x = bounds.center().x();
  if (bounds.width() * factor > room.width()) {
    const auto& boxes = m_scene.placed()->nodes;
    const auto first = std::ranges::min_element(boxes, {}, [](const QRectF& box) { return box.top(); });
    if (first != boxes.end()) x = first->center().x();
  }
  scrollSoThat({x, bounds.top()}, QPointF(viewport()->width() / 2.0, kFitMargin));
  emit viewMoved();
}

void GraphCanvas::centreNode(int node, bool animate) {
  if (!m_scene.placed() || node < 0) return;
  const QPointF target = m_scene.placed()->nodes[static_cast<size_t>(node)].center();
  m_glide.stop();
  if (!animate || m_scene.model()->nodes.size() > 400) {
    centerOn(target);
    return;
  }
  m_glide.setStartValue(mapToScene(viewport()->rect().center()));
  m_glide.setEndValue(target);
  m_glide.start();
}

void GraphCanvas::setTheme(const Theme& theme) {
  m_scene.setTheme(theme);
  setBackgroundBrush(theme.color(Token::Canvas));
  viewport()->update();
}

void GraphCanvas::setMinimapAllowed(bool allowed) {
  m_minimapAllowed = allowed;
  viewport()->update();
}

// ---- mouse

void GraphCanvas::wheelEvent(QWheelEvent* event) {
  if (event->modifiers() & Qt::ControlModifier) {
    const int delta = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    zoomBy(std::pow(1.0015, delta), event->position().toPoint());
  } else {
    const QPoint pixels = event->pixelDelta().isNull() ? event->angleDelta() / 2 : event->pixelDelta();
    const bool sideways = event->modifiers() & Qt::ShiftModifier;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - (sideways ? pixels.y() : pixels.x()));
    if (!sideways) verticalScrollBar()->setValue(verticalScrollBar()->value() - pixels.y());
    emit viewMoved();
  }
  event->accept();
}

bool GraphCanvas::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Gesture) {
    auto* gestures = static_cast<QGestureEvent*>(event);
    if (auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
      zoomBy(pinch->scaleFactor(), viewport()->mapFromGlobal(pinch->hotSpot().toPoint()));
      return true;
    }
  }
  return QGraphicsView::viewportEvent(event);
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  m_glide.stop();
  m_pressed = m_last = event->pos();
  m_inMinimap = needsMinimap() && minimapRect().contains(event->pos());
  m_panning = false;
  m_banding = event->button() == Qt::LeftButton && (event->modifiers() & Qt::ControlModifier);
  if (m_inMinimap) panToMinimap(event->pos());
  event->accept();
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPoint step = event->pos() - m_last;
  m_last = event->pos();
  if (m_inMinimap && (event->buttons() & Qt::LeftButton)) {
    panToMinimap(event->pos());
  } else if (m_banding && (event->buttons() & Qt::LeftButton)) {
    m_band = QRect(m_pressed, event->pos()).normalized();
    viewport()->update();
  } else if (event->buttons() & Qt::LeftButton) {
    m_panning = m_panning || (event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_panning) return;
    viewport()->setCursor(Qt::ClosedHandCursor);
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - step.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - step.y());
    emit viewMoved();
  } else {
    m_hoverPlace = event->pos();
    if (!m_hoverTimer.isActive()) m_hoverTimer.start();
  }
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
  viewport()->unsetCursor();
  if (m_inMinimap) {
    m_inMinimap = false;
    return;
  }
  if (m_banding && m_band.width() > 8 && m_band.height() > 8) {
    const QRectF target = mapToScene(m_band).boundingRect();
    const double factor = std::min(viewport()->width() / target.width(), viewport()->height() / target.height());
    const double wanted = std::clamp(factor, kLeastZoom, kMostZoom);
    setTransform(QTransform::fromScale(wanted, wanted));
    centerOn(target.center());
    emit viewMoved();
  } else if (!m_panning) {
    click(event);
  }
  m_band = {};
  m_banding = m_panning = false;
  viewport()->update();
}

void GraphCanvas::click(QMouseEvent* event) {
  const QPointF place = mapToScene(event->pos());
  const int node = m_scene.nodeAt(place);
  if (event->button() == Qt::MiddleButton) {
    if (node >= 0) emit nodePinned(node);
    return;
  }
  if (event->button() != Qt::LeftButton) return;
  if (const int64_t decision = m_scene.verdictAt(place)) {
    emit verdictClicked(decision);
  } else if (node >= 0) {
    emit nodeClicked(node, event->modifiers());
  } else if (const int cluster = m_scene.clusterAt(place); cluster >= 0) {
    emit clusterClicked(cluster);
  } else if (const int edge = m_scene.edgeAt(place, 4 / zoom()); edge >= 0) {
    emit edgeClicked(edge);
  } else {
    emit groundClicked();
  }
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const QPointF place = mapToScene(event->pos());
  if (const int node = m_scene.nodeAt(place); node >= 0) {
    emit nodeActivated(node);
  } else if (const int cluster = m_scene.clusterAt(place); cluster >= 0) {
    emit clusterActivated(cluster);
  }
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event) {
  emit menuWanted(m_scene.nodeAt(mapToScene(event->pos())), event->globalPos());
}

void GraphCanvas::hoverAt(QPoint place) {
  const QPointF scenePlace = mapToScene(place);
  const int node = m_scene.nodeAt(scenePlace);
  if (node != m_hovered) {
    m_hovered = node;
    emit nodeHovered(node);
  }
  if (node < 0) emit edgeHovered(m_scene.edgeAt(scenePlace, 4 / zoom()), viewport()->mapToGlobal(place));
}

void GraphCanvas::leaveEvent(QEvent* event) {
  m_hoverTimer.stop();
  if (m_hovered >= 0) emit nodeHovered(m_hovered = -1);
  QGraphicsView::leaveEvent(event);
}

void GraphCanvas::scrollContentsBy(int dx, int dy) {
  QGraphicsView::scrollContentsBy(dx, dy);
  // What is drawn over the scene does not scroll with it.
  if (needsMinimap())
    viewport()->update(
        minimapRect().adjusted(-std::abs(dx) - 2, -std::abs(dy) - 2, std::abs(dx) + 2, std::abs(dy) + 2));
}

// ---- minimap

QRect GraphCanvas::minimapRect() const {
  const QRect room = viewport()->rect();
  return QRect(
      QPoint(room.right() - kMinimapInset - kMinimap.width(), room.bottom() - kMinimapInset - kMinimap.height()),
      kMinimap);
}

bool GraphCanvas::needsMinimap() const {
  if (!m_minimapAllowed || !m_scene.placed() || m_scene.placed()->bounds.isEmpty()) return false;
  if (viewport()->width() < 2 * kMinimap.width()) return false;
  const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
  return !seen.adjusted(-1, -1, 1, 1).contains(m_scene.shownBounds());
}

void GraphCanvas::paintMinimap(QPainter& painter) const {
  const Theme& theme = m_scene.theme();
  const QRect frame = minimapRect();
  const QRectF bounds = m_scene.placed()->bounds;
  painter.setPen(QPen(theme.color(Token::Border), 1));
  painter.setBrush(theme.color(Token::Panel));
  painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  const double factor = std::min((frame.width() - 12) / bounds.width(), (frame.height() - 12) / bounds.height());
  const QPointF origin = QPointF(frame.center()) - bounds.center() * factor;
  const auto mapped = [&](const QRectF& rect) {
    return QRectF(rect.topLeft() * factor + origin, rect.size() * factor);
  };
  painter.setRenderHint(QPainter::Antialiasing, false);
  const GraphModel& model = *m_scene.model();
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    if (showing(model.nodes[n], m_scene.picture()) != Showing::Shown) continue;
    QRectF box = mapped(m_scene.placed()->nodes[n]);
    box.setSize(QSizeF(std::max(box.width(), 1.0), std::max(box.height(), 1.0)));
    painter.fillRect(box, theme.kind(model.nodes[n].kind).border);
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  const QRectF seen =
      mapped(mapToScene(viewport()->rect()).boundingRect()).intersected(QRectF(frame).adjusted(2, 2, -2, -2));
  painter.setPen(QPen(theme.color(Token::Accent), 1.5));
  painter.setBrush(theme.color(Token::Accent, 0.08));
  painter.drawRect(seen);
}

void GraphCanvas::panToMinimap(QPoint place) {
  const QRect frame = minimapRect();
  const QRectF bounds = m_scene.placed()->bounds;
  const double factor = std::min((frame.width() - 12) / bounds.width(), (frame.height() - 12) / bounds.height());
  centerOn((QPointF(place) - (QPointF(frame.center()) - bounds.center() * factor)) / factor);
  emit viewMoved();
}

void GraphCanvas::drawForeground(QPainter* painter, const QRectF&) {
  painter->save();
  painter->resetTransform();
  if (needsMinimap()) paintMinimap(*painter);
  if (!m_band.isNull()) {
    painter->setPen(QPen(m_scene.theme().color(Token::Accent), 1, Qt::DashLine));
    painter->setBrush(m_scene.theme().color(Token::Accent, 0.08));
    painter->drawRect(m_band);
  }
  painter->restore();
}

}  // namespace onepot
