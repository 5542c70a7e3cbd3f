// Which threads worked on a launch, and when: filled from all of them at once.
#pragma once

#include <chrono>
#include <mutex>
#include <vector>

#include "engine/runtime/run.h"

namespace onepot {

class PieceLog {
 public:
  using Clock = std::chrono::steady_clock;
  /// Times are milliseconds since `begin`.
  explicit PieceLog(Clock::time_point begin) : m_begin(begin) {}
  void note(int thread, Clock::time_point from, Clock::time_point to);
  /// By thread, then time; pieces of one thread that follow each other closely are one stretch.
  std::vector<ThreadWork> take();

 private:
  Clock::time_point m_begin;
  std::mutex m_mutex;
  std::vector<ThreadWork> m_work;
};

}  // namespace onepot
