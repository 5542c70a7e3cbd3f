// The lowest level: operations on concrete arrays run at once on the device.
#pragma once

#include <unordered_map>

#include "engine/runtime/call_recorder.h"
#include "engine/trace/eager_plan.h"
#include "engine/trace/trace_level.h"

namespace onepot {

class EagerLevel final : public TraceLevel {
 public:
  explicit EagerLevel(TraceState& state) : TraceLevel(state, nullptr, 0) {}
  std::vector<Value> process(const Operation& operation) override;
  /// Who is told of what runs from here on; null: nobody.
  void setRecorder(CallRecorder* recorder) { m_recorder = recorder; }
  CallRecorder* recorder() const { return m_recorder; }
  void setCancellation(CancellationToken cancel) { m_options.cancel = std::move(cancel); }

 private:
  std::vector<Value> run(const Operation& operation);
  std::vector<Value> record(const Operation& operation);
  const EagerPlan& planFor(const Operation& operation);

  RunOptions m_options;
  CallRecorder* m_recorder = nullptr;
  std::unordered_multimap<size_t, std::unique_ptr<EagerPlan>> m_plans;
};

}  // namespace onepot
