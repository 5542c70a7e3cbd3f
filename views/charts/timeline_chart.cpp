#include "views/charts/timeline_chart.h"

#include <QPainterPath>
#include <cmath>

#include "engine/runtime/call_recorder.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kAxis = 30, kGap = 12, kBottom = 8, kRight = 20, kMore = 1.06;
constexpr double kPythonTop = 10, kPythonHeight = 12, kKernelsTop = 30, kMemoryShare = 0.24;
}  // namespace

void TimelineChart::setData(std::optional<TimelineData> data) {
  const bool another = !data || !m_data || data->compilation != m_data->compilation ||
                       std::abs(data->longest() - m_data->longest()) > 1e-9;
  m_data = std::move(data);
  for (bool jit : {false, true}) {
    m_words[jit ? 1 : 0].clear();
    if (!m_data) continue;
    for (const LaunchBar& bar : lane(jit).bars) m_words[jit ? 1 : 0].push_back(wordsOf(bar, jit));
  }
  if (another) return fitAll();
  rebuild();
}

void TimelineChart::setThreads(bool threads) {
  m_threads = threads;
  rebuild();
}

void TimelineChart::setSameWidth(bool sameWidth) {
  m_sameWidth = sameWidth;
  fitAll();
}

void TimelineChart::fitAll() { setView(0, m_data ? m_data->longest() * (m_sameWidth ? 1 : kMore) : 1); }

void TimelineChart::setView(double from, double span) {
  const double whole = m_data ? std::max(m_data->longest() * (m_sameWidth ? 1 : kMore), 1e-9) : 1;
  m_span = std::clamp(span, whole * 1e-5, whole);
  m_from = std::clamp(from, 0.0, whole - m_span);
  rebuild();
}

double TimelineChart::plotWidth() const { return std::max(10.0, width() - left() - px(kRight)); }

double TimelineChart::scaleOf(bool jit) const {
  // On equal widths the span is the longer call's; the other one is stretched to it.
  const double stretch = m_sameWidth && lane(jit).callMs > 0 ? m_data->longest() / lane(jit).callMs : 1;
  return plotWidth() / m_span * stretch;
}

double TimelineChart::xOf(double ms, bool jit) const {
  const double stretch = m_sameWidth && lane(jit).callMs > 0 ? m_data->longest() / lane(jit).callMs : 1;
  return left() + (ms * stretch - m_from) * plotWidth() / m_span;
}

TimelineChart::Rows TimelineChart::rowsOf(bool jit) const {
  const double room = std::max(px(60), (height() - px(kAxis) - px(kGap) - px(kBottom)) / 2);
  const double top = px(kAxis) + (jit ? room + px(kGap) : 0);
  Rows rows;
  rows.all = QRectF(px(12), top, width() - px(24), room);
  const double x = left(), wide = plotWidth();
  // Where the lane is low the kernels keep the height of two lines of text.
  const bool low = room < px(100);
  const double python = low ? px(6) : px(kPythonTop), begin = low ? px(20) : px(kKernelsTop);
  rows.python = QRectF(x, top + python, wide, low ? px(10) : px(kPythonHeight));
  const double memory = std::max(px(16), room * kMemoryShare), foot = px(low ? 4 : 8);
  rows.memory = QRectF(x, rows.all.bottom() - memory - foot, wide, memory);
  const double kernels =
      std::clamp(rows.memory.top() - px(low ? 4 : 10) - top - begin, px(12), px(m_threads ? 64 : 38));
  rows.kernels = QRectF(x, top + begin, wide, kernels);
  return rows;
}

ChartPart TimelineChart::wordsOf(const LaunchBar& bar, bool jit) const {
  ChartPart part;
  part.ref = bar.ref;
  part.lights = bar.instruction;
  part.name = bar.name;
  part.figure = formatMilliseconds(bar.milliseconds());
  if (bar.bytes() > 0) {
    part.lines << tr("reads %1, writes %2 · %3")
                      .arg(formatBytesShort(bar.read), formatBytesShort(bar.written), formatByteRate(bar.rate()));
  }
  if (!jit && !bar.inJit.isEmpty()) part.lines << tr("in jit: the work of %1").arg(bar.inJit);
  const SourceRange& at = bar.source;
  const QString position = formatPosition(at.line, at.column, at.endLine, at.endColumn);
  if (!position.isEmpty())
    part.lines << (bar.expression.isEmpty() ? position : bar.expression + QStringLiteral("   ") + position);
  part.row = {jit ? "jit" : "eager",
              bar.name,
              QString::number(bar.start, 'g', 9),
              QString::number(bar.end, 'g', 9),
              QString::number(bar.milliseconds(), 'g', 9),
              QString::number(bar.read),
              QString::number(bar.written),
              position};
  return part;
}

