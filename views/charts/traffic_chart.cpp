#include "views/charts/traffic_chart.h"

#include <cmath>

#include "engine/runtime/call_recorder.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kValues = 68, kTop = 12, kBottom = 58, kLeastRow = 15, kMostRow = 24;
}

namespace {

/// A kernel may end with a launch that moves nothing of its own: partial sums that are combined. They are one bar.
std::vector<LaunchBar> joined(std::vector<LaunchBar> bars) {
  std::vector<LaunchBar> result;
  for (LaunchBar& bar : bars) {
    if (bar.bytes() == 0 && bar.instruction != 0 && !result.empty() && result.back().instruction == bar.instruction) {
      result.back().end += bar.milliseconds();
    } else {
      result.push_back(std::move(bar));
    }
  }
  return result;
}

}  // namespace

Traffic trafficOf(const Compilation& compilation, const Run* run) {
  Traffic traffic;
  traffic.compilation = compilation.id;
  traffic.idealBytes = compilation.bytesIdeal;
  if (run) {
    traffic.eager = joined(eagerBars(compilation, *run));
    traffic.jit = joined(jitBars(compilation, *run));
  }
  traffic.measuredJit = !traffic.jit.empty();
  traffic.cut = run && std::max(run->eager.launches.size(), run->jit.launches.size()) >= kMostLaunches;
  if (traffic.jit.empty()) {
    for (const Kernel& kernel : compilation.kernels) {
      LaunchBar bar;
      bar.name = QString::fromStdString(kernel.name);
      bar.read = kernel.bytesRead;
      bar.written = kernel.bytesWritten;
      bar.instruction = kernel.instruction;
      bar.ref = Ref::kernel(compilation.id, kernel.instruction);
      bar.kind = Kind::Fusion;
      traffic.jit.push_back(std::move(bar));
    }
  }
  int eagerWrites = 0, jitWrites = 0;
  for (const LaunchBar& bar : traffic.eager) traffic.eagerBytes += bar.bytes(), eagerWrites += bar.written > 0;
  for (const LaunchBar& bar : traffic.jit) traffic.jitBytes += bar.bytes(), jitWrites += bar.written > 0;
  traffic.vanishedArrays = traffic.eager.empty() || traffic.cut ? 0 : std::max(0, eagerWrites - jitWrites);
  return traffic;
}

std::vector<int64_t> byteTicks(int64_t most, int count) {
  int64_t step = 1;
  while (step < most / std::max(count, 1) || step * count < most) step *= 2;
  std::vector<int64_t> ticks;
  for (int64_t at = 0; at <= most; at += step) ticks.push_back(at);
  return ticks;
}

void TrafficChart::setData(Traffic data) {
  m_data = std::move(data);
  rebuild();
}

void TrafficChart::setRates(bool rates) {
  m_rates = rates;
  rebuild();
}

QStringList TrafficChart::columns() const {
  return {"series", "kernel", "bytes_read", "bytes_written", "bytes_per_second"};
}

double TrafficChart::amountOf(const LaunchBar& bar) const {
  return m_rates ? bar.rate() : static_cast<double>(bar.bytes());
}

double TrafficChart::most() const {
  double most = m_rates ? 1 : std::max(1.0, static_cast<double>(m_data.idealBytes));
  for (const auto* bars : {&m_data.eager, &m_data.jit}) {
    for (const LaunchBar& bar : *bars) most = std::max(most, amountOf(bar));
  }
  return most;
}

QRectF TrafficChart::plot() const {
  const double names = std::clamp(width() * 0.26, px(72), px(150));
  return QRectF(names, px(kTop), std::max(px(20), width() - names - px(kValues) - px(12)),
                height() - px(kTop + kBottom));
}

double TrafficChart::xOf(double amount) const { return plot().left() + plot().width() * amount / most(); }

