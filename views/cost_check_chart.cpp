#include "views/cost_check_chart.h"

#include <algorithm>
#include <cmath>

#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kBand = 0.1;
constexpr double kSteps[] = {1, 2, 5};

/// The round figures (1, 2, 5 times a power of ten) in [from, to].
std::vector<double> logTicks(double from, double to) {
  std::vector<double> ticks;
  const bool wide = to / from > 200;
  for (double decade = std::pow(10, std::floor(std::log10(from))); decade <= to * 1.0001; decade *= 10) {
    for (double step : kSteps) {
      if (wide && step != 1) continue;
      const double tick = decade * step;
      if (tick >= from * 0.999 && tick <= to * 1.001) ticks.push_back(tick);
    }
  }
  return ticks;
}

double roundDown(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (double step : {5.0, 2.0, 1.0}) {
    if (decade * step <= value) return decade * step;
  }
  return decade;
}
double roundUp(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (double step : {1.0, 2.0, 5.0, 10.0}) {
    if (decade * step >= value) return decade * step;
  }
  return decade * 10;
}
}  // namespace

void CostCheckChart::setData(std::vector<KernelFigure> kernels, int64_t compilation) {
  std::erase_if(kernels, [](const KernelFigure& kernel) { return !(kernel.measuredMs > 0 && kernel.predictedMs > 0); });
  m_kernels = std::move(kernels);
  m_compilation = compilation;
  if (!m_kernels.empty()) {
    double least = m_kernels.front().measuredMs, most = least;
    for (const KernelFigure& kernel : m_kernels) {
      least = std::min({least, kernel.measuredMs, kernel.predictedMs});
      most = std::max({most, kernel.measuredMs, kernel.predictedMs});
    }
    m_from = roundDown(least * 0.8);
    m_to = roundUp(most * 1.25);
  }
  rebuild();
}

QRectF CostCheckChart::plot() const {
  return QRectF(px(44), px(24), std::max(px(40), width() - px(60)), std::max(px(40), height() - px(66)));
}

QPointF CostCheckChart::place(double predicted, double measured) const {
  const QRectF area = plot();
  const double span = std::log(m_to / m_from);
  return {area.left() + area.width() * std::log(predicted / m_from) / span,
          area.bottom() - area.height() * std::log(measured / m_from) / span};
}

std::vector<ChartPart> CostCheckChart::layoutParts() {
  std::vector<ChartPart> parts;
  for (const KernelFigure& kernel : m_kernels) {
    ChartPart part;
    part.rect = QRectF(0, 0, px(11), px(11));
    part.rect.moveCenter(place(kernel.predictedMs, kernel.measuredMs));
    part.ref = Ref::kernel(m_compilation, kernel.instruction);
    part.lights = kernel.instruction;
    part.name = kernel.name;
    part.figure = formatPercentChange(kernel.error());
    part.lines = {tr("predicted %1, measured %2")
                      .arg(formatMilliseconds(kernel.predictedMs), formatMilliseconds(kernel.measuredMs))};
    part.row = {kernel.name, QString::number(kernel.predictedMs, 'g', 6), QString::number(kernel.measuredMs, 'g', 6)};
    parts.push_back(part);
  }
  return parts;
}

void CostCheckChart::paintGrid(QPainter& painter) const {
  const QRectF area = plot();
  painter.setFont(theme().font(TextStyle::MonoSmall));
  for (double tick : logTicks(m_from, m_to)) {
    const QPointF at = place(tick, tick);
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()));
    painter.setPen(theme().color(Token::Text2));
    painter.drawText(QRectF(0, at.y() - px(8), area.left() - px(6), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                     tickText(tick));
    painter.drawText(QRectF(at.x() - px(24), area.bottom() + px(2), px(48), px(16)), Qt::AlignCenter, tickText(tick));
  }
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Text2));
  painter.drawText(QRectF(px(12), px(2), area.width(), px(16)), Qt::AlignLeft | Qt::AlignVCenter, tr("measured, ms"));
  painter.drawText(QRectF(area.left(), area.bottom() + px(18), area.width(), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                   tr("predicted, ms"));
}

void CostCheckChart::paintBand(QPainter& painter) const {
  painter.save();
  painter.setClipRect(plot());
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(Token::AddedBg));
  const double low = m_from / 2, high = m_to * 2;
  painter.drawPolygon(QPolygonF{place(low, low * (1 - kBand)), place(low, low * (1 + kBand)),
                                place(high, high * (1 + kBand)), place(high, high * (1 - kBand))});
  painter.setPen(QPen(theme().color(Token::Added), 1.2, Qt::DashLine));
  painter.drawLine(place(low, low), place(high, high));
  painter.restore();
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Added));
  painter.drawText(QRectF(plot().left(), px(2), plot().width(), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                   tr("within 10 %"));
}

/// A name stands left or right of its point, where it fits and covers no other name.
void CostCheckChart::paintNames(QPainter& painter) const {
  painter.setFont(theme().font(TextStyle::MonoSmall));
  const QFontMetricsF metrics(painter.font());
  std::vector<QRectF> taken;
  for (const ChartPart& part : parts()) taken.push_back(part.rect);
  for (const ChartPart& part : parts()) {
    const double wide = metrics.horizontalAdvance(part.name);
    const QPointF middle = part.rect.center();
    const QRectF sides[] = {QRectF(part.rect.left() - wide - px(4), middle.y() - px(14), wide, px(14)),
                            QRectF(part.rect.right() + px(4), middle.y(), wide, px(14))};
    for (const QRectF& side : sides) {
      if (side.left() < plot().left() || side.right() > width()) continue;
      if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(side); })) continue;
      painter.setPen(theme().color(Token::Text2));
      painter.drawText(side, Qt::AlignCenter, part.name);
      taken.push_back(side);
      break;
    }
  }
}

void CostCheckChart::paintChart(QPainter& painter) {
  paintGrid(painter);
  paintBand(painter);
  for (size_t i = 0; i < m_kernels.size(); ++i) {
    const KindColors colors = theme().kind(m_kernels[i].kind);
    painter.setPen(QPen(colors.border, 1.6));
    painter.setBrush(colors.fill);
    painter.drawEllipse(parts()[i].rect);
  }
  paintNames(painter);
}

}  // namespace onepot
