// onepotc opt: HLO in, passes, HLO (or StableHLO, a graph, code) out.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/onepotc/command.h"
#include "app/onepotc/common_options.h"
#include "app/onepotc/devices.h"
#include "app/onepotc/emit.h"
#include "app/onepotc/limited_work.h"
#include "app/onepotc/recording.h"
#include "engine/ir/hlo_parser.h"
#include "engine/runtime/compiler.h"

namespace onepot {

namespace {

struct OptOptions {
  CommonOptions common;
  std::string file, until, emit = "hlo", out;
  std::vector<std::string> passes;
};

std::optional<int> parse(OptOptions& options, std::vector<std::string> arguments) {
  CLI::App app("Read HLO or StableHLO, run passes, write the result.", "onepotc opt");
  options.common.addTo(app);
  app.add_option("FILE", options.file, "HLO or StableHLO text; - for stdin")->required();
  app.add_option("--passes", options.passes, "run just these, in this order")->delimiter(',')->type_name("a,b,…");
  app.add_option("--until", options.until, "run the device's pipeline up to this pass")->type_name("PASS");
  app.add_option("--emit", options.emit)
      ->check(CLI::IsMember({"hlo", "stablehlo", "dot", "svg", "json", "llvm", "asm", "ptx"}));
  app.add_option("-o", options.out, "where to write; stdout otherwise")->type_name("OUT");
  return parseCommandLine(app, std::move(arguments));
}

int failed(const Diagnostics& diagnostics, const std::string& source, Recording& recording,
           const LimitState* limit = nullptr) {
  bool ours = false;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::fprintf(stderr, "%s\n", diagnostic.render(source).c_str());
    recording.sink().diagnostic(diagnostic);
    ours = ours || diagnostic.message.id == "compile.internal";
  }
  bool limited = limit != nullptr && limit->hit;
  int code = limited ? kLimitHit : ours ? kOurFault : kWrongInput;
  recording.finish(limited ? "limit" : ours ? "internal" : "failed", code);
  return code;
}

CompileOptions compileOptions(const OptOptions& options) {
  CompileOptions compile;
  compile.disabledPasses.insert(options.common.disable.begin(), options.common.disable.end());
  compile.onlyPasses = options.passes;
  compile.untilPass = options.until;
  compile.snapshots = options.common.recording() || options.emit == "json";
  compile.codegen.keepLlvmIr = options.emit == "llvm" || options.common.recording();
  compile.codegen.keepAssembly = options.emit == "asm" || options.common.recording();
  return compile;
}

bool needsCode(const OptOptions& options) {
  return options.emit == "llvm" || options.emit == "asm" || options.emit == "ptx";
}

int work(const OptOptions& options, const std::string& text, Recording& recording, const LimitState& limit) {
  auto devices = openDevices(options.common.device);
  if (!devices) return failed(devices.error(), {}, recording);
  auto module = parseHlo(text, {options.file});
  if (!module) return failed(module.error(), text, recording);

  auto compilation = std::make_shared<Compilation>();
  compilation->id = 1;
  compilation->function = (*module)->name();
  compilation->device = options.common.device;
  CompileOptions compile = compileOptions(options);
  compile.cancel = limit.cancel;
  Result<std::string> written = std::string();
  if (needsCode(options)) {
    auto compiled = onepot::compile(std::move(*module), compilation, *devices->chosen, compile, recording.sink());
    if (!compiled) return failed(compiled.error(), text, recording, &limit);
    written = emitCode(*compilation, options.emit);
  } else {
    auto optimized = optimize(std::move(*module), *compilation, devices->chosen->figures(), compile, recording.sink());
    if (!optimized) return failed(optimized.error(), text, recording, &limit);
    recording.sink().compiled(*compilation);
    written = emitModule(**optimized, *compilation, options.emit);
  }
  if (!written) return failed(written.error(), text, recording);
  if (!writeOutput(options.out, *written)) return kWrongInput;
  return recording.finish("done", kDone) ? kDone : kWrongInput;
}

}  // namespace

int optCommand(std::vector<std::string> arguments) {
  OptOptions options;
  if (auto code = parse(options, std::move(arguments))) return *code;
  auto text = readInput(options.file);
  if (!text) return kWrongInput;
  Recording recording(options.common, options.file, *text);
  LimitState limit;
  return underLimits(options.common, limit, [] {}, [&] { return work(options, *text, recording, limit); });
}

}  // namespace onepot
