#include "engine/runtime/evaluator.h"

#include "engine/ops/interpreter.h"

namespace onepot {

Result<Literal> evaluateModule(const Module& module, std::vector<Literal> arguments, CancellationToken cancel) {
  ensure(module.entry() != nullptr, "a module that is evaluated has an entry");
  return Interpreter(module, std::move(cancel)).evaluate(*module.entry(), std::move(arguments));
}

Result<std::map<InstructionId, Literal>> instructionValues(const Module& module, std::vector<Literal> arguments,
                                                           const std::set<InstructionId>& wanted,
                                                           CancellationToken cancel) {
  ensure(module.entry() != nullptr, "a module that is evaluated has an entry");
  std::map<InstructionId, Literal> values;
  auto keep = [&](const Instruction& instruction, const Literal& value) {
    if (wanted.contains(instruction.id())) values.emplace(instruction.id(), value);
  };
  auto result = Interpreter(module, std::move(cancel), keep).evaluate(*module.entry(), std::move(arguments));
  if (!result) return failureOf(std::move(result));
  return values;
}

}  // namespace onepot
