// The measurements of this session, newest last: what an earlier run took, and under which options.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onepot {

struct Capture;
struct SessionOptions;

struct PastRun {
  QString time;  // "14:31"
  std::string function, signature, device;
  int threads = 1;
  QStringList changes;            // what was asked of the compiler beyond its defaults: "−fusion"
  double eagerMs = 0, jitMs = 0;  // medians; NaN: not measured
  size_t calls = 0;
  double fingerprint = 0;  // sum of all times: the same measurement comes with many events
};

class RunHistory {
 public:
  /// Adds the runs that are new. True when there were any.
  bool take(const Capture& capture, const SessionOptions& options, const QString& time);
  const std::vector<PastRun>& all() const { return m_runs; }
  /// Positions of the runs of one function and signature, newest first.
  std::vector<size_t> of(const std::string& function, const std::string& signature) const;
  /// The run that others are compared with.
  std::optional<size_t> pinned() const { return m_pinned; }
  void setPinned(std::optional<size_t> run) { m_pinned = run; }
  QString csv() const;

 private:
  std::vector<PastRun> m_runs;
  std::optional<size_t> m_pinned;
};

}  // namespace onepot
