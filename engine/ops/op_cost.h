// What an instruction must compute and move, counted from the IR alone: the same figures as XLA's HloCostAnalysis.
#pragma once

#include <cstdint>

#include "engine/ir/module.h"

namespace onepot {

/// Transcendentals are counted apart from flops. Bytes are those of main memory: what a fusion keeps inside costs none.
struct OpCost {
  int64_t flops = 0;
  int64_t transcendentals = 0;
  int64_t bytesRead = 0;
  int64_t bytesWritten = 0;

  int64_t bytes() const { return bytesRead + bytesWritten; }
  OpCost& operator+=(const OpCost& other) {
    flops += other.flops;
    transcendentals += other.transcendentals;
    bytesRead += other.bytesRead;
    bytesWritten += other.bytesWritten;
    return *this;
  }
  bool operator==(const OpCost&) const = default;
};

/// The cost of one execution. Loops count one iteration (their trip count is not known here), conditionals the dearest
/// branch. Operations that are kept as text only count what they read and write.
OpCost costOf(const Instruction& instruction, const Module& module);
/// The sum over a computation's instructions; its bytes are those of running each by itself.
OpCost costOf(const Computation& computation, const Module& module);

}  // namespace onepot
