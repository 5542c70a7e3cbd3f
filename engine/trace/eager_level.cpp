#include "engine/trace/eager_level.h"

#include <algorithm>
#include <utility>

#include "engine/trace/eager_control_flow.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/trace_errors.h"

namespace onepot {

namespace {
/// Programs whose shapes change all the time must not fill the memory with plans.
constexpr size_t kMostPlans = 8192;
}  // namespace

const EagerPlan& EagerLevel::planFor(const Operation& operation) {
  size_t hash = EagerKey::hash(operation, m_state.device);
  auto [from, to] = m_plans.equal_range(hash);
  for (auto it = from; it != to; ++it)
    if (it->second->key().matches(operation, m_state.device)) return *it->second;
  if (m_plans.size() >= kMostPlans) m_plans.clear();
  return *m_plans.emplace(hash, std::make_unique<EagerPlan>(operation, m_state))->second;
}

std::vector<Value> EagerLevel::run(const Operation& operation) {
  if (hasBodies(operation.opcode)) return runBodies(operation, m_state, m_options);
  return planFor(operation).run(operation, m_state, m_options);
}

std::vector<Value> EagerLevel::process(const Operation& operation) {
  for (const Value& operand : operation.operands)
    if (operand->isTracer()) throwLeaked(operand, m_state);
  ensure(m_state.device != nullptr, "eager operations need a device");
  return m_recorder == nullptr ? run(operation) : record(operation);
}

std::vector<Value> EagerLevel::record(const Operation& operation) {
  m_recorder->enter(std::string(name(operation.opcode)));
  if (m_recorder->wantsSources()) m_recorder->setSource(m_state.rangeNow());
  std::vector<Launch> own;
  std::vector<Launch>* outer = std::exchange(m_options.launches, &own);
  // A device notes times from the begin of its own call.
  const double start = m_recorder->now();
  std::vector<Value> results;
  try {
    results = run(operation);
  } catch (...) {
    m_options.launches = outer;
    m_recorder->leave();
    throw;
  }
  m_options.launches = outer;
  m_recorder->add(std::move(own), start);
  for (Value& result : results)
    if (const Array* array = concreteArray(result)) result = makeConcrete(m_recorder->watch(*array));
  m_recorder->leave();
  return results;
}

}  // namespace onepot
