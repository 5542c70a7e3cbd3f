#include "engine/trace/function_compilation.h"

#include "engine/trace/result_avals.h"

namespace onepot {

namespace {

/// Steps of called computations keep the line on which they print; what prints nowhere has −1.
void noteLines(std::vector<TraceStep>& steps, const JaxprText& jaxpr) {
  std::unordered_map<InstructionId, int> lineOf;
  for (size_t line = 0; line < jaxpr.lines.size(); ++line)
    if (jaxpr.lines[line] != 0) lineOf.try_emplace(jaxpr.lines[line], static_cast<int>(line));
  for (TraceStep& step : steps) {
    auto found = lineOf.find(step.instruction);
    step.jaxprLine = found == lineOf.end() ? -1 : found->second;
  }
}

}  // namespace

std::shared_ptr<Compilation> describeFunction(const TracedFunction& function,
                                              std::span<const std::string> argumentNames) {
  auto compilation = std::make_shared<Compilation>();
  compilation->function = function.name;
  compilation->signature = "(";
  for (size_t i = 0; i < function.arguments.size(); ++i) {
    const Aval& aval = function.arguments[i];
    std::string name = i < argumentNames.size() ? argumentNames[i] : std::string();
    compilation->arguments.push_back({std::move(name), aval.shape, aval.weakType});
    compilation->signature += (i == 0 ? "" : ", ") + aval.shape.jaxText();
  }
  compilation->signature += ")";
  JaxprText jaxpr = jaxprText(function);
  compilation->trace = function.steps;
  noteLines(compilation->trace, jaxpr);
  compilation->jaxpr = std::move(jaxpr.text);
  return compilation;
}

CompiledFunction compileTraced(const TracedFunction& function, Device& device, EventSink* sink,
                               const SourceRange& range) {
  EventSink silent;
  auto compilation = sink == nullptr ? std::make_shared<Compilation>() : describeFunction(function);
  auto compiled = compile(function.module->clone(), std::move(compilation), device, CompileOptions{},
                          sink == nullptr ? silent : *sink);
  if (!compiled) throwTraceError(compiled.error(), range);
  return std::move(*compiled);
}

}  // namespace onepot
