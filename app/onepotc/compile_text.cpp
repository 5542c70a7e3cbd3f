#include "app/onepotc/compile_text.h"

#include "engine/ir/hlo_parser.h"

namespace onepot {

namespace {

bool report(const Diagnostics& diagnostics, EventSink& sink) {
  for (const Diagnostic& diagnostic : diagnostics) sink.diagnostic(diagnostic);
  return false;
}

}  // namespace

bool compileText(const std::string& text, const std::string& name, Device& device, const CompileOptions& options,
                 EventSink& sink) {
  auto module = parseHlo(text, {name});
  if (!module) return report(module.error(), sink);
  auto compilation = std::make_shared<Compilation>();
  compilation->id = 1;
  compilation->function = (*module)->name();
  compilation->device = device.name();
  for (const Instruction* parameter : (*module)->entry()->parameters())
    compilation->arguments.push_back({parameter->name(), parameter->shape(), false});
  auto compiled = compile(std::move(*module), compilation, device, options, sink);
  return compiled ? true : report(compiled.error(), sink);
}

}  // namespace onepot
