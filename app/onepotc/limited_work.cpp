#include "app/onepotc/limited_work.h"

#include <cstdio>
#include <cstdlib>
#include <new>

#include "app/onepotc/command.h"
#include "engine/ir/literal.h"

namespace onepot {

std::optional<Limits> limitsOf(const CommonOptions& options) {
  Limits limits{defaultMemoryLimit(), options.timeLimitSeconds};
  if (options.memoryLimit.empty()) return limits;
  auto bytes = parseByteSize(options.memoryLimit);
  if (!bytes) {
    std::fprintf(stderr, "onepotc: '%s' is no size; write it like 8GiB\n", options.memoryLimit.c_str());
    return std::nullopt;
  }
  limits.memoryBytes = *bytes;
  return limits;
}

int underLimits(const CommonOptions& options, LimitState& state, const std::function<void()>& cancel,
                const std::function<int()>& work) {
  auto limits = limitsOf(options);
  if (!limits) return kWrongCommandLine;
  setAllocationLimit(limits->memoryBytes);
  raiseOomScore();
  Watchdog watchdog(
      *limits,
      [&](const std::string& reason) {
        state.hit = true;
        std::fprintf(stderr, "onepotc: %s\n", reason.c_str());
        state.cancel.cancel();
        cancel();
      },
      [] { std::_Exit(kLimitHit); });
  int code = kDone;
  try {
    code = work();
  } catch (const std::bad_alloc&) {
    std::fputs("onepotc: the memory limit was hit\n", stderr);
    state.hit = true;
  }
  return state.hit ? kLimitHit : code;
}

}  // namespace onepot
