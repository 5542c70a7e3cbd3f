// Runs the work of one launch and, where the caller of the program asked for it, notes when and by which threads.
#pragma once

#include "engine/backend/program.h"
#include "engine/ir/literal.h"
#include "engine/runtime/call_recorder.h"

namespace onepot {

/// `work` is given the log of its pieces, or null.
template <typename Work>
bool launch(Frame& frame, const LaunchLabel& label, const Work& work) {
  if (!frame.launches || frame.launches->size() >= kMostLaunches) return work(nullptr);
  PieceLog log(frame.start);
  const auto now = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - frame.start).count();
  };
  const int64_t before = allocatedBytes();
  const double start = now();
  const bool done = work(&log);
  const double end = now();
  frame.launches->push_back(
      {label.name, label.instruction, start, end, label.bytesRead, label.bytesWritten, allocatedBytes(), before});
  frame.launches->back().work = log.take();
  return done;
}

}  // namespace onepot
