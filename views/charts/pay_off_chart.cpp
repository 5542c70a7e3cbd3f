#include "views/charts/pay_off_chart.h"

#include <QPainterPath>
#include <cmath>

#include "views/charts/timeline_chart.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr int kLineSteps = 48;
constexpr double kPastCrossing = 4;
}  // namespace

std::optional<PayOff> payOffOf(const Compilation& compilation, const Run& run) {
  PayOff payOff{compilation.times.totalMs(), run.eager.median(), run.jit.median()};
  if (!(payOff.eagerMs > 0) || !(payOff.jitMs > 0) || !std::isfinite(payOff.compileMs)) return std::nullopt;
  return payOff;
}

std::optional<int64_t> breakEven(const PayOff& payOff) {
  const double gain = payOff.eagerMs - payOff.jitMs;
  if (!(gain > 0) || !std::isfinite(payOff.compileMs / gain)) return std::nullopt;
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(payOff.compileMs / gain - 1e-9)));
}

QString payOffWords(const PayOff& payOff) {
  const auto call = breakEven(payOff);
  return call ? PayOffChart::tr("pays off from call %1").arg(formatWhole(*call))
              : PayOffChart::tr("never pays off: jit is not faster here");
}

void PayOffChart::setData(std::optional<PayOff> data) {
  m_data = data;
  rebuild();
}

void PayOffChart::setLogarithmic(bool logarithmic) {
  m_logarithmic = logarithmic;
  rebuild();
}

QRectF PayOffChart::plot() const { return QRectF(rect()).adjusted(px(52), px(36), -px(52), -px(54)); }

double PayOffChart::lastCall() const {
  const auto call = breakEven(*m_data);
  const double wanted = std::max(call ? kPastCrossing * static_cast<double>(*call) : 20.0, 10.0);
  if (m_logarithmic) return std::pow(10, std::ceil(std::log10(wanted * 2)));
  const auto ticks = roundTicks(wanted, 4);
  return ticks.back() < wanted * 0.999 ? ticks.back() + ticks[1] : ticks.back();
}

double PayOffChart::most() const { return std::max(m_data->eagerTotal(lastCall()), m_data->jitTotal(lastCall())); }
double PayOffChart::least() const {
  return std::pow(10, std::floor(std::log10(std::min(m_data->eagerTotal(1), m_data->jitTotal(1)))));
}

QPointF PayOffChart::at(double calls, double ms) const {
  const QRectF area = plot();
  if (!m_logarithmic)
    return {area.left() + area.width() * calls / lastCall(),
            area.bottom() - area.height() * ms / std::max(most(), 1e-12)};
  const double x = std::log10(std::max(calls, 1.0)) / std::max(std::log10(lastCall()), 1e-9);
  const double low = std::log10(least()), high = std::log10(most());
  const double y = (std::log10(std::max(ms, least())) - low) / std::max(high - low, 1e-9);
  return {area.left() + area.width() * x, area.bottom() - area.height() * y};
}

std::vector<ChartPart> PayOffChart::layoutParts() {
  std::vector<ChartPart> parts;
  if (!m_data) return parts;
  const auto point = [&](double calls, double ms, const QString& name, const QString& figure) {
    ChartPart part;
    part.rect = QRectF(at(calls, ms) - QPointF(px(6), px(6)), QSizeF(px(12), px(12)));
    part.name = name;
    part.figure = figure;
    part.lines << tr("eager %1, jit %2")
                      .arg(formatMilliseconds(m_data->eagerTotal(calls)), formatMilliseconds(m_data->jitTotal(calls)));
    part.row = {QString::number(calls, 'g', 9), QString::number(m_data->eagerTotal(calls), 'g', 9),
                QString::number(m_data->jitTotal(calls), 'g', 9)};
    parts.push_back(part);
  };
  const double first = m_logarithmic ? 1 : 0;
  point(first, m_data->jitTotal(first), tr("compile"), formatMilliseconds(m_data->compileMs));
  if (const auto call = breakEven(*m_data)) {
    const auto n = static_cast<double>(*call);
    if (n > 1 || !m_logarithmic)
      point(n, m_data->jitTotal(n), tr("call %1").arg(formatWhole(*call)), payOffWords(*m_data));
  }
  point(lastCall(), m_data->eagerTotal(lastCall()), tr("eager"), formatMilliseconds(m_data->eagerTotal(lastCall())));
  point(lastCall(), m_data->jitTotal(lastCall()), tr("jit"), formatMilliseconds(m_data->jitTotal(lastCall())));
  return parts;
}

