#include "engine/trace/jvp_level.h"

#include <algorithm>

#include "engine/ops/op.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/rule_context.h"

namespace onepot {

Value JvpLevel::join(const Value& primal, const Value& tangent) const {
  if (tangent == nullptr) return primal;
  return std::make_shared<JvpTracer>(m_tag, primal, tangent);
}

std::pair<Value, Value> JvpLevel::split(const Value& value) const {
  const auto* tracer = tracerOf<JvpTracer>(value, m_tag.get(), ValueKind::Jvp);
  if (tracer == nullptr) return {value, nullptr};
  return {tracer->primal, tracer->tangent};
}

std::vector<Value> JvpLevel::process(const Operation& operation) {
  std::vector<Value> primals, tangents;
  primals.reserve(operation.operands.size());
  tangents.reserve(operation.operands.size());
  bool any = false;
  for (const Value& operand : operation.operands) {
    auto [primal, tangent] = split(operand);
    any |= tangent != nullptr;
    primals.push_back(std::move(primal));
    tangents.push_back(std::move(tangent));
  }
  if (!any) return m_parent->process(operation);
  LevelScope scope(m_state, m_parent);
  Operation below{operation.opcode, primals, operation.attributes, operation.functions, operation.written};
  Differentiated done;
  if (hasBodies(operation.opcode)) {
    done = differentiateBodies(below, tangents, m_linearizes, m_state);
  } else {
    RuleContext context(m_state, operation.opcode, operation.attributes, std::move(primals), operation.functions);
    context.tangents = std::move(tangents);
    context.written = operation.written;
    const OpRow& row = op(operation.opcode);
    if (row.jvp == nullptr) context.refuse({"trace.no_derivative", {std::string(row.jaxpr)}});
    row.jvp(context);
    done = {std::move(context.results), std::move(context.resultTangents)};
    done.tangents.resize(done.results.size());
  }
  std::vector<Value> results;
  for (size_t i = 0; i < done.results.size(); ++i) results.push_back(join(done.results[i], done.tangents[i]));
  return results;
}

}  // namespace onepot
