#include "app/onepotc/recording.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/onepotc/emit.h"
#include "app/onepotc/report.h"
#include "engine/backend/device_table.h"
#include "engine/capture/capture_file.h"
#include "engine/capture/capture_reader.h"
#include "engine/capture/capture_recorder.h"
#include "engine/capture/dump_writer.h"
#include "engine/capture/run_report.h"

namespace onepot {

namespace {

void complain(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) std::fprintf(stderr, "onepotc: %s\n", diagnostic.message.text().c_str());
}

/// An SVG beside each dot file, where Graphviz is there to draw it.
void drawGraphs(std::vector<std::string>& files) {
  for (const std::string& path : std::vector<std::string>(files)) {
    if (!path.ends_with(".dot")) continue;
    auto text = readInput(path);
    auto svg = text ? dotToSvg(*text) : Result<std::string>(std::string());
    if (!svg) return complain(svg.error());
    std::string drawn = path.substr(0, path.size() - 4) + ".svg";
    if (writeOutput(drawn, *svg)) files.push_back(drawn);
  }
}

}  // namespace

struct Recording::State {
  CommonOptions options;
  Capture capture;
  CaptureReader reader{capture};
  std::unique_ptr<CaptureWriter> writer;
  bool good = true;
  EventSink nobody;
  CaptureRecorder recorder{[this](const nlohmann::json& event) { take(event); }};

  void take(const nlohmann::json& event) {
    if (writer != nullptr) writer->write(event);
    if (auto applied = reader.apply(event); !applied) complain(applied.error());
  }

  std::vector<std::string> writeDumps() {
    std::vector<std::string> files;
    for (const auto& compilation : capture.compilations) {
      auto written = writeDump(*compilation, options.dumpTo);
      if (written) files.insert(files.end(), written->begin(), written->end());
      else complain(written.error()), good = false;
    }
    drawGraphs(files);
    return files;
  }
};

Recording::Recording(const CommonOptions& options, std::string programName, std::string programText)
    : m_state(std::make_unique<State>()) {
  m_state->options = options;
  if (!options.recording()) return;
  if (!options.capture.empty()) {
    auto writer = CaptureWriter::open(options.capture);
    if (writer) m_state->writer = std::move(*writer);
    else complain(writer.error()), m_state->good = false;
  }
  m_state->recorder.header(options.device, ONEPOT_PYTHON_VERSION);
  std::vector<std::pair<std::string, std::string>> devices;
  for (const DeviceRow& row : deviceTable()) devices.emplace_back(row.name, row.reason);
  m_state->recorder.devices(devices);
  m_state->recorder.program(programName, programText);
}

Recording::~Recording() = default;

EventSink& Recording::sink() {
  return m_state->options.recording() ? static_cast<EventSink&>(m_state->recorder) : m_state->nobody;
}

bool Recording::finish(const std::string& outcome, int exitCode) {
  State& state = *m_state;
  if (!state.options.recording()) return true;
  state.recorder.done(outcome, exitCode);
  if (state.writer != nullptr) state.good = state.writer->close() && state.good;
  std::vector<std::string> files;
  if (!state.options.dumpTo.empty()) files = state.writeDumps();
  if (!state.options.capture.empty()) files.push_back(state.options.capture);
  if (!state.options.json.empty() && !writeOutput(state.options.json, runReport(state.capture, files).dump(2) + "\n"))
    state.good = false;
  if (state.options.report) std::fputs(reportOf(state.capture, state.options.colored()).c_str(), stderr);
  return state.good;
}

}  // namespace onepot