std::vector<double> PayOffChart::callTicks() const {
  if (!m_logarithmic) return roundTicks(lastCall(), 4);
  std::vector<double> ticks;
  for (double tick = 1; tick <= lastCall() * 1.001; tick *= 10) ticks.push_back(tick);
  return ticks;
}

void PayOffChart::paintAxes(QPainter& painter) const {
  const QRectF area = plot();
  const TimeUnit unit = timeUnitFor(most());
  std::vector<double> ticks;
  if (m_logarithmic) {
    for (double tick = least(); tick <= most(); tick *= 10) ticks.push_back(tick);
  } else {
    for (double tick : roundTicks(most() * unit.perMs, 4)) ticks.push_back(tick / unit.perMs);
  }
  painter.setFont(theme().font(TextStyle::MonoSmall));
  for (double tick : ticks) {
    const double y = std::floor(at(1, tick).y()) + 0.5;
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(theme().color(Token::Text2));
    painter.drawText(QRectF(0, y - px(8), area.left() - px(8), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                     tickText(std::round(tick * unit.perMs * 1e6) / 1e6));
  }
  for (double tick : callTicks()) {
    painter.drawText(QRectF(at(tick, 0).x() - px(30), area.bottom() + px(6), px(60), px(16)), Qt::AlignCenter,
                     formatCount(tick));
  }
  painter.setFont(theme().font(TextStyle::Small));
  painter.drawText(QRectF(area.left(), px(8), area.width(), px(16)), Qt::AlignVCenter | Qt::AlignLeft,
                   tr("total time, %1").arg(QString::fromUtf8(unit.name)));
  painter.drawText(QRectF(area.right() - px(40), area.bottom() + px(22), px(60), px(16)), Qt::AlignCenter, tr("calls"));
}

void PayOffChart::paintGain(QPainter& painter, const QPolygonF& eager, const QPolygonF& jit) const {
  const auto call = breakEven(*m_data);
  if (!call) return;
  const double crossing = m_data->compileMs / (m_data->eagerMs - m_data->jitMs);
  QPolygonF gain;
  gain << at(crossing, m_data->jitTotal(crossing));
  for (const QPointF& point : eager)
    if (point.x() > gain.first().x()) gain << point;
  for (auto point = jit.rbegin(); point != jit.rend(); ++point)
    if (point->x() > gain.first().x()) gain << *point;
  QPainterPath path;
  path.addPolygon(gain);
  path.closeSubpath();
  painter.save();
  painter.setClipPath(path);
  paintHatch(painter, path.boundingRect(), theme().color(Token::Jit, 0.3), px(8));
  painter.restore();
}

void PayOffChart::paintLines(QPainter& painter) const {
  QPolygonF eager, jit;
  for (int i = 0; i <= kLineSteps; ++i) {
    const double share = static_cast<double>(i) / kLineSteps;
    const double calls = m_logarithmic ? std::pow(lastCall(), share) : lastCall() * share;
    eager << at(calls, m_data->eagerTotal(calls));
    jit << at(calls, m_data->jitTotal(calls));
  }
  paintGain(painter, eager, jit);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().color(Token::Eager), 2));
  painter.drawPolyline(eager);
  painter.setPen(QPen(theme().color(Token::Jit), 2));
  painter.drawPolyline(jit);
  painter.setFont(theme().font(TextStyle::SmallStrong));
  double eagerY = eager.last().y(), jitY = jit.last().y();
  if (std::abs(eagerY - jitY) < px(14)) {
    const double apart = (px(14) - std::abs(eagerY - jitY)) / 2;
    eagerY += eagerY <= jitY ? -apart : apart, jitY += eagerY <= jitY ? apart : -apart;
  }
  painter.drawText(QRectF(jit.last().x() + px(8), jitY - px(8), px(44), px(16)), Qt::AlignVCenter, tr("jit"));
  painter.setPen(theme().color(Token::Eager));
  painter.drawText(QRectF(eager.last().x() + px(8), eagerY - px(8), px(44), px(16)), Qt::AlignVCenter, tr("eager"));
}

void PayOffChart::paintChip(QPainter& painter, const QRectF& rect, int flags, const QString& words, Token ink) const {
  const QRectF place = painter.boundingRect(rect, flags, words).adjusted(-px(4), -px(1), px(4), px(1));
  painter.fillRect(place, theme().color(Token::Panel, 0.85));
  painter.setPen(theme().color(ink));
  painter.drawText(rect, flags, words);
}

