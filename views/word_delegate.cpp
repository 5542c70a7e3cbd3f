#include "views/word_delegate.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace onepot {

QStringList WordDelegate::words() { return {tr("Auto"), tr("Fuse"), tr("Apart")}; }

std::vector<QRect> WordDelegate::segments(const QRect& cell) const {
  const Theme& theme = m_session.theme();
  const QFontMetrics metrics(theme.font(TextStyle::SmallStrong));
  std::vector<QRect> result;
  int x = cell.left() + theme.px(4);
  for (const QString& word : words()) {
    const int width = metrics.horizontalAdvance(word) + theme.px(12);
    result.emplace_back(x, cell.center().y() - theme.px(9) + 1, width, theme.px(18));
    x += width;
  }
  return result;
}

void WordDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem ground = option;
  initStyleOption(&ground, index);
  ground.text.clear();
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
  const Theme& theme = m_session.theme();
  const int chosen = index.data(m_role).toInt();
  const std::vector<QRect> places = segments(option.rect);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(places.front() | places.back()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter->setPen(QPen(theme.color(Token::Border), 1));
  painter->setBrush(theme.color(Token::Raised));
  painter->drawRoundedRect(frame, kRadiusButton, kRadiusButton);
  const QStringList texts = words();
  for (int i = 0; i < texts.size(); ++i) {
    const QRect& place = places[static_cast<size_t>(i)];
    if (i == chosen) painter->fillRect(place.adjusted(1, 1, -1, -1), theme.color(Token::Tint));
    if (i > 0) painter->fillRect(QRect(place.left(), place.top(), 1, place.height()), theme.color(Token::Border));
    painter->setFont(theme.font(i == chosen ? TextStyle::SmallStrong : TextStyle::Small));
    painter->setPen(theme.color(i == chosen ? Token::Accent : Token::Text2));
    painter->drawText(place, Qt::AlignCenter, texts[i]);
  }
  painter->restore();
}

bool WordDelegate::editorEvent(QEvent* event, QAbstractItemModel*, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
  if (event->type() != QEvent::MouseButtonRelease) return false;
  const std::vector<QRect> places = segments(option.rect);
  for (size_t i = 0; i < places.size(); ++i) {
    if (!places[i].contains(static_cast<QMouseEvent*>(event)->pos())) continue;
    emit chosen(index, static_cast<int>(i));
    return true;
  }
  return false;
}

}  // namespace onepot
