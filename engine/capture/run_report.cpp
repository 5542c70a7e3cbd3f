#include "engine/capture/run_report.h"

#include <set>

#include "engine/capture/event_fields.h"

namespace onepot {

namespace {

const char* name(Outcome outcome) {
  switch (outcome) {
    case Outcome::Done: return "done";
    case Outcome::Limit: return "limit";
    case Outcome::Internal: return "internal";
    case Outcome::Unknown:
    case Outcome::Running:
    case Outcome::Failed:
    case Outcome::Cancelled: return "failed";
  }
  return "failed";
}

Json rangeList(const SourceRange& range) {
  return Json::array({toJson(range.file), range.line, range.column, range.endLine, range.endColumn});
}

Json diagnosticObject(const Diagnostic& diagnostic) {
  static constexpr const char* kSeverity[] = {"note", "warning", "error"};
  Json object = {{"severity", kSeverity[static_cast<size_t>(diagnostic.severity)]},
                 {"message", encodeText(diagnostic.message.text())},
                 {"id", diagnostic.message.id},
                 {"type", diagnostic.errorType}};
  if (diagnostic.range.known()) object["source"] = rangeList(diagnostic.range);
  for (const Diagnostic& note : diagnostic.notes) object["notes"].push_back(diagnosticObject(note));
  if (diagnostic.fix) object["fix"] = {{"title", diagnostic.fix->title.text()}, {"replacement", encodeText(diagnostic.fix->replacement)}};
  return object;
}

Json stageObject(const Stage& stage) {
  return {{"pass", stage.name},
          {"pipeline", stage.pipeline},
          {"changed", stage.changed()},
          {"ms", stage.milliseconds},
          {"instructions", stage.statistics.instructions},
          {"fusions", stage.statistics.fusions},
          {"kernels", stage.statistics.kernels},
          {"bytes", stage.statistics.bytes},
          {"rewrites", stage.rewrites.size()}};
}

Json decisionObject(const FusionDecision& decision) {
  return {{"producer", decision.producerName},
          {"consumer", decision.consumerName},
          {"fused", decision.fused},
          {"forced", decision.forced},
          {"rule", decision.rule},
          {"reason", decision.reason.text()},
          {"saved_bytes", decision.bytesApart - decision.bytesFused},
          {"predicted_ms_apart", decision.secondsApart * 1e3},
          {"predicted_ms_fused", decision.secondsFused * 1e3}};
}

/// The source ranges of a kernel's instructions, each once, by the last stage that has a module.
Json sourcesOf(const Kernel& kernel, const Compilation& compilation) {
  std::set<SourceRange> ranges;
  std::set<InstructionId> members(kernel.members.begin(), kernel.members.end());
  members.insert(kernel.instruction);
  if (!compilation.stages.empty() && compilation.stages.back().module != nullptr)
    for (const auto& computation : compilation.stages.back().module->computations())
      for (const auto& instruction : computation->instructions())
        if (members.contains(instruction->id()) && instruction->source().known()) ranges.insert(instruction->source());
  Json list = Json::array();
  for (const SourceRange& range : ranges) list.push_back(rangeList(range));
  return list;
}

Json kernelObject(const Kernel& kernel, const Compilation& compilation) {
  return {{"name", kernel.name},
          {"implementation", kernel.implementation},
          {"instructions", kernel.members.size()},
          {"source", sourcesOf(kernel, compilation)},
          {"bytes_read", kernel.bytesRead},
          {"bytes_written", kernel.bytesWritten},
          {"flops", kernel.flops},
          {"transcendentals", kernel.transcendentals},
          {"predicted_ms", kernel.predictedSeconds * 1e3}};
}

Json runObject(const Run& run) {
  double kernels = 0;
  for (const Launch& launch : run.jit.launches) kernels += launch.end - launch.start;
  Json object = {{"device", run.device},
                 {"measured", run.measured},
                 {"jit_ms", toJson(run.jit.median())},
                 {"eager_ms", toJson(run.eager.median())},
                 {"kernels_ms", kernels},
                 {"first_call_ms", run.firstCallMs}};
  if (run.ulp) object["ulp"] = toJson(*run.ulp);
  return object;
}

Json bufferObject(const PlannedBuffer& buffer) {
  return {{"instruction", buffer.name}, {"offset", buffer.offset}, {"size", buffer.size}, {"from", buffer.from}, {"to", buffer.to}};
}

Json functionObject(const Compilation& compilation) {
  Json object = {{"name", compilation.function},
                 {"signature", compilation.signature},
                 {"trace_ms", compilation.times.traceMs},
                 {"compile_ms", compilation.times.totalMs()},
                 {"calls", compilation.calls},
                 {"bytes_eager", compilation.bytesEager},
                 {"bytes_jit", compilation.bytesJit},
                 {"bytes_ideal", compilation.bytesIdeal},
                 {"peak_bytes", compilation.buffers.peakBytes}};
  for (const char* list : {"stages", "fusion_decisions", "kernels", "runs", "buffers"}) object[list] = Json::array();
  for (const Stage& stage : compilation.stages) object["stages"].push_back(stageObject(stage));
  for (const FusionDecision& decision : compilation.decisions) object["fusion_decisions"].push_back(decisionObject(decision));
  for (const Kernel& kernel : compilation.kernels) object["kernels"].push_back(kernelObject(kernel, compilation));
  for (const Run& run : compilation.runs) object["runs"].push_back(runObject(run));
  for (const PlannedBuffer& buffer : compilation.buffers.buffers) object["buffers"].push_back(bufferObject(buffer));
  return object;
}

}  // namespace

Json runReport(const Capture& capture, const std::vector<std::string>& files) {
  Json report = {{"version", capture.version}, {"outcome", name(capture.outcome)}, {"files", files}};
  for (const char* list : {"diagnostics", "functions", "cache_misses"}) report[list] = Json::array();
  for (const Diagnostic& diagnostic : capture.diagnostics) report["diagnostics"].push_back(diagnosticObject(diagnostic));
  for (const auto& compilation : capture.compilations) report["functions"].push_back(functionObject(*compilation));
  for (const CacheMiss& miss : capture.cacheMisses)
    report["cache_misses"].push_back({{"function", miss.function}, {"line", miss.at.line}, {"because", miss.because.text()}});
  return report;
}

}  // namespace onepot
