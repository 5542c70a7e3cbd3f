// Watches the process's memory and time, and says once when a limit is passed.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace onepot {

struct Limits {
  int64_t memoryBytes = 0;  // resident; 0: none
  double seconds = 0;       // 0: none
};

/// `onLimit(reason)` is called from the watchdog's thread, at most once; five seconds later, if the watchdog still lives
/// (the program did not stop), `onStuck()` is.
class Watchdog {
 public:
  Watchdog(Limits limits, std::function<void(const std::string&)> onLimit, std::function<void()> onStuck);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;

 private:
  void watch();
  std::string passed(double seconds) const;

  Limits m_limits;
  std::function<void(const std::string&)> m_onLimit;
  std::function<void()> m_onStuck;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  bool m_stop = false;
  std::thread m_thread;
};

/// Resident memory of this process, bytes; 0 where the system does not say.
int64_t residentBytes();
/// Four fifths of the machine's memory: what a program may take when nobody says otherwise.
int64_t defaultMemoryLimit();
/// Makes the kernel choose this process first when memory runs out.
void raiseOomScore();

}  // namespace onepot
