#include "views/pass_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include "views/number_format.h"

namespace onepot {

namespace {
constexpr int kMargin = 10, kBandHeight = 24, kMarkCentre = 36, kHeight = 46;
}

void paintStageMark(QPainter& painter, const Theme& theme, StageState state, QPointF centre, double size) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const double half = size / 2;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Token::Control), 1.4));
  switch (state) {
    case StageState::Changed: {
      painter.setPen(Qt::NoPen);
      painter.setBrush(theme.color(Token::Text));
      const QPointF points[] = {centre - QPointF(0, half), centre + QPointF(half, 0), centre + QPointF(0, half),
                                centre - QPointF(half, 0)};
      painter.drawPolygon(points, 4);
      break;
    }
    case StageState::NoEffect: painter.drawEllipse(centre, half * 0.72, half * 0.72); break;
    case StageState::NotApplicable:
      painter.drawLine(centre - QPointF(half * 0.7, 0), centre + QPointF(half * 0.7, 0));
      break;
    case StageState::Disabled:
      painter.drawEllipse(centre, half * 0.72, half * 0.72);
      painter.drawLine(centre + QPointF(-half, half), centre + QPointF(half, -half));
      break;
    case StageState::End:
      painter.setPen(QPen(theme.color(Token::Text), 1.6));
      painter.drawRect(QRectF(centre.x() - half * 0.65, centre.y() - half * 0.65, half * 1.3, half * 1.3));
      break;
  }
  painter.restore();
}

PassStrip::PassStrip(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
  setAccessibleName(tr("Passes in one line"));
}

void PassStrip::refresh(Changes changes) {
  if (changes & Change::Theme) setFixedHeight(m_session.theme().px(kHeight));
  if (changes & (Change::Theme | Change::Pass | Change::Compilation | Change::Capture)) update();
}

void PassStrip::setMetric(CostMetric metric) {
  m_metric = metric;
  update();
}

QSize PassStrip::sizeHint() const { return {200, m_session.theme().px(kHeight)}; }

double PassStrip::cellWidth() const {
  return (width() - 2.0 * m_session.theme().px(kMargin)) / std::max(1, m_session.stageCount());
}

int PassStrip::cellAt(double x) const {
  const int cell = static_cast<int>(std::floor((x - m_session.theme().px(kMargin)) / cellWidth()));
  return cell >= 0 && cell < m_session.stageCount() ? cell : -1;
}

void PassStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = m_session.theme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::Panel));
  const int count = m_session.stageCount();
  if (count == 0) return;
  painter.setRenderHint(QPainter::Antialiasing);
  const double left = theme.px(kMargin), cell = cellWidth(), top = theme.px(3), floor = theme.px(kBandHeight + 2);
  const std::vector<double> shares = costShares(m_session, m_metric);
  auto yOf = [&](int i) { return top + (floor - top) * (1 - 0.92 * shares[static_cast<size_t>(i)]); };
  QPainterPath line(QPointF(left, yOf(0)));
  for (int i = 1; i < count; ++i) {
    const double x = left + i * cell, before = yOf(i - 1), now = yOf(i);
    line.lineTo(x, before);
    if (before != now) line.cubicTo(x + cell * 0.45, before, x + cell * 0.35, now, x + cell * 0.85, now);
  }
  line.lineTo(left + count * cell, yOf(count - 1));
  QPainterPath area = line;
  area.lineTo(left + count * cell, floor);
  area.lineTo(left, floor);
  area.closeSubpath();
  painter.fillPath(area, theme.color(Token::JitBg));
  painter.setPen(QPen(theme.color(Token::Jit), 1.4));
  painter.drawPath(line);
  const int chosen = m_session.afterIndex();
  if (chosen >= 0) {
    painter.setPen(QPen(theme.color(Token::Accent), 1.4));
    painter.setBrush(theme.color(Token::Accent, 0.22));
    painter.drawRoundedRect(QRectF(left + chosen * cell + 0.5, 1.5, cell - 1, height() - 4), kRadiusChip, kRadiusChip);
  }
  for (int i = 0; i < count; ++i) {
    paintStageMark(painter, theme, m_session.stageAt(i)->state, QPointF(left + (i + 0.5) * cell, theme.px(kMarkCentre)),
                   std::min<double>(theme.px(9), cell * 0.9));
  }
}

void PassStrip::mousePressEvent(QMouseEvent* event) {
  if (const int cell = cellAt(event->position().x()); cell >= 0) m_session.choosePass(cell);
}

void PassStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

bool PassStrip::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    if (const Stage* stage = m_session.stageAt(cellAt(help->pos().x()))) {
      QToolTip::showText(help->globalPos(),
                         tr("%1 %2 · %3")
                             .arg(stage->number)
                             .arg(QString::fromStdString(stage->name), formatMilliseconds(stage->milliseconds)),
                         this);
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace onepot
