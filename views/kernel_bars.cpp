#include "views/kernel_bars.h"

#include <cmath>

#include "views/number_format.h"

namespace onepot {

namespace {
QString errorText(const KernelFigure& kernel) {
  const double error = kernel.error();
  return std::isfinite(error) ? formatPercentChange(error) : QStringLiteral("–");
}
}  // namespace

void KernelBars::setData(std::vector<KernelFigure> kernels, int64_t compilation) {
  m_kernels = std::move(kernels);
  m_compilation = compilation;
  setMinimumHeight(static_cast<int>(rowTop(m_kernels.size() + 2)));
  rebuild();
}

void KernelBars::setBytes(bool bytes) {
  m_bytes = bytes;
  rebuild();
}

KernelBars::Columns KernelBars::columnsNow() const {
  const double right = width() - px(12);
  const double figure = right - px(58);
  return {px(164), figure - px(64), figure, right};
}

double KernelBars::most() const {
  double most = 0;
  for (const KernelFigure& kernel : m_kernels) {
    most =
        std::max(most, m_bytes ? static_cast<double>(kernel.bytes) : std::max(kernel.predictedMs, kernel.measuredMs));
  }
  return most > 0 ? most : 1;
}

std::vector<ChartPart> KernelBars::layoutParts() {
  std::vector<ChartPart> parts;
  for (size_t i = 0; i < m_kernels.size(); ++i) {
    const KernelFigure& kernel = m_kernels[i];
    ChartPart part;
    part.rect = QRectF(px(4), rowTop(i), width() - px(8), px(30));
    part.ref = Ref::kernel(m_compilation, kernel.instruction);
    part.lights = kernel.instruction;
    part.name = kernel.name;
    part.figure = kernel.measured() ? formatMilliseconds(kernel.measuredMs) : tr("not measured");
    part.lines = {tr("predicted %1").arg(formatMilliseconds(kernel.predictedMs)),
                  tr("moves %1").arg(formatBytes(kernel.bytes))};
    part.row = {kernel.name,
                kernel.work,
                QString::number(kernel.bytes),
                QString::number(kernel.predictedMs, 'g', 6),
                kernel.measured() ? QString::number(kernel.measuredMs, 'g', 6) : QString(),
                errorText(kernel)};
    parts.push_back(part);
  }
  return parts;
}

void KernelBars::paintHeading(QPainter& painter) const {
  const Columns at = columnsNow();
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Text2));
  const auto head = [&](double left, double right, int align, const QString& words) {
    painter.drawText(QRectF(left, 0, right - left, px(22)), align | Qt::AlignVCenter, words);
  };
  head(px(12), at.bar, Qt::AlignLeft, tr("Kernel"));
  head(at.bar, at.barEnd + px(20), Qt::AlignLeft, m_bytes ? tr("read and written") : tr("predicted | measured"));
  head(at.barEnd, at.figure, Qt::AlignRight, m_bytes ? QString() : tr("ms"));
  head(at.figure, at.right, Qt::AlignRight, m_bytes ? tr("bytes") : tr("error"));
  painter.fillRect(QRectF(0, px(22), width(), 1), theme().color(Token::Hairline));
}

