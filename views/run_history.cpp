#include "views/run_history.h"

#include <algorithm>
#include <numeric>

#include "engine/capture/capture.h"
#include "views/session.h"

namespace onepot {

namespace {

QStringList changesOf(const SessionOptions& options) {
  QStringList changes;
  for (const std::string& pass : options.disabledPasses) changes << QChar(0x2212) + QString::fromStdString(pass);
  for (const std::string& rule : options.disabledRules) changes << QChar(0x2212) + QString::fromStdString(rule);
  for (const auto& [edge, fuse] : options.fusionOverrides) {
    changes << QString(fuse ? "+" : "−") + QString::fromStdString(edge.first + "→" + edge.second);
  }
  return changes;
}

double sumOf(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

bool RunHistory::take(const Capture& capture, const SessionOptions& options, const QString& time) {
  bool any = false;
  for (const auto& compilation : capture.compilations) {
    for (const Run& run : compilation->runs) {
      const double fingerprint = sumOf(run.jit.milliseconds) + 1e3 * sumOf(run.eager.milliseconds);
      const auto same = [&](const PastRun& past) {
        return past.fingerprint == fingerprint && past.function == compilation->function;
      };
      if (std::ranges::any_of(m_runs, same)) continue;
      m_runs.push_back({time, compilation->function, compilation->signature, run.device, run.threads,
                        changesOf(options), run.eager.median(), run.jit.median(), run.jit.milliseconds.size(),
                        fingerprint});
      any = true;
    }
  }
  return any;
}

std::vector<size_t> RunHistory::of(const std::string& function, const std::string& signature) const {
  std::vector<size_t> found;
  for (size_t i = m_runs.size(); i-- > 0;) {
    if (m_runs[i].function == function && m_runs[i].signature == signature) found.push_back(i);
  }
  return found;
}

QString RunHistory::csv() const {
  QString text = "time,function,signature,device,threads,options,eager_ms,jit_ms,calls\n";
  for (const PastRun& run : m_runs) {
    const QStringList cells{run.time,
                            QString::fromStdString(run.function),
                            '"' + QString::fromStdString(run.signature) + '"',
                            QString::fromStdString(run.device),
                            QString::number(run.threads),
                            '"' + run.changes.join(' ') + '"',
                            QString::number(run.eagerMs, 'g', 9),
                            QString::number(run.jitMs, 'g', 9),
                            QString::number(run.calls)};
    text += cells.join(',') + '\n';
  }
  return text;
}

}  // namespace onepot