void TrafficChart::addSeries(const QString& name, const std::vector<LaunchBar>& bars, int64_t total, Token ink,
                             size_t room) {
  double milliseconds = 0;
  for (const LaunchBar& bar : bars) milliseconds += bar.milliseconds();
  const QString rate =
      milliseconds > 0 ? formatByteRate(static_cast<double>(total) / milliseconds * 1e3) : QStringLiteral("–");
  m_rows.push_back({Row::Kind::Heading, ink, name,
                    bars.empty() ? QStringLiteral("–")
                    : m_rates    ? rate
                                 : formatBytesShort(total)});
  if (m_data.cut && !m_rates && !bars.empty()) m_rows.back().value.prepend(QStringLiteral("≥ "));
  const size_t shown = bars.size() <= room ? bars.size() : room - 1;
  for (size_t i = 0; i < shown; ++i) {
    const LaunchBar& bar = bars[i];
    const QString value = !m_rates         ? formatBytesShort(bar.bytes())
                          : bar.rate() > 0 ? formatByteRate(bar.rate())
                                           : QStringLiteral("–");
    m_rows.push_back({Row::Kind::Bar, ink, bar.name, value, &bar, amountOf(bar)});
  }
  if (shown == bars.size()) return;
  int64_t rest = 0;
  for (size_t i = shown; i < bars.size(); ++i) rest += bars[i].bytes();
  m_rows.push_back({Row::Kind::More, Token::Text3, tr("+%1 more").arg(bars.size() - shown),
                    m_rates ? QString() : formatBytesShort(rest)});
}

void TrafficChart::layoutRows() {
  m_rows.clear();
  const double tall = std::max(px(40), plot().height());
  const bool vanished = !m_rates && m_data.vanishedArrays > 0 && m_data.vanishedBytes() > 0;
  const size_t fixed = 2 + (vanished ? 1 : 0) + (m_rates ? 0 : 2);
  const size_t fits = std::max<size_t>(static_cast<size_t>(tall / px(kLeastRow)), fixed + 2) - fixed;
  // Both get what they need where there is room; else the shorter list stays whole.
  const size_t eager = m_data.eager.size(), jit = m_data.jit.size();
  const size_t half = std::max<size_t>(fits / 2, 1);
  const size_t jitRoom = std::max<size_t>(eager < half ? fits - eager : half, 1);
  const size_t eagerRoom = std::max<size_t>(fits - std::min(jit, jitRoom), 1);
  addSeries(tr("eager"), m_data.eager, m_data.eagerBytes, Token::Eager, eagerRoom);
  addSeries(tr("jit"), m_data.jit, m_data.jitBytes, Token::Jit, jitRoom);
  if (vanished) {
    m_rows.push_back({Row::Kind::Vanished, Token::Jit, tr("vanished"),
                      QChar(0x2212) + formatBytesShort(m_data.vanishedBytes()), nullptr,
                      static_cast<double>(m_data.vanishedBytes())});
  }
  if (!m_rates) {
    const QString ideal = formatBytesShort(m_data.idealBytes);
    m_rows.push_back({Row::Kind::Heading, Token::Ideal, tr("ideal"), ideal});
    m_rows.push_back(
        {Row::Kind::Ideal, Token::Ideal, tr("in and out"), {}, nullptr, static_cast<double>(m_data.idealBytes)});
  }
  m_rowHeight = std::clamp(tall / static_cast<double>(m_rows.size()), px(kLeastRow), px(kMostRow));
  double top = plot().top();
  for (Row& row : m_rows) row.top = std::exchange(top, top + m_rowHeight);
}

