#include "engine/trace/trace_errors.h"

#include "engine/trace/custom_rule.h"
#include "engine/trace/result_avals.h"

namespace onepot {

void throwLeaked(const Value& value, const TraceState& state) {
  const auto& tag = *static_cast<const TracerNode*>(value.get())->tag;
  std::string function = tag.function.empty() ? std::string("a transformation") : tag.function;
  throwTraceError("UnexpectedTracerError", {"trace.leaked", {value->aval().shape.jaxText(), function}},
                  state.rangeNow());
}

void refuseLeaked(const Value& value, const TraceState& state) {
  ensure(value != nullptr, "an operand is a value");
  if (value->isTracer() && !static_cast<const TracerNode*>(value.get())->tag->alive) throwLeaked(value, state);
}

void noteRule(const Operation& operation, const TraceState& state, TracedFunction& function,
              std::unordered_map<const CustomRule*, bool>& known) {
  if (operation.opcode != Opcode::CustomJvpCall && operation.opcode != Opcode::CustomVjpCall) return;
  auto found = state.rules.find(std::get<CallAttributes>(operation.attributes).rule);
  if (found == state.rules.end()) return;
  auto rule = found->second.lock();
  if (rule != nullptr && known.emplace(rule.get(), true).second) function.rules.push_back(std::move(rule));
}

}  // namespace onepot
