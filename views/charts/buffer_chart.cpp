#include "views/charts/buffer_chart.h"

#include <QPainterPath>
#include <cmath>

#include "views/charts/timeline_chart.h"
#include "views/charts/traffic_chart.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kTop = 34, kBottom = 58, kLeft = 56, kRight = 14, kBetween = 20, kLeastShare = 0.24, kHeadroom = 1.12;
}

void BufferChart::setData(Buffers data) {
  m_data = std::move(data);
  rebuild();
}

void BufferChart::setCurve(bool curve) {
  m_curve = curve;
  rebuild();
}

QRectF BufferChart::plot(bool jit) const {
  const double whole = std::max(px(60), width() - px(kLeft + kRight + kBetween));
  const double eager = side(false).length, both = eager + side(true).length;
  double share = both > 0 ? eager / both : 0.5;
  share = side(false).boxes.empty() ? 0 : std::clamp(share, kLeastShare, 1 - kLeastShare);
  const double x = px(kLeft) + (jit ? whole * share + px(kBetween) : 0);
  return QRectF(x, px(kTop), whole * (jit ? 1 - share : share), std::max(px(30), height() - px(kTop + kBottom)));
}

int64_t BufferChart::most() const { return std::max({side(false).top(), side(true).top(), int64_t{1}}); }

double BufferChart::yOf(double bytes) const {
  const QRectF area = plot(true);
  return area.bottom() - area.height() * bytes / (static_cast<double>(most()) * kHeadroom);
}

std::vector<ChartPart> BufferChart::layoutParts() {
  std::vector<ChartPart> parts;
  m_boxOfPart.clear();
  for (bool jit : {false, true}) {
    const QRectF area = plot(jit);
    const double scale = side(jit).length > 0 ? area.width() / side(jit).length : 0;
    for (const BufferBox& box : side(jit).boxes) {
      if (box.size <= 0) continue;
      ChartPart part;
      const double top = yOf(static_cast<double>(box.offset + box.size)), bottom = yOf(static_cast<double>(box.offset));
      part.rect =
          QRectF(area.left() + box.from * scale, top, std::max(1.0, (box.to - box.from) * scale - 1), bottom - top);
      part.ref = box.ref;
      part.lights = box.instruction;
      part.name = box.name;
      part.figure = formatBytesShort(box.size);
      part.lines << (jit ? tr("at %1, as planned") : tr("at %1, packed here")).arg(formatBytesShort(box.offset));
      if (m_data.byTime) {
        part.lines << tr("held from %1 to %2").arg(formatMilliseconds(box.from), formatMilliseconds(box.to));
      } else {
        part.lines << tr("held during kernels %1 to %2 of %3").arg(box.from + 1).arg(box.to).arg(side(jit).length);
      }
      part.row = {jit ? "jit" : "eager",
                  box.name,
                  QString::number(box.offset),
                  QString::number(box.size),
                  QString::number(box.from, 'g', 9),
                  QString::number(box.to, 'g', 9)};
      if (m_curve) part.rect = QRectF();
      parts.push_back(part);
      m_boxOfPart.push_back(&box);
    }
  }
  return parts;
}

