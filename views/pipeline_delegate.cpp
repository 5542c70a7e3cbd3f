#include "views/pipeline_delegate.h"

#include <QPainter>
#include <QPainterPath>
#include <QTreeView>

#include "views/icon.h"
#include "views/message_text.h"
#include "views/number_format.h"
#include "views/pass_strip.h"
#include "views/pipeline_model.h"

namespace onepot {

PipelineColumns PipelineColumns::of(int width, const Theme& theme) {
  PipelineColumns columns;
  columns.mark = theme.px(16);
  columns.numberRight = theme.px(54);
  columns.name = theme.px(62);
  columns.ribbonRight = width - theme.px(8);
  columns.ribbonLeft = width - theme.px(66);
  columns.timeRight = columns.ribbonLeft - theme.px(8);
  columns.opsRight = columns.timeRight - theme.px(66);
  return columns;
}

PipelineDelegate::PipelineDelegate(Session& session, const PipelineModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_session(session), m_model(model) {}

QSize PipelineDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const bool rewrite = m_model.kind(index) == PipelineRow::Rewrite;
  return {100, m_session.theme().px(rewrite ? 18 : kRowPipeline)};
}

void PipelineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = m_session.theme();
  const auto* tree = static_cast<const QTreeView*>(option.widget);
  const QRect place(0, option.rect.top(), tree->viewport()->width(), option.rect.height());
  const PipelineRow kind = m_model.kind(index);
  const int stage = m_model.stageIndex(index);
  // A new result may be painted before the model has read it.
  const Stage* last = m_session.stageAt(m_model.lastStageIndex(index));
  if (!m_session.stageAt(stage) || !last) return;
  if (kind == PipelineRow::Rewrite && m_model.rewriteIndex(index) >= static_cast<int>(last->rewrites.size())) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool chosen = kind == PipelineRow::Pass && stage == m_session.afterIndex();
  const bool partner =
      kind == PipelineRow::Rewrite && m_session.partners().rewrites.contains({stage, m_model.rewriteIndex(index)});
  if (chosen)
    painter->fillRect(place, theme.color(Token::Tint2));
  else if (partner)
    painter->fillRect(place, theme.color(Token::Tint));
  else if (option.state & QStyle::State_MouseOver)
    painter->fillRect(place, theme.color(Token::Hover));
  paintRibbon(*painter, place, stage, m_model.lastStageIndex(index));
  switch (kind) {
    case PipelineRow::Pass: paintPass(*painter, place, stage); break;
    case PipelineRow::Group: paintGroup(*painter, place, index, tree->isExpanded(index)); break;
    case PipelineRow::Rewrite: paintRewrite(*painter, place, index); break;
  }
  if (chosen) painter->fillRect(QRect(0, place.top(), 2, place.height()), theme.color(Token::Accent));
  if (option.state & QStyle::State_HasFocus) {
    painter->setPen(QPen(theme.color(Token::Accent), 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5));
  }
  painter->restore();
}

void PipelineDelegate::paintPass(QPainter& painter, const QRect& place, int index) const {
  const Theme& theme = m_session.theme();
  const Stage& stage = *m_session.stageAt(index);
  const PipelineColumns columns = PipelineColumns::of(place.width(), theme);
  const bool off = stage.state == StageState::Disabled || m_session.options().disabledPasses.contains(stage.name) ||
                   m_session.options().disabledPasses.contains(stage.pass);
  paintStageMark(painter, theme, off ? StageState::Disabled : stage.state,
                 QPointF(columns.mark, place.center().y() + 0.5), theme.px(10));
  const bool strong = stage.changed() || stage.state == StageState::End;
  auto text = [&](int left, int right, Qt::Alignment alignment, const QString& words, TextStyle style, Token ink) {
    painter.setFont(theme.font(style));
    painter.setPen(theme.color(ink));
    painter.drawText(QRect(left, place.top(), right - left, place.height()), alignment | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, std::max(0, right - left)));
    return painter.fontMetrics().horizontalAdvance(words);
  };
  const Token ink = off ? Token::Control : strong ? Token::Text : Token::Text2;
  text(0, columns.numberRight, Qt::AlignRight, QString::number(stage.number), TextStyle::MonoColumn,
       off ? Token::Control : Token::Text2);
  const TextStyle style = stage.changed() ? TextStyle::MonoStrong : TextStyle::Mono;
  const int nameRoom = columns.opsRight - theme.px(24);
  const int used = text(columns.name, nameRoom, Qt::AlignLeft, QString::fromStdString(stage.name), style, ink);
  if (off)
    painter.drawLine(columns.name, place.center().y() + 1, std::min(columns.name + used, nameRoom),
                     place.center().y() + 1);
  QString note = messageText(stage.note);
  const Stage* before = m_session.stageAt(index - 1);
  bool count = false;
  if (before && stage.changed() && before->statistics.entryInstructions != stage.statistics.entryInstructions) {
    note = tr("%1 → %2 ops").arg(before->statistics.entryInstructions).arg(stage.statistics.entryInstructions);
    count = true;
  }
  if (off) note = tr("switched off");
  const int noteLeft = columns.name + used + theme.px(7);
  if (!note.isEmpty() && noteLeft < nameRoom - theme.px(16)) {
    text(noteLeft, nameRoom, Qt::AlignLeft, note, TextStyle::Small, count ? Token::Accent : Token::Text3);
  }
  text(columns.opsRight - theme.px(40), columns.opsRight, Qt::AlignRight,
       formatWhole(stage.statistics.entryInstructions), TextStyle::MonoColumn, Token::Text);
  text(columns.timeRight - theme.px(64), columns.timeRight, Qt::AlignRight,
       formatMilliseconds(index == 0 ? m_session.compilation()->times.traceMs : stage.milliseconds),
       TextStyle::MonoColumn, Token::Text2);
}

