// The counted allocator behind literals: 64-byte aligned, with a limit that the driver sets.
#include "engine/ir/allocation.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

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

namespace {

constexpr int64_t kAlignment = 64;

/// The block's beginning and the aligned place inside it.
struct Block {
  void* memory = nullptr;
  std::byte* aligned = nullptr;
};

/// Large blocks that were freed, for the next array of that size: a loop that makes an array a call would otherwise
/// have the kernel map, clear and unmap its pages every time, which costs more than most kernels.
class KeptBlocks {
 public:
  static constexpr int64_t kSmallest = int64_t{1} << 20;

  void* take(int64_t size) {
    std::lock_guard lock(m_mutex);
    auto found = std::ranges::find(m_blocks, size, &Kept::size);
    if (found == m_blocks.end()) return nullptr;
    void* memory = found->memory;
    m_bytes -= size;
    m_blocks.erase(found);
    return memory;
  }

  void keep(void* memory, int64_t size) {
    std::lock_guard lock(m_mutex);
    m_blocks.push_back({size, memory});
    m_bytes += size;
    while (m_bytes > kMostBytes || m_blocks.size() > kMostBlocks) {
      m_bytes -= m_blocks.front().size;
      std::free(m_blocks.front().memory);
      m_blocks.erase(m_blocks.begin());
    }
  }

 private:
  static constexpr int64_t kMostBytes = int64_t{1} << 28;
  static constexpr size_t kMostBlocks = 64;
  struct Kept {
    int64_t size;
    void* memory;
  };
  std::mutex m_mutex;
  std::vector<Kept> m_blocks;  // oldest first
  int64_t m_bytes = 0;
};

/// Never destroyed: arrays may be freed after everything else.
KeptBlocks& keptBlocks() {
  static auto* const kept = new KeptBlocks();
  return *kept;
}

Block plainBlock(int64_t size) {
  void* memory = size >= KeptBlocks::kSmallest ? keptBlocks().take(size) : nullptr;
  if (memory == nullptr) memory = std::aligned_alloc(kAlignment, static_cast<size_t>(size));
  return {memory, static_cast<std::byte*>(memory)};
}

void freePlain(void* memory, int64_t size) {
  if (size >= KeptBlocks::kSmallest)
    keptBlocks().keep(memory, size);
  else
    std::free(memory);
}

/// calloc knows when fresh pages are zero already, so that a great array costs nothing until it is touched.
Block zeroBlock(int64_t size) {
  void* memory = std::calloc(static_cast<size_t>(size + kAlignment), 1);
  auto address = reinterpret_cast<uintptr_t>(memory);
  auto offset = (kAlignment - address % kAlignment) % kAlignment;
  return {memory, static_cast<std::byte*>(memory) + offset};
}

void freeZero(void* memory, int64_t /*size*/) { std::free(memory); }

std::shared_ptr<std::byte> counted(int64_t size, Block (*allocate)(int64_t), void (*release)(void*, int64_t)) {
  if (size < 0 || size > INT64_MAX - 2 * kAlignment) throw std::bad_alloc();
  int64_t rounded = std::max<int64_t>(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  int64_t now = g_allocated.fetch_add(rounded, std::memory_order_relaxed) + rounded;
  int64_t limit = g_limit.load(std::memory_order_relaxed);
  Block block = limit > 0 && now > limit ? Block{} : allocate(rounded);
  if (block.memory == nullptr) {
    g_allocated.fetch_sub(rounded, std::memory_order_relaxed);
    throw std::bad_alloc();
  }
  raisePeak(now);
  return {block.aligned, [rounded, release, memory = block.memory](std::byte*) {
            release(memory, rounded);
            g_allocated.fetch_sub(rounded, std::memory_order_relaxed);
          }};
}

}  // namespace

std::shared_ptr<std::byte> allocateBytes(int64_t size) { return counted(size, plainBlock, freePlain); }
std::shared_ptr<std::byte> allocateZeroBytes(int64_t size) { return counted(size, zeroBlock, freeZero); }

int64_t allocatedBytes() { return g_allocated.load(std::memory_order_relaxed); }
int64_t peakBytes() { return g_peak.load(std::memory_order_relaxed); }
void resetPeakBytes() { g_peak.store(g_allocated.load(std::memory_order_relaxed), std::memory_order_relaxed); }
void setAllocationLimit(int64_t bytes) { g_limit.store(bytes, std::memory_order_relaxed); }

}  // namespace onepot
