#include "views/code_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "views/partners.h"

namespace onepot {

CodePane::CodePane(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  verticalScrollBar()->setSingleStep(18);
}

void CodePane::setRows(std::vector<CodeRow> rows, CodeLanguage language) {
  m_rows = std::move(rows);
  m_lit.assign(m_rows.size(), 0);
  m_language = language;
  m_current = m_hover = -1;
  updateBars();
  viewport()->update();
}

void CodePane::setTheme(const Theme& theme, TextStyle style) {
  m_theme = theme;
  m_style = style;
  m_characterWidth = QFontMetricsF(theme.font(style)).horizontalAdvance(QLatin1Char('m'));
  verticalScrollBar()->setSingleStep(rowHeight());
  updateBars();
  viewport()->update();
}

void CodePane::setLit(const Partners& partners) {
  for (size_t i = 0; i < m_rows.size(); ++i) {
    const InstructionId id = m_rows[i].instruction;
    m_lit[i] = id == 0 ? 0 : partners.isSelected(id) ? 2 : partners.isPartner(id) ? 1 : 0;
  }
  viewport()->update();
}

void CodePane::setCurrentRow(int row) {
  m_current = row;
  if (row >= 0) {
    const int top = row * rowHeight(), page = viewport()->height();
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value())
      bar->setValue(top);
    else if (top + rowHeight() > bar->value() + page)
      bar->setValue(top + rowHeight() - page);
  }
  viewport()->update();
}

void CodePane::scrollToInstruction(InstructionId id) {
  for (size_t i = 0; i < m_rows.size(); ++i) {
    if (m_rows[i].instruction != id || id == 0) continue;
    const int top = static_cast<int>(i) * rowHeight();
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value() || top + rowHeight() > bar->value() + viewport()->height()) {
      bar->setValue(top - viewport()->height() / 3);
    }
    return;
  }
}

void CodePane::scrollToFirstChange() {
  const auto changed = std::ranges::find_if(m_rows, [](const CodeRow& row) { return row.ground.has_value(); });
  if (changed == m_rows.end()) return;
  verticalScrollBar()->setValue((static_cast<int>(changed - m_rows.begin()) - 2) * rowHeight());
}

int CodePane::rowAt(int y) const {
  const int row = (y + verticalScrollBar()->value()) / rowHeight();
  return row >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

QRect CodePane::rowRect(int row) const {
  return {0, row * rowHeight() - verticalScrollBar()->value(), viewport()->width(), rowHeight()};
}

int CodePane::textLeft() const {
  double x = m_theme.px(8);
  if (m_labelCharacters > 0) x += m_labelCharacters * m_characterWidth + m_theme.px(12);
  if (m_numbers) x += 3 * m_characterWidth + m_theme.px(6);
  if (m_signs) x += m_theme.px(18);
  return qRound(x);
}

void CodePane::updateBars() {
  qsizetype longest = 0;
  for (const CodeRow& row : m_rows) longest = std::max(longest, row.text.size());
  const int width = textLeft() + qRound(static_cast<double>(longest + 2) * m_characterWidth);
  const int height = static_cast<int>(m_rows.size()) * rowHeight();
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
}

void CodePane::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.fillRect(event->rect(), m_theme.color(Token::Panel));
  const int first = std::max(0, (event->rect().top() + verticalScrollBar()->value()) / rowHeight());
  const int last = std::min(static_cast<int>(m_rows.size()) - 1,
                            (event->rect().bottom() + verticalScrollBar()->value()) / rowHeight());
  for (int i = first; i <= last; ++i) paintRow(painter, i, rowRect(i));
  if (hasFocus() && m_current >= 0 && m_current < static_cast<int>(m_rows.size())) {
    painter.setPen(QPen(m_theme.color(Token::Accent), 1));
    painter.drawRect(QRectF(rowRect(m_current)).adjusted(0.5, 0.5, -1.5, -1.5));
  }
}

