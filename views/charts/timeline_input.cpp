// Mouse and keys of the timeline: pan, zoom, walk.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "views/charts/timeline_chart.h"

namespace onepot {

namespace {
constexpr double kPanShare = 0.15, kZoomStep = 1.4, kDragDistance = 4, kAroundSelection = 1.6;
}

void TimelineChart::zoom(double factor, double atMs) {
  const double span = m_span / factor;
  setView(atMs - (atMs - m_from) * span / m_span, span);
}

void TimelineChart::zoomToSelection() {
  double from = INFINITY, to = -INFINITY;
  for (size_t i = 0; i < parts().size(); ++i) {
    const bool jit = i >= m_eagerParts;
    if (parts()[i].lights == 0 || !m_session.partners().isSelected(parts()[i].lights)) continue;
    const LaunchBar& bar = lane(jit).bars[m_barOfPart[i]];
    from = std::min(from, bar.start);
    to = std::max(to, bar.end);
  }
  if (!(from < to)) return fitAll();
  const double span = (to - from) * kAroundSelection;
  setView((from + to) / 2 - span / 2, span);
}

void TimelineChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return Chart::mousePressEvent(event);
  m_pressed = event->position();
  m_pressedFrom = m_from;
  m_held = true;
  m_panning = false;
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_held) return;
  m_held = false;
  if (std::exchange(m_panning, false)) {
    unsetCursor();
    return;
  }
  Chart::mousePressEvent(event);
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event) {
  m_hoverX = event->position().x();
  if (m_held && (m_panning || std::abs(event->position().x() - m_pressed.x()) > kDragDistance)) {
    m_panning = true;
    setCursor(Qt::ClosedHandCursor);
    setView(m_pressedFrom - (event->position().x() - m_pressed.x()) * m_span / plotWidth(), m_span);
    return;
  }
  Chart::mouseMoveEvent(event);
  update();
}

void TimelineChart::leaveEvent(QEvent* event) {
  m_hoverX = -1;
  Chart::leaveEvent(event);
  update();
}

void TimelineChart::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier) || !m_data) return Chart::wheelEvent(event);
  const double at = m_from + (event->position().x() - left()) * m_span / plotWidth();
  zoom(std::pow(kZoomStep, event->angleDelta().y() / 120.0), at);
  event->accept();
}

void TimelineChart::keyPressEvent(QKeyEvent* event) {
  if (!m_data || event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return Chart::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_A: return setView(m_from - m_span * kPanShare, m_span);
    case Qt::Key_D: return setView(m_from + m_span * kPanShare, m_span);
    case Qt::Key_W: return zoom(kZoomStep, m_from + m_span / 2);
    case Qt::Key_S: return zoom(1 / kZoomStep, m_from + m_span / 2);
    case Qt::Key_F: return zoomToSelection();
    case Qt::Key_0:
    case Qt::Key_Space: return fitAll();
    case Qt::Key_Comma: return step(-1);
    case Qt::Key_Period: return step(1);
    default: return Chart::keyPressEvent(event);
  }
}

}  // namespace onepot
