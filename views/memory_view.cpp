#include "views/memory_view.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include "views/charts/buffer_chart.h"
#include "views/charts/buffer_panel.h"
#include "views/empty_state.h"

namespace onepot {

MemoryView::MemoryView(Session& session, QWidget* parent) : View(session, parent) {
  m_empty = new EmptyState("memory", this);
  m_panel = new BufferPanel(session, this);
  m_tools = m_panel->takeTools();
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_panel);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_panel->chart(), &Chart::selected, this, &View::selected);
}

void MemoryView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_empty->setTheme(theme());
    m_panel->retranslate(theme(), tr("Memory"));
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language)) {
    const Compilation* compilation = m_session.compilation();
    const bool planned = compilation && !compilation->buffers.buffers.empty();
    m_stack->setCurrentIndex(planned ? 1 : 0);
    m_empty->setWords(tr("No buffers yet"),
                      tr("Once a function is compiled, each of its arrays stands here: where, and how long."));
    if (!planned) return;
    const Run* run = compilation->runs.empty() ? nullptr : &compilation->runs.back();
    m_panel->buffers()->setData(buffersOf(*compilation, run, run != nullptr));
  } else if (changes & (Change::Selection | Change::Hover)) {
    m_panel->chart()->selectionChanged();
  }
}

}  // namespace onepot
