// An event sink that turns what the engine reports into JSON events, one object each.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/event_sink.h"
#include "engine/ir/module.h"

namespace onepot {

/// Events: header, devices, program, output, diagnostic, traced, stage, compiled, cacheMiss, ran, done; each object names its
/// kind in "event". Stages hold their module as the difference from the stage before (module_delta.h). Calls may come from
/// several threads (output taps); `consumer` is called with one event at a time.
class CaptureRecorder : public EventSink {
 public:
  using Consumer = std::function<void(const nlohmann::json&)>;
  explicit CaptureRecorder(Consumer consumer) : m_consumer(std::move(consumer)) {}

  /// First of all: version, capabilities, encoding.
  void header(const std::string& device, const std::string& python);
  void devices(const std::vector<std::pair<std::string, std::string>>& rows);
  void program(const std::string& name, const std::string& text);
  /// Last of all: `outcome` is done, failed, limit, internal or cancelled.
  void done(const std::string& outcome, int exitCode);

  void diagnostic(const Diagnostic& diagnostic) override;
  void output(int stream, std::string_view text) override;
  void traced(const Compilation& compilation) override;
  void stageDone(const Compilation& compilation, const Stage& stage) override;
  void compiled(const Compilation& compilation) override;
  void cacheMiss(const CacheMiss& miss) override;
  void ran(const Compilation& compilation, const Run& run) override;

 private:
  void emit(nlohmann::json event);

  Consumer m_consumer;
  std::mutex m_mutex;
  std::map<int64_t, std::shared_ptr<const Module>> m_lastModule;  // by compilation
};

}  // namespace onepot
