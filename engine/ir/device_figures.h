// What the cost model may know of a device, in plain figures; passes ask these and never the device itself.
#pragma once

#include <cstdint>
#include <string>

namespace onepot {

struct DeviceFigures {
  std::string name;                     // "cpu"
  std::string pipeline = "cpu";         // which list of passes it runs (passes/pipelines.cpp)
  int threads = 1;                      // or SMs
  double flopsPerSecond = 1e11;         // f32 multiply-adds count as two, all threads
  double transcendentalsPerSecond = 4e9;
  double bytesPerSecond = 1.5e10;       // main memory, all threads
  double cacheBytesPerSecond = 1e11;
  int64_t cacheBytes = 1 << 20;         // working sets below this stay in cache
  double launchSeconds = 2e-6;          // one kernel's fixed cost
  int64_t bufferAlignment = 64;
};

}  // namespace onepot
