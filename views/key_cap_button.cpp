#include "views/key_cap_button.h"

#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>

#include "views/icon.h"

namespace onepot {

KeyCapButton::KeyCapButton(const char* objectName, QWidget* parent) : QPushButton(parent) { setObjectName(objectName); }

void KeyCapButton::setKey(const QString& key) {
  m_key = key;
  updateGeometry();
}

void KeyCapButton::setDot(Token token) {
  m_dot = token;
  m_hasDot = true;
  update();
}

void KeyCapButton::setChevron(bool chevron) {
  m_chevron = chevron;
  updateGeometry();
}

void KeyCapButton::setTheme(const Theme& theme) {
  m_theme = theme;
  updateGeometry();
  update();
}

int KeyCapButton::keyWidth() const {
  return m_key.isEmpty() ? 0
                         : QFontMetrics(m_theme.font(TextStyle::MonoSmall)).horizontalAdvance(m_key) + m_theme.px(8);
}

QSize KeyCapButton::sizeHint() const {
  const QFontMetrics metrics(m_theme.font(TextStyle::Label));
  int width = m_theme.px(20) + metrics.horizontalAdvance(text());
  if (!icon().isNull()) width += m_theme.px(16 + 6);
  if (m_hasDot) width += m_theme.px(8 + 6);
  if (!m_key.isEmpty()) width += keyWidth() + m_theme.px(6);
  if (m_chevron) width += m_theme.px(16 + 4);
  return {width, m_theme.px(28)};
}

void KeyCapButton::paintEvent(QPaintEvent*) {
  QStylePainter stylePainter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text.clear();
  option.icon = QIcon();
  stylePainter.drawControl(QStyle::CE_PushButton, option);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool filled = objectName() == "runButton";
  const QColor ink = m_theme.color(filled                           ? Token::OnAccent
                                   : objectName() == "commandField" ? Token::Text3
                                                                    : Token::Text);
  double x = m_theme.px(text().isEmpty() && m_key.isEmpty() ? 8 : 10);
  const double middle = height() / 2.0;
  if (m_hasDot) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.color(m_dot));
    painter.drawEllipse(QPointF(x + m_theme.px(4), middle), m_theme.px(4) - 0.5, m_theme.px(4) - 0.5);
    x += m_theme.px(8 + 6);
  }
  if (!icon().isNull()) {
    const int side = m_theme.px(16);
    icon().paint(&painter, QRect(qRound(x), qRound(middle - side / 2.0), side, side));
    x += side + m_theme.px(6);
  }
  double right = width() - m_theme.px(10);
  if (m_chevron) {
    const int side = m_theme.px(16);
    painter.drawPixmap(QPointF(right - side + m_theme.px(3), middle - side / 2.0),
                       iconPixmap("chevron-down", m_theme.color(Token::Text2), side, devicePixelRatioF()));
    right -= side + m_theme.px(2);
  }
  if (!m_key.isEmpty()) {
    painter.setFont(m_theme.font(TextStyle::MonoSmall));
    const QRectF cap(right - keyWidth() + 0.5, middle - m_theme.px(8) + 0.5, keyWidth() - 1, m_theme.px(16));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(filled ? m_theme.color(Token::OnAccent, 0.55) : m_theme.color(Token::Border));
    painter.drawRoundedRect(cap, m_theme.px(3), m_theme.px(3));
    painter.setPen(filled ? ink : m_theme.color(Token::Text2));
    painter.drawText(cap, Qt::AlignCenter, m_key);
    right = cap.left() - m_theme.px(6);
  }
  painter.setPen(ink);
  QFont font = m_theme.font(objectName() == "runButton" ? TextStyle::Title : TextStyle::Label);
  if (objectName() == "commandField") font = m_theme.font(TextStyle::Body);
  painter.setFont(font);
  const QRectF place(x, 0, right - x, height());
  painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                   QFontMetrics(font).elidedText(text(), Qt::ElideRight, qMax(0, qRound(place.width()) + 1)));
}

}  // namespace onepot
