#include "engine/trace/bodies.h"

#include "engine/trace/evaluate_function.h"

namespace onepot {

std::vector<Value> bindBody(TraceState& state, const Operation& operation, const TracedFunctionPtr& body,
                            std::span<const Value> operands) {
  TracedFunctionPtr closed = closedFunction(body);
  Opcode opcode = operation.opcode == Opcode::Remat ? Opcode::Remat : Opcode::Jit;
  return state.bind(opcode, withConsts(*body, operands), operation.attributes, {&closed, 1});
}

std::vector<Value> bindScan(TraceState& state, const TracedFunctionPtr& body, std::span<const Value> operands,
                            ScanAttributes scan) {
  TracedFunctionPtr closed = closedFunction(body);
  scan.numConsts += static_cast<int64_t>(body->consts.size());
  return state.bind(Opcode::Scan, withConsts(*body, operands), scan, {&closed, 1});
}

const std::vector<TracedFunctionPtr>& arranged(const TracedFunctionPtr& owner, const DerivationKey& key,
                                               const std::function<std::vector<TracedFunctionPtr>()>& make) {
  auto& kept = owner->derived->arranged[key];
  if (kept.empty()) kept = make();
  return kept;
}

TracedFunctionPtr reordered(TraceState& state, const TracedFunctionPtr& function, const std::vector<size_t>& arguments,
                            const std::vector<size_t>& results) {
  DerivationKey key{-1};
  for (size_t i : arguments) key.push_back(static_cast<int64_t>(i));
  key.push_back(-1);
  for (size_t i : results) key.push_back(static_cast<int64_t>(i));
  return arranged(function, key,
                  [&] {
                    std::vector<Aval> avals;
                    for (size_t i : arguments) avals.push_back(function->arguments[i]);
                    return std::vector{recordFunction(state, function->name, avals, [&](std::span<const Value> values) {
                      std::vector<Value> own(values.size()), given;
                      for (size_t i = 0; i < arguments.size(); ++i) own[arguments[i]] = values[i];
                      std::vector<Value> all = evaluateFunction(state, *function, withConsts(*function, own));
                      for (size_t i : results) given.push_back(all[i]);
                      return given;
                    })};
                  })
      .front();
}

TracedFunctionPtr ignoringMore(TraceState& state, const TracedFunctionPtr& function, const std::vector<Aval>& more) {
  DerivationKey key{-2, static_cast<int64_t>(more.size())};
  for (const Aval& aval : more) key.push_back(static_cast<int64_t>(hashValue(aval.shape)));
  return arranged(function, key,
                  [&] {
                    std::vector<Aval> avals = function->arguments;
                    avals.insert(avals.end(), more.begin(), more.end());
                    return std::vector{recordFunction(state, function->name, avals, [&](std::span<const Value> values) {
                      return evaluateFunction(state, *function, values.first(function->arguments.size()));
                    })};
                  })
      .front();
}

std::vector<size_t> range(size_t from, size_t to) {
  std::vector<size_t> all;
  for (size_t i = from; i < to; ++i) all.push_back(i);
  return all;
}

void append(std::vector<size_t>& to, const std::vector<size_t>& more) { to.insert(to.end(), more.begin(), more.end()); }
void append(std::vector<Value>& to, std::span<const Value> more) { to.insert(to.end(), more.begin(), more.end()); }

Mask part(const Mask& mask, size_t from, size_t to) {
  return {mask.begin() + static_cast<ptrdiff_t>(from), mask.begin() + static_cast<ptrdiff_t>(to)};
}

Mask joinedMasks(std::initializer_list<Mask> masks) {
  Mask all;
  for (const Mask& mask : masks) all.insert(all.end(), mask.begin(), mask.end());
  return all;
}

}  // namespace onepot
