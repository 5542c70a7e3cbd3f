#include "views/graph/selection_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "views/chip.h"
#include "views/icon.h"
#include "views/instruction_facts.h"
#include "views/number_format.h"

namespace onepot {

namespace {

constexpr int kCardWidth = 196, kInset = 10, kLineHeight = 28;

FoundInstruction selectedOne(const Session& session) {
  const Compilation* compilation = session.compilation();
  const Ref& ref = session.pinned().valid() ? session.pinned() : session.selection();
  if (!compilation || !ref.valid()) return {};
  InstructionId id = ref.kind == RefKind::Instruction || ref.kind == RefKind::Kernel ? ref.id : 0;
  if (id == 0 && !session.partners().selected.empty()) id = *session.partners().selected.rbegin();
  return id == 0 ? FoundInstruction() : findInstruction(*compilation, id, session.afterIndex());
}

}  // namespace

SelectionCard::SelectionCard(Session& session, QWidget* parent) : QFrame(parent), m_session(session) {
  setObjectName("inspectorCard");
  m_name = new QLabel(this);
  m_pin = new QToolButton(this);
  m_shape = new QLabel(this);
  m_fate = new Chip(this);
  m_size = new QLabel(this);
  auto* top = new QHBoxLayout;
  top->addWidget(m_name, 1);
  top->addWidget(m_pin);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 8, 10);
  column->setSpacing(5);
  column->addLayout(top);
  column->addWidget(m_shape);
  column->addWidget(m_fate);
  column->addWidget(m_size);
  connect(m_pin, &QToolButton::clicked, this, [this] { m_session.pin(m_session.selection()); });
  hide();
}

bool SelectionCard::refresh() {
  const FoundInstruction found = selectedOne(m_session);
  setVisible(found.instruction != nullptr);
  if (!found.instruction) return false;
  const Theme& theme = m_session.theme();
  const Instruction& instruction = *found.instruction;
  const int room = theme.px(kCardWidth - 24);
  const auto show = [&](QLabel* label, TextStyle style, const QString& words) {
    label->setFont(theme.font(style));
    label->setText(QFontMetrics(theme.font(style)).elidedText(words, Qt::ElideMiddle, room));
    label->setToolTip(words);
  };
  const QString name = QString::fromStdString(instruction.name());
  m_name->setFont(theme.font(TextStyle::MonoStrong));
  m_name->setText(QFontMetrics(m_name->font()).elidedText(name, Qt::ElideMiddle, room - theme.px(24)));
  show(m_shape, TextStyle::MonoColumn, QString::fromStdString(instruction.shape().text(true)));
  const Fate fate = fateOf(*m_session.compilation(), instruction.id(), m_session.afterIndex());
  const ChipTone tone = fate.kind == Fate::Kind::Moved     ? ChipTone::Moved
                        : fate.kind == Fate::Kind::Deleted ? ChipTone::Removed
                        : fate.kind == Fate::Kind::Added   ? ChipTone::Added
                                                           : ChipTone::Plain;
  m_fate->setTheme(theme);
  m_fate->show(fate.words, tone, fate.kind == Fate::Kind::Moved ? "moved" : "");
  show(m_size, TextStyle::MonoColumn, tr("Size %1").arg(formatBytes(byteSize(instruction.shape()))));
  m_pin->setIcon(icon("pin", theme, m_session.pinned().valid() ? Token::Accent : Token::Text2));
  m_pin->setToolTip(tr("Keep this while another is selected"));
  m_pin->setAccessibleName(m_pin->toolTip());
  return true;
}

void SelectionCard::place(int top) {
  const int width = m_session.theme().px(kCardWidth), inset = m_session.theme().px(kInset);
  setFixedWidth(width);
  adjustSize();
  move(parentWidget()->width() - width - inset, top + inset);
  raise();
}

ThreadLine::ThreadLine(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  m_words = new QLabel(this);
  m_words->setTextFormat(Qt::RichText);
  m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 0, 14, 0);
  row->addWidget(m_words, 1);
  connect(m_words, &QLabel::linkActivated, this, [this](const QString& link) {
    const size_t index = link.toULongLong();
    if (index < m_rows.size() && m_rows[index].ref.valid()) emit followed(Ref(m_rows[index].ref));
  });
  hide();
}

bool ThreadLine::refresh() {
  const FoundInstruction found = selectedOne(m_session);
  setVisible(found.instruction != nullptr);
  if (!found.instruction) return false;
  const Theme& theme = m_session.theme();
  setFixedHeight(theme.px(kLineHeight));
  m_words->setFont(theme.font(TextStyle::MonoColumn));
  m_rows = threadOf(m_session, *found.instruction);
  QStringList parts;
  for (size_t i = 0; i < m_rows.size(); ++i) {
    const Token ink = m_rows[i].here ? Token::Accent : Token::Text;
    parts << QStringLiteral("<a href='%1' style='color:%2;text-decoration:none'>%3</a>")
                 .arg(i)
                 .arg(theme.color(ink).name(), m_rows[i].here ? "<b>" + m_rows[i].name.toHtmlEscaped() + "</b>"
                                                              : m_rows[i].name.toHtmlEscaped());
  }
  m_words->setText(parts.join(QStringLiteral("&nbsp; › &nbsp;")));
  return true;
}

void ThreadLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_session.theme().color(Token::Panel));
  painter.fillRect(QRect(0, 0, width(), 1), m_session.theme().color(Token::Hairline));
}

}  // namespace onepot
