// The body of Tracing: what its halves in several files share.
#pragma once

#include "engine/trace/trace_level.h"

namespace onepot {

struct Tracing::State : TraceState {};

/// Names of the arguments (of the function that `tag` stands for) that `instruction` depends on, in their order.
std::vector<std::string> argumentsBehind(const Instruction& instruction, const LevelTag& tag);

}  // namespace onepot
