// Module → StableHLO text, as `jit(f).lower(x).as_text()` shows it.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// The module must be in the HLO dialect (traced rows already lowered).
Result<std::string> writeStableHlo(const Module& module);

}  // namespace onepot