void BufferChart::paintGrid(QPainter& painter) const {
  const QRectF left = plot(false), right = plot(true);
  painter.setFont(theme().font(TextStyle::MonoSmall));
  const auto ticks = byteTicks(static_cast<int64_t>(static_cast<double>(most()) * kHeadroom),
                               std::max(2, static_cast<int>(left.height() / px(44))));
  for (int64_t tick : ticks) {
    const double y = std::floor(yOf(static_cast<double>(tick))) + 0.5;
    painter.setPen(QPen(theme().color(Token::Hairline), 1));
    painter.drawLine(QPointF(px(kLeft), y), QPointF(right.right(), y));
    painter.setPen(theme().color(Token::Text2));
    painter.drawText(QRectF(0, y - px(8), px(kLeft) - px(6), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                     tick == 0 ? QStringLiteral("0") : formatBytesShort(tick));
  }
  painter.setFont(theme().font(TextStyle::Small));
  painter.drawText(QRectF(px(12), px(6), px(160), px(16)), Qt::AlignVCenter,
                   m_curve ? tr("memory held") : tr("offset"));
  if (side(false).boxes.empty()) return;
  painter.setPen(QPen(theme().color(Token::Border), 1));
  const double x = std::floor((left.right() + right.left()) / 2) + 0.5;
  painter.drawLine(QPointF(x, px(6)), QPointF(x, height() - px(28)));
}

void BufferChart::paintBoxes(QPainter& painter) const {
  for (size_t i = 0; i < parts().size(); ++i) {
    const ChartPart& part = parts()[i];
    const KindColors colors = theme().kind(m_boxOfPart[i]->kind);
    if (part.rect.height() < 1) continue;
    if (part.rect.height() < 3 || part.rect.width() < 3) {
      painter.fillRect(part.rect, colors.border);
    } else {
      painter.setPen(QPen(colors.border, 1));
      painter.setBrush(colors.fill);
      painter.drawRoundedRect(part.rect.adjusted(0.5, 0.5, -0.5, -0.5), px(2), px(2));
    }
    if (part.rect.height() < px(14)) continue;
    painter.setFont(theme().font(TextStyle::MonoSmall));
    painter.setPen(colors.text);
    drawElided(painter, part.rect.adjusted(px(5), 0, -px(3), 0), Qt::AlignVCenter, part.name);
  }
  for (const ChartPart& part : parts()) {
    if (part.rect.height() >= 1) paintRing(painter, part, px(2));
  }
}

void BufferChart::paintCurve(QPainter& painter, bool jit) const {
  const BufferSide& data = side(jit);
  const QRectF area = plot(jit);
  if (data.curve.empty() || !(data.callMs > 0)) {
    painter.setFont(theme().font(TextStyle::Small));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, tr("not recorded"));
    return;
  }
  const auto xOf = [&](double ms) { return area.left() + area.width() * std::clamp(ms / data.callMs, 0.0, 1.0); };
  QPainterPath line(QPointF(area.left(), yOf(static_cast<double>(data.curve.front().bytes))));
  for (size_t i = 0; i < data.curve.size(); ++i) {
    const double y = yOf(static_cast<double>(data.curve[i].bytes));
    line.lineTo(xOf(data.curve[i].at), y);
    line.lineTo(xOf(i + 1 < data.curve.size() ? data.curve[i + 1].at : data.callMs), y);
  }
  QPainterPath filled = line;
  filled.lineTo(area.right(), area.bottom());
  filled.lineTo(area.left(), area.bottom());
  painter.fillPath(filled, theme().color(jit ? Token::JitBg : Token::EagerBg));
  painter.setPen(QPen(theme().color(jit ? Token::Jit : Token::Eager), 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(line);
}

void BufferChart::paintPeak(QPainter& painter, bool jit) const {
  const BufferSide& data = side(jit);
  if (data.peak <= 0) return;
  const QRectF area = plot(jit);
  const double y = std::floor(yOf(static_cast<double>(data.peak))) + 0.5;
  painter.setPen(QPen(theme().color(Token::Removed), 1.5, Qt::DashLine));
  painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  painter.setFont(theme().font(TextStyle::SmallStrong));
  const QString words = (data.measuredPeak ? tr("peak %1") : tr("planned peak %1")).arg(formatBytesShort(data.peak));
  const double wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + px(6);
  QRectF chip(area.left(), y - px(18), wide, px(16));
  if (chip.right() > width() - px(2)) chip.moveRight(width() - px(2));
  painter.fillRect(chip, theme().color(Token::Panel, 0.8));
  painter.setPen(theme().color(Token::Removed));
  painter.drawText(chip, Qt::AlignVCenter | Qt::AlignLeft, words);
}

void BufferChart::paintFoot(QPainter& painter, bool jit) const {
  const BufferSide& data = side(jit);
  const QRectF area = plot(jit);
  const double y = height() - px(kBottom) + px(4);
  painter.setFont(theme().font(TextStyle::MonoSmall));
  painter.setPen(theme().color(Token::Text2));
  const auto count = data.launches.size();
  const double each =
      count > 0 ? area.width() * (static_cast<double>(count) / std::max(data.length, 1.0)) / static_cast<double>(count)
                : 0;
  if (m_curve || m_data.byTime) {
    const double end = m_curve ? data.callMs : data.length;
    painter.drawText(QRectF(area.left(), y, px(20), px(16)), Qt::AlignLeft | Qt::AlignVCenter, "0");
    painter.drawText(QRectF(area.right() - px(72), y, px(72), px(16)), Qt::AlignRight | Qt::AlignVCenter,
                     formatMilliseconds(end));
  } else {
    for (size_t i = 0; i < count && each >= px(26); ++i) {
      // "exponential.5" under its column as "exponential", cut where the column ends.
      QString name = data.launches[i].section('.', 0, 0);
      const QFontMetricsF metrics(painter.font());
      if (metrics.horizontalAdvance(name) > each - px(3))
        name = name.left(std::max(1, static_cast<int>((each - px(3)) / metrics.horizontalAdvance('m'))));
      painter.drawText(QRectF(area.left() + each * static_cast<double>(i), y, each, px(16)), Qt::AlignCenter, name);
    }
  }
  painter.setFont(theme().font(TextStyle::SmallStrong));
  painter.setPen(theme().color(jit ? Token::Jit : Token::Eager));
  painter.drawText(QRectF(area.left(), y + px(16), area.width(), px(16)), Qt::AlignLeft | Qt::AlignVCenter,
                   jit ? tr("jit") : tr("eager"));
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Text3));
  const QString axis = m_curve || m_data.byTime ? tr("time") : tr("program order");
  if (!jit || side(false).boxes.empty())
    drawElided(painter, QRectF(area.left() + px(40), y + px(16), area.width() - px(40), px(16)),
               Qt::AlignRight | Qt::AlignVCenter, axis);
}

void BufferChart::paintSide(QPainter& painter, bool jit) const {
  if (!jit && side(false).boxes.empty()) return;
  if (m_curve) paintCurve(painter, jit);
  paintFoot(painter, jit);
}

void BufferChart::paintChart(QPainter& painter) {
  if (side(false).boxes.empty() && side(true).boxes.empty()) {
    painter.setFont(theme().font(TextStyle::Body));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(rect(), Qt::AlignCenter, tr("No arrays in this program."));
    return;
  }
  paintGrid(painter);
  for (bool jit : {false, true}) paintSide(painter, jit);
  if (!m_curve) paintBoxes(painter);
  for (bool jit : {false, true}) {
    if (jit || !side(false).boxes.empty()) paintPeak(painter, jit);
  }
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Text3));
  drawElided(painter, QRectF(px(12), height() - px(22), width() - px(24), px(16)), Qt::AlignVCenter | Qt::AlignLeft,
             m_curve ? tr("bytes held, as the allocator counted them in one call")
                     : tr("peaks measured; eager packed here by its recorded lives, jit as planned"));
}

}  // namespace onepot
