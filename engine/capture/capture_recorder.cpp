#include "engine/capture/capture_recorder.h"

#include "engine/capture/event_fields.h"
#include "engine/capture/module_delta.h"

namespace onepot {

namespace {
constexpr const char* kVersion = "0.1.0";
}

void CaptureRecorder::emit(Json event) {
  std::lock_guard lock(m_mutex);
  m_consumer(event);
}

void CaptureRecorder::header(const std::string& device, const std::string& python) {
  emit({{"event", "header"},
        {"format", "onepot"},
        {"version", kVersion},
        {"modules", "computation-delta"},
        {"capabilities", Json::array({"trace", "stages", "decisions", "buffers", "kernels", "runs"})},
        {"device", toJson(device)},
        {"python", toJson(python)}});
}

void CaptureRecorder::devices(const std::vector<std::pair<std::string, std::string>>& rows) {
  emit({{"event", "devices"}, {"devices", toJson(rows)}});
}

void CaptureRecorder::program(const std::string& name, const std::string& text) {
  emit({{"event", "program"}, {"name", toJson(name)}, {"text", toJson(text)}});
}

void CaptureRecorder::done(const std::string& outcome, int exitCode) {
  emit({{"event", "done"}, {"outcome", outcome}, {"exit_code", exitCode}});
}

void CaptureRecorder::diagnostic(const Diagnostic& diagnostic) {
  emit({{"event", "diagnostic"}, {"diagnostic", toJson(diagnostic)}});
}

void CaptureRecorder::output(int stream, std::string_view text) {
  emit({{"event", "output"}, {"stream", stream}, {"text", encodeText(text)}});
}

void CaptureRecorder::traced(const Compilation& compilation) {
  FieldWriter writer;
  tracedFields(writer, const_cast<Compilation&>(compilation));
  emit({{"event", "traced"}, {"compilation", std::move(writer.object)}});
}

void CaptureRecorder::stageDone(const Compilation& compilation, const Stage& stage) {
  std::shared_ptr<const Module>& last = m_lastModule[compilation.id];
  Json delta = encodeModule(stage.module, last);
  if (stage.module != nullptr) last = stage.module;
  emit({{"event", "stage"}, {"compilation", compilation.id}, {"stage", toJson(stage)}, {"module", std::move(delta)}});
}

void CaptureRecorder::compiled(const Compilation& compilation) {
  m_lastModule.erase(compilation.id);
  FieldWriter writer;
  compiledFields(writer, const_cast<Compilation&>(compilation));
  emit({{"event", "compiled"}, {"compilation", compilation.id}, {"result", std::move(writer.object)}});
}

void CaptureRecorder::cacheMiss(const CacheMiss& miss) { emit({{"event", "cacheMiss"}, {"miss", toJson(miss)}}); }

void CaptureRecorder::ran(const Compilation& compilation, const Run& run) {
  emit({{"event", "ran"}, {"compilation", compilation.id}, {"run", toJson(run)}, {"calls", compilation.calls}});
}

}  // namespace onepot
