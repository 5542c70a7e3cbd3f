// Times a jitted call again, compiled and operation by operation, on the inputs it was compiled with.
#pragma once

#include "engine/python/jit_cache.h"
#include "engine/python/python_session.h"

namespace onepot {

Result<Run> measureCall(Binding& binding, JitFunctionRecord& record, const MeasureOptions& options, EventSink& sink);

}  // namespace onepot
