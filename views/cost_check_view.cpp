#include "views/cost_check_view.h"

#include <QHBoxLayout>
#include <QStackedWidget>

#include "views/charts/chart_panel.h"
#include "views/cost_check_chart.h"
#include "views/empty_state.h"

namespace onepot {

CostCheckView::CostCheckView(Session& session, QWidget* parent) : View(session, parent) {
  m_chart = new CostCheckChart(session);
  m_panel = new ChartPanel(m_chart, this);
  m_tools = m_panel->takeTools();
  m_empty = new EmptyState("chart", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_panel);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_chart, &Chart::selected, this, &View::selected);
}

void CostCheckView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_panel->setTheme(theme());
    m_panel->setWords(tr("Cost model check"), {});
    m_empty->setTheme(theme());
    m_empty->setWords(tr("Nothing to check yet"),
                      tr("Once the kernels have been measured, each is a point here: predicted against measured."));
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language)) {
    const Compilation* compilation = m_session.compilation();
    auto kernels = compilation ? kernelFigures(*compilation) : std::vector<KernelFigure>();
    const bool any = std::ranges::any_of(kernels, &KernelFigure::measured);
    m_stack->setCurrentIndex(any ? 1 : 0);
    m_chart->setData(std::move(kernels), compilation ? compilation->id : 0);
  }
  if (changes & Change::Selection) m_chart->selectionChanged();
}

}  // namespace onepot
