// onepotc run: a program as python3 would run it, with Onepot's jax.
#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/onepotc/command.h"
#include "app/onepotc/common_options.h"
#include "app/onepotc/devices.h"
#include "app/onepotc/limited_work.h"
#include "app/onepotc/output_tap.h"
#include "app/onepotc/recording.h"
#include "app/onepotc/resources.h"
#include "app/onepotc/watchdog.h"
#include "engine/ir/literal.h"
#include "engine/python/python_session.h"

namespace onepot {

namespace {

struct RunArguments {
  CommonOptions common;
  std::string file;
  std::vector<std::string> programArguments;
};

std::optional<int> parse(RunArguments& run, std::vector<std::string> arguments) {
  CLI::App app("Run a program as python3 would, with Onepot's jax.", "onepotc run");
  run.common.addTo(app);
  app.add_option("FILE", run.file, "the program; - for stdin")->required();
  app.prefix_command();
  app.positionals_at_end(false);
  if (auto code = parseCommandLine(app, std::move(arguments))) return code;
  run.programArguments = app.remaining();
  return std::nullopt;
}

PythonOptions pythonOptions(const CommonOptions& options, const DeviceSet& devices) {
  PythonOptions python;
  python.devices = devices.all();
  python.resources = resourceFolder() / "python";
  python.compile.disabledPasses.insert(options.disable.begin(), options.disable.end());
  python.compile.snapshots = options.recording();
  python.compile.verify = options.recording();
  python.compile.codegen.keepLlvmIr = python.compile.codegen.keepAssembly = options.recording();
  return python;
}

/// The functions that the program jitted, eager beside jit, on the inputs of their last calls.
void measureAll(PythonSession& session, EventSink& sink) {
  for (const JittedCall& call : session.calls()) {
    auto run = session.measure(*call.compilation, {}, sink);
    if (run) continue;
    for (const Diagnostic& diagnostic : run.error()) sink.diagnostic(diagnostic);
  }
}

/// `open` is the recording for as long as the program runs: what a program that does not stop leaves is written too.
int runRecorded(PythonSession& session, const RunArguments& run, const std::string& limit,
                std::atomic<Recording*>& open) {
  auto text = readInput(run.file);
  if (!text) return kWrongInput;
  Recording recording(run.common, run.file, *text);
  open = &recording;
  PythonOutcome outcome;
  {
    OutputTap tap([&](int stream, std::string_view words) { recording.sink().output(stream, words); }, true);
    outcome = run.file == "-" ? session.runText(*text, "<stdin>", ".", run.programArguments, recording.sink())
                              : session.runFile(run.file, run.programArguments, recording.sink());
    if (limit.empty() && outcome.outcome == "done" && (run.common.report || !run.common.json.empty()))
      measureAll(session, recording.sink());
    tap.drain();
  }
  open = nullptr;
  if (!limit.empty()) {
    outcome.outcome = "limit";
    recording.sink().diagnostic(Diagnostic::error(Message::verbatim(limit)));
  }
  recording.finish(outcome.outcome, outcome.exitCode);
  return outcome.exitCode;
}

}  // namespace

int runCommand(std::vector<std::string> arguments) {
  RunArguments run;
  if (auto code = parse(run, std::move(arguments))) return *code;
  auto limits = limitsOf(run.common);
  if (!limits) return kWrongCommandLine;
  if (run.file != "-" && !std::filesystem::exists(run.file)) {
    std::fprintf(stderr, "onepotc: there is no file %s\n", run.file.c_str());
    return kWrongCommandLine;
  }
  auto devices = openDevices(run.common.device);
  if (!devices) {
    std::fprintf(stderr, "onepotc: %s\n", devices.error().front().render().c_str());
    return kWrongCommandLine;
  }
  setAllocationLimit(limits->memoryBytes);
  raiseOomScore();
  std::string limit;
  std::atomic<Recording*> open = nullptr;
  PythonSession session(pythonOptions(run.common, *devices));
  Watchdog watchdog(
      *limits,
      [&](const std::string& reason) {
        limit = reason;
        std::fprintf(stderr, "onepotc: %s\n", reason.c_str());
        session.cancel();
      },
      [&] {
        if (Recording* recording = open) recording->finish("limit", kLimitHit);
        std::_Exit(kLimitHit);
      });
  if (run.common.recording()) return runRecorded(session, run, limit, open);
  EventSink nobody;
  if (run.file == "-") {
    auto text = readInput("-");
    return session.runText(*text, "<stdin>", ".", run.programArguments, nobody).exitCode;
  }
  return session.runFile(run.file, run.programArguments, nobody).exitCode;
}

}  // namespace onepot
