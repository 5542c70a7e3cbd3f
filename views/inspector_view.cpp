#include "views/inspector_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/ops/op.h"
#include "views/empty_state.h"
#include "views/icon.h"
#include "views/instruction_kind.h"
#include "views/message_text.h"
#include "views/number_format.h"

namespace onepot {

namespace {

QPixmap kindSwatch(const Theme& theme, Kind kind, double ratio) {
  const int side = theme.px(12);
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.kind(kind).border, 1.2));
  painter.setBrush(theme.kind(kind).fill);
  painter.drawRoundedRect(QRectF(0.8, 0.8, side - 1.6, side - 1.6), 3, 3);
  return pixmap;
}

QFrame* hairline(QWidget* parent) {
  auto* line = new QFrame(parent);
  line->setProperty("role", "hairline");
  line->setFixedHeight(1);
  return line;
}

constexpr size_t kMostLinks = 12;

}  // namespace

InspectorView::InspectorView(Session& session, QWidget* parent) : View(session, parent) {
  m_name = new QLabel(this);
  m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_kind = new QLabel(this);
  m_kind->setProperty("role", "label");
  m_kindBox = new QLabel(this);
  m_chips = new QWidget(this);
  m_properties = new QWidget(this);
  m_threadTitle = new QLabel(this);
  m_threadTitle->setProperty("role", "section");
  m_thread = new ProvenanceThread(this);
  auto* body = new QWidget(this);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(12, 10, 12, 12);
  column->setSpacing(8);
  auto* top = new QHBoxLayout;
  top->setSpacing(6);
  top->addWidget(m_name, 1);
  top->addWidget(m_kindBox);
  top->addWidget(m_kind);
  column->addLayout(top);
  column->addWidget(m_chips);
  column->addWidget(hairline(body));
  column->addWidget(m_properties);
  column->addWidget(hairline(body));
  m_history = new QToolButton(this);
  m_history->setProperty("role", "framed");
  m_history->setText("H");
  connect(m_history, &QToolButton::clicked, this, &InspectorView::showHistory);
  auto* threadRow = new QHBoxLayout;
  threadRow->addWidget(m_threadTitle, 1);
  threadRow->addWidget(m_history);
  column->addLayout(threadRow);
  column->addWidget(m_thread);
  column->addStretch(1);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(body);
  m_empty = new EmptyState("graph", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(scroll);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  m_tools = new QWidget(this);
  auto* tools = new QHBoxLayout(m_tools);
  tools->setContentsMargins(0, 0, 0, 0);
  m_pin = new QToolButton(m_tools);
  tools->addWidget(m_pin);
  connect(m_pin, &QToolButton::clicked, this, [this] { m_session.pin(m_session.selection()); });
  connect(m_thread, &ProvenanceThread::followed, this, &View::selected);
}

QString InspectorView::shownName() const { return m_stack->currentIndex() == 1 ? m_name->text() : QString(); }

void InspectorView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_empty->setTheme(theme());
    m_empty->setWords(tr("Nothing selected"),
                      tr("Click a node, a line of text or a bar. Its partners light up in every view."));
    m_thread->setTheme(theme());
    m_name->setFont(theme().font(TextStyle::Name));
    m_pin->setToolTip(tr("Keep this while another is selected"));
    m_pin->setAccessibleName(m_pin->toolTip());
    m_history->setToolTip(tr("What became of it, pass by pass (H)"));
    m_history->setAccessibleName(m_history->toolTip());
  }
  if (changes &
      (Change::Selection | Change::Compilation | Change::Pass | Change::Theme | Change::Language | Change::Problems))
    rebuild();
}

void InspectorView::clear() {
  for (QWidget* holder : {m_chips, m_properties}) {
    delete holder->layout();
    for (QWidget* child : holder->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) delete child;
  }
  auto* chips = new QHBoxLayout(m_chips);
  chips->setContentsMargins(0, 0, 0, 0);
  chips->setSpacing(6);
  chips->addStretch(1);
  auto* grid = new QGridLayout(m_properties);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  grid->setColumnMinimumWidth(0, theme().px(78));
  grid->setColumnStretch(1, 1);
}

void InspectorView::rebuild() {
  m_id = 0;
  m_opcode.reset();
  m_pin->setIcon(icon("pin", theme(), m_session.pinned().valid() ? Token::Accent : Token::Text2));
  const Ref& ref = m_session.pinned().valid() ? m_session.pinned() : m_session.selection();
  const Compilation* compilation = m_session.compilation();
  InstructionId id =
      ref.kind == RefKind::Instruction || ref.kind == RefKind::Kernel || ref.kind == RefKind::Launch ? ref.id : 0;
  if (id == 0 && ref.valid() && !m_session.partners().selected.empty()) id = *m_session.partners().selected.rbegin();
  const auto& problems = m_session.capture().diagnostics;
  if (ref.kind == RefKind::Diagnostic && ref.id < static_cast<int64_t>(problems.size())) {
    clear();
    showProblem(problems[static_cast<size_t>(ref.id)]);
    m_stack->setCurrentIndex(1);
    return;
  }
  const FoundInstruction found =
      compilation && id != 0 ? findInstruction(*compilation, id, m_session.afterIndex()) : FoundInstruction();
  if (!found.instruction) {
    m_stack->setCurrentIndex(0);
    return;
  }
  clear();
  showInstruction(*found.instruction, *compilation->stages[static_cast<size_t>(found.stage)].module, found.stage);
  m_stack->setCurrentIndex(1);
}

