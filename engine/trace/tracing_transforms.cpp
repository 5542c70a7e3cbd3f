// The transformations of Tracing: jvp, vjp, linearize, vmap.
#include "engine/trace/batch_level.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/jvp_level.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/rule_context.h"
#include "engine/trace/tape.h"
#include "engine/trace/tracing_state.h"

namespace onepot {

JvpResult Tracing::jvp(const FlatFunction& function, std::span<const Value> primals, std::span<const Value> tangents) {
  JvpLevel level(*m_state, m_state->current, false);
  std::vector<Value> values, results;
  for (size_t i = 0; i < primals.size(); ++i) values.push_back(level.join(primals[i], tangents[i]));
  {
    LevelScope scope(*m_state, &level);
    NameScope name(*m_state, NameScope::kTransform, "jvp");
    results = function(values);
  }
  JvpResult done;
  for (const Value& result : results) {
    auto [primal, tangent] = level.split(result);
    done.primals.push_back(std::move(primal));
    done.tangents.push_back(std::move(tangent));
  }
  return done;
}

namespace {

/// One forward run with its tape; what does not depend on the inputs was done on the level below.
struct Recorded {
  std::vector<Value> results, tangents, inputs;  // inputs: null where nothing is differentiated
  std::shared_ptr<Tape> tape;
};

Recorded recordLinear(TraceState& state, const FlatFunction& function, std::span<const Value> primals) {
  LinearLevel linear(state, state.current);
  JvpLevel level(state, &linear, true);
  Recorded recorded;
  std::vector<Value> values, results;
  for (const Value& primal : primals) {
    bool differentiates = differentiable(primal->aval().shape.type());
    recorded.inputs.push_back(differentiates ? linear.input({primal->aval().shape, false}) : nullptr);
    values.push_back(level.join(primal, recorded.inputs.back()));
  }
  {
    LevelScope scope(state, &level);
    NameScope name(state, NameScope::kTransform, "jvp");
    results = function(values);
  }
  for (const Value& result : results) {
    auto [primal, tangent] = level.split(result);
    recorded.results.push_back(std::move(primal));
    recorded.tangents.push_back(std::move(tangent));
  }
  recorded.tape = linear.tape();
  return recorded;
}

}  // namespace

Tracing::Vjp Tracing::vjp(const FlatFunction& function, std::span<const Value> primals) {
  auto recorded = std::make_shared<Recorded>(recordLinear(*m_state, function, primals));
  Vjp done;
  done.results = recorded->results;
  done.pullback = [state = m_state.get(), recorded](std::span<const Value> cotangents) {
    NameScope name(*state, NameScope::kTransform, "transpose");
    return transposeTape(*state, *recorded->tape, recorded->tangents, cotangents, recorded->inputs);
  };
  return done;
}

Tracing::Linearized Tracing::linearize(const FlatFunction& function, std::span<const Value> primals) {
  Recorded recorded = recordLinear(*m_state, function, primals);
  for (const TapeEntry& entry : recorded.tape->entries)
    if (entry.rule != nullptr) throwTraceError("TypeError", {"trace.custom_vjp_forward", {}}, m_state->rangeNow());
  std::vector<Aval> avals;
  for (const Value& primal : primals) avals.push_back({primal->aval().shape, false});
  FlatFunction body = [&](std::span<const Value> tangents) {
    std::unordered_map<int64_t, Value> values;
    for (size_t i = 0; i < tangents.size(); ++i)
      if (recorded.inputs[i] != nullptr) values[recorded.tape->slotOf(recorded.inputs[i])] = tangents[i];
    std::vector<Value> results =
        replayTape(*m_state, *recorded.tape, recorded.tangents, std::move(values), [](const Value& v) { return v; });
    for (size_t i = 0; i < results.size(); ++i)
      results[i] = instantiated(*m_state, results[i], recorded.results[i]->aval().shape);
    return results;
  };
  return {recorded.results, recordFunction(*m_state, "linear", avals, body)};
}

std::vector<Value> Tracing::vmap(const FlatFunction& function, std::span<const Value> arguments,
                                 std::span<const std::optional<int64_t>> inAxes,
                                 std::span<const std::optional<int64_t>> outAxes, int64_t size,
                                 const std::string& axisName) {
  BatchLevel level(*m_state, m_state->current, size, axisName);
  std::vector<Value> values, results, done;
  for (size_t i = 0; i < arguments.size(); ++i) values.push_back(level.join(arguments[i], inAxes[i]));
  {
    LevelScope scope(*m_state, &level);
    NameScope name(*m_state, NameScope::kTransform, "vmap");
    results = function(values);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    std::optional<int64_t> axis = outAxes.size() == 1 ? outAxes[0] : outAxes[i];
    auto [value, dimension] = level.split(results[i]);
    if (axis) {
      int64_t rank = results[i]->aval().shape.rank() + 1;
      done.push_back(level.placedAt(results[i], *axis < 0 ? *axis + rank : *axis));
    } else {
      if (dimension) throwTraceError("ValueError", {"trace.batched_result", {std::to_string(i)}}, m_state->rangeNow());
      done.push_back(value);
    }
  }
  return done;
}

}  // namespace onepot
