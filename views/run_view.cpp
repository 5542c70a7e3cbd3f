#include "views/run_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTreeWidget>
#include <cmath>

#include "views/empty_state.h"
#include "views/number_format.h"
#include "views/run_lanes.h"

namespace onepot {

int64_t payOffCall(double compileMs, double jitMs, double eagerMs) {
  if (eagerMs <= jitMs) return 0;
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(compileMs / (eagerMs - jitMs))));
}

RunView::RunView(Session& session, QWidget* parent) : View(session, parent) {
  auto* page = new QWidget(this);
  page->setObjectName("runPage");
  auto* figures = new QHBoxLayout;
  figures->setSpacing(24);
  for (int i = 0; i < 6; ++i) {
    auto* label = new QLabel(page);
    label->setTextFormat(Qt::RichText);
    m_figures.push_back(label);
    figures->addWidget(label, 1);
  }
  m_firstCall = new QLabel(page);
  m_firstCall->setWordWrap(true);
  m_payOff = new QLabel(page);
  m_payOff->setWordWrap(true);
  m_lanes = new RunLanes(session, page);
  m_traffic = new QTreeWidget(page);
  m_traffic->setObjectName("traffic");
  m_traffic->setColumnCount(5);
  m_traffic->setRootIsDecorated(false);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(12);
  column->addLayout(figures);
  column->addWidget(m_firstCall);
  column->addWidget(m_lanes, 2);
  column->addWidget(m_payOff);
  column->addWidget(m_traffic, 3);
  m_empty = new EmptyState("chart", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(page);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_lanes, &RunLanes::selected, this, &View::selected);
}

void RunView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_empty->setTheme(theme());
    m_traffic->setHeaderLabels({tr("Kernel"), tr("Side"), tr("Read"), tr("Written"), tr("Time")});
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language)) rebuild();
  if (changes & Change::Selection) m_lanes->update();
}

void RunView::setFigure(size_t index, const QString& title, const QString& value, const QString& note, Token token) {
  m_figures[index]->setText(
      QString("<span style='color:%4'>%1</span><br><span style='font-size:%6px;font-weight:700;color:%5'>%2</span>"
              "<br><span style='color:%4'>%3</span>")
          .arg(title, value, note, theme().color(Token::Text2).name(), theme().color(token).name())
          .arg(theme().px(24)));
}

void RunView::rebuild() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation || compilation->runs.empty()) {
    m_empty->setWords(
        tr("Nothing measured yet"),
        tr("After a run, eager and jit stand here on one axis, with what compiling cost and what it brought."));
    m_stack->setCurrentIndex(0);
    return;
  }
  m_stack->setCurrentIndex(1);
  const Run& run = compilation->runs.back();
  const double jit = run.jit.median(), eager = run.eager.median();
  const auto kernels = [](const Series& series) { return tr("%1 kernels").arg(series.launches.size()); };
  const bool known = jit > 0 && eager > 0;
  setFigure(0, tr("steady state"), known ? formatFactor(eager / jit) : "–",
            tr("median of %1").arg(run.jit.milliseconds.size()), known && eager < jit ? Token::Removed : Token::Added);
  setFigure(1, tr("eager"), eager > 0 ? formatMilliseconds(eager) : "–",
            formatRelativeSpread(eager, run.eager.spread()) + " · " + kernels(run.eager), Token::Eager);
  setFigure(2, tr("jit"), jit > 0 ? formatMilliseconds(jit) : "–",
            formatRelativeSpread(jit, run.jit.spread()) + " · " + kernels(run.jit), Token::Jit);
  const int64_t call = known ? payOffCall(compilation->times.totalMs(), jit, eager) : 0;
  setFigure(3, tr("pays off from"), call > 0 ? tr("call %1").arg(formatWhole(call)) : tr("never"),
            tr("compile %1").arg(formatMilliseconds(compilation->times.totalMs())), Token::Text);
  const bool traffic = run.bytesJit > 0;
  setFigure(4, tr("memory traffic"),
            traffic ? formatFactor(static_cast<double>(run.bytesEager) / static_cast<double>(run.bytesJit)) : "–",
            formatBytesChange(run.bytesEager, run.bytesJit) + " · " + tr("ideal %1").arg(formatBytes(run.bytesIdeal)),
            Token::Text);
  setFigure(5, tr("same result?"), run.ulp ? tr("%1 ulp").arg(*run.ulp) : "–", tr("distance of jit from eager"),
            Token::Text);
  fillFirstCall(*compilation, run);
  m_payOff->setText(
      tr("Total time after n calls: eager n × %1; jit %2 + n × %3.")
          .arg(formatMilliseconds(eager), formatMilliseconds(compilation->times.totalMs()), formatMilliseconds(jit)));
  fillTraffic(*compilation, run);
  m_lanes->update();
}

void RunView::fillFirstCall(const Compilation& compilation, const Run& run) {
  const CompileTimes& times = compilation.times;
  m_firstCall->setText(
      tr("First call of jit, one call, not repeated: trace %1 · lower %2 · passes %3 · codegen %4 (LLVM IR %5, "
         "optimise %6, object %7)%8")
          .arg(formatMilliseconds(times.traceMs), formatMilliseconds(times.lowerMs), formatMilliseconds(times.passesMs),
               formatMilliseconds(times.codegenMs), formatMilliseconds(times.llvmIrMs),
               formatMilliseconds(times.llvmOptimizeMs), formatMilliseconds(times.objectMs),
               run.firstCallMs > 0 ? tr(" · first run %1").arg(formatMilliseconds(run.firstCallMs)) : QString()));
}

void RunView::fillTraffic(const Compilation&, const Run& run) {
  m_traffic->clear();
  auto add = [&](const Series& series, const QString& side, Token token) {
    for (const Launch& launch : series.launches) {
      auto* item = new QTreeWidgetItem(
          m_traffic, {QString::fromStdString(launch.name), side, formatBytes(launch.bytesRead),
                      formatBytes(launch.bytesWritten), formatMilliseconds(launch.end - launch.start)});
      for (int column : {0, 2, 3, 4}) item->setFont(column, theme().font(TextStyle::MonoColumn));
      item->setForeground(1, theme().color(token));
    }
  };
  add(run.eager, tr("eager"), Token::Eager);
  add(run.jit, tr("jit"), Token::Jit);
  m_traffic->header()->resizeSection(0, theme().px(260));
}

}  // namespace onepot
