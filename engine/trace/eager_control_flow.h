// Jit, loops and branches on concrete arrays: compiled, or walked operation by operation where jit is disabled.
#pragma once

#include "engine/runtime/device.h"
#include "engine/trace/trace_level.h"

namespace onepot {

std::vector<Value> runBodies(const Operation& operation, TraceState& state, const RunOptions& options);

}  // namespace onepot
