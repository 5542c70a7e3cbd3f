// What one pass did: the record the runner keeps and every view of the pipeline reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/message.h"
#include "engine/ir/module.h"

namespace onepot {

/// What a rewrite rule takes for granted.
enum class Assumption : uint8_t { Exact, ExactButNan, ExactButSignedZero, ExactButOverflow, Reassociates };

/// One local change. `rule` is a row of the rule table (or the pass's own name for what is not a rule).
struct Rewrite {
  std::string rule;
  Assumption assumption = Assumption::Exact;
  std::vector<InstructionId> before;  // replaced instructions
  std::vector<InstructionId> after;   // what stands for them
  std::string text;                   // "multiply.3 → add.9"
  double microseconds = 0;
};

struct StageStatistics {
  int64_t instructions = 0;  // in all computations
  int64_t entryInstructions = 0;
  int64_t fusions = 0;
  int64_t kernels = 0;  // instructions of the entry (and loop bodies) that would run as a kernel
  int64_t bytes = 0;    // memory traffic of those kernels
  int64_t flops = 0;
};

enum class StageState : uint8_t { Changed, NoEffect, NotApplicable, Disabled, End };

struct Stage {
  int number = 0;        // 0 is the trace
  std::string pass;      // "dce"
  std::string name;      // "dce#2" where a pass runs several times
  std::string pipeline;  // "cpu"
  StageState state = StageState::NoEffect;
  double milliseconds = 0;
  Message note;                          // "7 layouts", "64 rules, none fired"
  std::shared_ptr<const Module> module;  // shared with the previous stage where unchanged
  std::vector<Rewrite> rewrites;
  StageStatistics statistics;
  bool changed() const { return state == StageState::Changed; }
};

}  // namespace onepot
