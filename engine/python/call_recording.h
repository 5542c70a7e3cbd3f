// Records what goes on inside one call of a jitted function, compiled and operation by operation.
#pragma once

#include <vector>

#include "engine/python/jit_cache.h"
#include "engine/python/python_session.h"

namespace onepot {

struct Binding;

/// The function as Python would run it without jit, on the inputs it was compiled with.
std::vector<Value> callEagerly(Binding& binding, const JitFunctionRecord& record);

/// Fills what a series tells of one call: of a few that are recorded, the nearest to the median of those timed before.
void recordJitCall(Binding& binding, JitFunctionRecord& record, Series& series);
/// The same for a call without jit; its operations are matched with those that were traced.
void recordEagerCall(Binding& binding, JitFunctionRecord& record, Series& series);

}  // namespace onepot
