// Derivatives of while (forward) and of cond.
#include <algorithm>

#include "engine/trace/bodies.h"
#include "engine/trace/differentiate_loops.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/rule_context.h"

namespace onepot {

Differentiated differentiateWhile(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  WhileAttributes loop = std::get<WhileAttributes>(operation.attributes);
  auto condConsts = static_cast<size_t>(loop.condConsts), bodyConsts = static_cast<size_t>(loop.bodyConsts);
  size_t fixed = condConsts + bodyConsts, carries = operation.operands.size() - fixed;
  Mask nonzero = nonzeroOf(tangents.subspan(condConsts));
  const JvpBody* body = nullptr;
  while (true) {
    body = &jvpOfBody(state, operation.functions[1], nonzero, part(nonzero, bodyConsts, bodyConsts + carries));
    Mask wider = nonzero;
    for (size_t i = 0; i < carries; ++i) wider[bodyConsts + i] = wider[bodyConsts + i] || body->resultNonzero[i];
    if (wider == nonzero) break;
    nonzero = wider;
  }
  size_t constTangents = countOf(part(nonzero, 0, bodyConsts)), n = bodyConsts + carries;
  std::vector<size_t> arguments = range(0, bodyConsts);
  append(arguments, range(n, n + constTangents));
  append(arguments, range(bodyConsts, n));
  append(arguments, range(n + constTangents, n + countOf(nonzero)));
  TracedFunctionPtr step = reordered(state, body->function, arguments, range(0, body->function->results.size()));
  std::vector<Value> operands(operation.operands.begin(), operation.operands.begin() + static_cast<ptrdiff_t>(fixed));
  std::vector<Aval> more;
  std::vector<Value> carryTangents;
  for (size_t i = 0; i < n; ++i) {
    if (!nonzero[i]) continue;
    const Shape& shape = operation.operands[condConsts + i]->aval().shape;
    Value tangent = instantiated(state, tangents[condConsts + i], shape);
    (i < bodyConsts ? operands : carryTangents).push_back(tangent);
    if (i >= bodyConsts) more.push_back({shape, false});
  }
  append(operands, operation.operands.subspan(fixed));
  append(operands, carryTangents);
  loop.bodyConsts += static_cast<int64_t>(constTangents);
  std::vector<TracedFunctionPtr> functions = {ignoringMore(state, operation.functions[0], more), step};
  std::vector<Value> all = state.bind(Opcode::WhileLoop, operands, loop, functions);
  return splitTangents(std::move(all), part(nonzero, bodyConsts, n));
}

namespace {

/// Results that any branch gives a tangent for.
template <typename Transform>
Mask unionOf(const Operation& operation, Transform transform) {
  Mask all(operation.functions[0]->results.size(), false);
  for (const TracedFunctionPtr& branch : operation.functions) {
    const Mask& own = transform(branch);
    for (size_t i = 0; i < all.size(); ++i) all[i] = all[i] || own[i];
  }
  return all;
}

}  // namespace

Differentiated differentiateCond(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  Mask nonzero = nonzeroOf(tangents.subspan(1));
  Mask forced = unionOf(operation, [&](const TracedFunctionPtr& branch) -> const Mask& {
    return jvpOfBody(state, branch, nonzero, {}).resultNonzero;
  });
  std::vector<TracedFunctionPtr> branches;
  for (const TracedFunctionPtr& branch : operation.functions)
    branches.push_back(jvpOfBody(state, branch, nonzero, forced).function);
  std::vector<Value> operands(operation.operands.begin(), operation.operands.end());
  appendNonzero(operands, tangents.subspan(1));
  return splitTangents(state.bind(Opcode::Cond, operands, {}, branches), forced);
}

namespace {

/// The branches of a linearised cond agree: each primal gives the residuals of all (zeros for the others'), each linear
/// one takes the operands and the residuals of all.
class CondLinearizer {
 public:
  CondLinearizer(TraceState& state, const Operation& operation, Mask nonzero)
      : m_state(state), m_operation(operation), m_nonzero(std::move(nonzero)) {
    Mask atHand(m_nonzero.size(), true);
    m_forced = unionOf(operation, [&](const TracedFunctionPtr& branch) -> const Mask& {
      return linearizeBody(state, branch, m_nonzero, {}, atHand).resultNonzero;
    });
    for (const TracedFunctionPtr& branch : operation.functions)
      m_bodies.push_back(&linearizeBody(state, branch, m_nonzero, m_forced, atHand));
    for (const LinearizedBody* body : m_bodies) {
      m_starts.push_back(m_residuals.size());
      const auto& results = body->primal->results;
      m_residuals.insert(m_residuals.end(), results.begin() + static_cast<ptrdiff_t>(m_forced.size()), results.end());
    }
  }

