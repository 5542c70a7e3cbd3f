// Traced module → passes → executable, with everything recorded in a Compilation.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "engine/base/cancellation.h"
#include "engine/base/event_sink.h"
#include "engine/runtime/compilation.h"
#include "engine/runtime/device.h"

namespace onepot {

struct CompileOptions {
  std::set<std::string> disabledPasses;     // by name, "algsimp", or one run of it, "algsimp#2"
  std::set<std::string> disabledRules;
  FusionOverrides fusionOverrides;
  FusionPolicy fusionPolicy = FusionPolicy::Default;
  std::vector<std::string> onlyPasses;      // instead of the device's pipeline, in this order; empty: the pipeline
  std::string untilPass;                    // stop after it; empty: all
  bool snapshots = true;                    // keep a frozen module a stage (off: only first and last)
  bool verify = true;                       // after every pass
  CodegenOptions codegen;
  CancellationToken cancel;
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
