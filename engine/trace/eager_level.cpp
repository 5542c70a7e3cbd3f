#include "engine/trace/eager_level.h"

#include <algorithm>

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

void EagerLevel::recordLaunches(std::vector<Launch>* launches) {
  m_launches = launches;
  m_begin = std::chrono::steady_clock::now();
}

std::vector<Value> EagerLevel::run(const Operation& operation) {
  if (hasBodies(operation.opcode)) return runBodies(operation, m_state, m_options);
  return planFor(operation).run(operation, m_state, m_options);
}

std::vector<Value> EagerLevel::process(const Operation& operation) {
  for (const Value& operand : operation.operands)
    if (operand->isTracer()) throwLeaked(operand, m_state);
  ensure(m_state.device != nullptr, "eager operations need a device");
  if (m_launches == nullptr) return run(operation);
  // A device notes times from the begin of its own call.
  std::vector<Launch> own;
  m_options.launches = &own;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  double start = Milliseconds(std::chrono::steady_clock::now() - m_begin).count();
  std::vector<Value> results = run(operation);
  double end = Milliseconds(std::chrono::steady_clock::now() - m_begin).count();
  m_options.launches = nullptr;
  for (Launch& launch : own) {
    launch.start += start;
    launch.end += start;
    launch.instruction = 0;
  }
  if (own.empty()) own.push_back({std::string(name(operation.opcode)), 0, start, end, 0, 0, 0});
  m_launches->insert(m_launches->end(), own.begin(), own.end());
  return results;
}

}  // namespace onepot