void KernelBars::paintRow(QPainter& painter, size_t index) const {
  const KernelFigure& kernel = m_kernels[index];
  const Columns at = columnsNow();
  const double top = rowTop(index), height = px(30);
  const bool lit = m_session.partners().kernels.contains(kernel.instruction);
  if (lit) painter.fillRect(QRectF(0, top, width(), height), theme().color(Token::Tint));
  const KindColors colors = theme().kind(kernel.kind);
  painter.setPen(QPen(colors.border, 1.2));
  painter.setBrush(colors.fill);
  painter.drawRoundedRect(QRectF(px(12.5), top + px(9.5), px(11), px(11)), 3, 3);
  painter.setFont(theme().font(TextStyle::MonoColumn));
  painter.setPen(theme().color(Token::Text));
  drawElided(painter, QRectF(px(30), top + px(1), at.bar - px(34), px(15)), Qt::AlignVCenter | Qt::AlignLeft,
             kernel.name, Qt::ElideMiddle);
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(theme().color(Token::Text2));
  drawElided(painter, QRectF(px(30), top + px(15), at.bar - px(34), px(14)), Qt::AlignVCenter | Qt::AlignLeft,
             kernel.work);
  const double scale = (at.barEnd - at.bar) / most();
  const double amount = m_bytes ? static_cast<double>(kernel.bytes) : kernel.measuredMs;
  if (amount >= 0) {
    painter.setPen(QPen(theme().color(Token::Jit), 1));
    painter.setBrush(theme().color(Token::JitBg));
    painter.drawRoundedRect(QRectF(at.bar + 0.5, top + px(9.5), std::max(2.0, amount * scale), px(11)), 2, 2);
  }
  if (!m_bytes && kernel.predictedMs > 0)
    painter.fillRect(QRectF(at.bar + kernel.predictedMs * scale - 1, top + px(5), 2, px(20)),
                     theme().color(Token::Text));
  painter.setFont(theme().font(TextStyle::MonoColumn));
  painter.setPen(theme().color(Token::Text));
  const int right = Qt::AlignRight | Qt::AlignVCenter;
  if (m_bytes) {
    painter.drawText(QRectF(at.barEnd, top, at.right - at.barEnd, height), right, formatBytes(kernel.bytes));
    return;
  }
  painter.drawText(QRectF(at.barEnd, top, at.figure - at.barEnd, height), right,
                   kernel.measured() ? millisecondsFigure(kernel.measuredMs) : QStringLiteral("–"));
  painter.setPen(theme().color(Token::Text2));
  painter.drawText(QRectF(at.figure, top, at.right - at.figure, height), right, errorText(kernel));
}

void KernelBars::paintSum(QPainter& painter, const KernelFigure& sum) const {
  const Columns at = columnsNow();
  const double top = rowTop(m_kernels.size());
  painter.fillRect(QRectF(0, top, width(), 1), theme().color(Token::Hairline));
  painter.setFont(theme().font(TextStyle::Title));
  painter.setPen(theme().color(Token::Text));
  const QRectF line(px(12), top + px(2), at.right - px(12), px(24));
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tr("Sum"));
  painter.setFont(theme().font(TextStyle::MonoColumn));
  const int right = Qt::AlignRight | Qt::AlignVCenter;
  if (m_bytes) {
    painter.drawText(line, right, formatBytes(sum.bytes));
  } else {
    painter.drawText(QRectF(at.barEnd, line.top(), at.figure - at.barEnd, line.height()), right,
                     sum.measured() ? millisecondsFigure(sum.measuredMs) : QStringLiteral("–"));
    painter.drawText(line, right, errorText(sum));
  }
  // What bar and tick mean.
  const double y = top + px(36);
  painter.setFont(theme().font(TextStyle::Small));
  painter.setPen(QPen(theme().color(Token::Jit), 1));
  painter.setBrush(theme().color(Token::JitBg));
  painter.drawRoundedRect(QRectF(px(12.5), y - px(4.5), px(16), px(9)), 2, 2);
  painter.setPen(theme().color(Token::Text2));
  const QString measured = m_bytes ? tr("counted from the IR") : tr("measured");
  painter.drawText(QRectF(px(34), y - px(8), px(200), px(16)), Qt::AlignLeft | Qt::AlignVCenter, measured);
  if (m_bytes) return;
  const double next = px(34) + QFontMetricsF(painter.font()).horizontalAdvance(measured) + px(16);
  painter.fillRect(QRectF(next, y - px(7), 2, px(14)), theme().color(Token::Text));
  painter.drawText(QRectF(next + px(8), y - px(8), px(240), px(16)), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("predicted by the cost model"));
}

void KernelBars::paintChart(QPainter& painter) {
  paintHeading(painter);
  for (size_t i = 0; i < m_kernels.size(); ++i) paintRow(painter, i);
  paintSum(painter, sumOf(m_kernels));
}

}  // namespace onepot
