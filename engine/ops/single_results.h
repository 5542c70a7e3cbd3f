// After lowering: a function with one result gives it as it is, as XLA's callers and callees have it.
#pragma once

#include "engine/ir/module.h"

namespace onepot {

/// Computations that calls and conditionals run and that give a tuple of one give its element; what read the element
/// reads the call.
void unwrapSingleResults(Module& module);

}  // namespace onepot
