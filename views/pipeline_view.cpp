#include "views/pipeline_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>

#include "views/empty_state.h"
#include "views/icon.h"
#include "views/pass_strip.h"
#include "views/pipeline_delegate.h"
#include "views/pipeline_header.h"
#include "views/pipeline_model.h"

namespace onepot {

namespace {
constexpr int kListNeeds = 150;  // px
}

PipelineView::PipelineView(Session& session, QWidget* parent) : View(session, parent) {
  m_model = new PipelineModel(session, this);
  m_strip = new PassStrip(session, this);
  m_header = new PipelineHeader(session, this);
  m_filter = new QLineEdit(this);
  m_filter->hide();
  m_filter->setClearButtonEnabled(true);
  buildTree();
  m_legend = new QLabel(this);
  m_legend->setProperty("role", "hint");
  m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_change = new QLabel(this);
  m_change->setProperty("role", "hint");
  auto* bottom = new QHBoxLayout;
  bottom->setContentsMargins(12, 3, 12, 3);
  bottom->addWidget(m_legend, 1);
  bottom->addWidget(m_change);
  auto* full = new QWidget(this);
  auto* column = new QVBoxLayout(full);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_strip);
  column->addWidget(m_filter);
  column->addWidget(m_header);
  column->addWidget(m_tree, 1);
  column->addLayout(bottom);
  m_empty = new EmptyState("list", this);
  connect(m_empty, &EmptyState::pressed, &session, &Session::showLastGood);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(full);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  buildTools();
}

void PipelineView::buildTree() {
  m_tree = new QTreeView(this);
  m_tree->setObjectName("passes");
  m_tree->setModel(m_model);
  m_delegate = new PipelineDelegate(m_session, *m_model, this);
  m_tree->setItemDelegate(m_delegate);
  m_tree->setHeaderHidden(true);
  m_tree->setIndentation(0);
  m_tree->setRootIsDecorated(false);
  m_tree->setMouseTracking(true);
  m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  m_tree->setExpandsOnDoubleClick(true);
  m_tree->viewport()->installEventFilter(this);
  m_tree->installEventFilter(this);
  connect(m_tree, &QTreeView::customContextMenuRequested, this, &PipelineView::showMenu);
  connect(m_header, &PipelineHeader::metricChosen, this, &PipelineView::setMetric);
  connect(m_filter, &QLineEdit::textChanged, this, &PipelineView::reload);
}

void PipelineView::buildTools() {
  m_tools = new QWidget(this);
  auto* layout = new QHBoxLayout(m_tools);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  auto add = [&] {
    auto* button = new QToolButton(m_tools);
    layout->addWidget(button);
    return button;
  };
  m_previous = add();
  m_next = add();
  m_filterButton = add();
  m_changedOnly = add();
  for (QToolButton* button : {m_previous, m_next}) button->setProperty("role", "framed");
  m_filterButton->setCheckable(true);
  m_changedOnly->setCheckable(true);
  connect(m_previous, &QToolButton::clicked, this, [this] { m_session.stepPass(-1, false); });
  connect(m_next, &QToolButton::clicked, this, [this] { m_session.stepPass(1, false); });
  connect(m_changedOnly, &QToolButton::toggled, this, &PipelineView::reload);
  connect(m_filterButton, &QToolButton::toggled, this, [this](bool on) {
    m_filter->setVisible(on);
    if (on)
      m_filter->setFocus();
    else
      m_filter->clear();
  });
}

void PipelineView::retranslate() {
  m_previous->setText("[");
  m_next->setText("]");
  m_previous->setToolTip(tr("Previous pass"));
  m_next->setToolTip(tr("Next pass"));
  m_filterButton->setIcon(icon("filter", theme()));
  m_filterButton->setToolTip(tr("Filter passes"));
  m_changedOnly->setIcon(icon("eye", theme(), Token::Text2, Token::Accent));
  m_changedOnly->setToolTip(tr("Changed passes only"));
  for (QToolButton* button : {m_previous, m_next, m_filterButton, m_changedOnly}) {
    button->setAccessibleName(button->toolTip());
  }
  m_filter->setPlaceholderText(tr("Filter passes"));
  showLegend();
  m_change->setFont(theme().font(TextStyle::MonoSmall));
  m_header->applyTheme();
  m_empty->setTheme(theme());
  m_tree->setAccessibleName(tr("Passes"));
}

void PipelineView::refresh(Changes changes) {
  m_strip->refresh(changes);
  if (changes & (Change::Theme | Change::Language)) retranslate();
  if (changes & (Change::Capture | Change::Compilation | Change::Options | Change::Theme | Change::Language)) reload();
  if (changes & (Change::Pass | Change::Compilation)) follow();
  if (changes & Change::Selection) m_tree->viewport()->update();
}

void PipelineView::reload() {
  m_delegate->setMetric(m_metric);
  m_delegate->reload();
  m_model->reload(m_filter->text(), m_changedOnly->isChecked());
  const int count = m_session.stageCount();
  int changed = 0;
  for (int i = 0; i < count; ++i) changed += m_session.stageAt(i)->changed() ? 1 : 0;
  m_figure = count == 0 ? QString() : tr("%1 passes, %2 changed").arg(count).arg(changed);
  m_change->setText(costChange(m_session, m_metric));
  m_stack->setCurrentIndex(count > 0 ? 1 : 0);
  if (!m_session.capture().diagnostics.empty() && count == 0) {
    m_empty->setWords(
        tr("No pass ran"),
        tr("The trace stopped, so there is no program to optimise. The last good result is one click away."),
        m_session.lastGood() ? tr("Show last good result, %1").arg(m_session.lastGoodTime()) : QString());
  } else {
    m_empty->setWords(
        tr("The passes are waiting"),
        tr("After the first compile this list shows which pass changed the program, and what it bought."));
  }
  follow();
  emit headingChanged();
}

