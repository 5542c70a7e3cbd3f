// Runs a subcommand's work under --memory-limit and --time-limit.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "app/onepotc/common_options.h"
#include "app/onepotc/watchdog.h"
#include "engine/base/cancellation.h"

namespace onepot {

/// The limits that were asked for, or how much this machine bears; nothing and a message on stderr when they are no
/// limits.
std::optional<Limits> limitsOf(const CommonOptions& options);

/// What the work and the watchdog tell each other.
struct LimitState {
  CancellationToken cancel;  // polled by passes and kernels
  std::atomic<bool> hit = false;
  std::string outcome(int exitCode) const {
    return hit ? "limit" : exitCode == 0 ? "done" : exitCode == 3 ? "internal" : "failed";
  }
};

/// The exit code of `work`, or kLimitHit when a limit was passed meanwhile; `cancel` (called from another thread, at
/// most once) stops what does not poll the token. Work that does not stop within five seconds ends with the process.
int underLimits(const CommonOptions& options, LimitState& state, const std::function<void()>& cancel,
                const std::function<int()>& work);

}  // namespace onepot
