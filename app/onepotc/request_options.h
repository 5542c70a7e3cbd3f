// The window's `options` object → compile options.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/runtime/compiler.h"

namespace onepot {

/// Snapshots and code texts are kept: the window shows them. Unknown members are ignored.
CompileOptions compileOptions(const nlohmann::json& options);

}  // namespace onepot
