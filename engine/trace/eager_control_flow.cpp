#include "engine/trace/eager_control_flow.h"

#include <algorithm>

#include "engine/trace/derived_functions.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/function_compilation.h"
#include "engine/trace/result_avals.h"

namespace onepot {

namespace {

std::vector<Value> runExecutable(Executable& executable, std::span<const Value> operands, std::span<const Aval> results,
                                 TraceState& state, const RunOptions& options) {
  std::vector<Array> arguments;
  for (const Value& operand : operands) arguments.push_back(physicalArray(*concreteArray(operand)));
  auto arrays = executable.run(arguments, options);
  if (!arrays) throwTraceError(arrays.error(), state.rangeNow());
  std::vector<Value> values;
  for (size_t i = 0; i < results.size(); ++i)
    values.push_back(makeConcrete(logicalArray(std::move((*arrays)[i]), results[i])));
  return values;
}

std::vector<Value> runFunction(const TracedFunctionPtr& function, std::span<const Value> operands, TraceState& state,
                               const RunOptions& options) {
  if (state.jitDisabled) return evaluateFunction(state, *function, operands);
  CompiledFunction& compiled = function->derived->compiled[{state.device, {}}];
  if (compiled.executable == nullptr) compiled = compileTraced(*function, *state.device, state.sink, state.rangeNow());
  return runExecutable(*compiled.executable, operands, function->results, state, options);
}

/// A loop is compiled as a function of its operands that holds nothing else.
std::vector<Value> runLoop(const Operation& operation, const TracedFunctionPtr& owner, DerivationKey key,
                           TraceState& state, const RunOptions& options) {
  std::vector<Aval> results = resultAvals(operation, state);
  for (const Value& operand : operation.operands) key.push_back(operand->aval().weakType);
  CompiledFunction& compiled = owner->derived->compiled[{state.device, key}];
  if (compiled.executable == nullptr) {
    std::vector<Aval> avals;
    for (const Value& operand : operation.operands) avals.push_back(operand->aval());
    TracedFunctionPtr wrapper = recordFunction(state, owner->name, avals, [&](std::span<const Value> values) {
      return state.bind(operation.opcode, values, operation.attributes, operation.functions, operation.written);
    });
    compiled = compileTraced(*wrapper, *state.device, nullptr, state.rangeNow());
    owner->derived->held.insert(owner->derived->held.end(), operation.functions.begin(), operation.functions.end() - 1);
  }
  return runExecutable(*compiled.executable, operation.operands, results, state, options);
}

bool truthOf(const Value& value) { return concreteArray(value)->literal().intAt(0) != 0; }

std::vector<Value> walkWhile(const Operation& operation, TraceState& state) {
  const auto& loop = std::get<WhileAttributes>(operation.attributes);
  auto bodyStart = operation.operands.begin() + loop.condConsts;
  auto carryStart = bodyStart + loop.bodyConsts;
  std::vector<Value> carry(carryStart, operation.operands.end());
  auto with = [&](auto from, auto to) {
    std::vector<Value> all(from, to);
    all.insert(all.end(), carry.begin(), carry.end());
    return all;
  };
  while (truthOf(evaluateFunction(state, *operation.functions[0], with(operation.operands.begin(), bodyStart)).front()))
    carry = evaluateFunction(state, *operation.functions[1], with(bodyStart, carryStart));
  return carry;
}

Value elementAt(TraceState& state, const Value& stacked, int64_t index) {
  std::vector<int64_t> limits = stacked->aval().shape.dims();
  SliceAttributes slice{std::vector<int64_t>(limits.size(), 0), limits, std::vector<int64_t>(limits.size(), 1)};
  slice.starts[0] = index;
  slice.limits[0] = index + 1;
  return state.bind1(Opcode::Squeeze, {state.bind1(Opcode::Slice, {stacked}, slice)}, DimensionsAttributes{{0}});
}

Value stackOf(TraceState& state, const std::vector<Value>& elements) {
  std::vector<Value> rows;
  for (const Value& element : elements) {
    std::vector<int64_t> dims = element->aval().shape.dims();
    dims.insert(dims.begin(), 1);
    rows.push_back(state.bind1(Opcode::Reshape, {element}, {}, Shape(element->aval().shape.type(), dims)));
  }
  return state.bind(Opcode::Concatenate, rows, DimensionsAttributes{{0}}).front();
}

std::vector<Value> walkScan(const Operation& operation, TraceState& state) {
  const auto& scan = std::get<ScanAttributes>(operation.attributes);
  auto consts = operation.operands.first(static_cast<size_t>(scan.numConsts));
  auto first = operation.operands.subspan(consts.size(), static_cast<size_t>(scan.numCarry));
  auto stacked = operation.operands.subspan(consts.size() + first.size());
  std::vector<Value> carry(first.begin(), first.end());
  std::vector<std::vector<Value>> outputs(operation.functions[0]->results.size() - carry.size());
  for (auto& output : outputs) output.resize(static_cast<size_t>(scan.length));
  for (int64_t step = 0; step < scan.length; ++step) {
    int64_t at = scan.reverse ? scan.length - 1 - step : step;
    std::vector<Value> arguments(consts.begin(), consts.end());
    arguments.insert(arguments.end(), carry.begin(), carry.end());
    for (const Value& value : stacked) arguments.push_back(elementAt(state, value, at));
    std::vector<Value> results = evaluateFunction(state, *operation.functions[0], arguments);
    for (size_t i = 0; i < outputs.size(); ++i) outputs[i][static_cast<size_t>(at)] = results[carry.size() + i];
    results.resize(carry.size());
    carry = std::move(results);
  }
  for (const auto& output : outputs) carry.push_back(stackOf(state, output));
  return carry;
}

}  // namespace

std::vector<Value> runBodies(const Operation& operation, TraceState& state, const RunOptions& options) {
  switch (operation.opcode) {
    case Opcode::Jit: return runFunction(operation.functions[0], operation.operands, state, options);
    case Opcode::Cond: {
      int64_t last = static_cast<int64_t>(operation.functions.size()) - 1;
      int64_t index = std::clamp<int64_t>(concreteArray(operation.operands[0])->literal().intAt(0), 0, last);
      return runFunction(operation.functions[static_cast<size_t>(index)], operation.operands.subspan(1), state,
                         options);
    }
    case Opcode::Scan: {
      const auto& scan = std::get<ScanAttributes>(operation.attributes);
      if (state.jitDisabled && scan.length > 0) return walkScan(operation, state);
      return runLoop(operation, operation.functions[0],
                     {1, scan.length, scan.numConsts, scan.numCarry, scan.reverse, scan.unroll}, state, options);
    }
    case Opcode::WhileLoop: {
      if (state.jitDisabled) return walkWhile(operation, state);
      const auto& loop = std::get<WhileAttributes>(operation.attributes);
      return runLoop(operation, operation.functions[1],
                     {2, loop.condConsts, loop.bodyConsts, reinterpret_cast<int64_t>(operation.functions[0].get())},
                     state, options);
    }
    default: return evaluateFunction(state, *operation.functions[0], operation.operands);
  }
}

}  // namespace onepot
