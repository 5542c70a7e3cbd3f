// Runs passes over a module and keeps the record: verifies, times, snapshots, counts, and checks that a pass is honest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/passes/pass.h"

namespace onepot {

struct PassRunnerInput {
  std::string pipeline;                         // the name that stages carry
  std::vector<std::string> passes;              // rows of the pass list, in order
  std::function<void(const Stage&)> stageDone;  // called after every stage, stage 0 too; may be empty
};

/// What the passes leave beside the module and the stages.
struct PassResults {
  std::vector<FusionDecision> decisions;
  BufferPlan buffers;
};

/// Our own fault in one pass, with the pass and stage that it happened in.
class PassFault : public InternalError {
 public:
  PassFault(std::string pass, int stage, const std::string& what)
      : InternalError(what), pass(std::move(pass)), stage(stage) {}
  std::string pass;
  int stage;
};

/// Appends stage 0 (the module as it comes) and one stage a pass to `stages`. Fails for an unknown pass and when
/// cancelled; a pass that breaks the module or lies about a change throws PassFault.
Result<PassResults> runPasses(Module& module, const PassRunnerInput& input, const DeviceFigures& figures,
                              const PassOptions& options, std::vector<Stage>& stages);

}  // namespace onepot
