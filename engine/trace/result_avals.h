// What an operation gives: shapes asked of the op table, weak types by JAX's rule, bodies' results for control flow.
#pragma once

#include <vector>

#include "engine/trace/trace_level.h"

namespace onepot {

/// One aval a result. Throws TraceException (TypeError) when the operands do not fit; `state` says where that was.
std::vector<Aval> resultAvals(const Operation& operation, const TraceState& state);

/// Throws TraceException made of the first of `diagnostics`.
/// The Python exception for a device's or a shape rule's failure: its own, what memory and cancelling ask for, or
/// `otherwise`.
std::string failureType(const Diagnostic& diagnostic, const std::string& otherwise);
[[noreturn]] void throwTraceError(const Diagnostics& diagnostics, const SourceRange& range);
[[noreturn]] void throwTraceError(std::string errorType, Message message, const SourceRange& range);

}  // namespace onepot
