#include "engine/runtime/piece_log.h"

#include <algorithm>

namespace onepot {

namespace {
/// Shorter gaps are the scheduler's, not idleness.
constexpr double kJoinMs = 0.005;
}  // namespace

void PieceLog::note(int thread, Clock::time_point from, Clock::time_point to) {
  const auto ms = [&](Clock::time_point at) { return std::chrono::duration<double, std::milli>(at - m_begin).count(); };
  std::lock_guard lock(m_mutex);
  m_work.push_back({std::max(thread, 0), ms(from), ms(to)});
}

std::vector<ThreadWork> PieceLog::take() {
  std::lock_guard lock(m_mutex);
  std::ranges::sort(m_work, {}, [](const ThreadWork& work) { return std::pair(work.thread, work.start); });
  std::vector<ThreadWork> joined;
  for (const ThreadWork& work : m_work) {
    if (!joined.empty() && joined.back().thread == work.thread && work.start - joined.back().end < kJoinMs)
      joined.back().end = std::max(joined.back().end, work.end);
    else
      joined.push_back(work);
  }
  m_work.clear();
  return joined;
}

}  // namespace onepot