std::vector<ChartPart> TrafficChart::layoutParts() {
  std::vector<ChartPart> parts;
  layoutRows();
  m_rowOfPart.clear();
  for (size_t i = 0; i < m_rows.size(); ++i) {
    const Row& row = m_rows[i];
    if (row.kind != Row::Kind::Bar && row.kind != Row::Kind::Vanished && row.kind != Row::Kind::Ideal) continue;
    ChartPart part;
    const double right = std::min(std::max(xOf(row.amount), plot().left() + 2), plot().right());
    const double margin = row.kind == Row::Kind::Vanished ? 1 : m_rowHeight * 0.14;
    part.rect = QRectF(plot().left(), row.top + margin, right - plot().left(), m_rowHeight - 2 * margin);
    part.name = row.name;
    part.figure = row.value;
    if (row.bar) {
      part.ref = row.bar->ref;
      part.lights = row.bar->instruction;
      part.lines << tr("reads %1, writes %2").arg(formatBytesShort(row.bar->read), formatBytesShort(row.bar->written));
      if (row.bar->rate() > 0)
        part.lines << tr("%1 in %2").arg(formatByteRate(row.bar->rate()), formatMilliseconds(row.bar->milliseconds()));
    } else if (row.kind == Row::Kind::Vanished) {
      part.lines << tr("arrays that eager wrote and read again, and jit keeps in registers");
    } else {
      part.lines << tr("every argument read once, every result written once");
    }
    part.row = {row.ink == Token::Eager ? "eager"
                : row.ink == Token::Jit ? "jit"
                                        : "ideal",
                row.name, QString::number(row.bar ? row.bar->read : static_cast<int64_t>(row.amount)),
                QString::number(row.bar ? row.bar->written : 0),
                row.bar && row.bar->rate() > 0 ? QString::number(row.bar->rate(), 'g', 6) : QString()};
    m_rowOfPart.push_back(i);
    parts.push_back(part);
  }
  return parts;
}

void TrafficChart::paintRow(QPainter& painter, const Row& row) const {
  const QRectF area = plot();
  const Partners& partners = m_session.partners();
  if (row.bar && row.bar->instruction != 0 && partners.lit(row.bar->instruction)) {
    painter.fillRect(QRectF(px(6), row.top, width() - px(12), m_rowHeight),
                     theme().color(partners.isSelected(row.bar->instruction) ? Token::Tint2 : Token::Tint));
  }
  const bool heading = row.kind == Row::Kind::Heading;
  painter.setFont(theme().font(heading                      ? TextStyle::SmallStrong
                               : row.kind == Row::Kind::Bar ? TextStyle::MonoSmall
                                                            : TextStyle::Small));
  painter.setPen(theme().color(heading ? row.ink : row.kind == Row::Kind::Bar ? Token::Text : Token::Text2));
  drawElided(painter, QRectF(px(12), row.top, area.left() - px(20), m_rowHeight),
             Qt::AlignVCenter | (heading ? Qt::AlignLeft : Qt::AlignRight), row.name, Qt::ElideMiddle);
  QFont mono = theme().font(TextStyle::MonoSmall);
  if (heading) mono.setWeight(QFont::DemiBold);
  painter.setFont(mono);
  if (!heading) painter.setPen(theme().color(row.kind == Row::Kind::Vanished ? Token::Jit : Token::Text2));
  painter.drawText(QRectF(area.right(), row.top, width() - area.right() - px(12), m_rowHeight),
                   Qt::AlignVCenter | Qt::AlignRight, row.value);
}

void TrafficChart::paintAxis(QPainter& painter) const {
  const QRectF area = plot();
  const double bottom = m_rows.empty() ? area.bottom() : m_rows.back().top + m_rowHeight + px(2);
  painter.setFont(theme().font(TextStyle::MonoSmall));
  const int count = std::max(2, static_cast<int>(area.width() / px(64)));
  const auto tick = [&](double amount, const QString& text) {
    const double x = std::floor(xOf(amount)) + 0.5;
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(x, area.top() + m_rowHeight), QPointF(x, bottom));
    painter.setPen(theme().color(Token::Text2));
    painter.drawText(QRectF(x - px(36), bottom + px(2), px(72), px(14)), Qt::AlignCenter, text);
  };
  if (m_rates) {
    for (double at : roundTicks(most() / 1e9, count)) tick(at * 1e9, tickText(at));
    return;
  }
  const auto ticks = byteTicks(static_cast<int64_t>(most()), count);
  for (int64_t at : ticks) tick(static_cast<double>(at), at == 0 ? QStringLiteral("0") : formatBytesShort(at));
}

