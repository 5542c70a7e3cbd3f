// Batching of operations with bodies: the body is batched, loops find out which of their carries are.
#include <algorithm>

#include "engine/trace/batch_level.h"
#include "engine/trace/bodies.h"
#include "engine/trace/custom_rule.h"
#include "engine/trace/differentiate_loops.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/rule_context.h"

namespace onepot {

namespace {

/// Operands with the batch at one place, broadcast where `batched` asks for a batch that is not there.
class BatchOperands {
 public:
  BatchOperands(const Operation& operation, std::span<const std::optional<int64_t>> dimensions, int64_t size,
                TraceState& state)
      : m_operands(operation.operands), m_dimensions(dimensions), m_size(size), m_state(state) {}

  Mask mask(size_t from = 0) const {
    Mask mask;
    for (size_t i = from; i < m_dimensions.size(); ++i) mask.push_back(m_dimensions[i].has_value());
    return mask;
  }
  Value at(size_t i, bool batched, int64_t place) const {
    if (m_dimensions[i]) return moveDimension(m_state, m_operands[i], *m_dimensions[i], place);
    return batched ? broadcastAt(m_state, m_operands[i], place, m_size) : m_operands[i];
  }
  std::vector<Value> inFront(const Mask& batched, size_t from, size_t to) const {
    std::vector<Value> all;
    for (size_t i = from; i < to; ++i) all.push_back(at(i, batched[i], 0));
    return all;
  }

