#include "views/spread_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <cmath>

#include "views/charts/chart_panel.h"
#include "views/charts/spread_chart.h"
#include "views/icon.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr int kLeastHeight = 124;
}

SpreadVerdict spreadVerdict(const Run& run) {
  const double eager = relativeSpread(run.eager.milliseconds), jit = relativeSpread(run.jit.milliseconds);
  const size_t calls = std::max(run.eager.milliseconds.size(), run.jit.milliseconds.size());
  if (calls == 0) return {};
  if (calls == 1) return {false, SpreadView::tr("one call alone says nothing of the spread")};
  const double widest = std::max(std::isfinite(eager) ? eager : 0, std::isfinite(jit) ? jit : 0);
  if (widest < kQuietSpread)
    return {true, SpreadView::tr("quiet machine: spread under %1").arg(formatPercent(kQuietSpread))};
  return {false, SpreadView::tr("busy machine: %1 spreads by ±%2; read differences below that with care")
                     .arg(widest == jit ? SpreadView::tr("jit") : SpreadView::tr("eager"), formatPercent(widest))};
}

SpreadView::SpreadView(Session& session, QWidget* parent) : View(session, parent) {
  m_chart = new SpreadChart(session);
  setAttribute(Qt::WA_StyledBackground);
  setMinimumHeight(kLeastHeight);
  auto* panel = new ChartPanel(m_chart, this);
  m_tools = panel->takeTools();
  m_icon = new QLabel(this);
  m_words = new QLabel(this);
  m_words->setProperty("role", "hint");
  m_words->setWordWrap(true);
  auto* verdict = new QHBoxLayout;
  verdict->setContentsMargins(12, 0, 12, 8);
  verdict->setSpacing(6);
  verdict->addWidget(m_icon, 0, Qt::AlignTop);
  verdict->addWidget(m_words, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(panel, 1);
  layout->addLayout(verdict);
  connect(m_chart, &Chart::selected, this, &View::selected);
  m_panel = panel;
}

void SpreadView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_panel->setTheme(theme());
    m_panel->setWords(tr("Spread"), {});
  }
  if (!(changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language))) return;
  const Compilation* compilation = m_session.compilation();
  const Run* run = compilation && !compilation->runs.empty() ? &compilation->runs.back() : nullptr;
  m_chart->setData(run ? Spread{run->eager.milliseconds, run->jit.milliseconds} : Spread{});
  const SpreadVerdict verdict = run ? spreadVerdict(*run) : SpreadVerdict{};
  m_words->setText(verdict.words);
  m_icon->setVisible(!verdict.words.isEmpty());
  m_icon->setPixmap(iconPixmap(verdict.quiet ? "check" : "warning",
                               theme().color(verdict.quiet ? Token::Added : Token::Changed), theme().px(14),
                               devicePixelRatioF()));
}

}  // namespace onepot
