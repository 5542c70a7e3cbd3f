// What a pass is: a row of the pass list, and what the runner hands it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/device_figures.h"
#include "engine/passes/buffer_plan.h"
#include "engine/passes/fusion_decision.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/stage.h"

namespace onepot {

/// A pass reads figures and options, and leaves what it did: rewrites, a note, decisions, a plan.
struct PassContext {
  const DeviceFigures& figures;
  const PassOptions& options;
  std::vector<Rewrite> rewrites;
  Message note;                           // "7 layouts"; empty: the runner counts the rewrites
  std::vector<FusionDecision> decisions;  // fusion alone
  BufferPlan buffers;                     // buffer-assignment alone

  /// Logs a change that is no row of the rule table: "multiply.3 → add.9".
  void log(std::string rule, const Instruction& before, const Instruction& after);
  void logRemoval(std::string rule, const Instruction& removed);
};

/// True: the module changed. Never throws for what a user may write; InternalError is our own fault.
using PassFunction = bool (*)(Module&, PassContext&);

struct PassRow {
  std::string_view name;  // XLA's own, "algsimp"
  std::string_view doc;   // one line
  PassFunction run;
  bool (*applies)(const Module&) = nullptr;  // false: there is nothing for it to look at
  std::string_view absent = {};              // the message that says so, "pass.no_calls"
};

/// THE PASS LIST.
std::span<const PassRow> passList();
const PassRow* passByName(std::string_view name);

}  // namespace onepot
