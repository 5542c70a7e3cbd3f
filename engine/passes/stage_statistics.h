// Counts a module for its stage's record: instructions, fusions, kernels, their traffic and work.
#pragma once

#include "engine/passes/stage.h"

namespace onepot {

/// A loop's body counts once, whatever its trip count.
StageStatistics countStage(const Module& module);

}  // namespace onepot
