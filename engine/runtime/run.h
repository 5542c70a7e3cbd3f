// What was measured: calls of jit and eager on the same inputs, and the launches inside one of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onepot {

struct Launch {
  std::string name;              // kernel or operation
  int64_t instruction = 0;       // 0: an eager operation without a partner
  double start = 0, end = 0;     // milliseconds from the call's begin
  int64_t bytesRead = 0, bytesWritten = 0;
  int64_t liveBytes = 0;         // allocated when it ended
};

/// Calls of one way of running; `launches` are those of the median call.
struct Series {
  std::vector<double> milliseconds;   // one a call, in order, blocked until ready
  std::vector<Launch> launches;
  double dispatchMs = 0;              // time outside kernels
  int64_t peakBytes = 0;
  double median() const;
  double spread() const;              // half the distance between the quartiles
};

struct Run {
  std::string device;
  bool measured = true;
  int threads = 1;
  Series jit, eager;
  double firstCallMs = 0;
  std::optional<double> ulp;          // greatest distance between the two results; none: not compared
  std::string jitValue, eagerValue;   // a scalar's text or a checksum
  int64_t bytesEager = 0, bytesJit = 0, bytesIdeal = 0;
};

}  // namespace onepot
