// What `jit(f).lower(…)` and `.compile()` show: texts before and after the passes, costs, memory.
#pragma once

#include "engine/python/jit_cache.h"

namespace onepot {

/// `jit` is the JitObject the record was made by; it compiles the record when that is asked for.
PyRef wrapLowered(Binding& binding, std::shared_ptr<JitFunctionRecord> record, PyObject* jit);
void addLoweredType(Binding& binding, PyObject* module);
/// HLO or StableHLO text of a traced function before optimisation.
std::string loweredText(Binding& binding, const TracedFunction& traced, const std::string& name, bool stablehlo);

}  // namespace onepot
