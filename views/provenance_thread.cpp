#include "views/provenance_thread.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace onepot {

ProvenanceThread::ProvenanceThread(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::TabFocus);
  setMouseTracking(true);
}

void ProvenanceThread::setRows(std::vector<ThreadRow> rows) {
  m_rows = std::move(rows);
  m_focus = 0;
  setFixedHeight(static_cast<int>(m_rows.size()) * rowHeight());
  update();
}

void ProvenanceThread::setTheme(const Theme& theme) {
  m_theme = theme;
  setFixedHeight(static_cast<int>(m_rows.size()) * rowHeight());
  update();
}

int ProvenanceThread::rowAt(double y) const {
  const int row = static_cast<int>(y) / rowHeight();
  return row >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

void ProvenanceThread::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double x = m_theme.px(8);
  const int labelLeft = m_theme.px(24), nameLeft = m_theme.px(86);
  auto yOf = [&](size_t i) { return static_cast<double>(i) * rowHeight() + m_theme.px(10); };
  painter.setPen(QPen(m_theme.color(Token::Accent, 0.55), 1.6));
  if (m_rows.size() > 1) painter.drawLine(QPointF(x, yOf(0)), QPointF(x, yOf(m_rows.size() - 1)));
  for (size_t i = 0; i < m_rows.size(); ++i) {
    const ThreadRow& row = m_rows[i];
    const double y = yOf(i);
    painter.setPen(QPen(m_theme.color(Token::Accent), 1.8));
    painter.setBrush(m_theme.color(row.here ? Token::Accent : Token::Panel));
    painter.drawEllipse(QPointF(x, y), m_theme.px(5), m_theme.px(5));
    const int top = static_cast<int>(i) * rowHeight(), height = m_theme.px(20);
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.color(Token::Text2));
    painter.drawText(QRect(labelLeft, top, nameLeft - labelLeft, height), Qt::AlignVCenter, row.level);
    painter.setFont(m_theme.font(TextStyle::MonoSmall));
    const int figureWidth = painter.fontMetrics().horizontalAdvance(row.figure);
    painter.setPen(m_theme.color(Token::Text2));
    painter.drawText(QRect(0, top, width(), height), Qt::AlignRight | Qt::AlignVCenter, row.figure);
    painter.setFont(m_theme.font(TextStyle::MonoColumn));
    painter.setPen(m_theme.color(Token::Text));
    const int room = width() - nameLeft - figureWidth - m_theme.px(6);
    painter.drawText(QRect(nameLeft, top, room, height), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.name, Qt::ElideRight, room));
    painter.setFont(m_theme.font(TextStyle::Small));
    painter.setPen(m_theme.color(Token::Text3));
    const int noteRoom = width() - nameLeft;
    painter.drawText(QRect(nameLeft, top + m_theme.px(18), noteRoom, m_theme.px(16)), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.note, Qt::ElideRight, noteRoom));
    if (hasFocus() && static_cast<int>(i) == m_focus) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(m_theme.color(Token::Accent), 1.5));
      painter.drawRoundedRect(QRectF(labelLeft - 3, top, width() - labelLeft + 2, rowHeight() - 3), kRadiusChip,
                              kRadiusChip);
    }
  }
}

void ProvenanceThread::mousePressEvent(QMouseEvent* event) {
  const int row = rowAt(event->position().y());
  if (row >= 0 && m_rows[static_cast<size_t>(row)].ref.valid())
    emit followed(Ref(m_rows[static_cast<size_t>(row)].ref));
}

void ProvenanceThread::mouseMoveEvent(QMouseEvent* event) {
  const int row = rowAt(event->position().y());
  const bool link = row >= 0 && m_rows[static_cast<size_t>(row)].ref.valid();
  setCursor(link ? Qt::PointingHandCursor : Qt::ArrowCursor);
  setToolTip(row >= 0 ? m_rows[static_cast<size_t>(row)].note : QString());
}

void ProvenanceThread::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(m_rows.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Down: m_focus = std::min(m_focus + 1, last); break;
    case Qt::Key_Up: m_focus = std::max(m_focus - 1, 0); break;
    case Qt::Key_Return:
      if (m_focus <= last && m_rows[static_cast<size_t>(m_focus)].ref.valid())
        emit followed(Ref(m_rows[static_cast<size_t>(m_focus)].ref));
      return;
    default: return QWidget::keyPressEvent(event);
  }
  update();
}

}  // namespace onepot