QStringList TimelineChart::columns() const {
  return {"series", "kernel", "start_ms", "end_ms", "ms", "bytes_read", "bytes_written", "source"};
}

void TimelineChart::layoutLane(bool jit, std::vector<ChartPart>& parts) {
  const Rows rows = rowsOf(jit);
  const auto& bars = lane(jit).bars;
  for (size_t i = 0; i < bars.size(); ++i) {
    const double from = xOf(bars[i].start, jit), wide = std::max(1.0, bars[i].milliseconds() * scaleOf(jit));
    parts.push_back(m_words[jit ? 1 : 0][i]);
    parts.back().rect = QRectF(from, rows.kernels.top(), wide, rows.kernels.height());
    m_barOfPart.push_back(i);
  }
}

std::vector<ChartPart> TimelineChart::layoutParts() {
  std::vector<ChartPart> parts;
  m_barOfPart.clear();
  m_eagerParts = 0;
  if (!m_data) return parts;
  layoutLane(false, parts);
  m_eagerParts = parts.size();
  layoutLane(true, parts);
  return parts;
}

void TimelineChart::paintAxis(QPainter& painter) const {
  const TimeUnit unit = timeUnitFor(m_span);
  painter.setFont(theme().font(TextStyle::MonoSmall));
  const double bottom = rowsOf(true).all.bottom(), wide = px(64);
  const int most = std::max(2, static_cast<int>(plotWidth() / px(90)));
  const double step = m_sameWidth ? m_data->longest() / 10 : [&] {
    const auto ticks = roundTicks(m_span * unit.perMs, most);
    return (ticks.size() > 1 ? ticks[1] : m_span * unit.perMs) / unit.perMs;
  }();
  for (double at = std::ceil(m_from / step - 1e-9) * step; at <= m_from + m_span * 1.0001; at += step) {
    const double x = left() + (at - m_from) * plotWidth() / m_span;
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(std::floor(x) + 0.5, px(kAxis) - px(4)), QPointF(std::floor(x) + 0.5, bottom));
    painter.setPen(theme().color(Token::Text2));
    const bool last = at + step > m_from + m_span * 1.0001;
    QString text =
        m_sameWidth ? formatPercent(at / m_data->longest()) : tickText(std::round(at * unit.perMs * 1e6) / 1e6);
    if (last && !m_sameWidth) text += QChar(0xA0) + QString::fromUtf8(unit.name);
    painter.drawText(QRectF(std::min(x - wide / 2, width() - wide), px(4), wide, px(kAxis - 10)), Qt::AlignCenter,
                     text);
  }
}

void TimelineChart::paintHeading(QPainter& painter, bool jit) const {
  const Rows rows = rowsOf(jit);
  const Token ink = jit ? Token::Jit : Token::Eager;
  painter.fillRect(rows.all, theme().color(jit ? Token::JitBg : Token::EagerBg, theme().dark() ? 0.5 : 0.35));
  painter.fillRect(QRectF(rows.all.left(), rows.all.top(), 3, rows.all.height()), theme().color(ink));
  painter.setFont(theme().font(TextStyle::Title));
  painter.setPen(theme().color(ink));
  const double x = rows.all.left() + px(12);
  painter.drawText(QRectF(x, rows.all.top() + px(7), px(56), px(18)), Qt::AlignLeft | Qt::AlignVCenter,
                   jit ? tr("jit") : tr("eager"));
  painter.setFont(theme().font(TextStyle::MonoSmall));
  painter.setPen(theme().color(Token::Text2));
  painter.drawText(QRectF(x, rows.all.top() + px(26), px(64), px(16)), Qt::AlignLeft | Qt::AlignVCenter,
                   lane(jit).known ? formatMilliseconds(lane(jit).median) : QStringLiteral("–"));
  painter.setFont(theme().font(TextStyle::Small));
  const auto label = [&](const QRectF& row, const QString& text) {
    drawElided(painter, QRectF(rows.all.left() + px(40), row.center().y() - px(8), left() - px(64), px(16)),
               Qt::AlignRight | Qt::AlignVCenter, text);
  };
  label(rows.python, tr("Python"));
  if (rows.all.height() > px(90)) label(rows.memory, tr("live memory"));
  QRectF kernels = rows.kernels;
  if (kernels.center().y() - px(8) < rows.all.top() + px(42))
    kernels.moveTop(rows.all.top() + px(46) - kernels.height() / 2);
  label(kernels, m_threads ? tr("threads") : tr("kernels"));
}

