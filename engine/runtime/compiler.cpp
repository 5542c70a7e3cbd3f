#include "engine/runtime/compiler.h"

#include <algorithm>
#include <chrono>

#include "engine/analysis/cost_model.h"
#include "engine/analysis/running_computations.h"
#include "engine/passes/pass_runner.h"
#include "engine/passes/pipelines.h"

namespace onepot {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::vector<std::string> passesFor(const DeviceFigures& figures, const PassOptions& options) {
  if (!options.onlyPasses.empty()) return options.onlyPasses;
  const Pipeline* pipeline = pipelineByName(figures.pipeline);
  ensure(pipeline != nullptr, "a device names a pipeline that is there");
  return {pipeline->passes.begin(), pipeline->passes.end()};
}

/// Every operation by itself: its operands from memory, its result to memory.
int64_t trafficOf(const Module& module) {
  int64_t bytes = 0;
  for (const Computation* computation : runningComputations(module))
    for (const auto& instruction : computation->instructions())
      if (isKernel(*instruction)) bytes += costOf(*instruction, module).bytes();
  return bytes;
}

int64_t inputsAndOutputs(const Module& module) {
  int64_t bytes = byteSize(module.entry()->root()->shape());
  for (const Instruction* parameter : module.entry()->parameters()) bytes += byteSize(parameter->shape());
  return bytes;
}

/// The first stage that is in the HLO dialect: what eager execution would run, operation by operation.
const Module* eagerModule(const std::vector<Stage>& stages) {
  for (const Stage& stage : stages)
    if (stage.module != nullptr && !stage.module->traced()) return stage.module.get();
  return nullptr;
}

void countTraffic(const Module& last, Compilation& compilation) {
  const Module* eager = eagerModule(compilation.stages);
  compilation.bytesEager = trafficOf(eager == nullptr ? last : *eager);
  compilation.bytesJit = trafficOf(last);
  compilation.bytesIdeal = inputsAndOutputs(last);
}

Diagnostic internalFault(const PassFault& fault) {
  return Diagnostic::error({"compile.internal", {std::to_string(fault.stage), fault.pass, fault.what()}});
}

/// Kernels as the passes know them, where the device has nothing to add.
std::vector<Kernel> plannedKernels(const Module& module, const DeviceFigures& figures) {
  std::vector<Kernel> kernels;
  for (const Computation* computation : runningComputations(module))
    for (const auto& instruction : computation->instructions()) {
      if (!isKernel(*instruction)) continue;
      Kernel kernel;
      kernel.name = instruction->name();
      kernel.instruction = instruction->id();
      kernels.push_back(std::move(kernel));
    }
  for (Kernel& kernel : kernels) kernel.threads = figures.threads;
  return kernels;
}

/// Fills in what the IR says about each kernel: members, traffic, work, predicted time.
void describeKernels(const Module& module, const DeviceFigures& figures, std::vector<Kernel>& kernels) {
  std::unordered_map<InstructionId, const Instruction*> byId;
  for (const Computation* computation : runningComputations(module))
    for (const auto& instruction : computation->instructions()) byId.emplace(instruction->id(), instruction.get());
  for (Kernel& kernel : kernels) {
    auto found = byId.find(kernel.instruction);
    if (found == byId.end()) continue;
    const Instruction& instruction = *found->second;
    OpCost cost = costOf(instruction, module);
    kernel.bytesRead = cost.bytesRead;
    kernel.bytesWritten = cost.bytesWritten;
    kernel.flops = cost.flops;
    kernel.transcendentals = cost.transcendentals;
    kernel.predictedSeconds = predictSeconds(cost, figures);
    if (!kernel.members.empty()) continue;
    kernel.members.push_back(instruction.id());
    if (instruction.opcode() != Opcode::Fusion) continue;
    for (const auto& inside : module.computation(instruction.called().front())->instructions())
      if (inside->opcode() != Opcode::Parameter) kernel.members.push_back(inside->id());
  }
}

/// Code generation as the last stage of the pipeline.
void addCodegenStage(Compilation& compilation, const std::string& pipeline, double milliseconds) {
  Stage stage;
  stage.number = static_cast<int>(compilation.stages.size());
  stage.pass = stage.name = "codegen";
  stage.pipeline = pipeline;
  stage.state = StageState::End;
  stage.milliseconds = milliseconds;
  stage.note = {"pass.kernels", {std::to_string(compilation.kernels.size())}};
  stage.statistics = compilation.stages.back().statistics;
  stage.module = compilation.stages.back().module;
  compilation.stages.push_back(std::move(stage));
}

Result<std::shared_ptr<Executable>> generate(const Compilation& compilation, Device& device,
                                             const CompileOptions& options) {
  try {
    auto made = device.compile(compilation.stages.back().module, compilation.buffers, options.codegen);
    if (!made) return failureOf(std::move(made));
    return std::shared_ptr<Executable>(std::move(*made));
  } catch (const InternalError& fault) {
    return fail(Message{"compile.internal", {std::to_string(compilation.stages.size()), "codegen", fault.what()}});
  }
}

}  // namespace

Result<std::unique_ptr<Module>> optimize(std::unique_ptr<Module> module, Compilation& compilation,
                                         const DeviceFigures& figures, const CompileOptions& options, EventSink& sink) {
  PassRunnerInput input{figures.pipeline, passesFor(figures, options), {}};
  input.stageDone = [&](const Stage& stage) {
    if (stage.number == 0) sink.traced(compilation);
    sink.stageDone(compilation, stage);
  };
  auto start = Clock::now();
  try {
    Result<PassResults> results = runPasses(*module, input, figures, options, compilation.stages);
    if (!results) return failureOf(std::move(results));
    compilation.decisions = std::move(results->decisions);
    compilation.buffers = std::move(results->buffers);
  } catch (const PassFault& fault) {
    compilation.diagnostics.push_back(internalFault(fault));
    return fail(internalFault(fault));
  }
  compilation.times.passesMs = millisecondsSince(start);
  for (const Stage& stage : compilation.stages)
    if (stage.pass == "lower-traced") compilation.times.lowerMs = stage.milliseconds;
  compilation.times.passesMs -= compilation.times.lowerMs;
  countTraffic(*module, compilation);
  compilation.kernels = plannedKernels(*module, figures);
  describeKernels(*module, figures, compilation.kernels);
  return module;
}

Result<CompiledFunction> compile(std::unique_ptr<Module> module, std::shared_ptr<Compilation> compilation,
                                 Device& device, const CompileOptions& options, EventSink& sink) {
  compilation->device = device.name();
  auto optimized = optimize(std::move(module), *compilation, device.figures(), options, sink);
  if (!optimized) return failureOf(std::move(optimized));
  auto start = Clock::now();
  auto executable = generate(*compilation, device, options);
  if (!executable) return failureOf(std::move(executable));
  compilation->times.codegenMs = millisecondsSince(start);
  compilation->times.llvmIrMs = (*executable)->irMs();
  compilation->times.llvmOptimizeMs = (*executable)->optimizeMs();
  compilation->times.objectMs = (*executable)->objectMs();
  if (!(*executable)->kernels().empty()) compilation->kernels = (*executable)->kernels();
  describeKernels(**optimized, device.figures(), compilation->kernels);
  addCodegenStage(*compilation, device.figures().pipeline, compilation->times.codegenMs);
  sink.stageDone(*compilation, compilation->stages.back());
  sink.compiled(*compilation);
  return CompiledFunction{std::move(compilation), std::move(*executable)};
}

}  // namespace onepot