QRectF PayOffChart::paintCompile(QPainter& painter) const {
  const QRectF area = plot();
  painter.setFont(theme().font(TextStyle::SmallStrong));
  QRectF compileWords;
  const double first = m_logarithmic ? 1 : 0;
  const QPointF compile = at(first, m_data->jitTotal(first));
  if (!m_logarithmic) {
    // Clear of eager's line, which rises under the words.
    const QString words = tr("compile %1").arg(formatMilliseconds(m_data->compileMs));
    const double right = px(20) + QFontMetricsF(painter.font()).horizontalAdvance(words);
    const double under =
        at(lastCall() * right / area.width(), m_data->eagerTotal(lastCall() * right / area.width())).y();
    const double y = std::max(area.top() + px(8), std::min(compile.y() - px(32), under - px(14)));
    painter.setPen(QPen(theme().color(Token::Jit), 1));
    painter.drawPolyline(QPolygonF({compile, QPointF(compile.x(), y), QPointF(compile.x() + px(8), y)}));
    compileWords = QRectF(compile.x(), y - px(10), right, px(20));
    paintChip(painter, QRectF(compile.x() + px(12), y - px(8), area.width(), px(16)), Qt::AlignVCenter | Qt::AlignLeft,
              words, Token::Jit);
  }
  painter.setPen(QPen(theme().color(Token::Jit), 2));
  painter.setBrush(theme().color(Token::Panel));
  painter.drawEllipse(compile, px(4.5), px(4.5));
  return compileWords;
}

void PayOffChart::paintCrossing(QPainter& painter, const QRectF& compileWords) const {
  const QRectF area = plot();
  const auto call = breakEven(*m_data);
  if (!call) {
    paintChip(painter, QRectF(area.left() + px(8), area.bottom() - px(24), area.width() - px(16), px(18)),
              Qt::AlignLeft | Qt::AlignVCenter, payOffWords(*m_data), Token::Removed);
    return;
  }
  const double exact = std::max(m_data->compileMs / (m_data->eagerMs - m_data->jitMs), m_logarithmic ? 1.0 : 0.0);
  const QPointF crossing = at(exact, m_data->jitTotal(exact));
  painter.setPen(QPen(theme().color(Token::Text2), 1, Qt::DashLine));
  painter.drawLine(crossing, QPointF(crossing.x(), area.bottom()));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(Token::Text));
  painter.drawEllipse(crossing, px(4.5), px(4.5));
  painter.setFont(theme().font(TextStyle::SmallStrong));
  paintChip(painter,
            QRectF(crossing.x() + px(10), area.bottom() - px(24), area.right() + px(40) - crossing.x(), px(18)),
            Qt::AlignLeft | Qt::AlignVCenter, payOffWords(*m_data), Token::Text);
  const double last = lastCall(), gain = m_data->eagerTotal(last) - m_data->jitTotal(last);
  const QPointF middle = (at(last, m_data->eagerTotal(last)) + at(last, m_data->jitTotal(last))) / 2;
  painter.setFont(theme().font(TextStyle::Small));
  const QString words = tr("%1 less\nat call %2").arg(formatMilliseconds(gain), formatCount(last));
  const double tall = at(last, m_data->jitTotal(last)).y() - at(last, m_data->eagerTotal(last)).y();
  const QRectF place(middle.x() - px(112), middle.y() - px(16), px(96), px(32));
  if (tall > px(48) && !place.intersects(compileWords)) paintChip(painter, place, Qt::AlignCenter, words, Token::Jit);
}

void PayOffChart::paintChart(QPainter& painter) {
  if (!m_data) {
    painter.setFont(theme().font(TextStyle::Body));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(QRectF(rect()).adjusted(px(24), 0, -px(24), 0), Qt::AlignCenter | Qt::TextWordWrap,
                     tr("Needs a measurement of both eager and jit."));
    return;
  }
  paintAxes(painter);
  paintLines(painter);
  paintCrossing(painter, paintCompile(painter));
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Text3));
  drawElided(painter, QRectF(px(12), height() - px(22), width() - px(24), px(16)), Qt::AlignVCenter | Qt::AlignLeft,
             tr("compile measured once, runs by their medians; lines are compile + n × run"));
  for (const ChartPart& part : parts()) paintRing(painter, part);
}

}  // namespace onepot
