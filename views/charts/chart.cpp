#include "views/charts/chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <cmath>

namespace onepot {

namespace {
constexpr int kHoverPauseMs = 80;
constexpr size_t kMostDescribed = 200;

QString csvCell(QString cell) {
  if (!cell.contains(',') && !cell.contains('"') && !cell.contains('\n')) return cell;
  return '"' + cell.replace('"', "\"\"") + '"';
}
}  // namespace

Chart::Chart(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  m_hoverPause.setSingleShot(true);
  m_hoverPause.setInterval(kHoverPauseMs);
  connect(&m_hoverPause, &QTimer::timeout, this, [this] { m_session.hover(m_hovering); });
}

void Chart::rebuild() {
  m_parts = layoutParts();
  m_current = std::min(m_current, static_cast<int>(m_parts.size()) - 1);
  // A longer table is read from the exported file.
  if (m_parts.size() <= kMostDescribed) setAccessibleDescription(csv());
  update();
}

QString Chart::csv() const {
  QString text;
  const auto line = [&](const QStringList& cells) {
    QStringList quoted;
    for (const QString& cell : cells) quoted << csvCell(cell);
    text += quoted.join(',') + '\n';
  };
  line(columns());
  for (const ChartPart& part : m_parts) {
    if (!part.row.isEmpty()) line(part.row);
  }
  return text;
}

void Chart::paintOn(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme().color(ground()));
  paintChart(painter);
}

void Chart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintOn(painter);
  paintHover(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().color(Token::Accent), 2));
  if (m_current >= 0 && m_current < static_cast<int>(m_parts.size())) {
    painter.drawRoundedRect(m_parts[static_cast<size_t>(m_current)].rect.adjusted(-4, -4, 4, 4), 5, 5);
  } else if (const QWidget* focused = QWidget::focusWidget(); focused == this) {
    painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 5, 5);
  }
}

void Chart::paintRing(QPainter& painter, const ChartPart& part, double radius) const {
  const Partners& partners = m_session.partners();
  const bool selected = part.lights != 0 && partners.isSelected(part.lights);
  const bool partner = part.lights != 0 && partners.isPartner(part.lights);
  const bool hovered = part.ref.valid() && part.ref == m_session.hovered();
  if (!selected && !partner && !hovered) return;
  painter.save();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().color(Token::Accent), selected || partner ? 2 : 1,
                      selected || !partner ? Qt::SolidLine : Qt::DotLine));
  painter.drawRoundedRect(part.rect.adjusted(-2.5, -2.5, 2.5, 2.5), radius + 2, radius + 2);
  painter.restore();
}

void Chart::drawElided(QPainter& painter, const QRectF& rect, int flags, const QString& text,
                       Qt::TextElideMode mode) const {
  const QFontMetricsF metrics(painter.font());
  if (metrics.horizontalAdvance(text) <= rect.width()) {
    painter.drawText(rect, flags | Qt::TextSingleLine, text);
  } else if (rect.width() > metrics.horizontalAdvance(QStringLiteral("mmm…"))) {
    painter.drawText(rect, flags | Qt::TextSingleLine, metrics.elidedText(text, mode, rect.width()));
  }
}

void Chart::paintHatch(QPainter& painter, const QRectF& rect, const QColor& color, double gap) const {
  if (rect.width() < 1 || rect.height() < 1) return;
  painter.save();
  painter.setClipRect(rect, Qt::IntersectClip);
  painter.setPen(QPen(color, 1));
  for (double x = rect.left() - rect.height(); x < rect.right(); x += gap) {
    painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
  }
  painter.restore();
}

void Chart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  rebuild();
}

const ChartPart* Chart::partAt(const QPointF& at) const {
  // What lies on top was laid out last.
  for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
    const double wider = std::max(0.0, (8 - part->rect.width()) / 2),
                 higher = std::max(0.0, (8 - part->rect.height()) / 2);
    if (part->rect.adjusted(-wider, -higher, wider, higher).contains(at)) return &*part;
  }
  return nullptr;
}

void Chart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  const ChartPart* part = partAt(event->position());
  m_current = part ? static_cast<int>(part - m_parts.data()) : -1;
  emit selected(part ? part->ref : Ref());
  update();
}

void Chart::mouseMoveEvent(QMouseEvent* event) {
  const ChartPart* part = partAt(event->position());
  const Ref over = part ? part->ref : Ref();
  if (over == m_hovering) return;
  m_hovering = over;
  m_hoverPause.start();
}

void Chart::leaveEvent(QEvent*) {
  m_hovering = Ref();
  m_hoverPause.start();
}

void Chart::step(int direction) {
  if (m_parts.empty()) return;
  m_current = std::clamp(m_current + direction, 0, static_cast<int>(m_parts.size()) - 1);
  const ChartPart& part = m_parts[static_cast<size_t>(m_current)];
  if (part.ref.valid()) emit selected(part.ref);
  update();
}

void Chart::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: return step(-1);
    case Qt::Key_Right:
    case Qt::Key_Down: return step(1);
    case Qt::Key_Home: return step(-static_cast<int>(m_parts.size()));
    case Qt::Key_End: return step(static_cast<int>(m_parts.size()));
    default: return QWidget::keyPressEvent(event);
  }
}

QString Chart::tipOf(const ChartPart& part) const {
  QString text = QStringLiteral("<table width='240'><tr><td><b>%1</b></td><td align='right'><b>%2</b></td></tr>")
                     .arg(part.name.toHtmlEscaped(), part.figure.toHtmlEscaped());
  for (const QString& line : part.lines) {
    text += QStringLiteral("<tr><td colspan='2'>%1</td></tr>").arg(line.toHtmlEscaped());
  }
  return text + QStringLiteral("</table>");
}

bool Chart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const ChartPart* part = partAt(help->pos()); part && !part->name.isEmpty()) {
    QToolTip::showText(help->globalPos(), tipOf(*part), this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

std::vector<double> roundTicks(double most, int count) {
  if (!(most > 0) || !std::isfinite(most) || count < 1) return {0};
  const double rough = most / count, power = std::pow(10, std::floor(std::log10(rough)));
  double step = power * 10;
  for (double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= rough * 0.999) {
      step = power * factor;
      break;
    }
  }
  std::vector<double> ticks;
  for (int i = 0; step * i <= most * 1.0001; ++i) ticks.push_back(step * i);
  return ticks;
}

QString tickText(double value) { return QString::number(value, 'g', 6); }

}  // namespace onepot
