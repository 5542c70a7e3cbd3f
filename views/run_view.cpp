#include "views/run_view.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>

#include "views/charts/buffer_chart.h"
#include "views/charts/buffer_panel.h"
#include "views/charts/figure_strip.h"
#include "views/charts/first_call_chart.h"
#include "views/charts/pay_off_chart.h"
#include "views/charts/timeline_chart.h"
#include "views/charts/timeline_panel.h"
#include "views/charts/traffic_chart.h"
#include "views/empty_state.h"
#include "views/number_format.h"
#include "views/segments.h"

namespace onepot {

namespace {
constexpr int kFigures = 82, kFirstCall = 112, kTimeline = 330, kLeastTimeline = 250, kLeastCharts = 300;
}

NoRunWords noRunWords(const Session& session) {
  const Compilation* compilation = session.compilation();
  if (compilation && !compilation->runs.empty()) return {};
  const bool busy = session.workState() == WorkState::Busy;
  if (session.sourceKind() == SourceKind::Hlo || session.sourceKind() == SourceKind::StableHlo) {
    return {
        RunView::tr("An HLO file holds no times"),
        RunView::tr("It was compiled, but there is no program that calls it. Its passes and graphs stand in Explore."),
        {}};
  }
  if (session.sourceKind() == SourceKind::Capture) {
    return {RunView::tr("This capture holds no times"),
            RunView::tr("It was saved before the program was measured, and a replay has no worker to do it."),
            {}};
  }
  if (busy) {
    return {RunView::tr("Measuring…"),
            RunView::tr("Eager and jit run on the same inputs; the charts come as soon as both have been timed."),
            {}};
  }
  if (compilation) {
    return {
        RunView::tr("Nothing measured yet"),
        RunView::tr("After a run, eager and jit stand here on one axis, with what compiling cost and what it brought."),
        RunView::tr("Measure eager and jit")};
  }
  if (session.capture().outcome == Outcome::Done) {
    return {RunView::tr("This program jits nothing"),
            RunView::tr("Write @jax.jit above a function: then eager and jit stand here on one axis."),
            {}};
  }
  if (session.workState() == WorkState::Failed) {
    return {RunView::tr("The program stopped before anything was compiled"),
            RunView::tr("What went wrong stands in Problems and at its line in the program."),
            {}};
  }
  return {RunView::tr("No run yet"), RunView::tr("Run the program: eager and jit then stand here on one axis."),
          RunView::tr("Run")};
}

RunView::RunView(Session& session, QWidget* parent) : View(session, parent) {
  m_empty = new EmptyState("chart", this);
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_page = buildPage();
  area->setWidget(m_page);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(area);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_empty, &EmptyState::pressed, this, [this] {
    if (m_session.compilation())
      m_session.requestMeasure();
    else
      m_session.requestRun();
  });
}

QWidget* RunView::buildPage() {
  auto* page = new QWidget(this);
  page->setObjectName("runPage");
  page->setAttribute(Qt::WA_StyledBackground);
  m_figures = new FigureStrip(m_session, page);
  m_firstCall = new FirstCallChart(m_session);
  m_payOff = new PayOffChart(m_session);
  m_traffic = new TrafficChart(m_session);
  m_firstCallPanel = new ChartPanel(m_firstCall, page);
  m_timelinePanel = new TimelinePanel(m_session, page);
  m_payOffPanel = new ChartPanel(m_payOff, page);
  m_trafficPanel = new ChartPanel(m_traffic, page);
  m_bufferPanel = new BufferPanel(m_session, page);
  m_scale = m_payOffPanel->addChoice(2);
  m_unit = m_trafficPanel->addChoice(2);
  connect(m_scale, &Segments::chosen, m_payOff, [this](int index) { m_payOff->setLogarithmic(index == 1); });
  connect(m_unit, &Segments::chosen, m_traffic, [this](int index) { m_traffic->setRates(index == 1); });
  auto* charts = new QHBoxLayout;
  charts->setSpacing(1);
  for (QWidget* panel : {static_cast<QWidget*>(m_payOffPanel), static_cast<QWidget*>(m_trafficPanel),
                         static_cast<QWidget*>(m_bufferPanel)})
    charts->addWidget(panel, 1);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  column->addWidget(m_figures);
  column->addWidget(m_firstCallPanel);
  column->addWidget(m_timelinePanel, 2);
  column->addLayout(charts, 3);
  m_charts = {m_firstCall, m_timelinePanel->chart(), m_payOff, m_traffic, m_bufferPanel->chart()};
  for (Chart* chart : m_charts) connect(chart, &Chart::selected, this, &View::selected);
  return page;
}

void RunView::applySizes() {
  const Theme& theme = m_session.theme();
  m_figures->setFixedHeight(theme.px(kFigures));
  m_firstCallPanel->setFixedHeight(theme.px(kFirstCall));
  // The timeline has its height where there is room for the charts below, and gives way first.
  const int rest = height() - theme.px(kFigures + kFirstCall) - 3;
  const int timeline = std::clamp(rest - theme.px(kLeastCharts), theme.px(kLeastTimeline), theme.px(kTimeline));
  m_timelinePanel->setFixedHeight(timeline);
  for (QWidget* panel : {static_cast<QWidget*>(m_payOffPanel), static_cast<QWidget*>(m_trafficPanel),
                         static_cast<QWidget*>(m_bufferPanel)})
    panel->setMinimumSize(theme.px(220), theme.px(kLeastCharts));
}

void RunView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  applySizes();
}

void RunView::retranslate() {
  const Theme& theme = m_session.theme();
  m_empty->setTheme(theme);
  m_timelinePanel->retranslate(theme);
  m_bufferPanel->retranslate(theme, tr("Buffers"));
  m_payOffPanel->setTheme(theme);
  m_trafficPanel->setTheme(theme);
  m_firstCallPanel->setTheme(theme);
  m_payOffPanel->setWords(tr("When does compiling pay off?"), {});
  m_trafficPanel->setWords(tr("Memory traffic"), {});
  m_scale->setTexts({tr("Linear"), tr("Log")});
  m_unit->setTexts({tr("Traffic"), tr("GB/s")});
  applySizes();
}

void RunView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) retranslate();
  if (changes &
      (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language | Change::State)) {
    return rebuild();
  }
  if (changes & (Change::Selection | Change::Hover)) {
    for (Chart* chart : m_charts) chart->selectionChanged();
  }
}

void RunView::rebuild() {
  const NoRunWords words = noRunWords(m_session);
  if (!words.line.isEmpty()) {
    m_empty->setWords(words.line, words.more, words.button);
    m_stack->setCurrentIndex(0);
    return;
  }
  m_stack->setCurrentIndex(1);
  const Compilation& compilation = *m_session.compilation();
  const Run& run = compilation.runs.back();
  m_figures->setFigures(figuresOf(compilation, run));
  const FirstCall call = firstCallOf(compilation, &run);
  m_firstCall->setData(call);
  m_firstCallPanel->setWords(tr("First call of jit"), formatMilliseconds(call.totalMs()),
                             call.inParallel() ? tr("one call, not repeated; parts of codegen are thread times")
                                               : tr("one call, not repeated"));
  m_timelinePanel->show(compilation, run, QString::fromStdString(m_session.capture().programText));
  m_payOff->setData(payOffOf(compilation, run));
  m_traffic->setData(trafficOf(compilation, &run));
  m_bufferPanel->buffers()->setData(buffersOf(compilation, &run, false));
}

}  // namespace onepot
