// What was measured: calls of jit and eager on the same inputs, and what went on inside one of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/source_range.h"

namespace onepot {

/// A stretch of one thread's time inside a launch, in milliseconds from the call's begin.
struct ThreadWork {
  int thread = 0;  // 0: the one that called
  double start = 0, end = 0;
};

struct Launch {
  std::string name;           // kernel or operation
  int64_t instruction = 0;    // 0: an eager operation without a partner
  double start = 0, end = 0;  // milliseconds from the call's begin
  int64_t bytesRead = 0, bytesWritten = 0;
  int64_t liveBytes = 0;              // held by the call when it ended
  int64_t liveBefore = 0;             // held by the call when it began, its result included
  std::string opcode = {};            // of an eager launch, the operation: "reduce_sum"
  SourceRange source = {};            // of an eager launch, where that operation stands
  std::vector<ThreadWork> work = {};  // which threads worked on it, and when; empty: not recorded
};

struct Interval {
  double start = 0, end = 0;
};

struct MemoryPoint {
  double at = 0;
  int64_t bytes = 0;
};

/// An array that an eager call made: from its allocation until nobody held it any more, or the call's end.
struct ArrayLife {
  std::string name;
  int64_t instruction = 0;
  int64_t bytes = 0;
  double from = 0, to = 0;
};

/// Calls of one way of running. What follows `milliseconds` tells of one further call, the nearest to the median of
/// those that were recorded.
struct Series {
  std::vector<double> milliseconds;  // one a call, in order, blocked until ready
  std::vector<Launch> launches;
  double dispatchMs = 0;            // time outside kernels, in the median call
  int64_t peakBytes = 0;            // the most that a call held at once: arguments, results and what lies between
  double callMs = 0;                // how long the recorded call took
  std::vector<Interval> python;     // when the caller's own code ran, not an operation
  std::vector<MemoryPoint> memory;  // bytes held by the call: from each point until the next
  std::vector<ArrayLife> arrays;    // of an eager call: arguments first
  double median() const;
  double spread() const;  // half the distance between the quartiles
};

struct Run {
  std::string device;
  bool measured = true;
  int threads = 1;
  int warmUps = 1;  // calls before those that count
  Series jit, eager;
  double firstRunMs = 0;                // the first call after compiling, as it happened; 0: not measured
  double firstCallMs = 0;               // compiling and that call
  std::optional<double> ulp;            // greatest distance between the two results; none: not compared
  std::optional<double> ulpOfGreatest;  // greatest difference, in ulp of the result's greatest value
  std::string jitValue, eagerValue;     // a scalar's text or a checksum
  int64_t bytesEager = 0, bytesJit = 0, bytesIdeal = 0;  // eager: of the kernels that ran
};

}  // namespace onepot
