#include "views/rewrites_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTreeWidget>

#include "engine/ir/hlo_printer.h"
#include "views/empty_state.h"
#include "views/number_format.h"

namespace onepot {

namespace {
enum Column { kNumber, kRule, kText, kTime, kAssumption, kColumns };
}

QString assumptionText(Assumption assumption) {
  const char* words = "";
  switch (assumption) {
    case Assumption::Exact: words = QT_TRANSLATE_NOOP("Assumption", "exact"); break;
    case Assumption::ExactButNan: words = QT_TRANSLATE_NOOP("Assumption", "exact but for NaN"); break;
    case Assumption::ExactButSignedZero: words = QT_TRANSLATE_NOOP("Assumption", "exact but for −0"); break;
    case Assumption::ExactButOverflow: words = QT_TRANSLATE_NOOP("Assumption", "exact but for overflow"); break;
    case Assumption::Reassociates: words = QT_TRANSLATE_NOOP("Assumption", "may differ in the last bit"); break;
  }
  return QCoreApplication::translate("Assumption", words);
}

RewritesView::RewritesView(Session& session, QWidget* parent) : View(session, parent) {
  auto* both = new QWidget(this);
  m_list = new QTreeWidget(both);
  m_list->setObjectName("rewriteList");
  m_list->setColumnCount(kColumns);
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_diff = new CodePane(both);
  m_diff->setNumbers(false);
  m_diff->setSigns(true);
  auto* row = new QHBoxLayout(both);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_list, 3);
  auto* line = new QFrame(both);
  line->setProperty("role", "hairline");
  line->setFixedWidth(1);
  row->addWidget(line);
  row->addWidget(m_diff, 2);
  m_empty = new EmptyState("list", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(both);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_list, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    if (const Compilation* compilation = m_session.compilation()) {
      emit selected(Ref::rewrite(compilation->id, m_session.afterIndex(), m_list->indexOfTopLevelItem(item)));
    }
  });
  connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (item) showOne(m_list->indexOfTopLevelItem(item));
  });
}

void RewritesView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_list->setHeaderLabels({"#", tr("Rule"), tr("Before → after"), tr("Time"), tr("Assumes")});
    m_diff->setTheme(theme());
    m_empty->setTheme(theme());
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Pass | Change::Theme | Change::Language)) rebuild();
  if (changes & Change::Selection) light();
}

void RewritesView::rebuild() {
  m_list->clear();
  m_diff->setRows({}, CodeLanguage::Hlo);
  const Stage* stage = m_session.after();
  m_figure = stage ? QString::number(stage->rewrites.size()) : QString();
  emit headingChanged();
  if (!stage || stage->rewrites.empty()) {
    m_empty->setWords(stage ? tr("%1 rewrote nothing").arg(QString::fromStdString(stage->name)) : tr("No program yet"),
                      stage ? tr("Step to a pass marked ◆ to see what it changed, one rewrite at a time.")
                            : tr("Each single change of the chosen pass appears here."));
    m_stack->setCurrentIndex(0);
    return;
  }
  const QFont mono = theme().font(TextStyle::MonoColumn);
  for (size_t i = 0; i < stage->rewrites.size(); ++i) {
    const Rewrite& rewrite = stage->rewrites[i];
    auto* item = new QTreeWidgetItem(m_list);
    item->setText(kNumber, QString::number(i + 1));
    item->setText(kRule, QString::fromStdString(rewrite.rule));
    item->setText(kText, QString::fromStdString(rewrite.text));
    item->setText(kTime, rewrite.microseconds > 0 ? formatSeconds(rewrite.microseconds * 1e-6) : "–");
    item->setText(kAssumption, assumptionText(rewrite.assumption));
    for (int column : {kNumber, kRule, kText, kTime}) item->setFont(column, mono);
    item->setTextAlignment(kNumber, Qt::AlignRight | Qt::AlignVCenter);
    item->setTextAlignment(kTime, Qt::AlignRight | Qt::AlignVCenter);
    item->setSizeHint(kNumber, QSize(20, theme().px(kRowTable)));
  }
  m_list->header()->resizeSection(kNumber, theme().px(36));
  m_list->header()->resizeSection(kRule, theme().px(170));
  m_list->header()->resizeSection(kText, theme().px(260));
  m_list->header()->resizeSection(kTime, theme().px(70));
  m_stack->setCurrentIndex(1);
  light();
  if (!m_list->currentItem()) m_list->setCurrentItem(m_list->topLevelItem(0));
}

void RewritesView::light() {
  const int stage = m_session.afterIndex();
  int first = -1;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    const bool lit = m_session.partners().rewrites.contains({stage, i});
    if (lit && first < 0) first = i;
    for (int column = 0; column < kColumns; ++column) {
      m_list->topLevelItem(i)->setBackground(column, lit ? QBrush(theme().color(Token::Tint)) : QBrush());
    }
  }
  const Ref& selection = m_session.selection();
  if (selection.kind == RefKind::Rewrite && selection.stage == stage) first = static_cast<int>(selection.id);
  if (first >= 0 && first < m_list->topLevelItemCount()) m_list->setCurrentItem(m_list->topLevelItem(first));
}

void RewritesView::showOne(int index) {
  const Stage *before = m_session.stageAt(m_session.afterIndex() - 1), *after = m_session.after();
  if (!after || index < 0 || index >= static_cast<int>(after->rewrites.size())) return;
  const Rewrite& rewrite = after->rewrites[static_cast<size_t>(index)];
  std::vector<CodeRow> rows;
  auto add = [&](const Module* module, InstructionId id, const QString& sign, Token ink, Token ground) {
    const Instruction* instruction = module ? findIn(*module, id) : nullptr;
    if (!instruction) return;
    CodeRow row;
    row.sign = sign;
    row.signToken = ink;
    row.ground = ground;
    row.text = QString::fromStdString(print(*instruction, *module));
    row.instruction = id;
    rows.push_back(row);
  };
  for (InstructionId id : rewrite.before)
    add(before ? before->module.get() : nullptr, id, "−", Token::Removed, Token::RemovedBg);
  for (InstructionId id : rewrite.after) add(after->module.get(), id, "+", Token::Added, Token::AddedBg);
  m_diff->setRows(std::move(rows), CodeLanguage::Hlo);
  m_diff->setLit(m_session.partners());
}

}  // namespace onepot
