// A compilation as a folder of files with XLA's names (xla_dump_to): HLO at each changed pass, buffers, code, graphs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/runtime/compilation.h"

namespace onepot {

/// Writes into `folder` (made if absent); returns the paths written. `module_ID.NAME.before_optimizations.txt`,
/// `….NNNN.PIPELINE.after_PASS.before_NEXT.txt` for each pass that changed something, `….DEVICE_after_optimizations.txt` with
/// its `-buffer-assignment.txt`, `….KERNEL.ir-no-opt.ll`, `….ir-with-opt.ll`, `….s`, `.jaxpr.txt`, and `.dot` beside the first
/// and last HLO.
Result<std::vector<std::string>> writeDump(const Compilation& compilation, const std::filesystem::path& folder);

}  // namespace onepot
