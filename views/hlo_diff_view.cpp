#include "views/hlo_diff_view.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

#include "views/empty_state.h"
#include "views/icon.h"
#include "views/segments.h"

namespace onepot {

HloDiffView::HloDiffView(Session& session, QWidget* parent) : View(session, parent) {
  m_sides = new QWidget(this);
  m_left = new CodePane(m_sides);
  m_right = new CodePane(m_sides);
  for (CodePane* pane : {m_left, m_right}) {
    pane->setSigns(true);
    connect(pane, &CodePane::rowClicked, this, [this, pane](int row) { clicked(pane, row); });
  }
  m_left->setObjectName("diffBefore");
  m_right->setObjectName("diffAfter");
  auto* line = new QFrame(m_sides);
  line->setProperty("role", "hairline");
  line->setFixedWidth(1);
  auto* sides = new QHBoxLayout(m_sides);
  sides->setContentsMargins(0, 0, 0, 0);
  sides->setSpacing(0);
  sides->addWidget(m_left, 1);
  sides->addWidget(line);
  sides->addWidget(m_right, 1);
  connect(m_left->verticalScrollBar(), &QScrollBar::valueChanged, m_right->verticalScrollBar(), &QScrollBar::setValue);
  connect(m_right->verticalScrollBar(), &QScrollBar::valueChanged, m_left->verticalScrollBar(), &QScrollBar::setValue);
  m_empty = new EmptyState("diff", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_sides);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  buildTools();
}

void HloDiffView::buildTools() {
  m_tools = new QWidget(this);
  auto* layout = new QHBoxLayout(m_tools);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_layouts = new QToolButton(m_tools);
  m_layouts->setCheckable(true);
  m_layouts->setChecked(true);
  m_layouts->setProperty("role", "toggle");
  m_layoutChoice = new Segments(m_tools);
  m_orderChoice = new Segments(m_tools);
  for (int i = 0; i < 2; ++i) {
    m_layoutChoice->add(QString());
    m_orderChoice->add(QString());
  }
  m_orderChoice->setCurrent(1);
  layout->addWidget(m_layouts);
  layout->addWidget(m_layoutChoice);
  layout->addWidget(m_orderChoice);
  connect(m_layoutChoice, &Segments::chosen, this, [this](int index) {
    m_unified = index == 1;
    rebuild();
  });
  connect(m_orderChoice, &Segments::chosen, this, [this](int index) {
    m_options.entryFirst = index == 0;
    rebuild();
  });
  connect(m_layouts, &QToolButton::toggled, this, [this](bool on) {
    m_options.layouts = on;
    rebuild();
  });
}

void HloDiffView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_left->setTheme(theme());
    m_right->setTheme(theme());
    m_empty->setTheme(theme());
    m_layouts->setIcon(icon("layers", theme()));
    m_layouts->setToolTip(tr("Show layouts"));
    m_layouts->setAccessibleName(m_layouts->toolTip());
    m_layoutChoice->setTexts({tr("Side by side"), tr("Unified")});
    m_orderChoice->setTexts({tr("ENTRY first"), tr("As printed")});
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Pass | Change::Theme | Change::Language)) {
    const Stage *before = m_session.before(), *after = m_session.after();
    const Module* first = before ? before->module.get() : nullptr;
    const Module* second = after ? after->module.get() : nullptr;
    if (first != m_before || second != m_after || changes & (Change::Language | Change::Compilation)) rebuild();
  }
  if (changes & (Change::Selection | Change::Pass | Change::Compilation)) light();
}

void HloDiffView::rebuild() {
  const Stage *before = m_session.before(), *after = m_session.after();
  m_before = before ? before->module.get() : nullptr;
  m_after = after ? after->module.get() : nullptr;
  if (!m_before || !m_after) {
    m_empty->setWords(tr("No program yet"), tr("The HLO text before and after the chosen pass appears here."));
    m_stack->setCurrentWidget(m_empty);
    return;
  }
  show(diffModules(*m_before, *m_after, m_options));
  m_stack->setCurrentWidget(m_sides);
  light();
}

void HloDiffView::show(const HloDiff& diff) {
  m_left->setVisible(!m_unified);
  if (m_unified) {
    m_right->setRows(unifiedRows(diff), CodeLanguage::Hlo);
    m_right->scrollToFirstChange();
    return;
  }
  auto [left, right] = sideRows(diff);
  m_left->setRows(std::move(left), CodeLanguage::Hlo);
  m_right->setRows(std::move(right), CodeLanguage::Hlo);
  m_right->scrollToFirstChange();
}

void HloDiffView::light() {
  const Partners& partners = m_session.partners();
  m_left->setLit(partners);
  m_right->setLit(partners);
  for (InstructionId id : partners.selected) {
    m_left->scrollToInstruction(id);
    m_right->scrollToInstruction(id);
  }
}

void HloDiffView::clicked(CodePane* pane, int row) {
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return;
  const InstructionId id = row < 0 ? 0 : pane->rows()[static_cast<size_t>(row)].instruction;
  const int stage = pane == m_left ? m_session.beforeIndex() : m_session.afterIndex();
  emit selected(id == 0 ? Ref() : Ref::instruction(compilation->id, id, stage));
}

void HloDiffView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  const bool narrow = width() < theme().px(700);
  if (narrow == m_unified || m_layoutChoice->current() == 1) return;
  m_unified = narrow;
  rebuild();
}

}  // namespace onepot
