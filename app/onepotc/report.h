// Tables for a terminal: passes, fusion decisions, kernels, buffers and times of a compilation.
#pragma once

#include <string>

#include "engine/capture/capture.h"

namespace onepot {

std::string reportOf(const Compilation& compilation, bool colored);
/// Every compilation, the cache misses, the diagnostics.
std::string reportOf(const Capture& capture, bool colored);

}  // namespace onepot