void InspectorView::showHistory() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation || m_id == 0) return;
  auto* menu = new QMenu(this);
  menu->setObjectName("historyMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const HistoryRow& row : historyOf(*compilation, m_id)) {
    const Stage& stage = compilation->stages[static_cast<size_t>(row.stage)];
    QAction* action = menu->addAction(
        QStringLiteral("%1 %2   %3").arg(stage.number).arg(QString::fromStdString(stage.name), row.words));
    connect(action, &QAction::triggered, this, [this, index = row.stage] { m_session.choosePass(index); });
  }
  menu->popup(m_history->isVisible() ? m_history->mapToGlobal(QPoint(0, m_history->height())) : QCursor::pos());
}

void InspectorView::showInstruction(const Instruction& instruction, const Module& module, int stage) {
  const Kind kind = kindOf(instruction);
  m_id = instruction.id();
  m_opcode = instruction.opcode();
  m_name->setText(QString::fromStdString(instruction.name()));
  m_kind->setText(kindName(kind));
  m_kindBox->setPixmap(kindSwatch(theme(), kind, devicePixelRatioF()));
  const Fate fate = fateOf(*m_session.compilation(), instruction.id(), m_session.afterIndex());
  switch (fate.kind) {
    case Fate::Kind::Moved: addChip("↳ " + fate.words, "chipMoved"); break;
    case Fate::Kind::Deleted: addChip("− " + fate.words, "chipRemoved"); break;
    case Fate::Kind::Added: addChip("+ " + fate.words, "chipAdded"); break;
    case Fate::Kind::NotYet: addChip(fate.words, "chip"); break;
    case Fate::Kind::Same: break;
  }
  if (has(instruction.opcode(), kTranscendental))
    addChip(tr("transcendental"), "chip");
  else if (has(instruction.opcode(), kExpensive))
    addChip(tr("expensive"), "chip");
  if (instruction.isRoot()) addChip("ROOT", "chip");
  m_chips->setVisible(m_chips->layout()->count() > 1);
  for (const Property& property : propertiesOf(instruction, module, *m_session.compilation(), stage))
    addProperty(property);
  m_threadTitle->setText(tr("Provenance"));
  m_thread->setRows(threadOf(m_session, instruction));
}

void InspectorView::showProblem(const Diagnostic& problem) {
  m_name->setText(problem.errorType.empty() ? tr("Problem") : QString::fromStdString(problem.errorType));
  m_kind->setText(tr("error"));
  m_kindBox->setPixmap(kindSwatch(theme(), Kind::Precision, devicePixelRatioF()));
  m_chips->hide();
  addProperty({tr("Source"), sourceText(m_session.text(), problem.range), {}, Token::Text});
  addProperty({tr("At"), QString::fromStdString(problem.range.text()), {}, Token::Text});
  m_threadTitle->setText(tr("Why"));
  std::vector<ThreadRow> rows;
  auto add = [&](const QString& level, const Diagnostic& diagnostic) {
    ThreadRow row;
    row.level = level;
    row.name = sourceText(m_session.text(), diagnostic.range);
    if (row.name.isEmpty()) row.name = messageText(diagnostic.message);
    row.figure = formatPosition(diagnostic.range.line, diagnostic.range.column, diagnostic.range.endLine,
                                diagnostic.range.endColumn);
    row.note = messageText(diagnostic.message);
    if (diagnostic.range.known()) row.ref = Ref::source(diagnostic.range);
    rows.push_back(row);
  };
  for (const Diagnostic& note : problem.notes) add(tr("Note"), note);
  add(tr("Fault"), problem);
  rows.back().here = true;
  m_thread->setRows(std::move(rows));
}

void InspectorView::addChip(const QString& words, const char* role) {
  auto* chip = new QLabel(words, m_chips);
  chip->setProperty("role", role);
  auto* layout = static_cast<QHBoxLayout*>(m_chips->layout());
  layout->insertWidget(layout->count() - 1, chip);
}

void InspectorView::addProperty(const Property& property) {
  auto* grid = static_cast<QGridLayout*>(m_properties->layout());
  const int row = grid->rowCount();
  auto* title = new QLabel(property.name, m_properties);
  title->setProperty("role", "label");
  grid->addWidget(title, row, 0, Qt::AlignTop);
  auto* value = new QLabel(m_properties);
  value->setFont(theme().font(TextStyle::MonoColumn));
  value->setWordWrap(true);
  if (property.links.empty()) {
    value->setText(property.value);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  } else {
    QStringList names;
    for (size_t i = 0; i < std::min(property.links.size(), kMostLinks); ++i) {
      names << QString("<a href='%1' style='color:%2;text-decoration:none'>%3</a>")
                   .arg(i)
                   .arg(theme().color(property.token).name(), property.links[i].first.toHtmlEscaped());
    }
    if (property.links.size() > kMostLinks) names << QString("+%1").arg(property.links.size() - kMostLinks);
    value->setText(names.join("  "));
    connect(value, &QLabel::linkActivated, this, [this, targets = property.links](const QString& link) {
      emit selected(targets[link.toULongLong()].second);
    });
  }
  grid->addWidget(value, row, 1);
}

}  // namespace onepot