void TrafficChart::paintLegend(QPainter& painter) const {
  const double y = height() - px(22), box = px(12), tall = px(9);
  painter.setFont(theme().font(TextStyle::Small));
  const QFontMetricsF metrics(painter.font());
  double x = px(12);
  const auto entry = [&](const QString& words, const auto& draw) {
    draw(QRectF(x, y + px(4), box, tall));
    painter.setPen(theme().color(Token::Text2));
    painter.drawText(QRectF(x + box + px(6), y, metrics.horizontalAdvance(words) + 2, px(16)), Qt::AlignVCenter, words);
    x += box + px(18) + metrics.horizontalAdvance(words);
  };
  const QColor ink = theme().color(m_data.eager.empty() ? Token::Jit : Token::Eager);
  if (!m_rates) {
    entry(tr("read"), [&](const QRectF& rect) { painter.fillRect(rect, ink); });
    entry(tr("written"), [&](const QRectF& rect) {
      painter.fillRect(rect, QColor(ink.red(), ink.green(), ink.blue(), 60));
      paintHatch(painter, rect, ink, px(4));
    });
    entry(tr("no longer needed"), [&](const QRectF& rect) {
      painter.setPen(QPen(theme().color(Token::Jit), 1, Qt::DashLine));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(rect);
    });
  }
  const QString how =
      m_rates ? tr("GB/s: bytes counted from the IR, over the time measured") : tr("counted from the IR");
  painter.setPen(theme().color(Token::Text3));
  drawElided(painter, QRectF(x, y, width() - x - px(12), px(16)),
             Qt::AlignVCenter | (m_rates ? Qt::AlignLeft : Qt::AlignRight), how);
}

void TrafficChart::paintChart(QPainter& painter) {
  if (m_data.jit.empty() && m_data.eager.empty()) {
    painter.setFont(theme().font(TextStyle::Body));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(rect(), Qt::AlignCenter, tr("No kernels: nothing was left to compute."));
    return;
  }
  paintAxis(painter);
  for (const Row& row : m_rows) paintRow(painter, row);
  for (size_t i = 0; i < parts().size(); ++i) {
    const ChartPart& part = parts()[i];
    const Row& row = m_rows[m_rowOfPart[i]];
    const QColor ink = theme().color(row.ink);
    if (row.kind == Row::Kind::Bar) {
      const double split =
          m_rates ? part.rect.right() : std::min(part.rect.right(), xOf(static_cast<double>(row.bar->read)));
      const QRectF read(part.rect.left(), part.rect.top(), split - part.rect.left(), part.rect.height());
      const QRectF written(split, part.rect.top(), part.rect.right() - split, part.rect.height());
      painter.fillRect(read, ink);
      if (written.width() > 0.5) {
        painter.fillRect(written, QColor(ink.red(), ink.green(), ink.blue(), 60));
        paintHatch(painter, written, ink, px(5));
      }
    } else {
      painter.setPen(QPen(ink, row.kind == Row::Kind::Ideal ? 1.5 : 1,
                          row.kind == Row::Kind::Ideal ? Qt::SolidLine : Qt::DashLine));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(part.rect.adjusted(0.5, 0.5, -0.5, -0.5), px(2), px(2));
      if (row.kind == Row::Kind::Vanished) {
        painter.setFont(theme().font(TextStyle::Small));
        const QString words = m_data.vanishedArrays == 1 ? tr("1 array, never written")
                                                         : tr("%1 arrays, never written").arg(m_data.vanishedArrays);
        // Beside the box where it is too short to hold them.
        const bool inside = QFontMetricsF(painter.font()).horizontalAdvance(words) + px(10) < part.rect.width();
        const double x = inside ? part.rect.left() + px(5) : part.rect.right() + px(5);
        drawElided(painter, QRectF(x, row.top, plot().right() - x, m_rowHeight), Qt::AlignVCenter, words);
      }
    }
    paintRing(painter, part, px(2));
  }
  paintLegend(painter);
}

}  // namespace onepot
