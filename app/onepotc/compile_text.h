// HLO text → compiled on a device, with everything reported: what opening a file does.
#pragma once

#include <string>

#include "engine/base/event_sink.h"
#include "engine/runtime/compiler.h"

namespace onepot {

/// False when the text could not be read or compiled; the diagnostics went to the sink.
bool compileText(const std::string& text, const std::string& name, Device& device, const CompileOptions& options,
                 EventSink& sink);

}  // namespace onepot
