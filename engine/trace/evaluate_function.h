// Runs the body of a traced function, operation by operation, on whatever level is current.
#pragma once

#include "engine/trace/trace_level.h"

namespace onepot {

/// The entry computation with names resolved to slots: made once, walked often.
struct FlatStep {
  const Instruction* instruction = nullptr;
  std::vector<int> operands;
  std::vector<TracedFunctionPtr> functions;
  std::optional<Shape> written;
  std::vector<int> results;
  std::vector<int> releases;  // slots that no later step reads
  const std::vector<SourceRange>* source = nullptr;
};
struct FlatProgram {
  size_t slots = 0;
  std::vector<int> parameters;  // slots by parameter number
  std::vector<std::pair<int, Value>> literals;
  std::vector<FlatStep> steps;
  std::vector<int> results;
};

const FlatProgram& flatProgram(const TracedFunction& function);

/// `arguments` are the consts, then the arguments.
std::vector<Value> evaluateFunction(TraceState& state, const TracedFunction& function,
                                    std::span<const Value> arguments);

/// The same function with its consts as leading arguments.
TracedFunctionPtr closedFunction(const TracedFunctionPtr& function);
/// Consts and arguments in one list.
std::vector<Value> withConsts(const TracedFunction& function, std::span<const Value> arguments);

/// Records `body` as a function of arguments with these avals.
TracedFunctionPtr recordFunction(TraceState& state, const std::string& name, std::span<const Aval> arguments,
                                 const FlatFunction& body, std::span<const std::string> argumentNames = {});

/// `name` as HLO writes it: "<lambda>" is "_lambda_".
std::string hloName(const std::string& name);

/// Copies the entry of `body` into `module`; what it calls must be placed there already. Its steps are added to `into`.
ComputationId placeBody(Module& module, const TracedFunction& body,
                        const std::unordered_map<const TracedFunction*, ComputationId>& placed, TracedFunction& into);

}  // namespace onepot
