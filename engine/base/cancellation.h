// A flag that one thread raises and the working threads poll, at least once per chunk of work.
#pragma once

#include <atomic>
#include <memory>

namespace onepot {

class CancellationToken {
 public:
  CancellationToken() : m_flag(std::make_shared<std::atomic<bool>>(false)) {}
  void cancel() const { m_flag->store(true, std::memory_order_relaxed); }
  void reset() const { m_flag->store(false, std::memory_order_relaxed); }
  bool cancelled() const { return m_flag->load(std::memory_order_relaxed); }
  /// The address that generated code polls; it lives as long as any copy of the token.
  const std::atomic<bool>* flag() const { return m_flag.get(); }

 private:
  std::shared_ptr<std::atomic<bool>> m_flag;
};

}  // namespace onepot
