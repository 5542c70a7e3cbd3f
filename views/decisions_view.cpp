#include "views/decisions_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTreeWidget>

#include "views/empty_state.h"
#include "views/fusion_word.h"
#include "views/icon.h"
#include "views/kernel_figures.h"
#include "views/message_text.h"
#include "views/number_format.h"
#include "views/word_delegate.h"

namespace onepot {

namespace {
enum Column { kNumber, kEdge, kVerdict, kReason, kSaves, kPredicted, kMeasured, kWhatIf, kColumns };
constexpr int kIdRole = Qt::UserRole, kWordRole = Qt::UserRole + 1;
}  // namespace

DecisionsView::DecisionsView(Session& session, QWidget* parent) : View(session, parent) {
  m_list = new QTreeWidget(this);
  m_list->setObjectName("decisionList");
  m_list->setColumnCount(kColumns);
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setContextMenuPolicy(Qt::CustomContextMenu);
  m_list->header()->setStretchLastSection(false);
  auto* words = new WordDelegate(session, kWordRole, this);
  m_list->setItemDelegateForColumn(kWhatIf, words);
  connect(words, &WordDelegate::chosen, this, [this](const QModelIndex& index, int word) {
    const int64_t id = index.siblingAtColumn(kNumber).data(kIdRole).toLongLong();
    const FusionDecision* decision = findDecision(m_session.compilation(), id);
    if (!decision || !canDecide(m_session)) return;
    emit selected(Ref::decision(m_session.compilation()->id, id));
    setFusionWord(m_session, *decision, word == 0 ? std::nullopt : std::optional(word == 1));
  });
  m_empty = new EmptyState("fusion", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_list);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  m_tools = new QWidget(this);
  auto* tools = new QHBoxLayout(m_tools);
  tools->setContentsMargins(0, 0, 0, 0);
  m_filter = new QLineEdit(m_tools);
  tools->addWidget(m_filter);
  connect(m_filter, &QLineEdit::textChanged, this, &DecisionsView::filter);
  connect(m_list, &QTreeWidget::customContextMenuRequested, this, &DecisionsView::showMenu);
  connect(m_list, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
    const Compilation* compilation = m_session.compilation();
    if (compilation) emit selected(Ref::decision(compilation->id, item->data(0, kIdRole).toLongLong()));
  });
}

void DecisionsView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_list->setHeaderLabels({"#", tr("Producer → consumer"), tr("Verdict"), tr("Reason"), tr("Saves"),
                             tr("Predicted, ms"), tr("Measured, ms"), tr("What if")});
    m_filter->setPlaceholderText(tr("Filter by op or reason"));
    m_filter->setFixedWidth(theme().px(168));
    m_empty->setTheme(theme());
  }
  if (changes &
      (Change::Capture | Change::Compilation | Change::Options | Change::Runs | Change::Theme | Change::Language))
    rebuild();
  if (changes & Change::Selection) light();
}

void DecisionsView::rebuild() {
  m_list->clear();
  const Compilation* compilation = m_session.compilation();
  const bool none = !compilation || compilation->decisions.empty();
  m_figure = compilation ? QString::number(compilation->decisions.size()) : QString();
  emit headingChanged();
  m_stack->setCurrentIndex(none ? 0 : 1);
  m_empty->setWords(compilation ? tr("No fusion to decide in this program") : tr("No program yet"),
                    compilation ? tr("No value flows from one operation that could be fused to another.")
                                : tr("Each pair of operations, fused or refused, appears here with the reason."));
  if (none) return;
  m_measured.clear();
  for (const KernelFigure& kernel : kernelFigures(*compilation)) {
    if (kernel.measured()) m_measured[kernel.instruction] = kernel.measuredMs;
  }
  for (const FusionDecision& decision : compilation->decisions) addRow(decision);
  constexpr int kWidths[kColumns] = {36, 230, 92, 360, 78, 120, 90, 136};
  for (int column = 0; column < kColumns; ++column)
    m_list->header()->resizeSection(column, theme().px(kWidths[column]));
  m_list->header()->setSectionResizeMode(kReason, QHeaderView::Stretch);
  filter();
  light();
}

