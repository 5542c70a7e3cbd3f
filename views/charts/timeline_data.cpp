#include <cmath>
#include <map>

#include "views/charts/timeline_chart.h"
#include "views/instruction_facts.h"
#include "views/number_format.h"

namespace onepot {

namespace {

TimelineLane laneOf(const Series& series, std::vector<LaunchBar> bars) {
  TimelineLane lane;
  lane.known = !series.milliseconds.empty();
  lane.median = lane.known ? series.median() : NAN;
  lane.bars = std::move(bars);
  lane.python = series.python;
  lane.memory = series.memory;
  lane.peak = series.peakBytes;
  // Runs of older captures do not say how long the recorded call took.
  lane.callMs = series.callMs > 0 ? series.callMs : lane.known && std::isfinite(lane.median) ? lane.median : 0;
  for (const LaunchBar& bar : lane.bars) lane.callMs = std::max(lane.callMs, bar.end);
  return lane;
}

}  // namespace

int TimelineLane::threads() const {
  int count = 0;
  for (const LaunchBar& bar : bars) {
    for (const ThreadWork& work : bar.work) count = std::max({count, work.thread + 1, deviceThreads});
  }
  return count;
}

TimelineData timelineOf(const Compilation& compilation, const Run& run, const QString& programText) {
  TimelineData data;
  data.compilation = compilation.id;
  data.eager = laneOf(run.eager, eagerBars(compilation, run));
  data.jit = laneOf(run.jit, jitBars(compilation, run));
  data.eager.deviceThreads = data.jit.deviceThreads = run.threads;
  // Launches of a loop share a few places in the text.
  std::map<SourceRange, QString> expressions;
  for (TimelineLane* lane : {&data.eager, &data.jit}) {
    for (LaunchBar& bar : lane->bars) {
      if (!bar.source.known()) continue;
      const auto [found, fresh] = expressions.try_emplace(bar.source);
      if (fresh) found->second = sourceText(programText, bar.source);
      bar.expression = found->second;
    }
  }
  return data;
}

QString savedWords(const TimelineData& data) {
  const double eager = data.eager.median, jit = data.jit.median;
  if (!(eager > 0) || !(jit >= 0)) return {};
  const QString change = formatPercentChange((jit - eager) / eager);
  return jit <= eager ? TimelineChart::tr("%1 less, %2").arg(formatMilliseconds(eager - jit), change)
                      : TimelineChart::tr("%1 more, %2").arg(formatMilliseconds(jit - eager), change);
}

TimeUnit timeUnitFor(double spanMs) {
  if (spanMs < 1) return {1e3, "µs"};
  if (spanMs >= 1e3) return {1e-3, "s"};
  return {1, "ms"};
}

}  // namespace onepot
