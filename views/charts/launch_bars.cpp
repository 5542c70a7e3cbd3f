#include "views/charts/launch_bars.h"

#include "engine/analysis/node_kind.h"
#include "views/instruction_kind.h"

namespace onepot {

namespace {

/// A fused kernel is grey, as its cluster in the graph; every other launch has its operation's colour.
Kind kindOfLaunch(const Launch& launch, const Instruction* instruction) {
  if (instruction) return kindOf(*instruction);
  const auto opcode = opcodeByName(launch.opcode.empty() ? launch.name : launch.opcode);
  return opcode ? static_cast<Kind>(kindOfOpcode(*opcode)) : Kind::Free;
}

LaunchBar barOf(const Launch& launch) {
  LaunchBar bar;
  bar.name = barName(launch.name);
  bar.start = launch.start;
  bar.end = launch.end;
  bar.read = launch.bytesRead;
  bar.written = launch.bytesWritten;
  bar.instruction = launch.instruction;
  bar.source = launch.source;
  bar.work = launch.work;
  return bar;
}

}  // namespace

QString barName(const std::string& name) {
  const QString text = QString::fromStdString(name);
  return text.startsWith(QLatin1String("traced-")) ? text.mid(7) : text;
}

std::unordered_map<InstructionId, const Instruction*> instructionsOf(const Stage& stage) {
  std::unordered_map<InstructionId, const Instruction*> all;
  if (!stage.module) return all;
  for (const auto& computation : stage.module->computations()) {
    for (const auto& instruction : computation->instructions()) all.emplace(instruction->id(), instruction.get());
  }
  return all;
}

std::unordered_map<InstructionId, const Kernel*> kernelsOf(const Compilation& compilation) {
  std::unordered_map<InstructionId, const Kernel*> all;
  if (compilation.stages.empty()) return all;
  const auto last = instructionsOf(compilation.stages.back());
  for (const Kernel& kernel : compilation.kernels) {
    all[kernel.instruction] = &kernel;
    for (InstructionId member : kernel.members) {
      all[member] = &kernel;
      const auto found = last.find(member);
      if (found == last.end()) continue;
      for (InstructionId origin : found->second->origins()) all.emplace(origin, &kernel);
    }
  }
  return all;
}

std::vector<LaunchBar> eagerBars(const Compilation& compilation, const Run& run) {
  std::vector<LaunchBar> bars;
  const auto traced =
      compilation.stages.empty() ? decltype(instructionsOf(Stage()))() : instructionsOf(compilation.stages.front());
  const auto kernels = kernelsOf(compilation);
  for (const Launch& launch : run.eager.launches) {
    LaunchBar bar = barOf(launch);
    const auto found = traced.find(launch.instruction);
    const Instruction* instruction = found == traced.end() ? nullptr : found->second;
    bar.kind = kindOfLaunch(launch, instruction);
    if (instruction && !bar.source.known()) bar.source = instruction->source();
    if (const auto kernel = kernels.find(launch.instruction); kernel != kernels.end())
      bar.inJit = QString::fromStdString(kernel->second->name);
    if (launch.instruction != 0)
      bar.ref = Ref::launch(compilation.id, launch.instruction);
    else if (bar.source.known())
      bar.ref = Ref::source(bar.source);
    bars.push_back(std::move(bar));
  }
  return bars;
}

std::vector<LaunchBar> jitBars(const Compilation& compilation, const Run& run) {
  std::vector<LaunchBar> bars;
  const auto last =
      compilation.stages.empty() ? decltype(instructionsOf(Stage()))() : instructionsOf(compilation.stages.back());
  for (const Launch& launch : run.jit.launches) {
    LaunchBar bar = barOf(launch);
    const auto found = last.find(launch.instruction);
    const Instruction* instruction = found == last.end() ? nullptr : found->second;
    bar.kind = kindOfLaunch(launch, instruction);
    if (instruction) bar.source = instruction->source();
    if (launch.instruction != 0) bar.ref = Ref::kernel(compilation.id, launch.instruction);
    bars.push_back(std::move(bar));
  }
  return bars;
}

}  // namespace onepot
