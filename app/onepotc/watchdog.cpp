#include "app/onepotc/watchdog.h"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include <fmt/format.h>

namespace onepot {

using Clock = std::chrono::steady_clock;

int64_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

int64_t defaultMemoryLimit() {
  struct sysinfo info {};
  if (sysinfo(&info) != 0) return 0;
  return static_cast<int64_t>(info.totalram) * static_cast<int64_t>(info.mem_unit) / 5 * 4;
}

void raiseOomScore() { std::ofstream("/proc/self/oom_score_adj") << 500; }

Watchdog::Watchdog(Limits limits, std::function<void(const std::string&)> onLimit, std::function<void()> onStuck)
    : m_limits(limits), m_onLimit(std::move(onLimit)), m_onStuck(std::move(onStuck)) {
  if (m_limits.memoryBytes > 0 || m_limits.seconds > 0) m_thread = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_wake.notify_all();
  if (m_thread.joinable()) m_thread.join();
}

std::string Watchdog::passed(double seconds) const {
  if (m_limits.seconds > 0 && seconds > m_limits.seconds)
    return fmt::format("the time limit of {} s was hit", m_limits.seconds);
  if (m_limits.memoryBytes > 0 && residentBytes() > m_limits.memoryBytes)
    return fmt::format("the memory limit of {:.1f} GiB was hit", static_cast<double>(m_limits.memoryBytes) / (1 << 30));
  return {};
}

void Watchdog::watch() {
  auto start = Clock::now();
  std::unique_lock lock(m_mutex);
  std::string reason;
  while (!m_wake.wait_for(lock, std::chrono::milliseconds(20), [this] { return m_stop; })) {
    reason = passed(std::chrono::duration<double>(Clock::now() - start).count());
    if (!reason.empty()) break;
  }
  if (m_stop) return;
  lock.unlock();
  m_onLimit(reason);
  lock.lock();
  if (!m_wake.wait_for(lock, std::chrono::seconds(5), [this] { return m_stop; })) m_onStuck();
}

}  // namespace onepot
