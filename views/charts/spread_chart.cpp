#include "views/charts/spread_chart.h"

#include <algorithm>
#include <cmath>

#include "views/charts/timeline_chart.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kLeft = 52, kRight = 16, kAxis = 20;
/// What lies further out than this many quartile distances is drawn at the edge, so that the rest can be told apart.
constexpr double kFarOut = 8;

Series seriesOf(const std::vector<double>& milliseconds) {
  Series series;
  series.milliseconds = milliseconds;
  return series;
}
}  // namespace

double relativeSpread(const std::vector<double>& milliseconds) {
  const Series series = seriesOf(milliseconds);
  return milliseconds.empty() || !(series.median() > 0) ? NAN : series.spread() / series.median();
}

void SpreadChart::setData(Spread data) {
  m_data = std::move(data);
  rebuild();
}

SpreadChart::Axis SpreadChart::axisOf(const std::vector<double>& times) {
  const Series series = seriesOf(times);
  Axis axis;
  axis.median = series.median();
  const double reach = std::max(series.spread() * kFarOut, axis.median * 0.02);
  const auto [least, most] = std::ranges::minmax(times);
  axis.from = std::max(least, axis.median - reach);
  axis.to = std::min(most, axis.median + reach);
  const double margin = std::max((axis.to - axis.from) * 0.08, axis.median * 0.005);
  axis.from -= margin, axis.to += margin;
  return axis;
}

QRectF SpreadChart::rowOf(bool jit) const {
  const double each = height() / 2.0;
  return QRectF(px(kLeft), jit ? each : 0, std::max(px(20), width() - px(kLeft + kRight)), each - px(kAxis));
}

std::vector<ChartPart> SpreadChart::layoutParts() {
  std::vector<ChartPart> parts;
  for (bool jit : {false, true}) {
    const std::vector<double>& times = jit ? m_data.jit : m_data.eager;
    if (times.empty()) continue;
    const Axis axis = axisOf(times);
    const QRectF row = rowOf(jit);
    for (size_t i = 0; i < times.size(); ++i) {
      const double share = std::clamp((times[i] - axis.from) / (axis.to - axis.from), 0.0, 1.0);
      // The same scatter for the same call, whatever the size of the widget.
      const double scatter = static_cast<double>((i * 7 + i * i * 3) % 11) / 10.0;
      ChartPart part;
      const QPointF at(row.left() + share * row.width(), row.top() + row.height() * (0.25 + 0.6 * scatter));
      part.rect = QRectF(at - QPointF(2, 2), QSizeF(4, 4));
      part.name = tr("%1, call %2").arg(jit ? tr("jit") : tr("eager")).arg(i + 1);
      part.figure = formatMilliseconds(times[i]);
      part.row = {jit ? "jit" : "eager", QString::number(i + 1), QString::number(times[i], 'g', 9)};
      parts.push_back(part);
    }
  }
  return parts;
}

void SpreadChart::paintSeries(QPainter& painter, bool jit) const {
  const std::vector<double>& times = jit ? m_data.jit : m_data.eager;
  const QRectF row = rowOf(jit);
  const Token ink = jit ? Token::Jit : Token::Eager;
  painter.setFont(theme().font(TextStyle::SmallStrong));
  painter.setPen(theme().color(ink));
  painter.drawText(QRectF(px(12), row.top(), px(kLeft) - px(14), row.height()), Qt::AlignVCenter | Qt::AlignLeft,
                   jit ? tr("jit") : tr("eager"));
  painter.setFont(theme().font(TextStyle::MonoSmall));
  if (times.empty()) {
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, tr("not measured"));
    return;
  }
  const Axis axis = axisOf(times);
  const double y = std::floor(row.bottom()) + 0.5;
  painter.setPen(QPen(theme().color(Token::Border), 1));
  painter.drawLine(QPointF(row.left(), y), QPointF(row.right(), y));
  const TimeUnit unit = timeUnitFor(axis.median);
  const auto figure = [&](double ms) { return millisecondsFigure(ms * unit.perMs); };
  painter.setPen(theme().color(Token::Text2));
  const double top = row.bottom() + px(2);
  painter.drawText(QRectF(row.left(), top, row.width(), px(16)), Qt::AlignLeft | Qt::AlignVCenter, figure(axis.from));
  painter.drawText(QRectF(row.left(), top, row.width(), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                   figure(axis.to) + QChar(0xA0) + QString::fromUtf8(unit.name));
  const double x = row.left() + (axis.median - axis.from) / (axis.to - axis.from) * row.width();
  const QFont strong = theme().font(TextStyle::MonoSmall);
  painter.setFont(strong);
  const QString median = millisecondsFigure(axis.median * unit.perMs);
  const double half = QFontMetricsF(strong).horizontalAdvance(median) / 2 + px(3);
  // The ends keep their figures; the median's stays between them.
  const double low = row.left() + QFontMetricsF(strong).horizontalAdvance(figure(axis.from)) + half + px(4);
  const double high = row.right() - QFontMetricsF(strong).horizontalAdvance(figure(axis.to) + " ms") - half - px(4);
  painter.setPen(theme().color(Token::Text));
  if (low < high)
    painter.drawText(QRectF(std::clamp(x, low, high) - half, top, 2 * half, px(16)), Qt::AlignCenter, median);
  painter.setPen(QPen(theme().color(Token::Text), 2));
  painter.drawLine(QPointF(x, row.top() + px(4)), QPointF(x, row.bottom()));
}

void SpreadChart::paintChart(QPainter& painter) {
  painter.setPen(Qt::NoPen);
  for (const ChartPart& part : parts()) {
    painter.setBrush(theme().color(part.row.first() == "jit" ? Token::Jit : Token::Eager, 0.6));
    painter.drawEllipse(part.rect);
  }
  for (bool jit : {false, true}) paintSeries(painter, jit);
}

}  // namespace onepot