  const Mask& resultNonzero() const { return m_forced; }

  std::vector<TracedFunctionPtr> primals() {
    std::vector<TracedFunctionPtr> all;
    for (size_t k = 0; k < m_bodies.size(); ++k)
      all.push_back(recordFunction(m_state, m_operation.functions[k]->name, m_operation.functions[k]->arguments,
                                   [&](std::span<const Value> values) { return runPrimal(k, values); }));
    return all;
  }

  std::vector<TracedFunctionPtr> linears() {
    std::vector<TracedFunctionPtr> all;
    std::vector<Aval> avals = m_operation.functions[0]->arguments;
    avals.insert(avals.end(), m_residuals.begin(), m_residuals.end());
    for (size_t i = 0; i < m_nonzero.size(); ++i)
      if (m_nonzero[i]) avals.push_back({m_operation.functions[0]->arguments[i].shape, false});
    for (size_t k = 0; k < m_bodies.size(); ++k)
      all.push_back(recordFunction(m_state, m_operation.functions[k]->name, avals,
                                   [&](std::span<const Value> values) { return runLinear(k, values); }));
    return all;
  }

 private:
  std::vector<Value> runPrimal(size_t k, std::span<const Value> values) {
    std::vector<Value> results =
        evaluateFunction(m_state, *m_bodies[k]->primal, withConsts(*m_bodies[k]->primal, values));
    std::vector<Value> own(results.begin() + static_cast<ptrdiff_t>(m_forced.size()), results.end());
    results.resize(m_forced.size());
    for (size_t i = 0; i < m_residuals.size(); ++i) {
      bool mine = i >= m_starts[k] && i < m_starts[k] + own.size();
      results.push_back(mine ? own[i - m_starts[k]] : zerosOf(m_state, m_residuals[i].shape));
    }
    return results;
  }

  std::vector<Value> runLinear(size_t k, std::span<const Value> values) {
    std::vector<Value> own;
    size_t next = m_nonzero.size() + m_starts[k];
    for (const auto& argument : m_bodies[k]->residuals) own.push_back(values[argument ? *argument : next++]);
    append(own, values.subspan(m_nonzero.size() + m_residuals.size()));
    return evaluateFunction(m_state, *m_bodies[k]->linear, withConsts(*m_bodies[k]->linear, own));
  }

  TraceState& m_state;
  const Operation& m_operation;
  Mask m_nonzero, m_forced;
  std::vector<const LinearizedBody*> m_bodies;
  std::vector<size_t> m_starts;
  std::vector<Aval> m_residuals;
};

DerivationKey branchesKey(const Operation& operation, const Mask& nonzero, int64_t tag) {
  DerivationKey key{tag};
  for (const TracedFunctionPtr& branch : operation.functions) {
    key.push_back(reinterpret_cast<int64_t>(branch.get()));
    if (branch != operation.functions[0]) operation.functions[0]->derived->held.push_back(branch);
  }
  key.insert(key.end(), nonzero.begin(), nonzero.end());
  return key;
}

}  // namespace

Differentiated linearizeCond(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  Mask nonzero = nonzeroOf(tangents.subspan(1));
  CondLinearizer linearizer(state, operation, nonzero);
  const TracedFunctionPtr& owner = operation.functions[0];
  const auto& primals = arranged(owner, branchesKey(operation, nonzero, -3), [&] { return linearizer.primals(); });
  const auto& linears = arranged(owner, branchesKey(operation, nonzero, -4), [&] { return linearizer.linears(); });
  Differentiated done;
  done.results = state.bind(Opcode::Cond, operation.operands, {}, primals);
  std::vector<Value> operands(operation.operands.begin(), operation.operands.end());
  size_t count = owner->results.size();
  append(operands, std::span(done.results).subspan(count));
  done.results.resize(count);
  appendNonzero(operands, tangents.subspan(1));
  std::vector<Value> given = state.bind(Opcode::Cond, operands, {}, linears);
  size_t next = 0;
  for (bool one : linearizer.resultNonzero()) done.tangents.push_back(one ? given[next++] : nullptr);
  return done;
}

}  // namespace onepot
