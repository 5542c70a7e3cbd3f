// Checks a module: operands before users, shapes as the op table infers them, callees' signatures, one dialect.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// Empty when the module is sound. Every fault names its instruction.
Diagnostics verify(const Module& module);

}  // namespace onepot