void PipelineView::follow() {
  const QModelIndex index = m_model->indexOfStage(m_session.afterIndex());
  if (!index.isValid()) return;
  if (index.parent().isValid()) m_tree->expand(index.parent());
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QModelIndex other = m_model->index(row, 0);
    if (m_model->kind(other) == PipelineRow::Pass && other != index) m_tree->collapse(other);
  }
  m_tree->setCurrentIndex(index);
  m_tree->expand(index);
  m_tree->scrollTo(index);
  showLegend();
  m_tree->viewport()->update();
}

/// Too low for a list: the strip stays, with the chosen pass in words.
void PipelineView::fold() {
  const bool strip = height() < theme().px(kListNeeds);
  m_tree->setVisible(!strip);
  m_header->setVisible(!strip);
  if (strip) m_filterButton->setChecked(false);
  m_filterButton->setEnabled(!strip);
  m_changedOnly->setEnabled(!strip);
  m_stripOnly = strip;
  showLegend();
}

void PipelineView::showLegend() {
  const Stage* stage = m_session.after();
  if (!m_stripOnly || !stage) return m_legend->setText(tr("◆ changed   ○ no effect   – not applicable"));
  QString words = QStringLiteral("%1 %2").arg(stage->number).arg(QString::fromStdString(stage->name));
  if (const Stage* before = m_session.before(); before && before != stage) {
    words +=
        "  " +
        tr("%1 → %2 operations").arg(before->statistics.entryInstructions).arg(stage->statistics.entryInstructions);
  }
  m_legend->setText(words);
}

void PipelineView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  fold();
}

void PipelineView::openFilter() {
  if (m_filterButton->isEnabled()) m_filterButton->setChecked(true);
}

void PipelineView::setMetric(CostMetric metric) {
  m_metric = metric;
  m_header->setMetric(metric);
  m_strip->setMetric(metric);
  reload();
}

void PipelineView::clicked(const QModelIndex& index, int x) {
  const int stage = m_model->stageIndex(index);
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return;
  switch (m_model->kind(index)) {
    case PipelineRow::Group: m_tree->setExpanded(index, !m_tree->isExpanded(index)); break;
    case PipelineRow::Rewrite: emit selected(Ref::rewrite(compilation->id, stage, m_model->rewriteIndex(index))); break;
    case PipelineRow::Pass:
      if (x < theme().px(28))
        togglePass(stage);
      else
        m_session.choosePass(stage);
      break;
  }
}

void PipelineView::togglePass(int stage) {
  const Stage* found = m_session.stageAt(stage);
  if (!found || found->state == StageState::End || found->number == 0) return;
  SessionOptions options = m_session.options();
  if (!options.disabledPasses.erase(found->name) && !options.disabledPasses.erase(found->pass)) {
    options.disabledPasses.insert(found->name);
  }
  m_session.setOptions(options);
}

void PipelineView::stepRewrite(int direction) {
  const Stage* stage = m_session.after();
  if (!stage || stage->rewrites.empty() || !m_session.compilation()) return;
  const Ref& selection = m_session.selection();
  const bool here = selection.kind == RefKind::Rewrite && selection.stage == m_session.afterIndex();
  const auto last = static_cast<int64_t>(stage->rewrites.size()) - 1;
  const int64_t next = here ? selection.id + direction : direction > 0 ? 0 : last;
  if (next >= 0 && next <= last) emit selected(Ref::rewrite(m_session.compilation()->id, m_session.afterIndex(), next));
}

void PipelineView::showMenu(const QPoint& place) {
  const QModelIndex index = m_tree->indexAt(place);
  if (!index.isValid() || m_model->kind(index) != PipelineRow::Pass) return;
  const int stage = m_model->stageIndex(index);
  const Stage& row = *m_session.stageAt(stage);
  const bool off = m_session.options().disabledPasses.contains(row.name);
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Show this pass"), this, [this, stage] { m_session.choosePass(stage); });
  QAction* toggle =
      menu->addAction(off ? tr("Switch it on") : tr("Switch it off"), this, [this, stage] { togglePass(stage); });
  toggle->setEnabled(row.state != StageState::End && row.number != 0);
  menu->addAction(tr("Compare from here"), this,
                  [this, stage] { m_session.chooseSides(stage, m_session.afterIndex()); });
  menu->popup(m_tree->viewport()->mapToGlobal(place));
}

bool PipelineView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_tree->viewport() && event->type() == QEvent::MouseButtonRelease) {
    auto* mouse = static_cast<QMouseEvent*>(event);
    const QModelIndex index = m_tree->indexAt(mouse->pos());
    if (mouse->button() == Qt::LeftButton && index.isValid()) clicked(index, mouse->pos().x());
  }
  if (watched == m_tree && event->type() == QEvent::KeyPress) {
    const QModelIndex index = m_tree->currentIndex();
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (index.isValid() && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
      clicked(index, theme().px(40));
      return true;
    }
    if (key == Qt::Key_Slash) {
      m_filterButton->setChecked(true);
      return true;
    }
  }
  return View::eventFilter(watched, event);
}

}  // namespace onepot
