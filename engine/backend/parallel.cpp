#include "engine/backend/parallel.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace onepot {

namespace {

constexpr double kShortestParallel = 2e-5;  // waking a thread costs some microseconds
constexpr double kLongestPiece = 2e-3;      // between two looks at the cancellation flag

template <typename Body>
bool forPiecesOf(int64_t count, Split split, const CancellationToken& cancel, const Body& body) {
  if (!split.parallel) {
    for (int64_t begin = 0; begin < count; begin += split.grain) {
      if (begin > 0 && cancel.cancelled()) return false;
      body(begin, std::min(begin + split.grain, count));
    }
    return true;
  }
  const int64_t pieces = (count + split.grain - 1) / split.grain;
  tbb::parallel_for(int64_t{0}, pieces, [&](int64_t piece) {
    if (cancel.cancelled()) return;
    body(piece * split.grain, std::min((piece + 1) * split.grain, count));
  });
  return !cancel.cancelled();
}

/// The body, with a note of its thread and times.
template <typename Body>
auto logged(const Body& body, PieceLog& log) {
  return [&](int64_t begin, int64_t end) {
    const auto from = PieceLog::Clock::now();
    body(begin, end);
    log.note(tbb::this_task_arena::current_thread_index(), from, PieceLog::Clock::now());
  };
}

}  // namespace

int kernelThreads() { return tbb::info::default_concurrency(); }

Split splitFor(int64_t count, double seconds) {
  const int threads = kernelThreads();
  const bool parallel = threads > 1 && count > 1 && seconds > kShortestParallel;
  int64_t pieces = static_cast<int64_t>(seconds / kLongestPiece) + 1;
  if (parallel)
    pieces = std::max<int64_t>(pieces, std::min<int64_t>(4 * threads, static_cast<int64_t>(seconds / 1e-5) + 1));
  pieces = std::clamp<int64_t>(pieces, 1, std::max<int64_t>(count, 1));
  return {std::max<int64_t>((count + pieces - 1) / pieces, 1), parallel && pieces > 1};
}

bool runRange(RangeFunction function, void** buffers, int64_t count, Split split, const CancellationToken& cancel,
              PieceLog* log) {
  const auto body = [&](int64_t begin, int64_t end) { function(buffers, begin, end); };
  return log ? forPiecesOf(count, split, cancel, logged(body, *log)) : forPiecesOf(count, split, cancel, body);
}

bool forPieces(int64_t count, Split split, const CancellationToken& cancel,
               const std::function<void(int64_t, int64_t)>& body, PieceLog* log) {
  return log ? forPiecesOf(count, split, cancel, logged(body, *log)) : forPiecesOf(count, split, cancel, body);
}

}  // namespace onepot
