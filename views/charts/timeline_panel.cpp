#include "views/charts/timeline_panel.h"

#include <QToolButton>

#include "views/charts/timeline_chart.h"
#include "views/icon.h"
#include "views/segments.h"

namespace onepot {

TimelinePanel::TimelinePanel(Session& session, QWidget* parent) : ChartPanel(new TimelineChart(session), parent) {
  m_timeline = static_cast<TimelineChart*>(chart());
  m_rows = addChoice(2);
  m_widths = addChoice(2);
  m_fit = addButton();
  connect(m_rows, &Segments::chosen, m_timeline, [this](int index) { m_timeline->setThreads(index == 1); });
  connect(m_widths, &Segments::chosen, m_timeline, [this](int index) { m_timeline->setSameWidth(index == 1); });
  connect(m_fit, &QToolButton::clicked, m_timeline, &TimelineChart::fitAll);
}

void TimelinePanel::retranslate(const Theme& theme) {
  setTheme(theme);
  setWords(tr("Timeline"), {}, tr("one call each, the nearest to the median; same inputs"));
  m_rows->setTexts({tr("Kernels"), tr("Threads")});
  m_widths->setTexts({tr("Same axis"), tr("Same width")});
  m_fit->setIcon(icon("fit", theme));
  m_fit->setToolTip(tr("Show all of it (0). A and D pan, W and S zoom, F zooms to the selection"));
  m_fit->setAccessibleName(tr("Show all of it"));
}

void TimelinePanel::show(const Compilation& compilation, const Run& run, const QString& programText) {
  m_timeline->setData(timelineOf(compilation, run, programText));
}

}  // namespace onepot
