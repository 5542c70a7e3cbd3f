#include "engine/trace/jit_level.h"

#include <algorithm>

#include "engine/trace/custom_rule.h"
#include "engine/trace/derived_functions.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/trace_errors.h"

namespace onepot {

JitLevel::JitLevel(TraceState& state, const std::string& name)
    : TraceLevel(state, nullptr, state.current->tag()->depth + 1),
      m_module(std::make_unique<Module>(hloName(name))),
      m_entry(m_module->addComputation(hloName(name))),
      m_function(std::make_shared<TracedFunction>()) {
  m_module->setTraced(true);
  m_module->setEntry(m_entry);
  m_function->name = name;
  m_function->derived = std::make_shared<DerivedFunctions>();
  m_tag->function = name;
  ++m_state.staging;
}

JitLevel::~JitLevel() { --m_state.staging; }

Value JitLevel::argument(const Aval& aval, const std::string& name) {
  auto number = static_cast<int64_t>(m_arguments.size());
  std::string hlo = hloName(name.empty() ? "Arg_" + std::to_string(number) : name) + ".1";
  Instruction* parameter =
      m_entry->add({Opcode::Parameter, aval.shape, {}, ParameterAttributes{number}, {}, std::move(hlo)});
  parameter->setWeakType(aval.weakType);
  if (!name.empty()) parameter->setMetadata({.opType = {}, .opName = name, .rest = {}});
  m_arguments.push_back(parameter);
  m_function->arguments.push_back(aval);
  m_tag->arguments.push_back(name);
  return std::make_shared<JitTracer>(aval, m_tag, parameter);
}

Instruction* JitLevel::captureConst(const Value& value) {
  auto [entry, isNew] = m_captured.try_emplace(value.get());
  if (!isNew) return entry->second;
  const Aval& aval = value->aval();
  Instruction* parameter = m_entry->add({Opcode::Parameter, aval.shape, {}, ParameterAttributes{-1}, {}, "captured.1"});
  parameter->setWeakType(aval.weakType);
  m_constParameters.push_back(parameter);
  m_consts.push_back(value);
  return entry->second = parameter;
}

Instruction* JitLevel::literalConstant(const Value& value) {
  const Array& array = *concreteArray(value);
  auto bytes = array.literal().bytes();
  std::string key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  key.push_back(static_cast<char>(array.shape.type()));
  key.push_back(array.weakType ? 'w' : 's');
  auto [entry, isNew] = m_literals.try_emplace(std::move(key));
  if (!isNew) return entry->second;
  Instruction* constant = m_entry->add(
      {Opcode::Constant, array.shape.withoutLayout(), {}, ConstantAttributes{array.literal(), false}, {}, {}});
  constant->setWeakType(array.weakType);
  return entry->second = constant;
}

Instruction* JitLevel::instructionOf(const Value& value) {
  if (const auto* tracer = tracerOf<JitTracer>(value, m_tag.get(), ValueKind::Jit)) return tracer->instruction;
  refuseLeaked(value, m_state);
  if (value->kind() == ValueKind::Concrete && static_cast<const ConcreteValue*>(value.get())->literal)
    return literalConstant(value);
  return captureConst(value);
}

Instruction* JitLevel::add(NewInstruction from, bool weak, const Recorded& recorded) {
  Instruction* made = m_entry->add(std::move(from));
  if (weak) made->setWeakType(true);
  if (!recorded.source.empty()) made->setSource(recorded.source.front());
  made->setMetadata({.opType = {}, .opName = recorded.name, .rest = {}});
  return made;
}

ComputationId JitLevel::placed(const TracedFunctionPtr& function) {
  auto found = m_placed.find(function.get());
  if (found != m_placed.end()) return found->second;
  ensure(function->consts.empty(), "a body takes its consts as operands");
  // Callees first: bodies of the body are placed (once) before it, so that what is shared stays shared.
  std::vector<std::pair<const TracedFunctionPtr, bool>> stack{{function, false}};
  while (!stack.empty()) {
    auto [current, entered] = stack.back();
    if (m_placed.contains(current.get())) {
      stack.pop_back();
      continue;
    }
    if (!entered) {
      stack.back().second = true;
      for (const auto& [id, body] : current->bodies) stack.emplace_back(body, false);
      continue;
    }
    m_placed.emplace(current.get(), placeBody(*m_module, *current, m_placed, *m_function));
    m_function->bodies.emplace(m_placed.at(current.get()), current);
    for (const auto& rule : current->rules)
      if (m_hasRule.emplace(rule.get(), true).second) m_function->rules.push_back(rule);
    stack.pop_back();
  }
  return m_placed.at(function.get());
}

namespace {

/// HLO's combiners and comparators give their one result as it is; traced functions give a tuple.
void unwrapResult(Computation& combiner) {
  Instruction* root = combiner.root();
  if (root->opcode() != Opcode::Tuple || root->operandCount() != 1) return;
  combiner.setRoot(root->operand(0));
  combiner.remove(root);
}

}  // namespace

std::vector<Value> JitLevel::process(const Operation& operation) {
  std::vector<Aval> avals = resultAvals(operation, m_state);
  std::vector<SourceRange> source = m_state.sourceNow();
  NewInstruction from{operation.opcode, {}, {}, operation.attributes, {}, {}};
  from.operands.reserve(operation.operands.size());
  for (const Value& operand : operation.operands) from.operands.push_back(instructionOf(operand));
  for (const TracedFunctionPtr& function : operation.functions) {
    from.called.push_back(placed(function));
    if (!hasBodies(operation.opcode)) unwrapResult(*m_module->computation(from.called.back()));
  }
  noteRule(operation, m_state, *m_function, m_hasRule);
  bool tuple = hasBodies(operation.opcode) || avals.size() != 1;
  std::vector<Shape> shapes;
  if (tuple)
    for (const Aval& aval : avals) shapes.push_back(aval.shape);
  from.shape = tuple ? Shape::tuple(std::move(shapes)) : avals.front().shape;
  const std::string named = operationName(m_state.names.text(), operation.opcode, operation.attributes);
  Instruction* made = add(std::move(from), !tuple && avals.front().weakType, {source, named});
  std::vector<Value> results;
  results.reserve(avals.size());
  if (!tuple) results.push_back(std::make_shared<JitTracer>(avals.front(), m_tag, made));
  for (size_t i = 0; tuple && i < avals.size(); ++i) {
    Instruction* element =
        add({Opcode::GetTupleElement, avals[i].shape, {made}, TupleIndexAttributes{static_cast<int64_t>(i)}, {}, {}},
            avals[i].weakType, {source, named});
    results.push_back(std::make_shared<JitTracer>(avals[i], m_tag, element));
  }
  m_function->steps.push_back({made->id(), 0, std::move(source)});
  return results;
}

void JitLevel::orderParameters() {
  int64_t number = 0;
  for (Instruction* parameter : m_constParameters) parameter->setAttributes(ParameterAttributes{number++});
  for (Instruction* parameter : m_arguments) parameter->setAttributes(ParameterAttributes{number++});
  if (m_constParameters.empty()) return;
  std::vector<Instruction*> order = m_constParameters;
  order.insert(order.end(), m_arguments.begin(), m_arguments.end());
  for (const auto& instruction : m_entry->instructions())
    if (instruction->opcode() != Opcode::Parameter) order.push_back(instruction.get());
  m_entry->reorder(order);
}

std::shared_ptr<TracedFunction> JitLevel::finish(std::span<const Value> results) {
  std::vector<Instruction*> elements;
  std::vector<Shape> shapes;
  for (const Value& result : results) {
    elements.push_back(instructionOf(result));
    shapes.push_back(result->aval().shape);
    m_function->results.push_back(result->aval());
  }
  m_entry->setRoot(m_entry->add({Opcode::Tuple, Shape::tuple(std::move(shapes)), std::move(elements), {}, {}, {}}));
  orderParameters();
  m_module->sortComputations();
  m_function->consts = std::move(m_consts);
  m_function->module = std::move(m_module);
  m_tag->alive = false;
  return std::move(m_function);
}

}  // namespace onepot
