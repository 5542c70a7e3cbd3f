// Traced module → passes → executable, with everything recorded in a Compilation.
#pragma once

#include <memory>

#include "engine/base/event_sink.h"
#include "engine/passes/pass_options.h"
#include "engine/runtime/compilation.h"
#include "engine/runtime/device.h"

namespace onepot {

/// Passes' options (disabledPasses, fusionOverrides, untilPass, cancel, …) and what codegen keeps.
struct CompileOptions : PassOptions {
  CodegenOptions codegen;
};

struct CompiledFunction {
  std::shared_ptr<Compilation> compilation;
  std::shared_ptr<Executable> executable;
};

/// Runs the pipeline of `device` over `module` (traced or HLO dialect) and compiles the result. `compilation` comes with
/// name, signature, jaxpr and trace filled in (or empty); stages, decisions, buffers, kernels and times are added.
Result<CompiledFunction> compile(std::unique_ptr<Module> module, std::shared_ptr<Compilation> compilation,
                                 Device& device, const CompileOptions& options, EventSink& sink);
/// The passes alone.
Result<std::unique_ptr<Module>> optimize(std::unique_ptr<Module> module, Compilation& compilation,
                                         const DeviceFigures& figures, const CompileOptions& options, EventSink& sink);

}  // namespace onepot
