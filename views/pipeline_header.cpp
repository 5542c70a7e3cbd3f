#include "views/pipeline_header.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include "views/icon.h"
#include "views/pipeline_delegate.h"

namespace onepot {

PipelineHeader::PipelineHeader(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  setFocusPolicy(Qt::TabFocus);
}

void PipelineHeader::setMetric(CostMetric metric) {
  m_metric = metric;
  update();
}

void PipelineHeader::applyTheme() {
  setFixedHeight(m_session.theme().px(22));
  setAccessibleName(tr("Cost shown at the right: %1").arg(costMetricName(m_metric)));
  update();
}

void PipelineHeader::paintEvent(QPaintEvent*) {
  const Theme& theme = m_session.theme();
  const PipelineColumns columns = PipelineColumns::of(width(), theme);
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::Panel));
  painter.setPen(theme.color(Token::Hairline));
  painter.drawLine(0, 0, width(), 0);
  painter.drawLine(0, height() - 1, width(), height() - 1);
  painter.setFont(theme.font(TextStyle::Small));
  painter.setPen(theme.color(Token::Text2));
  auto text = [&](int left, int right, Qt::Alignment alignment, const QString& words) {
    painter.drawText(QRect(left, 0, right - left, height()), alignment | Qt::AlignVCenter, words);
  };
  text(0, columns.numberRight, Qt::AlignRight, "#");
  text(columns.name, columns.opsRight, Qt::AlignLeft, tr("Pass"));
  text(columns.opsRight - theme.px(60), columns.opsRight, Qt::AlignRight, tr("Ops"));
  text(columns.timeRight - theme.px(60), columns.timeRight, Qt::AlignRight, tr("Time"));
  painter.setPen(theme.color(Token::Accent));
  const QString metric = costMetricName(m_metric);
  text(columns.ribbonLeft, width(), Qt::AlignLeft, metric);
  const int side = theme.px(12);
  painter.drawPixmap(
      QPointF(columns.ribbonLeft + painter.fontMetrics().horizontalAdvance(metric) + 2, (height() - side) / 2.0),
      iconPixmap("chevron-down", theme.color(Token::Accent), side, devicePixelRatioF()));
  if (hasFocus()) {
    painter.setPen(QPen(theme.color(Token::Accent), 2));
    painter.drawRect(QRect(columns.ribbonLeft - 3, 1, width() - columns.ribbonLeft, height() - 3));
  }
}

void PipelineHeader::mousePressEvent(QMouseEvent* event) {
  if (event->position().x() >= PipelineColumns::of(width(), m_session.theme()).ribbonLeft) openMenu();
}

void PipelineHeader::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
    openMenu();
  else
    QWidget::keyPressEvent(event);
}

void PipelineHeader::openMenu() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (CostMetric metric : kCostMetrics) {
    QAction* action = menu->addAction(costMetricName(metric));
    action->setCheckable(true);
    action->setChecked(metric == m_metric);
    connect(action, &QAction::triggered, this, [this, metric] { emit metricChosen(metric); });
  }
  menu->popup(mapToGlobal(QPoint(PipelineColumns::of(width(), m_session.theme()).ribbonLeft, height())));
}

}  // namespace onepot
