#include "engine/trace/transformed_bodies.h"

#include <algorithm>

#include "engine/trace/batch_level.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/jvp_level.h"
#include "engine/trace/rule_context.h"
#include "engine/trace/tape.h"

namespace onepot {

namespace {

DerivationKey keyOf(std::initializer_list<const Mask*> masks, std::initializer_list<int64_t> numbers = {}) {
  DerivationKey key(numbers);
  for (const Mask* mask : masks) {
    key.push_back(static_cast<int64_t>(mask->size()));
    for (bool one : *mask) key.push_back(one);
  }
  return key;
}

bool at(const Mask& mask, size_t i) { return i < mask.size() && mask[i]; }

/// The avals of the arguments, then those of the tangents that are not zero.
std::vector<Aval> withTangents(const TracedFunction& function, const Mask& nonzero) {
  std::vector<Aval> avals = function.arguments;
  for (size_t i = 0; i < nonzero.size(); ++i)
    if (nonzero[i]) avals.push_back({function.arguments[i].shape, false});
  return avals;
}

}  // namespace

size_t countOf(const Mask& mask) { return static_cast<size_t>(std::ranges::count(mask, true)); }

const JvpBody& jvpOfBody(TraceState& state, const TracedFunctionPtr& function, const Mask& nonzero,
                         const Mask& forced) {
  JvpBody& kept = function->derived->jvp[keyOf({&nonzero, &forced})];
  if (kept.function != nullptr) return kept;
  JvpBody made;
  FlatFunction body = [&](std::span<const Value> values) {
    JvpLevel level(state, state.current, false);
    std::vector<Value> arguments, tangents;
    size_t next = function->arguments.size();
    for (size_t i = 0; i < function->arguments.size(); ++i)
      arguments.push_back(level.join(values[i], nonzero[i] ? values[next++] : nullptr));
    std::vector<Value> results;
    {
      LevelScope scope(state, &level);
      results = evaluateFunction(state, *function, arguments);
    }
    for (size_t i = 0; i < results.size(); ++i) {
      auto [primal, tangent] = level.split(results[i]);
      if (at(forced, i)) tangent = instantiated(state, tangent, primal->aval().shape);
      made.resultNonzero.push_back(tangent != nullptr);
      if (tangent != nullptr) tangents.push_back(tangent);
      results[i] = primal;
    }
    results.insert(results.end(), tangents.begin(), tangents.end());
    return results;
  };
  made.function = recordFunction(state, function->name, withTangents(*function, nonzero), body);
  return kept = std::move(made);
}

namespace {

/// Linearisation: the primal function is recorded while the tape is, then the tape is replayed as the linear function.
class BodyLinearizer {
 public:
  BodyLinearizer(TraceState& state, const TracedFunctionPtr& function, const Mask& nonzero, const Mask& forced,
                 const Mask& asResidual)
      : m_state(state), m_function(function), m_nonzero(nonzero), m_forced(forced), m_asResidual(asResidual) {}

  LinearizedBody make() {
    m_made.primal = recordFunction(m_state, m_function->name, m_function->arguments,
                                   [&](std::span<const Value> values) { return runPrimal(values); });
    std::vector<Aval> avals;
    for (const Value& residual : m_residuals) avals.push_back(residual->aval());
    for (size_t i = 0; i < m_nonzero.size(); ++i)
      if (m_nonzero[i]) avals.push_back({m_function->arguments[i].shape, false});
    m_made.linear = recordFunction(m_state, m_function->name, avals,
                                   [&](std::span<const Value> values) { return runLinear(values); });
    return std::move(m_made);
  }

 private:
  std::vector<Value> runPrimal(std::span<const Value> values) {
    LinearLevel linear(m_state, m_state.current);
    JvpLevel level(m_state, &linear, true);
    m_tape = linear.tape();
    std::vector<Value> arguments;
    for (size_t i = 0; i < values.size(); ++i) {
      Value tangent = m_nonzero[i] ? linear.input({values[i]->aval().shape, false}) : nullptr;
      if (tangent != nullptr) m_inputs.push_back(tangent);
      arguments.push_back(level.join(values[i], tangent));
    }
    std::vector<Value> results;
    {
      LevelScope scope(m_state, &level);
      results = evaluateFunction(m_state, *m_function, arguments);
    }
    for (size_t i = 0; i < results.size(); ++i) {
      auto [primal, tangent] = level.split(results[i]);
      bool nonzero = tangent != nullptr || at(m_forced, i);
      m_made.resultNonzero.push_back(nonzero);
      if (nonzero) {
        m_tangents.push_back(tangent);
        m_tangentShapes.push_back(primal->aval().shape);
      }
      results[i] = primal;
    }
    gatherResiduals(values, results);
    return results;
  }

  /// Everything of the primal function that the needed part of the tape reads.
  void gatherResiduals(std::span<const Value> arguments, std::vector<Value>& results) {
    std::vector<Value> reached;
    std::ranges::copy_if(m_tangents, std::back_inserter(reached), [](const Value& v) { return v != nullptr; });
    std::vector<bool> needed = neededEntries(*m_tape, reached);
    auto note = [&](const Value& value) {
      if (value == nullptr || value->kind() != ValueKind::Jit || m_residualOf.contains(value.get())) return;
      m_residualOf.emplace(value.get(), m_residuals.size());
      m_residuals.push_back(value);
      auto argument = std::ranges::find(arguments, value);
      auto index = static_cast<size_t>(argument - arguments.begin());
      if (argument != arguments.end() && at(m_asResidual, index)) {
        m_made.residuals.emplace_back(index);
        return;
      }
      m_made.residuals.emplace_back(std::nullopt);
      results.push_back(value);
    };
    for (size_t i = 0; i < m_tape->entries.size(); ++i)
      if (needed[i])
        for (const Value& operand : m_tape->entries[i].operands) note(operand);
    for (const Value& tangent : m_tangents) note(tangent);
  }

