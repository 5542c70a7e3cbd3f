#include "views/run_lanes.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "views/instruction_kind.h"
#include "views/number_format.h"

namespace onepot {

RunLanes::RunLanes(Session& session, QWidget* parent) : QWidget(parent), m_session(session) { setMinimumHeight(200); }

void RunLanes::paintAxis(QPainter& painter, double span, double left, double width, double floor) {
  const Theme& theme = m_session.theme();
  const double rough = span / 8, power = std::pow(10, std::floor(std::log10(rough)));
  const double step = rough / power < 1.5   ? power
                      : rough / power < 3.5 ? 2 * power
                      : rough / power < 7.5 ? 5 * power
                                            : 10 * power;
  painter.setFont(theme.font(TextStyle::MonoSmall));
  for (double at = 0; at <= span; at += step) {
    const double x = left + width * at / span;
    painter.setPen(theme.color(Token::Hairline));
    painter.drawLine(QPointF(x, theme.px(24)), QPointF(x, floor));
    painter.setPen(theme.color(Token::Text2));
    painter.drawText(QRectF(x - 40, 0, 80, theme.px(22)), Qt::AlignCenter,
                     QString::number(at, 'g', 4) + (at + step > span ? " ms" : ""));
  }
}

void RunLanes::paintSeries(QPainter& painter, const Series& series, const QString& name, Token ink, Token ground,
                           const QRectF& lane, double scale) {
  const Theme& theme = m_session.theme();
  painter.fillRect(QRectF(theme.px(12), lane.top(), lane.right() - theme.px(12), lane.height()),
                   theme.color(ground, 0.4));
  painter.fillRect(QRectF(theme.px(12), lane.top(), 3, lane.height()), theme.color(ink));
  painter.setFont(theme.font(TextStyle::Title));
  painter.setPen(theme.color(ink));
  painter.drawText(QRectF(theme.px(24), lane.top() + 6, theme.px(100), 18), Qt::AlignLeft, name);
  painter.setFont(theme.font(TextStyle::MonoSmall));
  painter.setPen(theme.color(Token::Text2));
  painter.drawText(QRectF(theme.px(24), lane.top() + 26, theme.px(110), 16), Qt::AlignLeft,
                   formatMilliseconds(series.median()));
  const Compilation& compilation = *m_session.compilation();
  for (const Launch& launch : series.launches) {
    const QRectF bar(lane.left() + launch.start * scale, lane.top() + 12,
                     std::max(1.5, (launch.end - launch.start) * scale - 1), theme.px(36));
    const FoundInstruction found = findInstruction(compilation, launch.instruction, m_session.stageCount() - 1);
    const KindColors colors = theme.kind(found.instruction ? kindOf(*found.instruction) : Kind::Free);
    painter.setBrush(colors.fill);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRoundedRect(bar, 3, 3);
    if (m_session.partners().isSelected(launch.instruction)) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.color(Token::Accent), 2));
      painter.drawRoundedRect(bar.adjusted(-3, -3, 3, 3), 5, 5);
    }
    m_bars.push_back({bar, launch.instruction});
    if (bar.width() < theme.px(44)) continue;
    painter.setPen(colors.text);
    const QFontMetrics metrics(painter.font());
    const int room = qRound(bar.width()) - 10;
    painter.drawText(bar.adjusted(6, 3, -2, 0), Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(QString::fromStdString(launch.name), Qt::ElideMiddle, room));
    painter.drawText(bar.adjusted(6, 0, -2, -3), Qt::AlignLeft | Qt::AlignBottom,
                     metrics.elidedText(formatMilliseconds(launch.end - launch.start), Qt::ElideRight, room));
  }
}

void RunLanes::paintEvent(QPaintEvent*) {
  const Theme& theme = m_session.theme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::Panel));
  painter.setRenderHint(QPainter::Antialiasing);
  m_bars.clear();
  const Compilation* compilation = m_session.compilation();
  if (!compilation || compilation->runs.empty()) return;
  const Run& run = compilation->runs.back();
  auto endOf = [](const Series& series) {
    return series.launches.empty() ? series.median() : std::max(series.median(), series.launches.back().end);
  };
  const double span = std::max({endOf(run.eager), endOf(run.jit), 1e-6}) * 1.04;
  const double left = theme.px(140), width = this->width() - left - theme.px(20), laneHeight = theme.px(64);
  const QRectF eager(left, theme.px(30), width, laneHeight),
      jit(left, theme.px(30) + laneHeight + theme.px(10), width, laneHeight);
  paintAxis(painter, span, left, width, jit.bottom());
  paintSeries(painter, run.eager, tr("eager"), Token::Eager, Token::EagerBg, eager, width / span);
  paintSeries(painter, run.jit, tr("jit"), Token::Jit, Token::JitBg, jit, width / span);
  const double saved = run.eager.median() - run.jit.median();
  if (saved <= 0 || run.eager.median() <= 0) return;
  const QRectF gain(left + run.jit.median() * width / span, jit.top() + 12, saved * width / span, theme.px(36));
  painter.fillRect(gain, QBrush(theme.color(Token::Jit, 0.35), Qt::BDiagPattern));
  painter.setPen(QPen(theme.color(Token::Jit), 1, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(gain);
  painter.setFont(theme.font(TextStyle::Title));
  const QString words =
      tr("%1 less, %2").arg(formatMilliseconds(saved), formatPercentChange(-saved / run.eager.median()));
  QRectF chip(0, 0, painter.fontMetrics().horizontalAdvance(words) + 16, 20);
  chip.moveCenter(gain.center());
  painter.fillRect(chip, theme.color(Token::Panel));
  painter.setPen(theme.color(Token::Jit));
  painter.drawText(chip, Qt::AlignCenter, words);
}

void RunLanes::mousePressEvent(QMouseEvent* event) {
  const Compilation* compilation = m_session.compilation();
  for (const Bar& bar : m_bars) {
    if (compilation && bar.place.contains(event->position()))
      return emit selected(Ref::launch(compilation->id, bar.instruction));
  }
  emit selected(Ref());
}

}  // namespace onepot