void TimelineChart::paintBar(QPainter& painter, const ChartPart& part, const LaunchBar& bar) const {
  const KindColors colors = theme().kind(bar.kind);
  const QRectF body = part.rect.adjusted(0.5, 0.5, part.rect.width() > 3 ? -0.5 : 0, -0.5);
  if (part.rect.width() < 3) {
    painter.fillRect(part.rect, colors.border);
  } else {
    painter.setBrush(colors.fill);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRoundedRect(body, px(3), px(3));
  }
  paintRing(painter, part, px(3));
  const QRectF text = part.rect.intersected(rowsOf(false).all.united(rowsOf(true).all)).adjusted(px(6), 0, -px(3), 0);
  const QRectF seen = QRectF(std::max(text.left(), left() + px(4)), text.top(), 0, text.height());
  const double room = std::min(text.right(), left() + plotWidth()) - seen.left();
  if (room < px(22)) return;
  painter.setFont(theme().font(TextStyle::MonoSmall));
  painter.setPen(colors.text);
  const double middle = part.rect.center().y();
  const bool two = part.rect.height() >= px(30);
  drawElided(painter, QRectF(seen.left(), two ? middle - px(15) : middle - px(8), room, px(16)), Qt::AlignVCenter,
             bar.name, Qt::ElideMiddle);
  if (!two) return;
  QString figures = formatMilliseconds(bar.milliseconds());
  const QString rate = bar.rate() > 0 ? QStringLiteral(" · ") + formatByteRate(bar.rate()) : QString();
  const QFontMetricsF metrics(painter.font());
  if (metrics.horizontalAdvance(figures + rate) <= room) figures += rate;
  if (metrics.horizontalAdvance(figures) > room) return;
  painter.drawText(QRectF(seen.left(), middle - px(1), room, px(16)), Qt::AlignVCenter, figures);
}