void PipelineDelegate::paintGroup(QPainter& painter, const QRect& place, const QModelIndex& index, bool open) const {
  const Theme& theme = m_session.theme();
  const PipelineColumns columns = PipelineColumns::of(place.width(), theme);
  const int side = theme.px(12);
  painter.drawPixmap(QPointF(columns.mark - side / 2.0, place.center().y() - side / 2.0 + 1),
                     iconPixmap(open ? "chevron-down" : "chevron-right", theme.color(Token::Text2), side,
                                painter.device()->devicePixelRatioF()));
  const int first = m_model.stageIndex(index), last = m_model.lastStageIndex(index);
  painter.setFont(theme.font(TextStyle::MonoColumn));
  painter.setPen(theme.color(Token::Text2));
  painter.drawText(QRect(0, place.top(), columns.numberRight, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                   tr("%1–%2").arg(first).arg(last));
  painter.setFont(theme.font(TextStyle::Small));
  QStringList names;
  for (int i = first; i <= last; ++i) names << QString::fromStdString(m_session.stageAt(i)->pass);
  names.removeDuplicates();
  const int room = columns.ribbonLeft - columns.name - theme.px(8);
  const QString words = tr("%1 not applicable · %2").arg(last - first + 1).arg(names.join(", "));
  painter.drawText(QRect(columns.name, place.top(), room, place.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(words, Qt::ElideRight, room));
}

void PipelineDelegate::paintRewrite(QPainter& painter, const QRect& place, const QModelIndex& index) const {
  const Theme& theme = m_session.theme();
  const PipelineColumns columns = PipelineColumns::of(place.width(), theme);
  const Stage& stage = *m_session.stageAt(m_model.stageIndex(index));
  const Rewrite& rewrite = stage.rewrites[static_cast<size_t>(m_model.rewriteIndex(index))];
  painter.setFont(theme.font(TextStyle::MonoColumn));
  painter.setPen(theme.color(Token::Text3));
  painter.drawText(QRect(0, place.top(), columns.name, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                   QString::number(index.row() + 1));
  const int left = columns.name + theme.px(24);
  painter.setPen(theme.color(Token::Moved));
  const char* sign = stage.pass == "fusion" ? "↳" : "~";
  painter.drawText(QRect(columns.name, place.top(), theme.px(22), place.height()), Qt::AlignCenter,
                   QString::fromUtf8(sign));
  painter.setPen(theme.color(Token::Text));
  const int room = columns.ribbonLeft - left - theme.px(8);
  painter.drawText(QRect(left, place.top(), room, place.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(QString::fromStdString(rewrite.text), Qt::ElideMiddle, room));
}

void PipelineDelegate::paintRibbon(QPainter& painter, const QRect& place, int from, int to) const {
  if (m_shares.empty() || to >= static_cast<int>(m_shares.size())) return;
  const Theme& theme = m_session.theme();
  const PipelineColumns columns = PipelineColumns::of(place.width(), theme);
  const double left = columns.ribbonLeft, room = columns.ribbonRight - left, top = place.top(),
               bottom = place.bottom() + 1;
  const double before = left + std::max(3.0, room * m_shares[static_cast<size_t>(std::max(0, from - 1))]);
  const double now = left + std::max(3.0, room * m_shares[static_cast<size_t>(to)]);
  // The rewrites below a pass stand at what the pass left behind, so the narrowing happens in the pass's own row.
  const bool narrows = before != now && place.height() >= theme.px(kRowPipeline);
  QPainterPath line(QPointF(narrows ? before : now, top));
  if (narrows)
    line.cubicTo(before, bottom - 2, now, top + 2, now, bottom);
  else
    line.lineTo(now, bottom);
  QPainterPath area = line;
  area.lineTo(left, bottom);
  area.lineTo(left, top);
  area.closeSubpath();
  painter.fillPath(area, theme.color(Token::JitBg));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Token::Jit), 1.4));
  painter.drawPath(line);
}

}  // namespace onepot
