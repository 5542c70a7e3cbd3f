// HLO text → passes → HLO text, for the tests of this folder.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ir/verifier.h"
#include "engine/passes/pass_runner.h"

namespace onepot {

struct PassOutcome {
  std::unique_ptr<Module> module;
  std::vector<Stage> stages;
  PassResults results;

  bool changed() const { return stages.back().changed(); }
  std::string text() const;
  /// The entry's instruction that the text calls `name`; null where there is none.
  const Instruction* find(const std::string& name) const;
  int count(Opcode opcode) const;
  const FusionDecision* decision(const std::string& producer, const std::string& consumer) const;
};

std::unique_ptr<Module> parsed(const std::string& text);
/// Runs `passes` over `text`; every pass must leave a sound module.
PassOutcome runPassesOn(const std::string& text, std::vector<std::string> passes, const PassOptions& options = {});
/// The passes of the CPU's pipeline.
std::vector<std::string> cpuPasses();

}  // namespace onepot
