#include "views/chip.h"

#include <QFontMetrics>
#include <QPainter>

#include "views/icon.h"

namespace onepot {
namespace {

constexpr int kHeight = 18, kSide = 6, kIcon = 12, kIconGap = 4;

struct ToneRow {
  Token ink, ground;
};
ToneRow toneRow(ChipTone tone) {
  switch (tone) {
    case ChipTone::Accent: return {Token::Accent, Token::Tint};
    case ChipTone::Added: return {Token::Added, Token::AddedBg};
    case ChipTone::Removed: return {Token::Removed, Token::RemovedBg};
    case ChipTone::Changed: return {Token::Changed, Token::ChangedBg};
    case ChipTone::Moved: return {Token::Moved, Token::MovedBg};
    case ChipTone::Plain: break;
  }
  return {Token::Text2, Token::Hover};
}

}  // namespace

Chip::Chip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void Chip::show(const QString& words, ChipTone tone, const char* icon) {
  m_words = words;
  m_tone = tone;
  m_icon = icon;
  setVisible(!words.isEmpty());
  setAccessibleName(words);
  updateGeometry();
  update();
}

void Chip::setTheme(const Theme& theme) {
  m_theme = theme;
  updateGeometry();
  update();
}

QSize Chip::sizeHint() const {
  const QFontMetrics metrics(m_theme.font(TextStyle::SmallStrong));
  const int icon = m_icon.empty() ? 0 : m_theme.px(kIcon + kIconGap);
  return {metrics.horizontalAdvance(m_words) + icon + 2 * m_theme.px(kSide), m_theme.px(kHeight)};
}

void Chip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const ToneRow row = toneRow(m_tone);
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_theme.color(row.ground));
  painter.drawRoundedRect(rect(), kRadiusChip, kRadiusChip);
  int x = m_theme.px(kSide);
  if (!m_icon.empty()) {
    const QPixmap pixmap = iconPixmap(m_icon.c_str(), m_theme.color(row.ink), m_theme.px(kIcon), devicePixelRatioF());
    painter.drawPixmap(x, (height() - m_theme.px(kIcon)) / 2, pixmap);
    x += m_theme.px(kIcon + kIconGap);
  }
  painter.setFont(m_theme.font(TextStyle::SmallStrong));
  painter.setPen(m_theme.color(row.ink));
  painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, m_words);
}

}  // namespace onepot
