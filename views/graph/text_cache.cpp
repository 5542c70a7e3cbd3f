#include "views/graph/text_cache.h"

#include <QFontMetricsF>

namespace onepot {
namespace {

constexpr int kMostTexts = 20000;

/// Sizes in quarters of a px: zooming smoothly must not fill the cache.
int sizeStep(double size) { return qRound(size * 4); }

}  // namespace

TextCache::TextCache(const Theme& theme) : m_theme(theme.dark(), 1.0) {}

const QFont& TextCache::font(NodeText style, double size) {
  const int key = sizeStep(size) * 8 + static_cast<int>(style);
  const auto known = m_fonts.constFind(key);
  if (known != m_fonts.constEnd()) return *known;
  QFont font = m_theme.font(style == NodeText::Title ? TextStyle::Title : TextStyle::Mono);
  font.setPointSizeF(sizeStep(size) / 4.0 * 0.75);  // points of a 96 dpi screen: px may be fractions
  font.setWeight(style == NodeText::Name ? QFont::DemiBold : style == NodeText::Tag ? QFont::Bold : font.weight());
  return *m_fonts.insert(key, font);
}

const QStaticText& TextCache::get(const QString& text, NodeText style, double size, double width) {
  const QString key = text + QChar(1) + QString::number(sizeStep(size)) +
                      QChar(static_cast<char16_t>('a' + static_cast<int>(style))) + QString::number(qRound(width));
  const auto known = m_texts.constFind(key);
  if (known != m_texts.constEnd()) return *known;
  if (m_texts.size() > kMostTexts) m_texts.clear();
  const QFont& face = font(style, size);
  QStaticText laid(QFontMetricsF(face).elidedText(text, Qt::ElideMiddle, width));
  laid.setTextFormat(Qt::PlainText);
  laid.setPerformanceHint(QStaticText::AggressiveCaching);
  laid.prepare(QTransform(), face);
  return *m_texts.insert(key, laid);
}

}  // namespace onepot
