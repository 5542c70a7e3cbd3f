#include "pass_testing.h"

#include "engine/passes/pipelines.h"

namespace onepot {

std::string PassOutcome::text() const {
  PrintOptions options;
  options.header = false;
  options.layouts = false;
  return print(*module, options);
}

const Instruction* PassOutcome::find(const std::string& name) const {
  for (const auto& instruction : module->entry()->instructions())
    if (instruction->name() == name) return instruction.get();
  return nullptr;
}

int PassOutcome::count(Opcode opcode) const {
  int count = 0;
  for (const auto& computation : module->computations())
    for (const auto& instruction : computation->instructions()) count += instruction->opcode() == opcode;
  return count;
}

const FusionDecision* PassOutcome::decision(const std::string& producer, const std::string& consumer) const {
  for (const FusionDecision& decision : results.decisions)
    if (decision.producerName == producer && decision.consumerName == consumer) return &decision;
  return nullptr;
}

std::unique_ptr<Module> parsed(const std::string& text) {
  auto module = parseHlo(text);
  if (!module) FAIL(module.error().front().render(text));
  return std::move(*module);
}

PassOutcome runPassesOn(const std::string& text, std::vector<std::string> passes, const PassOptions& options) {
  PassOutcome outcome;
  outcome.module = parsed(text);
  DeviceFigures figures;
  auto results = runPasses(*outcome.module, {"cpu", std::move(passes), {}}, figures, options, outcome.stages);
  if (!results) FAIL(results.error().front().message.text());
  outcome.results = std::move(*results);
  Diagnostics faults = verify(*outcome.module);
  if (!faults.empty()) FAIL(faults.front().message.text());
  return outcome;
}

std::vector<std::string> cpuPasses() {
  const Pipeline* pipeline = pipelineByName("cpu");
  return {pipeline->passes.begin(), pipeline->passes.end()};
}

}  // namespace onepot
