#include "app/onepotc/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/onepotc/text_table.h"
#include "engine/base/quantity.h"

namespace onepot {

namespace {

constexpr size_t kMostDecisions = 40;

std::string heading(const std::string& text, bool colored) { return colored ? "\x1b[1m" + text + "\x1b[0m\n" : text + "\n"; }

const char* mark(StageState state) {
  switch (state) {
    case StageState::Changed: return "◆";
    case StageState::NoEffect: return "○";
    case StageState::NotApplicable: return "–";
    case StageState::Disabled: return "×";
    case StageState::End: return "□";
  }
  return " ";
}

std::string passes(const Compilation& compilation, bool colored) {
  TextTable table({"", ">#", "pass", ">operations", ">kernels", ">bytes", ">time", "what"});
  for (const Stage& stage : compilation.stages)
    table.add({mark(stage.state), std::to_string(stage.number), stage.name, countText(stage.statistics.instructions),
               countText(stage.statistics.kernels), bytesText(stage.statistics.bytes), timeText(stage.milliseconds / 1e3),
               stage.note.text()});
  return table.text(colored);
}

std::string decisions(const Compilation& compilation, bool colored) {
  if (compilation.decisions.empty()) return "  No edge between two operations could be fused.\n";
  TextTable table({">#", "producer → consumer", "verdict", ">saves", "reason"});
  for (const FusionDecision& decision : compilation.decisions) {
    if (static_cast<size_t>(decision.id) > kMostDecisions) break;
    table.add({std::to_string(decision.id), decision.producerName + " → " + decision.consumerName,
               decision.forced ? "forced" : decision.fused ? "fused" : "refused",
               bytesText(decision.bytesApart - decision.bytesFused), decision.reason.text()});
  }
  std::string text = table.text(colored);
  if (compilation.decisions.size() > kMostDecisions)
    text += fmt::format("  … and {} more\n", compilation.decisions.size() - kMostDecisions);
  return text;
}

std::string kernels(const Compilation& compilation, bool colored) {
  TextTable table({"kernel", "how", ">operations", ">reads", ">writes", ">flops", ">predicted", ">lanes"});
  for (const Kernel& kernel : compilation.kernels)
    table.add({kernel.name, kernel.implementation, std::to_string(kernel.members.size()), bytesText(kernel.bytesRead),
               bytesText(kernel.bytesWritten), countText(kernel.flops), timeText(kernel.predictedSeconds),
               kernel.vectorWidth > 0 ? std::to_string(kernel.vectorWidth) : "–"});
  return table.text(colored);
}

std::string compileTimes(const CompileTimes& times) {
  return fmt::format("  trace {}, passes {}, codegen {} (IR {}, LLVM {}, object {})\n", timeText(times.traceMs / 1e3),
                     timeText((times.lowerMs + times.passesMs) / 1e3), timeText(times.codegenMs / 1e3),
                     timeText(times.llvmIrMs / 1e3), timeText(times.llvmOptimizeMs / 1e3), timeText(times.objectMs / 1e3));
}

std::string payOff(const Run& run, double compileMs) {
  double gain = run.eager.median() - run.jit.median();
  if (gain <= 0) return "compiling never pays off at this size";
  return fmt::format("pays off from call {}", static_cast<int64_t>(compileMs / gain) + 1);
}

std::string runs(const Compilation& compilation, bool colored) {
  TextTable table({"device", ">eager", ">jit", ">speed-up", ">benefit", ">distance", "first call"});
  for (const Run& run : compilation.runs) {
    double eager = run.eager.median(), jit = run.jit.median();
    table.add({run.device, timeText(eager / 1e3), timeText(jit / 1e3), jit > 0 ? fmt::format("{:.2f}×", eager / jit) : "–",
               eager > 0 ? fmt::format("{:.0f} %", 100 * (eager - jit) / eager) : "–",
               run.ulp ? fmt::format("{:g} ulp", *run.ulp) : "–", payOff(run, compilation.times.totalMs())});
  }
  return table.text(colored);
}

std::string traffic(const Compilation& compilation) {
  return fmt::format("  memory traffic: eager {}, jit {}, ideal {}; buffers: peak {}, arena {}\n",
                     bytesText(compilation.bytesEager), bytesText(compilation.bytesJit), bytesText(compilation.bytesIdeal),
                     bytesText(compilation.buffers.peakBytes), bytesText(compilation.buffers.arenaBytes));
}

}  // namespace

std::string reportOf(const Compilation& compilation, bool colored) {
  std::string text = heading(fmt::format("{} {}", compilation.function, compilation.signature), colored);
  text += compileTimes(compilation.times) + traffic(compilation);
  text += heading("Passes", colored) + passes(compilation, colored);
  text += heading("Fusion decisions", colored) + decisions(compilation, colored);
  if (!compilation.kernels.empty()) text += heading("Kernels", colored) + kernels(compilation, colored);
  if (!compilation.runs.empty()) text += heading("Eager beside jit", colored) + runs(compilation, colored);
  return text;
}

std::string reportOf(const Capture& capture, bool colored) {
  std::string text;
  for (const auto& compilation : capture.compilations) text += reportOf(*compilation, colored) + "\n";
  if (capture.compilations.empty()) text += "Nothing was compiled.\n";
  for (const CacheMiss& miss : capture.cacheMisses)
    text += fmt::format("cache miss of {} at {}: {}\n", miss.function, miss.at.text(), miss.because.text());
  for (const Diagnostic& diagnostic : capture.diagnostics) text += diagnostic.render() + "\n";
  return text;
}

}  // namespace onepot
