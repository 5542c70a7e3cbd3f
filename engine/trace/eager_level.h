// The lowest level: operations on concrete arrays run at once on the device.
#pragma once

#include <chrono>
#include <unordered_map>

#include "engine/trace/eager_plan.h"
#include "engine/trace/trace_level.h"

namespace onepot {

class EagerLevel final : public TraceLevel {
 public:
  explicit EagerLevel(TraceState& state) : TraceLevel(state, nullptr, 0) {}
  std::vector<Value> process(const Operation& operation) override;
  /// Where launches of what runs from here on are noted, with times from now; null: nowhere.
  void recordLaunches(std::vector<Launch>* launches);
  void setCancellation(CancellationToken cancel) { m_options.cancel = std::move(cancel); }

 private:
  std::vector<Value> run(const Operation& operation);
  const EagerPlan& planFor(const Operation& operation);

  RunOptions m_options;
  std::vector<Launch>* m_launches = nullptr;
  std::chrono::steady_clock::time_point m_begin;
  std::unordered_multimap<size_t, std::unique_ptr<EagerPlan>> m_plans;
};

}  // namespace onepot
