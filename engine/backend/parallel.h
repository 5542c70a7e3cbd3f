// Splits a range of a kernel's iterations over oneTBB's threads, and polls the cancellation flag between the pieces.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/base/cancellation.h"
#include "engine/runtime/piece_log.h"

namespace onepot {

/// Threads that kernels run on.
int kernelThreads();

/// Iterations [0, count) in pieces of at least `grain`; the caller's thread alone where everything is one piece.
struct Split {
  int64_t grain = 1;
  bool parallel = false;
};
/// Pieces of some tens of microseconds at least, some milliseconds at most, for work of `seconds` on one thread.
Split splitFor(int64_t count, double seconds);

using RangeFunction = void (*)(void** buffers, int64_t begin, int64_t end);
/// False when it was cancelled on the way. `log`, where given, is told which thread did what when.
bool runRange(RangeFunction function, void** buffers, int64_t count, Split split, const CancellationToken& cancel,
              PieceLog* log = nullptr);
/// The same for any body.
bool forPieces(int64_t count, Split split, const CancellationToken& cancel,
               const std::function<void(int64_t begin, int64_t end)>& body, PieceLog* log = nullptr);

}  // namespace onepot
