#include "engine/trace/eager_level.h"

#include <algorithm>

#include "engine/trace/eager_control_flow.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/trace_errors.h"

namespace onepot {

const EagerPlan& EagerLevel::planFor(const Operation& operation) {
  size_t hash = EagerKey::hash(operation, m_state.device);
  auto [from, to] = m_plans.equal_range(hash);
  for (auto it = from; it != to; ++it)
    if (it->second->key().matches(operation, m_state.device)) return *it->second;
  return *m_plans.emplace(hash, std::make_unique<EagerPlan>(operation, m_state))->second;
}

std::vector<Value> EagerLevel::process(const Operation& operation) {
  for (const Value& operand : operation.operands)
    if (operand->isTracer()) throwLeaked(operand, m_state);
  ensure(m_state.device != nullptr, "eager operations need a device");
  if (hasBodies(operation.opcode)) return runBodies(operation, m_state, m_options);
  return planFor(operation).run(operation, m_state, m_options);
}

}  // namespace onepot