 private:
  std::span<const Value> m_operands;
  std::span<const std::optional<int64_t>> m_dimensions;
  int64_t m_size;
  TraceState& m_state;
};

Batched inFront(std::vector<Value> results, const Mask& batched) {
  Batched done{std::move(results), {}};
  for (bool one : batched) done.dimensions.push_back(one ? std::optional<int64_t>(0) : std::nullopt);
  return done;
}

Batched batchCall(const Operation& operation, const BatchOperands& operands, int64_t size, TraceState& state) {
  Mask mask = operands.mask();
  const BatchedBody& body = batchBody(state, operation.functions[0], mask, size, {});
  return inFront(bindBody(state, operation, body.function, operands.inFront(mask, 0, mask.size())), body.resultBatched);
}

// Stacked inputs have the loop's dimension in front and the batch behind it.
Batched batchScan(const Operation& operation, const BatchOperands& operands, int64_t size, TraceState& state) {
  const auto& scan = std::get<ScanAttributes>(operation.attributes);
  auto consts = static_cast<size_t>(scan.numConsts), fixed = consts + static_cast<size_t>(scan.numCarry);
  Mask mask = operands.mask();
  const BatchedBody* body = nullptr;
  while (true) {
    body = &batchBody(state, operation.functions[0], mask, size, part(mask, consts, fixed));
    Mask wider = mask;
    for (size_t i = consts; i < fixed; ++i) wider[i] = wider[i] || body->resultBatched[i - consts];
    if (wider == mask) break;
    mask = wider;
  }
  std::vector<Value> all = operands.inFront(mask, 0, fixed);
  for (size_t i = fixed; i < mask.size(); ++i) all.push_back(operands.at(i, false, 1));
  Batched done{bindScan(state, body->function, all, scan), {}};
  for (size_t i = 0; i < body->resultBatched.size(); ++i)
    done.dimensions.push_back(body->resultBatched[i] ? std::optional<int64_t>(i < fixed - consts ? 0 : 1)
                                                     : std::nullopt);
  return done;
}

/// true where the (batched) predicate of each is, over all dimensions of `like`.
Value predicateOver(TraceState& state, const Value& predicate, const Value& like) {
  Shape shape = like->aval().shape.withType(ElementType::Pred);
  return shape.rank() == 1 ? predicate : state.bind1(Opcode::Broadcast, {predicate}, DimensionsAttributes{{0}}, shape);
}

/// A loop whose condition differs between the batch runs until all are done; those that are keep their values.
std::vector<TracedFunctionPtr> batchedWhileFunctions(TraceState& state, const TracedFunctionPtr& cond,
                                                     const TracedFunctionPtr& body, size_t condConsts,
                                                     size_t bodyConsts) {
  std::vector<Aval> carries(body->arguments.begin() + static_cast<ptrdiff_t>(bodyConsts), body->arguments.end());
  FlatFunction anyLeft = [&](std::span<const Value> values) {
    Value predicate = evaluateFunction(state, *cond, values).front();
    return std::vector{state.bind1(Opcode::ReduceOr, {predicate}, DimensionsAttributes{{0}})};
  };
  std::vector<Aval> avals(cond->arguments.begin(), cond->arguments.begin() + static_cast<ptrdiff_t>(condConsts));
  avals.insert(avals.end(), body->arguments.begin(), body->arguments.end());
  FlatFunction step = [&](std::span<const Value> values) {
    auto own = values.subspan(condConsts + bodyConsts);
    std::vector<Value> asked(values.begin(), values.begin() + static_cast<ptrdiff_t>(condConsts));
    append(asked, own);
    Value predicate = evaluateFunction(state, *cond, asked).front();
    std::vector<Value> results = evaluateFunction(state, *body, values.subspan(condConsts));
    for (size_t i = 0; i < results.size(); ++i)
      results[i] = state.bind1(Opcode::SelectN, {predicateOver(state, predicate, own[i]), own[i], results[i]});
    return results;
  };
  return {recordFunction(state, cond->name, cond->arguments, anyLeft), recordFunction(state, body->name, avals, step)};
}

Batched batchWhile(const Operation& operation, const BatchOperands& operands, int64_t size, TraceState& state) {
  WhileAttributes loop = std::get<WhileAttributes>(operation.attributes);
  auto condConsts = static_cast<size_t>(loop.condConsts), bodyConsts = static_cast<size_t>(loop.bodyConsts);
  size_t fixed = condConsts + bodyConsts;
  Mask mask = operands.mask();
  const BatchedBody *cond = nullptr, *body = nullptr;
  while (true) {
    Mask carry = part(mask, fixed, mask.size());
    body = &batchBody(state, operation.functions[1], part(mask, condConsts, mask.size()), size, carry);
    cond = &batchBody(state, operation.functions[0], joinedMasks({part(mask, 0, condConsts), carry}), size, {});
    Mask wider = mask;
    for (size_t i = fixed; i < mask.size(); ++i)
      wider[i] = wider[i] || body->resultBatched[i - fixed] || cond->resultBatched[0];
    if (wider == mask) break;
    mask = wider;
  }
  std::vector<TracedFunctionPtr> functions = {cond->function, body->function};
  std::vector<Value> all = operands.inFront(mask, 0, fixed);
  if (cond->resultBatched[0]) {
    DerivationKey key{-6, loop.condConsts, reinterpret_cast<int64_t>(cond->function.get())};
    body->function->derived->held.push_back(cond->function);
    functions = arranged(body->function, key, [&] {
      return batchedWhileFunctions(state, cond->function, body->function, condConsts, bodyConsts);
    });
    std::vector<Value> again(all.begin(), all.begin() + static_cast<ptrdiff_t>(condConsts));
    all.insert(all.begin() + static_cast<ptrdiff_t>(condConsts), again.begin(), again.end());
    loop.bodyConsts += loop.condConsts;
  }
  append(all, operands.inFront(mask, fixed, mask.size()));
  return inFront(state.bind(Opcode::WhileLoop, all, loop, functions), part(mask, fixed, mask.size()));
}

Batched batchCond(const Operation& operation, const BatchOperands& operands, int64_t size, TraceState& state) {
  Mask mask = operands.mask(1);
  bool each = operands.mask()[0];
  Mask forced(operation.functions[0]->results.size(), each);
  for (const TracedFunctionPtr& branch : operation.functions) {
    const Mask& own = batchBody(state, branch, mask, size, {}).resultBatched;
    for (size_t i = 0; i < forced.size(); ++i) forced[i] = forced[i] || own[i];
  }
  std::vector<Value> inner;
  for (size_t i = 0; i < mask.size(); ++i) inner.push_back(operands.at(i + 1, mask[i], 0));
  std::vector<TracedFunctionPtr> branches;
  for (const TracedFunctionPtr& branch : operation.functions)
    branches.push_back(batchBody(state, branch, mask, size, forced).function);
  if (!each) {
    inner.insert(inner.begin(), operation.operands[0]);
    return inFront(state.bind(Opcode::Cond, inner, {}, branches), forced);
  }
  // Every branch runs for all; each of the batch takes its own.
  std::vector<std::vector<Value>> cases;
  for (const TracedFunctionPtr& branch : branches)
    cases.push_back(evaluateFunction(state, *branch, withConsts(*branch, inner)));
  Value index = operands.at(0, true, 0);
  if (index->aval().shape.type() != ElementType::Pred) {
    Value low = makeLiteral(Array(state.device, Literal::scalarInt(index->aval().shape.type(), 0)));
    Value high = makeLiteral(
        Array(state.device, Literal::scalarInt(index->aval().shape.type(), static_cast<int64_t>(branches.size()) - 1)));
    index = state.bind1(Opcode::Clamp, {low, index, high});
  }
  Batched done;
  for (size_t i = 0; i < forced.size(); ++i) {
    Shape shape = cases[0][i]->aval().shape.withType(index->aval().shape.type());
    std::vector<Value> choices{
        shape.rank() == 1 ? index : state.bind1(Opcode::Broadcast, {index}, DimensionsAttributes{{0}}, shape)};
    for (const auto& one : cases) choices.push_back(one[i]);
    done.results.push_back(state.bind(Opcode::SelectN, choices).front());
    done.dimensions.emplace_back(0);
  }
  return done;
}

/// `function` on values that have the batch in front where `batched` says so; results have it in front where `given`
/// does.
FlatFunction batchedRule(TraceState& state, FlatFunction function, int64_t size, std::function<bool(size_t)> batched) {
  return [&state, function = std::move(function), size, batched = std::move(batched),
          axis = state.batchingAxis](std::span<const Value> values) {
    BatchLevel level(state, state.current, size, axis);
    std::vector<Value> own, results;
    for (size_t i = 0; i < values.size(); ++i)
      own.push_back(values[i] == nullptr
                        ? nullptr
                        : level.join(values[i], batched(i) ? std::optional<int64_t>(0) : std::nullopt));
    {
      LevelScope scope(state, &level);
      results = function(own);
    }
    for (Value& result : results)
      if (result != nullptr) result = level.placedAt(result, 0);
    return results;
  };
}

Batched batchCustom(const Operation& operation, const BatchOperands& operands, int64_t size, TraceState& state) {
  auto rule = customRuleOf(operation, state);
  size_t count = operation.operands.size();
  Mask mask(count, true);
  const BatchedBody& body =
      batchBody(state, operation.functions[0], mask, size, Mask(operation.functions[0]->results.size(), true));
  CustomRule made{++state.lastRule, count, {}, {}, {}};
  auto all = [](size_t) { return true; };
  if (rule->jvp) made.jvp = batchedRule(state, rule->jvp, size, all);
  if (rule->forward) made.forward = batchedRule(state, rule->forward, size, all);
  if (rule->backward) made.backward = batchedRule(state, rule->backward, size, all);
  auto kept = std::make_shared<const CustomRule>(std::move(made));
  state.rules[kept->id] = kept;
  CallAttributes attributes{operation.functions[0]->name, kept->id, false};
  std::vector<Value> values = operands.inFront(mask, 0, count);
  TracedFunctionPtr closed = closedFunction(body.function);
  return inFront(state.bind(operation.opcode, withConsts(*body.function, values), attributes, {&closed, 1}),
                 body.resultBatched);
}

}  // namespace

Batched batchBodies(const Operation& operation, std::span<const std::optional<int64_t>> dimensions, int64_t size,
                    TraceState& state) {
  BatchOperands operands(operation, dimensions, size, state);
  switch (operation.opcode) {
    case Opcode::Scan: return batchScan(operation, operands, size, state);
    case Opcode::WhileLoop: return batchWhile(operation, operands, size, state);
    case Opcode::Cond: return batchCond(operation, operands, size, state);
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall: return batchCustom(operation, operands, size, state);
    default: return batchCall(operation, operands, size, state);
  }
}

}  // namespace onepot