void DecisionsView::addRow(const FusionDecision& decision) {
  auto* item = new QTreeWidgetItem(m_list);
  item->setData(0, kIdRole, QVariant::fromValue<qlonglong>(decision.id));
  item->setText(kNumber, QString::number(decision.id));
  item->setText(kEdge, QString::fromStdString(decision.producerName + " → " + decision.consumerName));
  item->setText(kVerdict, decision.forced ? tr("Forced") : decision.fused ? tr("Fused") : tr("Refused"));
  const Token token = decision.forced ? Token::Accent : decision.fused ? Token::Added : Token::Removed;
  item->setForeground(kVerdict, theme().color(token));
  item->setIcon(kVerdict, icon(decision.forced ? "flag" : decision.fused ? "check" : "cross", theme(), token));
  item->setText(kReason, messageText(decision.reason));
  item->setToolTip(kReason,
                   messageText(decision.reason) + "\n" + tr("rule %1").arg(QString::fromStdString(decision.rule)));
  item->setText(kSaves, formatBytes(std::max<int64_t>(0, decision.bytesApart - decision.bytesFused)));
  const bool priced = decision.secondsApart > 0 && decision.secondsFused > 0;
  item->setText(kPredicted, priced ? millisecondsFigure(decision.secondsApart * 1e3) + QStringLiteral(" → ") +
                                         millisecondsFigure(decision.secondsFused * 1e3)
                                   : QStringLiteral("–"));
  if (priced && decision.secondsFused > decision.secondsApart)
    item->setForeground(kPredicted, theme().color(Token::Removed));
  const auto measured = m_measured.find(decision.fusion);
  item->setText(kMeasured, measured == m_measured.end() ? QStringLiteral("–") : millisecondsFigure(measured->second));
  item->setToolTip(kMeasured, decision.fusion == 0 ? tr("Not fused: each runs as a kernel of its own")
                                                   : tr("The kernel that both ended up in"));
  const std::optional<bool> word = fusionWord(m_session, decision);
  item->setData(kWhatIf, kWordRole, !word ? 0 : *word ? 1 : 2);
  item->setData(kWhatIf, Qt::AccessibleTextRole, WordDelegate::words()[!word ? 0 : *word ? 1 : 2]);
  for (int column : {kNumber, kEdge, kSaves, kPredicted, kMeasured})
    item->setFont(column, theme().font(TextStyle::MonoColumn));
  for (int column : {kNumber, kSaves, kPredicted, kMeasured})
    item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  item->setSizeHint(kNumber, QSize(20, theme().px(kRowTable)));
}

void DecisionsView::light() {
  const Ref& selection = m_session.selection();
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = m_list->topLevelItem(i);
    const int64_t id = item->data(0, kIdRole).toLongLong();
    const bool lit = m_session.partners().decisions.contains(id);
    for (int column = 0; column < kColumns; ++column) {
      item->setBackground(column, lit ? QBrush(theme().color(Token::Tint)) : QBrush());
    }
    if (selection.kind == RefKind::Decision && selection.id == id) m_list->setCurrentItem(item);
  }
}

void DecisionsView::filter() {
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = m_list->topLevelItem(i);
    const QString words = item->text(kEdge) + " " + item->text(kReason) + " " + item->text(kVerdict);
    item->setHidden(!words.contains(m_filter->text(), Qt::CaseInsensitive));
  }
}

void DecisionsView::showMenu(const QPoint& place) {
  const QTreeWidgetItem* item = m_list->itemAt(place);
  const Compilation* compilation = m_session.compilation();
  if (!item || !canDecide(m_session)) return;
  const int64_t id = item->data(0, kIdRole).toLongLong();
  const FusionDecision* found = findDecision(compilation, id);
  if (!found) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const FusionDecision decision = *found;
  menu->addAction(tr("Let the compiler decide"), this,
                  [this, decision] { setFusionWord(m_session, decision, std::nullopt); });
  menu->addAction(tr("Fuse"), this, [this, decision] { setFusionWord(m_session, decision, true); });
  menu->addAction(tr("Keep apart"), this, [this, decision] { setFusionWord(m_session, decision, false); });
  menu->popup(m_list->viewport()->mapToGlobal(place));
}

}  // namespace onepot
