// What --emit writes: the module in a text form, or the code made from it.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/runtime/compilation.h"

namespace onepot {

/// `form`: hlo, stablehlo, dot, svg (needs Graphviz' dot), json (the run report of the one compilation).
Result<std::string> emitModule(const Module& module, const Compilation& compilation, const std::string& form);
/// `form`: llvm, asm; ptx is refused in words on devices that make none.
Result<std::string> emitCode(const Compilation& compilation, const std::string& form);
/// Graphviz' dot as its own process: dot text in, SVG out.
Result<std::string> dotToSvg(const std::string& dot);

}  // namespace onepot