void TimelineChart::paintThreads(QPainter& painter, bool jit) const {
  const Rows rows = rowsOf(jit);
  const int threads = lane(jit).threads();
  if (threads == 0) {
    painter.setFont(theme().font(TextStyle::Small));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(rows.kernels, Qt::AlignVCenter | Qt::AlignLeft,
                     tr("this capture does not say which threads worked"));
    return;
  }
  const double each = rows.kernels.height() / threads;
  for (int i = 0; i < threads; ++i) {
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(left(), rows.kernels.top() + (i + 1) * each),
                     QPointF(left() + plotWidth(), rows.kernels.top() + (i + 1) * each));
  }
  painter.setFont(theme().font(TextStyle::MonoSmall));
  const size_t first = jit ? m_eagerParts : 0;
  for (size_t i = 0; i < lane(jit).bars.size(); ++i) {
    const LaunchBar& bar = lane(jit).bars[i];
    const KindColors colors = theme().kind(bar.kind);
    for (const ThreadWork& work : bar.work) {
      const QRectF rect(xOf(work.start, jit), rows.kernels.top() + work.thread * each + 1,
                        std::max(1.0, (work.end - work.start) * scaleOf(jit)), std::max(1.0, each - 2));
      painter.fillRect(rect, colors.fill);
      if (rect.width() < 3) {
        painter.fillRect(rect, colors.border);
        continue;
      }
      painter.setPen(QPen(colors.border, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
      if (work.thread != 0 || each < px(16)) continue;
      painter.setPen(colors.text);
      drawElided(painter, rect.adjusted(px(5), 0, -px(3), 0), Qt::AlignVCenter, bar.name, Qt::ElideMiddle);
    }
    paintRing(painter, parts()[first + i], px(2));
  }
}

void TimelineChart::paintMemory(QPainter& painter, bool jit) const {
  const TimelineLane& data = lane(jit);
  const Rows rows = rowsOf(jit);
  const double most = static_cast<double>(std::max({m_data->eager.peak, m_data->jit.peak, int64_t{1}}));
  painter.setFont(theme().font(TextStyle::MonoSmall));
  if (data.memory.empty()) {
    painter.setFont(theme().font(TextStyle::Small));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(rows.memory, Qt::AlignVCenter | Qt::AlignLeft,
                     data.known ? tr("not recorded") : tr("not measured"));
    return;
  }
  const auto yOf = [&](int64_t bytes) {
    return rows.memory.bottom() - rows.memory.height() * static_cast<double>(bytes) / most;
  };
  QPainterPath line(QPointF(xOf(0, jit), yOf(data.memory.front().bytes)));
  double peakFrom = 0, peakTo = 0;
  int64_t peak = -1;
  for (size_t i = 0; i < data.memory.size(); ++i) {
    const double until = i + 1 < data.memory.size() ? data.memory[i + 1].at : data.callMs;
    line.lineTo(xOf(data.memory[i].at, jit), yOf(data.memory[i].bytes));
    line.lineTo(xOf(until, jit), yOf(data.memory[i].bytes));
    // The figure stands where the peak lasts longest.
    const bool higher = data.memory[i].bytes > peak;
    if (higher || (data.memory[i].bytes == peak && until - data.memory[i].at > peakTo - peakFrom)) {
      peak = data.memory[i].bytes, peakFrom = data.memory[i].at, peakTo = until;
    }
  }
  const QColor ink = theme().color(jit ? Token::Jit : Token::Eager);
  QPainterPath filled = line;
  filled.lineTo(xOf(data.callMs, jit), rows.memory.bottom());
  filled.lineTo(xOf(0, jit), rows.memory.bottom());
  filled.closeSubpath();
  painter.fillPath(filled, theme().color(jit ? Token::JitBg : Token::EagerBg));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(ink, 1.5));
  painter.drawPath(line);
  const QString words = formatBytesShort(peak);
  const double wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + px(4);
  const double x = std::clamp(xOf(peakFrom, jit) + px(6), left(), left() + plotWidth() - wide);
  painter.drawText(QRectF(x, yOf(peak) + px(2), wide, px(14)), Qt::AlignLeft | Qt::AlignVCenter, words);
}

void TimelineChart::paintLane(QPainter& painter, bool jit) const {
  const TimelineLane& data = lane(jit);
  const Rows rows = rowsOf(jit);
  painter.save();
  painter.setClipRect(QRectF(left() - 3, rows.all.top() - 3, plotWidth() + 6, rows.all.height() + 6));
  for (const Interval& interval : data.python) {
    const double from = xOf(interval.start, jit);
    painter.fillRect(QRectF(from, rows.python.top(), std::max(px(2), (interval.end - interval.start) * scaleOf(jit)),
                            rows.python.height()),
                     theme().color(jit ? Token::Jit : Token::Eager));
  }
  paintMemory(painter, jit);
  if (m_threads) paintThreads(painter, jit);
  double drawnTo = -1e9;
  const size_t begin = jit ? m_eagerParts : 0, end = jit ? parts().size() : m_eagerParts;
  for (size_t i = begin; i < end && !m_threads; ++i) {
    const ChartPart& part = parts()[i];
    if (part.rect.right() < left() || part.rect.left() > left() + plotWidth()) continue;
    if (part.rect.right() < drawnTo + 0.3) continue;  // under a pixel that is drawn already
    drawnTo = part.rect.right();
    paintBar(painter, part, data.bars[m_barOfPart[i]]);
  }
  if (data.bars.size() >= kMostLaunches) {
    painter.setFont(theme().font(TextStyle::Small));
    painter.setPen(theme().color(Token::Text2));
    painter.drawText(rows.kernels.adjusted(xOf(data.bars.back().end, jit) + px(6) - rows.kernels.left(), 0, 0, 0),
                     Qt::AlignVCenter | Qt::AlignLeft,
                     tr("%1 launches are kept, no more").arg(formatWhole(kMostLaunches)));
  }
  if (data.bars.empty() && !m_threads) {
    painter.setFont(theme().font(TextStyle::Small));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(rows.kernels, Qt::AlignVCenter | Qt::AlignLeft,
                     data.known ? tr("no kernels: nothing was left to compute") : tr("not measured"));
  }
  painter.restore();
}

