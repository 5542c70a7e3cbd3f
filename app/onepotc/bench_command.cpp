// onepotc bench: eager beside jit for each function that a program jits.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "app/onepotc/command.h"
#include "app/onepotc/common_options.h"
#include "app/onepotc/devices.h"
#include "app/onepotc/limited_work.h"
#include "app/onepotc/output_tap.h"
#include "app/onepotc/recording.h"
#include "app/onepotc/resources.h"
#include "app/onepotc/text_table.h"
#include "engine/base/quantity.h"
#include "engine/python/python_session.h"

namespace onepot {

namespace {

struct BenchOptions {
  CommonOptions common;
  std::string file;
  std::vector<std::string> devices;
  int latency = 0;
  bool explain = false;
};

std::optional<int> parse(BenchOptions& bench, std::vector<std::string> arguments) {
  CLI::App app("Time eager beside jit for each function the program jits.", "onepotc bench");
  bench.common.addTo(app);
  app.add_option("FILE", bench.file, "the program")->required()->check(CLI::ExistingFile);
  app.add_option("--devices", bench.devices, "one after the other")->delimiter(',')->type_name("a,b,…");
  app.add_option("--latency", bench.latency, "time N calls and print P50, P95, P99")->type_name("N");
  app.add_flag("--explain", bench.explain, "also print passes, fusion decisions and kernels");
  return parseCommandLine(app, std::move(arguments));
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return NAN;
  std::ranges::sort(values);
  auto index = static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  return values[index];
}

std::vector<std::string> row(const BenchOptions& bench, const JittedCall& call, const Run& run) {
  double eager = run.eager.median(), jit = run.jit.median();
  std::vector<std::string> cells = {call.function + call.compilation->signature,
                                    run.device,
                                    timeText(call.compilation->times.totalMs() / 1e3),
                                    timeText(eager / 1e3),
                                    timeText(jit / 1e3),
                                    jit > 0 ? fmt::format("{:.2f}×", eager / jit) : "–",
                                    bytesText(run.bytesEager),
                                    bytesText(run.bytesJit)};
  if (bench.latency > 0)
    for (double share : {0.50, 0.95, 0.99}) cells.push_back(timeText(percentile(run.jit.milliseconds, share) / 1e3));
  return cells;
}

/// The session that runs, for the watchdog.
struct Running {
  std::mutex mutex;
  PythonSession* session = nullptr;
  void set(PythonSession* one) {
    std::lock_guard lock(mutex);
    session = one;
  }
  void cancel() {
    std::lock_guard lock(mutex);
    if (session != nullptr) session->cancel();
  }
};

int benchOn(const BenchOptions& bench, const std::string& deviceName, Recording& recording, TextTable& table,
            const LimitState& limit, Running& running) {
  auto devices = openDevices(deviceName);
  if (!devices) {
    std::fprintf(stderr, "onepotc: %s\n", devices.error().front().render().c_str());
    return kWrongCommandLine;
  }
  PythonOptions options;
  options.devices = devices->all();
  options.resources = resourceFolder() / "python";
  options.compile.snapshots = bench.explain || bench.common.recording();
  PythonSession session(std::move(options));
  PythonOutcome outcome;
  running.set(&session);
  {
    OutputTap tap([&](int stream, std::string_view words) { recording.sink().output(stream, words); }, false);
    outcome = session.runFile(bench.file, {}, recording.sink());
    tap.drain();
  }
  running.set(nullptr);
  for (const Diagnostic& diagnostic : outcome.diagnostics) std::fprintf(stderr, "%s\n", diagnostic.render().c_str());
  if (outcome.outcome == "limit") return kLimitHit;
  if (outcome.outcome != "done") return outcome.outcome == "internal" ? kOurFault : kWrongInput;
  MeasureOptions measure;
  measure.rounds = bench.latency;
  for (const JittedCall& call : session.calls()) {
    if (limit.hit) break;
    auto run = session.measure(*call.compilation, measure, recording.sink());
    if (run)
      table.add(row(bench, call, *run));
    else
      std::fprintf(stderr, "%s: %s\n", call.function.c_str(), run.error().front().message.text().c_str());
  }
  return kDone;
}

}  // namespace

int benchCommand(std::vector<std::string> arguments) {
  BenchOptions bench;
  if (auto code = parse(bench, std::move(arguments))) return *code;
  if (bench.devices.empty()) bench.devices = {bench.common.device};
  if (bench.explain) bench.common.report = true;
  std::vector<std::string> headings = {"function", "device",    ">compile",     ">eager",
                                       ">jit",     ">speed-up", ">eager moves", ">jit moves"};
  if (bench.latency > 0) headings.insert(headings.end(), {">P50", ">P95", ">P99"});
  TextTable table(headings);
  Recording recording(bench.common, bench.file, readInput(bench.file).value_or(""));
  LimitState limit;
  Running running;
  int code = underLimits(
      bench.common, limit, [&] { running.cancel(); },
      [&] {
        for (const std::string& device : bench.devices)
          if (int code = benchOn(bench, device, recording, table, limit, running); code != kDone) return code;
        return int{kDone};
      });
  limit.hit = code == kLimitHit;
  if (code != kDone) return recording.finish(limit.outcome(code), code), code;
  std::fputs(table.empty() ? "The program jitted nothing.\n" : table.text(false).c_str(), stdout);
  return recording.finish("done", kDone) ? kDone : kWrongInput;
}

}  // namespace onepot
