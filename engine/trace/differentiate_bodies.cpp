// Forward derivatives of operations with bodies; under a linearising level they split into a primal and a linear
// operation.
#include <algorithm>

#include "engine/trace/bodies.h"
#include "engine/trace/custom_rule.h"
#include "engine/trace/differentiate_loops.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/jvp_level.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/rule_context.h"
#include "engine/trace/transformed_bodies.h"

namespace onepot {

Mask nonzeroOf(std::span<const Value> tangents) {
  Mask mask;
  for (const Value& tangent : tangents) mask.push_back(tangent != nullptr);
  return mask;
}

void appendNonzero(std::vector<Value>& to, std::span<const Value> values) {
  std::ranges::copy_if(values, std::back_inserter(to), [](const Value& value) { return value != nullptr; });
}

Differentiated splitTangents(std::vector<Value> all, const Mask& nonzero) {
  Differentiated done;
  size_t next = nonzero.size();
  for (bool one : nonzero) done.tangents.push_back(one ? all[next++] : nullptr);
  all.resize(nonzero.size());
  done.results = std::move(all);
  return done;
}

std::shared_ptr<const CustomRule> customRuleOf(const Operation& operation, const TraceState& state) {
  auto found = state.rules.find(std::get<CallAttributes>(operation.attributes).rule);
  ensure(found != state.rules.end(), "a custom derivative is known while its operations are");
  auto rule = found->second.lock();
  ensure(rule != nullptr, "a custom derivative lives as long as its operations");
  return rule;
}

namespace {

Differentiated differentiateCall(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  const JvpBody& body = jvpOfBody(state, operation.functions[0], nonzeroOf(tangents), {});
  std::vector<Value> operands(operation.operands.begin(), operation.operands.end());
  appendNonzero(operands, tangents);
  return splitTangents(bindBody(state, operation, body.function, operands), body.resultNonzero);
}

Differentiated linearizeCall(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  const TracedFunctionPtr& function = operation.functions[0];
  const LinearizedBody& body =
      linearizeBody(state, function, nonzeroOf(tangents), {}, Mask(operation.operands.size(), true));
  Differentiated done;
  done.results = bindBody(state, operation, body.primal, operation.operands);
  std::vector<Value> operands;
  size_t next = function->results.size();
  for (const auto& argument : body.residuals)
    operands.push_back(argument ? operation.operands[*argument] : done.results[next++]);
  done.results.resize(function->results.size());
  done.tangents.assign(done.results.size(), nullptr);
  if (countOf(body.resultNonzero) == 0) return done;
  appendNonzero(operands, tangents);
  std::vector<Value> given = bindBody(state, operation, body.linear, operands);
  next = 0;
  for (size_t i = 0; i < done.tangents.size(); ++i)
    if (body.resultNonzero[i]) done.tangents[i] = given[next++];
  return done;
}

/// The rule takes primals and tangents (zeros in full) and gives results and tangents.
Differentiated differentiateCustomJvp(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  std::vector<Value> arguments(operation.operands.begin(), operation.operands.end());
  for (size_t i = 0; i < tangents.size(); ++i) {
    const Shape& shape = operation.operands[i]->aval().shape;
    arguments.push_back(tangents[i] == nullptr && differentiable(shape.type()) ? zerosOf(state, shape) : tangents[i]);
  }
  std::vector<Value> all = customRuleOf(operation, state)->jvp(arguments);
  auto half = static_cast<ptrdiff_t>(operation.functions[0]->results.size());
  return {{all.begin(), all.begin() + half}, {all.begin() + half, all.end()}};
}

/// A body that only says what an operation gives: its values come from a transposition.
TracedFunctionPtr placeholder(TraceState& state, const std::string& name, std::span<const Value> operands,
                              std::span<const Value> results) {
  std::vector<Aval> avals;
  for (const Value& operand : operands) avals.push_back(operand->aval());
  return recordFunction(state, name, avals, [&](std::span<const Value>) {
    std::vector<Value> zeros;
    for (const Value& result : results) zeros.push_back(zerosOf(state, result->aval().shape));
    return zeros;
  });
}

Differentiated differentiateCustomVjp(const Operation& operation, std::span<const Value> tangents, bool linearizes,
                                      TraceState& state) {
  if (!linearizes) throwTraceError("TypeError", {"trace.custom_vjp_forward", {}}, state.rangeNow());
  auto rule = customRuleOf(operation, state);
  std::vector<Value> all = rule->forward(operation.operands);
  auto count = static_cast<ptrdiff_t>(operation.functions[0]->results.size());
  Differentiated done{{all.begin(), all.begin() + count}, {}};
  // Residuals, then all tangents: the backward function gives a cotangent for every argument.
  std::vector<Value> operands(all.begin() + count, all.end());
  for (size_t i = 0; i < tangents.size(); ++i)
    operands.push_back(instantiated(state, tangents[i], operation.operands[i]->aval().shape));
  TracedFunctionPtr body = placeholder(state, operation.functions[0]->name, operands, done.results);
  CallAttributes attributes{operation.functions[0]->name, rule->id, true};
  done.tangents = state.bind(Opcode::CustomVjpCall, operands, attributes, {&body, 1});
  return done;
}

}  // namespace

Differentiated differentiateBodies(const Operation& operation, std::span<const Value> tangents, bool linearizes,
                                   TraceState& state) {
  switch (operation.opcode) {
    case Opcode::CustomJvpCall: return differentiateCustomJvp(operation, tangents, state);
    case Opcode::CustomVjpCall: return differentiateCustomVjp(operation, tangents, linearizes, state);
    case Opcode::Scan:
      return linearizes ? linearizeScan(operation, tangents, state) : differentiateScan(operation, tangents, state);
    case Opcode::WhileLoop:
      if (linearizes) throwTraceError("ValueError", {"trace.while_reverse", {}}, state.rangeNow());
      return differentiateWhile(operation, tangents, state);
    case Opcode::Cond:
      return linearizes ? linearizeCond(operation, tangents, state) : differentiateCond(operation, tangents, state);
    default:
      return linearizes ? linearizeCall(operation, tangents, state) : differentiateCall(operation, tangents, state);
  }
}

}  // namespace onepot
