// The user's mistakes that only tracing can see, in JAX's error types.
#pragma once

#include "engine/trace/trace_level.h"

namespace onepot {

/// Throws UnexpectedTracerError when `value` is a tracer whose transformation is over.
void refuseLeaked(const Value& value, const TraceState& state);
/// A live tracer met where only arrays can be: it belongs to a level that is not on the way down.
[[noreturn]] void throwLeaked(const Value& value, const TraceState& state);

/// Adds the custom rule that `operation` names to those of `function`, once.
void noteRule(const Operation& operation, const TraceState& state, TracedFunction& function,
              std::unordered_map<const CustomRule*, bool>& known);

}  // namespace onepot