void CodePane::paintRow(QPainter& painter, int index, const QRect& place) {
  const CodeRow& row = m_rows[static_cast<size_t>(index)];
  const int lit = m_lit[static_cast<size_t>(index)];
  if (row.filler) {
    painter.fillRect(place, QBrush(m_theme.color(Token::Hairline), Qt::BDiagPattern));
    return;
  }
  if (row.ground) painter.fillRect(place, m_theme.color(*row.ground));
  if (lit == 1 && !row.ground) painter.fillRect(place, m_theme.color(Token::Tint));
  if (lit == 2) painter.fillRect(place, m_theme.color(Token::Tint2));
  if (lit == 2) painter.fillRect(QRect(0, place.top(), 2, place.height()), m_theme.color(Token::Accent));
  if (index == m_hover && lit == 0 && !row.ground) painter.fillRect(place, m_theme.color(Token::Hover));
  painter.setFont(m_theme.font(m_style));
  double x = m_theme.px(8) - horizontalScrollBar()->value();
  if (m_labelCharacters > 0) {
    const double width = m_labelCharacters * m_characterWidth;
    painter.setPen(m_theme.color(lit == 2 ? Token::Accent : Token::Text2));
    painter.drawText(QRectF(x, place.top(), width, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.label, Qt::ElideMiddle, qRound(width)));
    if (row.bracket) {
      painter.fillRect(QRectF(x + width + m_theme.px(5), place.top(), m_theme.px(3), place.height()),
                       lit == 2 ? m_theme.color(Token::Accent) : QColor::fromRgb(*row.bracket));
    }
    x += width + m_theme.px(12);
  }
  if (m_numbers) {
    const double width = 3 * m_characterWidth;
    painter.setPen(m_theme.color(lit == 2 ? Token::Accent : Token::Text3));
    if (row.number > 0) {
      painter.drawText(QRectF(x, place.top(), width, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                       QString::number(row.number));
    }
    x += width + m_theme.px(6);
  }
  if (m_signs) {
    painter.setPen(m_theme.color(row.signToken));
    painter.drawText(QRectF(x, place.top(), m_theme.px(16), place.height()), Qt::AlignCenter, row.sign);
    x += m_theme.px(18);
  }
  paintText(painter, row, qRound(x), place);
}

void CodePane::paintText(QPainter& painter, const CodeRow& row, int x, const QRect& place) {
  auto draw = [&](int from, int length, Token token) {
    if (length <= 0) return;
    painter.setPen(m_theme.color(token, row.dim ? 0.45 : 1.0));
    painter.drawText(QRectF(x + from * m_characterWidth, place.top(), (length + 1) * m_characterWidth, place.height()),
                     Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, row.text.mid(from, length));
  };
  int at = 0;
  for (const CodeSpan& span : highlight(row.text, m_language)) {
    draw(at, span.from - at, Token::Text);
    draw(span.from, span.length, span.token);
    at = span.from + span.length;
  }
  draw(at, static_cast<int>(row.text.size()) - at, Token::Text);
  painter.setPen(QPen(m_theme.color(Token::Text), 1));
  for (const CodeWord& word : row.underlines) {
    const double left = x + word.from * m_characterWidth, y = place.bottom() - 1.5;
    painter.drawLine(QPointF(left, y), QPointF(left + word.length * m_characterWidth, y));
  }
}

void CodePane::resizeEvent(QResizeEvent*) { updateBars(); }

void CodePane::mousePressEvent(QMouseEvent* event) {
  const int row = rowAt(qRound(event->position().y()));
  if (event->button() != Qt::LeftButton) return;
  m_current = row;
  viewport()->update();
  emit rowClicked(row);
}

void CodePane::mouseDoubleClickEvent(QMouseEvent* event) {
  const int row = rowAt(qRound(event->position().y()));
  if (row >= 0) emit rowActivated(row);
}

void CodePane::mouseMoveEvent(QMouseEvent* event) {
  const int row = rowAt(qRound(event->position().y()));
  if (row == m_hover) return;
  m_hover = row;
  viewport()->update();
  emit rowHovered(row);
}

void CodePane::move(int direction) {
  for (int row = m_current + direction; row >= 0 && row < static_cast<int>(m_rows.size()); row += direction) {
    if (m_rows[static_cast<size_t>(row)].filler) continue;
    setCurrentRow(row);
    emit rowClicked(row);
    return;
  }
}

void CodePane::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy) && m_current >= 0) {
    QApplication::clipboard()->setText(m_rows[static_cast<size_t>(m_current)].text.trimmed());
    return;
  }
  switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_J: return move(1);
    case Qt::Key_Up:
    case Qt::Key_K: return move(-1);
    case Qt::Key_Return:
      if (m_current >= 0) emit rowActivated(m_current);
      return;
    default: event->ignore();
  }
}

void CodePane::focusInEvent(QFocusEvent*) { viewport()->update(); }
void CodePane::focusOutEvent(QFocusEvent*) { viewport()->update(); }

}  // namespace onepot
