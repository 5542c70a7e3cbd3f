// From a traced function to what a device runs, with the record that people look at.
#pragma once

#include "engine/runtime/compiler.h"
#include "engine/trace/api.h"

namespace onepot {

/// Name, signature, arguments, jaxpr and trace of `function`; stages come with compile().
std::shared_ptr<Compilation> describeFunction(const TracedFunction& function,
                                              std::span<const std::string> argumentNames = {});

/// Compiles all of it; consts (when there are any) are leading arguments. A null sink hears nothing. Throws
/// TraceException.
CompiledFunction compileTraced(const TracedFunction& function, Device& device, EventSink* sink,
                               const SourceRange& range);

}  // namespace onepot
