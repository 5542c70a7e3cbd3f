// What a person may change of a compilation's passes: which run, which rules fire, what fuses.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/base/cancellation.h"
#include "engine/passes/fusion_decision.h"

namespace onepot {

struct PassOptions {
  std::set<std::string> disabledPasses;  // by name, "algsimp", or one run of it, "algsimp#2"
  std::set<std::string> disabledRules;
  std::set<std::string> enabledRules;  // rules that are off by default because they need an assumption
  FusionOverrides fusionOverrides;
  FusionPolicy fusionPolicy = FusionPolicy::Default;
  std::vector<std::string> onlyPasses;  // instead of the device's pipeline, in this order; empty: the pipeline
  std::string untilPass;                // stop after it; empty: all
  bool snapshots = true;                // keep a frozen module a stage (off: only first and last)
  bool verify = true;                   // after every pass
  CancellationToken cancel;
};

}  // namespace onepot
