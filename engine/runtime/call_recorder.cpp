#include "engine/runtime/call_recorder.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>

namespace onepot {

/// What the watched arrays write to when they are freed.
struct CallRecorder::Lives {
  struct Life {
    ArrayLife array;
    size_t operation;  // SIZE_MAX: an argument
  };
  std::mutex mutex;
  std::chrono::steady_clock::time_point begin;
  std::vector<Life> all;
  std::unordered_set<const std::byte*> known;

  double now() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }
  void freed(size_t index, const std::byte* bytes) {
    std::lock_guard lock(mutex);
    all[index].array.to = now();
    known.erase(bytes);
  }
};

CallRecorder::CallRecorder(int64_t held)
    : m_begin(std::chrono::steady_clock::now()), m_offset(held - allocatedBytes()), m_held(held) {
  m_lives = std::make_shared<Lives>();
  m_lives->begin = m_begin;
  m_memory.push_back({0, held});
}

double CallRecorder::now() const { return m_lives->now(); }

int64_t CallRecorder::heldNow() const { return allocatedBytes() + m_offset; }

void CallRecorder::noteMemory(double at) {
  const int64_t bytes = heldNow();
  if (m_memory.back().bytes != bytes) m_memory.push_back({at, bytes});
}

void CallRecorder::enter(std::string opcode) {
  const double at = now();
  if (m_depth++ == 0 && at > m_leftAt) m_python.push_back({m_leftAt, at});
  noteMemory(at);
  m_entered.push_back({m_operations.size(), at});
  m_operations.push_back({std::move(opcode), {}, 0, {}});
}

void CallRecorder::setSource(SourceRange source) {
  m_operations[m_entered.back().operation].source = std::move(source);
}

void CallRecorder::leave() {
  m_entered.pop_back();
  const double at = now();
  noteMemory(at);
  if (--m_depth == 0) m_leftAt = at;
}

void CallRecorder::add(std::vector<Launch> launches, double offset, bool ownNames) {
  for (Launch& launch : launches) {
    if (m_launches.size() >= kMostLaunches) return;
    launch.start += offset;
    launch.end += offset;
    for (ThreadWork& work : launch.work) work.start += offset, work.end += offset;
    launch.liveBefore += m_offset;
    launch.liveBytes += m_offset;
    m_memory.push_back({launch.start, launch.liveBefore});
    m_memory.push_back({launch.end, launch.liveBytes});
    m_launches.push_back({std::move(launch), m_entered.empty() ? SIZE_MAX : m_entered.back().operation, ownNames});
  }
}

Array CallRecorder::watch(Array array) {
  if (array.shards.size() != 1 || !array.shape.isArray()) return array;
  Shard& shard = array.shards.front();
  std::shared_ptr<std::byte> bytes = shard.data.storage();
  // Held by the value it came from, the copy and here: whatever has a fourth holder was there before the operation.
  if (!bytes || bytes.use_count() > 3) return array;
  std::lock_guard lock(m_lives->mutex);
  if (!m_lives->known.insert(bytes.get()).second) return array;
  const size_t index = m_lives->all.size();
  const Entered made = m_entered.empty() ? Entered{SIZE_MAX, now()} : m_entered.back();
  m_lives->all.push_back({{{}, 0, byteSize(array.shape), made.at, -1}, made.operation});
  std::shared_ptr<std::byte> watched(bytes.get(), [bytes, index, lives = m_lives](std::byte* freed) mutable {
    lives->freed(index, freed);
    bytes.reset();
  });
  shard.data = Literal(shard.data.shape(), std::move(watched));
  return array;
}

void CallRecorder::addArgument(std::string name, const Array& array) {
  if (array.shards.size() != 1 || !array.shape.isArray()) return;
  const std::shared_ptr<std::byte> bytes = array.literal().storage();
  std::lock_guard lock(m_lives->mutex);
  if (!m_lives->known.insert(bytes.get()).second) return;
  m_lives->all.push_back({{std::move(name), 0, byteSize(array.shape), 0, -1}, SIZE_MAX});
}

void CallRecorder::finish() {
  m_milliseconds = now();
  noteMemory(m_milliseconds);
  if (m_depth == 0 && m_milliseconds > m_leftAt) m_python.push_back({m_leftAt, m_milliseconds});
}

void CallRecorder::fill(Series& series) const {
  series.callMs = m_milliseconds;
  series.python = m_python;
  series.memory = m_memory;
  std::ranges::stable_sort(series.memory, {}, &MemoryPoint::at);
  series.peakBytes = m_held;
  for (const MemoryPoint& point : series.memory) series.peakBytes = std::max(series.peakBytes, point.bytes);
  series.launches.clear();
  for (const Noted& noted : m_launches) {
    Launch launch = noted.launch;
    if (noted.operation < m_operations.size()) {
      const RecordedOperation& operation = m_operations[noted.operation];
      launch.opcode = operation.opcode;
      launch.source = operation.source;
      if (!noted.ownName) launch.instruction = operation.instruction;
      if (!noted.ownName && !operation.name.empty()) launch.name = operation.name;
    }
    series.launches.push_back(std::move(launch));
  }
  series.arrays.clear();
  std::lock_guard lock(m_lives->mutex);
  for (const Lives::Life& life : m_lives->all) {
    ArrayLife array = life.array;
    if (array.to < 0 || array.to > m_milliseconds) array.to = m_milliseconds;
    if (life.operation < m_operations.size()) {
      array.instruction = m_operations[life.operation].instruction;
      const RecordedOperation& operation = m_operations[life.operation];
      array.name = operation.name.empty() ? operation.opcode : operation.name;
    }
    series.arrays.push_back(std::move(array));
  }
}

}  // namespace onepot
