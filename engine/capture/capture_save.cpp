#include "engine/capture/capture_save.h"

#include <nlohmann/json.hpp>

#include "engine/capture/capture_file.h"
#include "engine/capture/capture_recorder.h"

namespace onepot {

namespace {

const char* outcomeWord(Outcome outcome) {
  switch (outcome) {
    case Outcome::Done: return "done";
    case Outcome::Failed: return "failed";
    case Outcome::Limit: return "limit";
    case Outcome::Internal: return "internal";
    case Outcome::Cancelled: return "cancelled";
    case Outcome::Unknown:
    case Outcome::Running: break;
  }
  return "cancelled";  // it had not ended when it was saved
}

void writeCompilation(CaptureRecorder& recorder, const Compilation& compilation) {
  recorder.traced(compilation);
  for (const Stage& stage : compilation.stages) recorder.stageDone(compilation, stage);
  recorder.compiled(compilation);
  for (const Run& run : compilation.runs) recorder.ran(compilation, run);
}

}  // namespace

Result<void> saveCapture(const Capture& capture, const std::filesystem::path& path) {
  auto writer = CaptureWriter::open(path);
  if (!writer) return std::unexpected(writer.error());
  CaptureRecorder recorder([&](const nlohmann::json& event) { (*writer)->write(event); });
  recorder.header(capture.device, capture.python);
  recorder.devices(capture.devices);
  recorder.program(capture.programName, capture.programText);
  for (const auto& compilation : capture.compilations) writeCompilation(recorder, *compilation);
  for (const CacheMiss& miss : capture.cacheMisses) recorder.cacheMiss(miss);
  for (const OutputChunk& chunk : capture.output) recorder.output(chunk.stream, chunk.text);
  for (const Diagnostic& diagnostic : capture.diagnostics) recorder.diagnostic(diagnostic);
  recorder.done(outcomeWord(capture.outcome), capture.exitCode);
  if ((*writer)->close()) return {};
  return std::unexpected(
      Diagnostics{Diagnostic::error(Message::verbatim(path.string() + " could not be written to its end"))});
}

}  // namespace onepot