  std::vector<Value> runLinear(std::span<const Value> values) {
    std::unordered_map<int64_t, Value> slots;
    for (size_t i = 0; i < m_inputs.size(); ++i) slots[m_tape->slotOf(m_inputs[i])] = values[m_residuals.size() + i];
    auto outside = [&](const Value& value) {
      auto found = m_residualOf.find(value.get());
      return found == m_residualOf.end() ? value : values[found->second];
    };
    std::vector<Value> results = replayTape(m_state, *m_tape, m_tangents, std::move(slots), outside);
    for (size_t i = 0; i < results.size(); ++i) results[i] = instantiated(m_state, results[i], m_tangentShapes[i]);
    return results;
  }

  TraceState& m_state;
  const TracedFunctionPtr& m_function;
  const Mask& m_nonzero;
  const Mask& m_forced;
  const Mask& m_asResidual;
  LinearizedBody m_made;
  std::shared_ptr<Tape> m_tape;
  std::vector<Value> m_inputs, m_tangents, m_residuals;
  std::vector<Shape> m_tangentShapes;
  std::unordered_map<const ValueNode*, size_t> m_residualOf;
};

}  // namespace

const LinearizedBody& linearizeBody(TraceState& state, const TracedFunctionPtr& function, const Mask& nonzero,
                                    const Mask& forced, const Mask& asResidual) {
  LinearizedBody& kept = function->derived->linearized[keyOf({&nonzero, &forced, &asResidual})];
  if (kept.primal == nullptr) kept = BodyLinearizer(state, function, nonzero, forced, asResidual).make();
  return kept;
}

const BatchedBody& batchBody(TraceState& state, const TracedFunctionPtr& function, const Mask& batched, int64_t size,
                             const Mask& forced) {
  const std::string axis = state.batchingAxis;
  const auto named = static_cast<int64_t>(std::hash<std::string>()(axis));
  BatchedBody& kept = function->derived->batched[keyOf({&batched, &forced}, {size, named})];
  if (kept.function != nullptr) return kept;
  BatchedBody made;
  std::vector<Aval> avals = function->arguments;
  for (size_t i = 0; i < avals.size(); ++i) {
    if (!batched[i]) continue;
    std::vector<int64_t> dims = avals[i].shape.dims();
    dims.insert(dims.begin(), size);
    avals[i].shape = Shape(avals[i].shape.type(), std::move(dims));
  }
  FlatFunction body = [&](std::span<const Value> values) {
    BatchLevel level(state, state.current, size, axis);
    std::vector<Value> arguments, results;
    for (size_t i = 0; i < values.size(); ++i)
      arguments.push_back(level.join(values[i], batched[i] ? std::optional<int64_t>(0) : std::nullopt));
    {
      LevelScope scope(state, &level);
      results = evaluateFunction(state, *function, arguments);
    }
    for (size_t i = 0; i < results.size(); ++i) {
      bool isBatched = level.split(results[i]).second.has_value() || at(forced, i);
      made.resultBatched.push_back(isBatched);
      if (isBatched) results[i] = level.placedAt(results[i], 0);
    }
    return results;
  };
  made.function = recordFunction(state, function->name, avals, body);
  return kept = std::move(made);
}

const TransposedBody& transposeBody(TraceState& state, const TracedFunctionPtr& function, const Mask& linear,
                                    const Mask& cotangents, bool forced) {
  TransposedBody& kept = function->derived->transposed[keyOf({&linear, &cotangents}, {forced})];
  if (kept.function != nullptr) return kept;
  TransposedBody made;
  std::vector<Aval> avals;
  for (size_t i = 0; i < linear.size(); ++i)
    if (!linear[i]) avals.push_back(function->arguments[i]);
  for (size_t i = 0; i < cotangents.size(); ++i)
    if (cotangents[i]) avals.push_back({function->results[i].shape, false});
  FlatFunction body = [&](std::span<const Value> values) {
    LinearLevel level(state, state.current);
    std::vector<Value> arguments, inputs, results, given, own;
    size_t next = 0;
    for (size_t i = 0; i < linear.size(); ++i) {
      inputs.push_back(linear[i] ? level.input(function->arguments[i]) : nullptr);
      arguments.push_back(linear[i] ? inputs.back() : values[next++]);
    }
    {
      LevelScope scope(state, &level);
      results = evaluateFunction(state, *function, arguments);
    }
    for (bool nonzero : cotangents) given.push_back(nonzero ? values[next++] : nullptr);
    std::vector<Value> all = transposeTape(state, *level.tape(), results, given, inputs);
    for (size_t i = 0; i < all.size(); ++i) {
      if (linear[i] && forced) all[i] = instantiated(state, all[i], function->arguments[i].shape);
      made.argumentNonzero.push_back(all[i] != nullptr);
      if (all[i] != nullptr) own.push_back(all[i]);
    }
    return own;
  };
  made.function = recordFunction(state, function->name, avals, body);
  return kept = std::move(made);
}

}  // namespace onepot
