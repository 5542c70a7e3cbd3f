#include <algorithm>

#include "engine/trace/api.h"
#include "engine/trace/custom_rule.h"
#include "engine/trace/eager_level.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/jit_level.h"
#include "engine/trace/tracing_state.h"

namespace onepot {

bool TracedFunction::capturesTracers() const {
  return std::ranges::any_of(consts, [](const Value& value) { return value->isTracer(); });
}

Tracing::Tracing() : m_state(std::make_unique<State>()) {
  m_state->eager = std::make_unique<EagerLevel>(*m_state);
  m_state->current = m_state->eager.get();
}
Tracing::~Tracing() = default;

void Tracing::setDevice(Device* device) { m_state->device = device; }
Device* Tracing::device() const { return m_state->device; }
void Tracing::setSink(EventSink* sink) { m_state->sink = sink; }
void Tracing::setSourceProvider(SourceProvider provider) { m_state->sourceProvider = std::move(provider); }
void Tracing::setJitDisabled(bool disabled) { m_state->jitDisabled = disabled; }
void Tracing::setRecorder(CallRecorder* recorder) {
  static_cast<EagerLevel&>(*m_state->eager).setRecorder(recorder);
}
CallRecorder* Tracing::recorder() const { return static_cast<EagerLevel&>(*m_state->eager).recorder(); }
void Tracing::setCancellation(CancellationToken cancel) {
  static_cast<EagerLevel&>(*m_state->eager).setCancellation(std::move(cancel));
}
bool Tracing::jitDisabled() const { return m_state->jitDisabled; }
void Tracing::enterScope(const std::string& name) { m_state->names.pushScope(name); }
void Tracing::leaveScope() { m_state->names.pop(); }
bool Tracing::staging() const { return m_state->staging > 0; }

std::vector<Value> Tracing::bind(Opcode opcode, std::span<const Value> operands, Attributes attributes,
                                 std::span<const TracedFunctionPtr> functions, std::optional<Shape> written) {
  return m_state->bind(opcode, operands, attributes, functions, written);
}

Value Tracing::bind1(Opcode opcode, std::initializer_list<Value> operands, Attributes attributes,
                     std::optional<Shape> written) {
  return m_state->bind1(opcode, operands, attributes, written);
}

Value Tracing::convert(const Value& value, ElementType type, bool weak) {
  const Aval& aval = value->aval();
  if (aval.shape.type() == type && aval.weakType == weak) return value;
  return m_state->bind1(Opcode::Convert, {value}, ConvertAttributes{weak}, aval.shape.withType(type));
}

TracedFunctionPtr Tracing::trace(const FlatFunction& function, std::span<const Aval> arguments, const std::string& name,
                                 std::span<const std::string> argumentNames) {
  return recordFunction(*m_state, name, arguments, function, argumentNames);
}

std::vector<Value> Tracing::callJit(const TracedFunctionPtr& function, std::span<const Value> arguments) {
  if (m_state->jitDisabled) return evaluate(*function, arguments);
  TracedFunctionPtr body = closedFunction(function);
  return m_state->bind(Opcode::Jit, withConsts(*function, arguments), CallAttributes{function->name, 0, false},
                       {&body, 1});
}

std::vector<Value> Tracing::scan(const TracedFunctionPtr& function, std::span<const Value> operands,
                                 ScanAttributes attributes) {
  TracedFunctionPtr body = closedFunction(function);
  attributes.numConsts += static_cast<int64_t>(function->consts.size());
  return m_state->bind(Opcode::Scan, withConsts(*function, operands), attributes, {&body, 1});
}

std::vector<Value> Tracing::whileLoop(const TracedFunctionPtr& cond, const TracedFunctionPtr& body,
                                      std::span<const Value> operands, WhileAttributes attributes) {
  std::vector<TracedFunctionPtr> functions = {closedFunction(cond), closedFunction(body)};
  std::vector<Value> all = cond->consts;
  auto bodyConsts = operands.subspan(static_cast<size_t>(attributes.condConsts));
  all.insert(all.end(), operands.begin(), bodyConsts.begin());
  all.insert(all.end(), body->consts.begin(), body->consts.end());
  all.insert(all.end(), bodyConsts.begin(), bodyConsts.end());
  attributes.condConsts += static_cast<int64_t>(cond->consts.size());
  attributes.bodyConsts += static_cast<int64_t>(body->consts.size());
  return m_state->bind(Opcode::WhileLoop, all, attributes, functions);
}

namespace {

/// Branches must take the same operands: each is recorded anew with the consts of all of them in front.
TracedFunctionPtr branchWithConsts(TraceState& state, const TracedFunctionPtr& branch, std::span<const Value> consts,
                                   size_t own) {
  std::vector<Aval> avals;
  for (const Value& value : consts) avals.push_back(value->aval());
  size_t before = avals.size();
  avals.insert(avals.end(), branch->arguments.begin(), branch->arguments.end());
  return recordFunction(state, branch->name, avals, [&](std::span<const Value> values) {
    std::vector<Value> arguments(values.begin() + static_cast<ptrdiff_t>(own),
                                 values.begin() + static_cast<ptrdiff_t>(own + branch->consts.size()));
    arguments.insert(arguments.end(), values.begin() + static_cast<ptrdiff_t>(before), values.end());
    return evaluateFunction(state, *branch, arguments);
  });
}

}  // namespace

std::vector<Value> Tracing::cond(std::span<const TracedFunctionPtr> branches, std::span<const Value> operands) {
  std::vector<Value> consts;
  for (const auto& branch : branches) consts.insert(consts.end(), branch->consts.begin(), branch->consts.end());
  std::vector<TracedFunctionPtr> functions(branches.begin(), branches.end());
  size_t own = 0;
  for (auto& function : functions) {
    size_t count = function->consts.size();
    if (!consts.empty()) function = branchWithConsts(*m_state, function, consts, own);
    own += count;
  }
  std::vector<Value> all{operands.front()};
  all.insert(all.end(), consts.begin(), consts.end());
  all.insert(all.end(), operands.begin() + 1, operands.end());
  return m_state->bind(Opcode::Cond, all, {}, functions);
}

std::vector<Value> Tracing::evaluate(const TracedFunction& function, std::span<const Value> arguments) {
  return evaluateFunction(*m_state, function, withConsts(function, arguments));
}

namespace {

/// Consts of the body are leading operands that the program's rules know nothing of.
FlatFunction jvpBehindConsts(const FlatFunction& rule, size_t consts, size_t arguments) {
  if (consts == 0) return rule;
  return [=](std::span<const Value> values) {
    std::vector<Value> own(values.begin() + static_cast<ptrdiff_t>(consts),
                           values.begin() + static_cast<ptrdiff_t>(consts + arguments));
    own.insert(own.end(), values.begin() + static_cast<ptrdiff_t>(2 * consts + arguments), values.end());
    return rule(own);
  };
}

FlatFunction backwardBehindConsts(const FlatFunction& backward, size_t consts) {
  if (consts == 0) return backward;
  return [=](std::span<const Value> values) {
    std::vector<Value> cotangents = backward(values);
    cotangents.insert(cotangents.begin(), consts, nullptr);
    return cotangents;
  };
}

std::vector<Value> bindCustom(TraceState& state, Opcode opcode, const TracedFunctionPtr& function, CustomRule rule,
                              std::span<const Value> arguments) {
  rule.id = ++state.lastRule;
  rule.arguments = function->consts.size() + arguments.size();
  auto kept = std::make_shared<const CustomRule>(std::move(rule));
  state.rules[kept->id] = kept;
  TracedFunctionPtr body = closedFunction(function);
  auto results =
      state.bind(opcode, withConsts(*function, arguments), CallAttributes{function->name, kept->id, false}, {&body, 1});
  if (kept.use_count() == 1) state.rules.erase(kept->id);
  return results;
}

}  // namespace

std::vector<Value> Tracing::customJvp(const TracedFunctionPtr& function, const FlatFunction& rule,
                                      std::span<const Value> arguments) {
  CustomRule kept;
  kept.jvp = jvpBehindConsts(rule, function->consts.size(), arguments.size());
  return bindCustom(*m_state, Opcode::CustomJvpCall, function, std::move(kept), arguments);
}

std::vector<Value> Tracing::customVjp(const TracedFunctionPtr& function, const FlatFunction& forward,
                                      const FlatFunction& backward, std::span<const Value> arguments) {
  size_t consts = function->consts.size();
  CustomRule kept;
  kept.forward = [forward, consts](std::span<const Value> values) { return forward(values.subspan(consts)); };
  kept.backward = backwardBehindConsts(backward, consts);
  return bindCustom(*m_state, Opcode::CustomVjpCall, function, std::move(kept), arguments);
}

std::vector<std::string> Tracing::tracedBecauseOf(const Value& value) const {
  if (value->kind() != ValueKind::Jit) return {};
  const LevelTag& tag = *static_cast<const TracerNode*>(value.get())->tag;
  if (!tag.alive) return {};
  return argumentsBehind(*static_cast<const JitTracer*>(value.get())->instruction, tag);
}

std::string Tracing::describe(const Value& value) const {
  static constexpr std::string_view kNames[] = {"Array", "JitTracer", "JVPTracer", "BatchTracer", "LinearizeTracer"};
  const Shape& shape = value->aval().shape;
  std::string text(kNames[static_cast<size_t>(value->kind())]);
  text += "(" + std::string(elementTypeInfo(shape.type()).jaxName) + "[";
  for (int i = 0; i < shape.rank(); ++i) text += (i == 0 ? "" : ",") + std::to_string(shape.dim(i));
  return text + "])";
}

}  // namespace onepot
