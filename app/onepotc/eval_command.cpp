// onepotc eval: evaluates a module on given or random inputs, if asked after every pass.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/onepotc/command.h"
#include "app/onepotc/common_options.h"
#include "app/onepotc/devices.h"
#include "app/onepotc/evaluation_inputs.h"
#include "app/onepotc/limited_work.h"
#include "app/onepotc/recording.h"
#include "engine/analysis/ulp_distance.h"
#include "engine/ir/hlo_parser.h"
#include "engine/runtime/compiler.h"
#include "engine/runtime/evaluator.h"

namespace onepot {

namespace {

struct EvalOptions {
  CommonOptions common;
  std::string file;
  std::vector<std::string> inputs;
  std::optional<uint64_t> random;
  bool afterEachPass = false;
};

std::optional<int> parse(EvalOptions& options, std::vector<std::string> arguments) {
  CLI::App app("Evaluate HLO on given or random inputs.", "onepotc eval");
  options.common.device = "eval";
  options.common.addTo(app);
  app.add_option("FILE", options.file, "HLO text; - for stdin")->required();
  app.add_option("INPUT", options.inputs, "A.npy, or a literal such as \"f32[2] {1, 2}\"; one a parameter");
  app.add_option("--random", options.random, "fill the inputs that are not given from this seed")->type_name("SEED");
  app.add_flag("--after-each-pass", options.afterEachPass,
               "evaluate after every pass; name the first that moves the result");
  return parseCommandLine(app, std::move(arguments));
}

int failed(const Diagnostics& diagnostics, const std::string& source) {
  int code = kWrongInput;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::fprintf(stderr, "%s\n", diagnostic.render(source).c_str());
    if (diagnostic.message.id == "eval.memory") code = kLimitHit;
    if (diagnostic.message.id == "compile.internal") code = kOurFault;
  }
  return code;
}

/// The first pass whose module gives another result than the module as it was read.
int compareStages(const Compilation& compilation, const std::vector<Literal>& inputs, const Literal& expected,
                  const CancellationToken& cancel) {
  std::shared_ptr<const Module> last;
  for (const Stage& stage : compilation.stages) {
    if (stage.module == nullptr || stage.module == last) continue;
    last = stage.module;
    auto value = evaluateModule(*stage.module, inputs, cancel);
    if (!value) return failed(value.error(), {});
    double distance = ulpDistance(expected, *value).value_or(-1);
    std::fprintf(stderr, "  %-28s %s\n", stage.name.c_str(),
                 distance == 0 ? "same bits" : fmt::format("{:g} ulp", distance).c_str());
  }
  return kDone;
}

int work(EvalOptions& options, const std::string& text, Recording& recording, const CancellationToken& cancel) {
  auto devices = openDevices(options.common.device);
  if (!devices) return failed(devices.error(), {});
  auto module = parseHlo(text, {options.file});
  if (!module) return failed(module.error(), text);
  auto inputs = evaluationInputs(**module, options.inputs, options.random);
  if (!inputs) return failed(inputs.error(), {});
  auto reference = options.afterEachPass ? (*module)->clone() : nullptr;

  auto compilation = std::make_shared<Compilation>();
  compilation->id = 1;
  compilation->function = (*module)->name();
  CompileOptions compile;
  compile.cancel = cancel;
  compile.disabledPasses.insert(options.common.disable.begin(), options.common.disable.end());
  auto compiled = onepot::compile(std::move(*module), compilation, *devices->chosen, compile, recording.sink());
  if (!compiled) return failed(compiled.error(), text);
  std::vector<Array> arguments;
  for (const Literal& input : *inputs) arguments.emplace_back(devices->chosen, input);
  RunOptions run;
  run.cancel = cancel;
  auto results = compiled->executable->run(arguments, run);
  if (!results) return failed(results.error(), {});
  for (const Array& result : *results)
    std::printf("%s %s\n", result.shape.text(false).c_str(), result.literal().text(1000).c_str());
  if (!options.afterEachPass) return kDone;
  auto expected = evaluateModule(*reference, *inputs, cancel);
  return expected ? compareStages(*compilation, *inputs, *expected, cancel) : failed(expected.error(), {});
}

}  // namespace

int evalCommand(std::vector<std::string> arguments) {
  EvalOptions options;
  if (auto code = parse(options, std::move(arguments))) return *code;
  auto text = readInput(options.file);
  if (!text) return kWrongInput;
  Recording recording(options.common, options.file, *text);
  LimitState limit;
  int code = underLimits(options.common, limit, [] {}, [&] { return work(options, *text, recording, limit.cancel); });
  limit.hit = code == kLimitHit;
  return recording.finish(limit.outcome(code), code) ? code : kWrongInput;
}

}  // namespace onepot
