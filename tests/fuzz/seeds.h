// Which seeds a random test tries: fixed ones always, fresh ones for as long as ONEPOT_FUZZ_SECONDS says.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace onepot {

/// `one` is called for seeds 1…`fixed`, then, where ONEPOT_FUZZ_SECONDS is set, for seeds from ONEPOT_FUZZ_SEED on
/// until so many seconds have passed. The first and last of those are printed: ONEPOT_FUZZ_SEED=that one repeats what
/// it found.
inline void forSeeds(const char* what, uint64_t fixed, const std::function<void(uint64_t)>& one) {
  for (uint64_t seed = 1; seed <= fixed; ++seed) one(seed);
  const char* seconds = std::getenv("ONEPOT_FUZZ_SECONDS");
  const char* from = std::getenv("ONEPOT_FUZZ_SEED");
  if (seconds == nullptr) return;
  const uint64_t first = from == nullptr ? 1 : std::strtoull(from, nullptr, 10);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(std::atof(seconds));
  uint64_t seed = first;
  std::printf("%s: fresh seeds from %llu on\n", what, static_cast<unsigned long long>(first));
  std::fflush(stdout);
  for (; std::chrono::steady_clock::now() < end; ++seed) one(seed);
  std::printf("%s: %llu seeds\n", what, static_cast<unsigned long long>(seed - first));
}

}  // namespace onepot
