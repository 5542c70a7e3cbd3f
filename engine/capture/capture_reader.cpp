#include "engine/capture/capture_reader.h"

#include <algorithm>
#include <array>

#include "engine/capture/event_fields.h"
#include "engine/capture/module_delta.h"

namespace onepot {

namespace {

Outcome outcomeByName(const std::string& name) {
  static constexpr std::array<std::pair<std::string_view, Outcome>, 5> kNames = {{{"done", Outcome::Done},
                                                                                  {"failed", Outcome::Failed},
                                                                                  {"limit", Outcome::Limit},
                                                                                  {"internal", Outcome::Internal},
                                                                                  {"cancelled", Outcome::Cancelled}}};
  for (const auto& [text, outcome] : kNames)
    if (text == name) return outcome;
  return Outcome::Unknown;
}

template <typename T>
T member(const Json& event, const char* name, T otherwise = {}) {
  auto found = event.find(name);
  if (found != event.end()) fromJson(*found, otherwise);
  return otherwise;
}

unsigned applyHeader(Capture& capture, const Json& event) {
  capture.version = member<std::string>(event, "version");
  capture.device = member<std::string>(event, "device");
  capture.python = member<std::string>(event, "python");
  capture.outcome = Outcome::Running;
  return kHeaderChanged;
}

unsigned applyDone(Capture& capture, const Json& event) {
  capture.outcome = outcomeByName(member<std::string>(event, "outcome"));
  capture.exitCode = member<int>(event, "exit_code");
  return kOutcomeChanged;
}

unsigned applyOutput(Capture& capture, const Json& event) {
  int stream = member<int>(event, "stream", 1);
  std::string text = member<std::string>(event, "text");
  bool continues = !capture.output.empty() && capture.output.back().stream == stream;
  if (continues) capture.output.back().text += text;
  else capture.output.push_back({stream, std::move(text)});
  return kOutputChanged;
}

}  // namespace

Compilation* CaptureReader::find(const Json& event) {
  auto found = m_compilations.find(member<int64_t>(event, "compilation"));
  return found == m_compilations.end() ? nullptr : found->second.get();
}

Result<unsigned> CaptureReader::applyStage(const Json& event) {
  Compilation* compilation = find(event);
  if (compilation == nullptr) return fail(Message{"capture.unknown_compilation", {}});
  Stage stage = member<Stage>(event, "stage");
  std::shared_ptr<const Module> previous;
  for (const Stage& earlier : compilation->stages)
    if (earlier.module != nullptr) previous = earlier.module;
  auto module = decodeModule(event.value("module", Json()), previous);
  if (!module) return failureOf(std::move(module));
  stage.module = std::move(*module);
  compilation->stages.push_back(std::move(stage));
  return kStagesChanged;
}

Result<unsigned> CaptureReader::apply(const Json& event) {
  try {
    return applyChecked(event);
  } catch (const Json::exception&) {  // a member of another kind than the format says
    return fail(Message{"capture.bad_event", {}});
  }
}

Result<unsigned> CaptureReader::applyChecked(const Json& event) {
  if (!event.is_object()) return fail(Message{"capture.bad_event", {}});
  std::string kind = member<std::string>(event, "event");
  if (kind == "header") return applyHeader(m_capture, event);
  if (kind == "output") return applyOutput(m_capture, event);
  if (kind == "done") return applyDone(m_capture, event);
  if (kind == "stage") return applyStage(event);
  if (kind == "program") {
    m_capture.programName = member<std::string>(event, "name");
    m_capture.programText = member<std::string>(event, "text");
    return kProgramChanged;
  }
  if (kind == "devices") {
    m_capture.devices = member<std::vector<std::pair<std::string, std::string>>>(event, "devices");
    return kHeaderChanged;
  }
  if (kind == "diagnostic") {
    m_capture.diagnostics.push_back(member<Diagnostic>(event, "diagnostic"));
    return kDiagnosticsChanged;
  }
  if (kind == "cacheMiss") {
    m_capture.cacheMisses.push_back(member<CacheMiss>(event, "miss"));
    return kCacheChanged;
  }
  if (kind == "traced") {
    auto made = std::make_shared<Compilation>();
    FieldReader reader{event.at("compilation")};  // throws where it is absent
    tracedFields(reader, *made);
    m_compilations[made->id] = made;
    // A trace that comes again (a run that starts over) takes the place of the first.
    auto& all = m_capture.compilations;
    const auto known = std::ranges::find(all, made->id, [](const auto& one) { return one->id; });
    if (known == all.end()) all.push_back(std::move(made));
    else *known = std::move(made);
    return kCompilationsChanged;
  }
  if (kind != "compiled" && kind != "ran") return 0u;
  Compilation* compilation = find(event);
  if (compilation == nullptr) return fail(Message{"capture.unknown_compilation", {}});
  if (kind == "ran") {
    compilation->runs.push_back(member<Run>(event, "run"));
    compilation->calls = member<int64_t>(event, "calls", compilation->calls);
    return kRunsChanged;
  }
  auto result = event.find("result");
  if (result == event.end() || !result->is_object()) return fail(Message{"capture.bad_event", {}});
  FieldReader reader{*result};
  compiledFields(reader, *compilation);
  return kResultsChanged;
}

}  // namespace onepot
