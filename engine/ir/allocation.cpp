// The counted allocator behind literals: 64-byte aligned, with a limit that the driver sets.
#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/ir/literal.h"

namespace onepot {

namespace {

// The process's memory is one by nature; these count it.
std::atomic<int64_t> g_allocated{0};
std::atomic<int64_t> g_peak{0};
std::atomic<int64_t> g_limit{0};

void raisePeak(int64_t now) {
  int64_t peak = g_peak.load(std::memory_order_relaxed);
  while (now > peak && !g_peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace

std::shared_ptr<std::byte> allocateBytes(int64_t size) {
  constexpr int64_t kAlignment = 64;
  if (size < 0 || size > INT64_MAX - kAlignment) throw std::bad_alloc();
  int64_t rounded = std::max<int64_t>(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  int64_t now = g_allocated.fetch_add(rounded, std::memory_order_relaxed) + rounded;
  int64_t limit = g_limit.load(std::memory_order_relaxed);
  void* memory = limit > 0 && now > limit ? nullptr : std::aligned_alloc(kAlignment, static_cast<size_t>(rounded));
  if (memory == nullptr) {
    g_allocated.fetch_sub(rounded, std::memory_order_relaxed);
    throw std::bad_alloc();
  }
  raisePeak(now);
  return {static_cast<std::byte*>(memory), [rounded](std::byte* bytes) {
            std::free(bytes);
            g_allocated.fetch_sub(rounded, std::memory_order_relaxed);
          }};
}

int64_t allocatedBytes() { return g_allocated.load(std::memory_order_relaxed); }
int64_t peakBytes() { return g_peak.load(std::memory_order_relaxed); }
void resetPeakBytes() { g_peak.store(g_allocated.load(std::memory_order_relaxed), std::memory_order_relaxed); }
void setAllocationLimit(int64_t bytes) { g_limit.store(bytes, std::memory_order_relaxed); }

}  // namespace onepot
