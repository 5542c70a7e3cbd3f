#include "views/timeline_view.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include "views/charts/timeline_chart.h"
#include "views/charts/timeline_panel.h"
#include "views/empty_state.h"
#include "views/run_view.h"

namespace onepot {

TimelineView::TimelineView(Session& session, QWidget* parent) : View(session, parent) {
  m_empty = new EmptyState("chart", this);
  m_panel = new TimelinePanel(session, this);
  m_tools = m_panel->takeTools();
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_panel);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_panel->chart(), &Chart::selected, this, &View::selected);
  connect(m_empty, &EmptyState::pressed, this, [this] {
    if (m_session.compilation())
      m_session.requestMeasure();
    else
      m_session.requestRun();
  });
}

void TimelineView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_empty->setTheme(theme());
    m_panel->retranslate(theme());
  }
  if (changes &
      (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language | Change::State)) {
    const NoRunWords words = noRunWords(m_session);
    m_stack->setCurrentIndex(words.line.isEmpty() ? 1 : 0);
    if (!words.line.isEmpty()) return m_empty->setWords(words.line, words.more, words.button);
    const Compilation& compilation = *m_session.compilation();
    m_panel->show(compilation, compilation.runs.back(), QString::fromStdString(m_session.capture().programText));
  } else if (changes & (Change::Selection | Change::Hover)) {
    m_panel->chart()->selectionChanged();
  }
}

}  // namespace onepot
