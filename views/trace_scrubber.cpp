#include "views/trace_scrubber.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace onepot {

namespace {
constexpr int kMargin = 26;
constexpr int kLabelWidth = 44;
}  // namespace

TraceScrubber::TraceScrubber(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TraceScrubber::setDots(std::vector<Dot> dots) {
  m_dots = std::move(dots);
  m_current = static_cast<int>(m_dots.size()) - 1;
  update();
}

void TraceScrubber::setCurrent(int index) {
  m_current = index;
  update();
}

void TraceScrubber::setTheme(const Theme& theme) {
  m_theme = theme;
  setFixedHeight(theme.px(48));
  update();
}

QSize TraceScrubber::sizeHint() const { return {200, m_theme.px(48)}; }

double TraceScrubber::xOf(int index) const {
  const double margin = m_theme.px(kMargin);
  const int last = std::max(1, static_cast<int>(m_dots.size()) - 1);
  return margin + (width() - 2 * margin) * index / last;
}

void TraceScrubber::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), m_theme.color(Token::Panel));
  const int count = static_cast<int>(m_dots.size());
  if (count == 0) return;
  const double y = m_theme.px(19);
  painter.setPen(QPen(m_theme.color(Token::Border), m_theme.px(4), Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(xOf(0), y), QPointF(xOf(count - 1), y));
  painter.setPen(QPen(m_theme.color(Token::Accent), m_theme.px(4), Qt::SolidLine, Qt::RoundCap));
  if (m_current > 0) painter.drawLine(QPointF(xOf(0), y), QPointF(xOf(m_current), y));
  const double room = count > 1 ? xOf(1) - xOf(0) : width();
  const bool roomy = room >= m_theme.px(12);
  const int every = std::max(1, static_cast<int>(std::ceil(m_theme.px(kLabelWidth) / room)));
  for (int i = 0; i < count; ++i) {
    const bool now = i == m_current;
    if (!roomy && !now) continue;
    const KindColors colors = m_theme.kind(m_dots[static_cast<size_t>(i)].kind);
    const bool reached = i <= m_current;
    painter.setBrush(now ? m_theme.color(Token::Panel) : reached ? colors.fill : m_theme.color(Token::Panel));
    painter.setPen(QPen(now       ? m_theme.color(Token::Accent)
                        : reached ? colors.border
                                  : m_theme.color(Token::Control),
                        now ? 2.2 : 1.4));
    const double radius = m_theme.px(now ? 7 : 5);
    painter.drawEllipse(QPointF(xOf(i), y), radius, radius);
    if (!now && (i % every != 0 || std::abs(i - m_current) < every)) continue;
    painter.setFont(m_theme.font(TextStyle::MonoSmall));
    painter.setPen(m_theme.color(now ? Token::Accent : Token::Text2));
    const double width = std::max(room * every, static_cast<double>(m_theme.px(kLabelWidth)));
    const QString text =
        painter.fontMetrics().elidedText(m_dots[static_cast<size_t>(i)].label, Qt::ElideMiddle, qRound(width) - 2);
    double left = xOf(i) - painter.fontMetrics().horizontalAdvance(text) / 2.0;
    left = std::clamp(left, 4.0, std::max(4.0, this->width() - 4.0 - painter.fontMetrics().horizontalAdvance(text)));
    painter.drawText(QPointF(left, m_theme.px(42)), text);
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.color(Token::Accent), 2));
    painter.drawEllipse(QPointF(xOf(m_current), y), m_theme.px(10), m_theme.px(10));
  }
}

void TraceScrubber::moveTo(double x) {
  const int count = static_cast<int>(m_dots.size());
  if (count == 0) return;
  const double step = count > 1 ? xOf(1) - xOf(0) : 1;
  const int index = std::clamp(qRound((x - xOf(0)) / step), 0, count - 1);
  if (index != m_current) emit stepped(index);
}

void TraceScrubber::mousePressEvent(QMouseEvent* event) { moveTo(event->position().x()); }

void TraceScrubber::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) moveTo(event->position().x());
}

void TraceScrubber::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(m_dots.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Left:
      if (m_current > 0) emit stepped(m_current - 1);
      return;
    case Qt::Key_Right:
      if (m_current < last) emit stepped(m_current + 1);
      return;
    case Qt::Key_Home: emit stepped(0); return;
    case Qt::Key_End: emit stepped(last); return;
    default: QWidget::keyPressEvent(event);
  }
}

}  // namespace onepot
