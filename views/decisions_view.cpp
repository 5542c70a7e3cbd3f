#include "views/decisions_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTreeWidget>

#include "views/empty_state.h"
#include "views/icon.h"
#include "views/message_text.h"
#include "views/number_format.h"

namespace onepot {

namespace {
enum Column { kNumber, kEdge, kVerdict, kReason, kSaves, kPredicted, kWhatIf, kColumns };
constexpr int kIdRole = Qt::UserRole;
}  // namespace

DecisionsView::DecisionsView(Session& session, QWidget* parent) : View(session, parent) {
  m_list = new QTreeWidget(this);
  m_list->setObjectName("decisionList");
  m_list->setColumnCount(kColumns);
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setContextMenuPolicy(Qt::CustomContextMenu);
  m_list->header()->setStretchLastSection(false);
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
    m_list->setHeaderLabels(
        {"#", tr("Producer → consumer"), tr("Verdict"), tr("Reason"), tr("Saves"), tr("Predicted, µs"), tr("What if")});
    m_filter->setPlaceholderText(tr("Filter by op or reason"));
    m_filter->setFixedWidth(theme().px(168));
    m_empty->setTheme(theme());
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Options | Change::Theme | Change::Language)) rebuild();
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
  for (const FusionDecision& decision : compilation->decisions) addRow(decision);
  constexpr int kWidths[kColumns] = {36, 250, 96, 420, 76, 130, 90};
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
  item->setText(
      kPredicted,
      priced
          ? QString("%1 → %2").arg(decision.secondsApart * 1e6, 0, 'f', 1).arg(decision.secondsFused * 1e6, 0, 'f', 1)
          : "–");
  const auto& overrides = m_session.options().fusionOverrides;
  const auto word = overrides.find({decision.producerName, decision.consumerName});
  item->setText(kWhatIf, word == overrides.end() ? tr("auto") : word->second ? tr("fuse") : tr("keep apart"));
  for (int column : {kNumber, kEdge, kSaves, kPredicted}) item->setFont(column, theme().font(TextStyle::MonoColumn));
  for (int column : {kNumber, kSaves, kPredicted}) item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
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
  if (!item || !compilation || m_session.sourceKind() == SourceKind::Capture) return;
  const int64_t id = item->data(0, kIdRole).toLongLong();
  const auto found = std::ranges::find(compilation->decisions, id, &FusionDecision::id);
  if (found == compilation->decisions.end()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const FusionDecision decision = *found;
  menu->addAction(tr("Let the compiler decide"), this, [this, decision] { decide(decision, std::nullopt); });
  menu->addAction(tr("Fuse"), this, [this, decision] { decide(decision, true); });
  menu->addAction(tr("Keep apart"), this, [this, decision] { decide(decision, false); });
  menu->popup(m_list->viewport()->mapToGlobal(place));
}

void DecisionsView::decide(const FusionDecision& decision, std::optional<bool> word) {
  SessionOptions options = m_session.options();
  const std::pair edge(decision.producerName, decision.consumerName);
  if (word)
    options.fusionOverrides[edge] = *word;
  else
    options.fusionOverrides.erase(edge);
  m_session.setOptions(std::move(options));
}

}  // namespace onepot