void TimelineChart::paintSaved(QPainter& painter) const {
  const QString words = savedWords(*m_data);
  const Rows eager = rowsOf(false), jit = rowsOf(true);
  const double jitEnd = xOf(m_data->jit.callMs, true), eagerEnd = xOf(m_data->eager.callMs, false);
  painter.save();
  painter.setClipRect(QRectF(left(), 0, plotWidth() + px(kRight), height()));
  const auto end = [&](double x, double top, double bottom, Token ink) {
    painter.setPen(QPen(theme().color(ink), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
  };
  if (m_data->eager.known)
    end(eagerEnd, eager.all.top(), m_sameWidth ? eager.all.bottom() : jit.all.bottom(), Token::Eager);
  if (m_data->jit.known) end(jitEnd, jit.all.top(), jit.all.bottom(), Token::Jit);
  if (m_sameWidth || words.isEmpty()) return painter.restore();
  const bool less = m_data->jit.median <= m_data->eager.median;
  if (less && eagerEnd - jitEnd > 2) {
    const QRectF gain(jitEnd, jit.kernels.top(), eagerEnd - jitEnd, jit.kernels.height());
    paintHatch(painter, gain, theme().color(Token::Jit, 0.35));
    painter.setPen(QPen(theme().color(Token::Jit), 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(gain.adjusted(0, 0.5, 0, -0.5));
  }
  painter.setFont(theme().font(TextStyle::Title));
  QRectF chip(0, 0, QFontMetricsF(painter.font()).horizontalAdvance(words) + px(24), px(22));
  const double from = std::clamp(less ? jitEnd : eagerEnd, left(), left() + plotWidth());
  const double to = std::clamp(less ? eagerEnd : jitEnd, left(), left() + plotWidth());
  chip.moveCenter(QPointF((from + to) / 2, jit.kernels.center().y()));
  // Where the gap is too narrow for the words they stand to the right of both ends, or in the row above.
  if (chip.width() + px(8) > to - from || !less) {
    chip.moveLeft(to + px(8));
    if (chip.right() > width() - px(4) || !less) {
      chip.moveRight(std::min(width() - px(8), to + chip.width()));
      chip.moveTop(jit.memory.top());
    }
  }
  painter.setClipping(false);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(Token::Panel));
  painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2);
  painter.setPen(theme().color(less ? Token::Jit : Token::Removed));
  painter.drawText(chip, Qt::AlignCenter, words);
  painter.restore();
}

void TimelineChart::paintChart(QPainter& painter) {
  if (!m_data) return;
  for (bool jit : {false, true}) paintHeading(painter, jit);
  paintAxis(painter);
  for (bool jit : {false, true}) paintLane(painter, jit);
  paintSaved(painter);
}

void TimelineChart::paintHover(QPainter& painter) {
  if (!m_data || m_hoverX < left() || m_hoverX > left() + plotWidth()) return;
  const double ms = m_from + (m_hoverX - left()) * m_span / plotWidth();
  painter.setPen(QPen(theme().color(Token::Text), 1));
  painter.drawLine(QPointF(m_hoverX, px(kAxis) - px(4)), QPointF(m_hoverX, height() - 2.0));
  painter.setFont(theme().font(TextStyle::MonoStrong));
  const QString words = m_sameWidth ? formatPercent(ms / m_data->longest()) : formatMilliseconds(ms);
  QRectF chip(0, px(3), QFontMetricsF(painter.font()).horizontalAdvance(words) + px(12), px(20));
  chip.moveLeft(std::clamp(m_hoverX - chip.width() / 2, 0.0, std::max(0.0, width() - chip.width())));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().color(Token::Text));
  painter.drawRoundedRect(chip, px(4), px(4));
  painter.setPen(theme().color(Token::Panel));
  painter.drawText(chip, Qt::AlignCenter, words);
}

}  // namespace onepot
