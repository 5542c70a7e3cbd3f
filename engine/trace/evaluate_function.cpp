#include "engine/trace/evaluate_function.h"

#include <cctype>

#include "engine/trace/derived_functions.h"
#include "engine/trace/jit_level.h"

namespace onepot {

namespace {

class FlatProgramMaker {
 public:
  explicit FlatProgramMaker(const TracedFunction& function) : m_function(function) {
    for (const TraceStep& step : function.steps) m_sources.emplace(step.instruction, &step.stack);
  }

  FlatProgram make() {
    const Computation& entry = *m_function.module->entry();
    for (const auto& instruction : entry.instructions()) place(*instruction);
    for (const Instruction* result : entry.root()->operands()) m_program.results.push_back(m_slots.at(result));
    m_program.slots = m_next;
    markLastUses();
    return std::move(m_program);
  }

 private:
  int slotOf(const Instruction& instruction) { return m_slots[&instruction] = static_cast<int>(m_next++); }

  void place(const Instruction& instruction) {
    switch (instruction.opcode()) {
      case Opcode::Parameter: {
        auto number = static_cast<size_t>(instruction.get<ParameterAttributes>().number);
        if (m_program.parameters.size() <= number) m_program.parameters.resize(number + 1);
        m_program.parameters[number] = slotOf(instruction);
        return;
      }
      case Opcode::Constant:
        m_program.literals.emplace_back(slotOf(instruction),
                                        makeLiteral(Array(nullptr, instruction.literal(), instruction.weakType())));
        return;
      case Opcode::Tuple: return;
      case Opcode::GetTupleElement: {
        const FlatStep& step = m_program.steps[m_stepOf.at(instruction.operand(0))];
        m_slots[&instruction] = step.results[static_cast<size_t>(instruction.get<TupleIndexAttributes>().index)];
        return;
      }
      default: placeStep(instruction);
    }
  }

  void placeStep(const Instruction& instruction) {
    FlatStep step;
    step.instruction = &instruction;
    for (const Instruction* operand : instruction.operands()) step.operands.push_back(m_slots.at(operand));
    for (ComputationId called : instruction.called()) step.functions.push_back(m_function.bodies.at(called));
    if (auto source = m_sources.find(instruction.id()); source != m_sources.end()) step.source = source->second;
    if (instruction.shape().isTuple()) {
      if (instruction.opcode() == Opcode::CustomCall) step.written = instruction.shape();
      for (size_t i = 0; i < instruction.shape().elements().size(); ++i)
        step.results.push_back(static_cast<int>(m_next++));
    } else {
      step.written = instruction.shape();
      step.results.push_back(slotOf(instruction));
    }
    m_stepOf.emplace(&instruction, m_program.steps.size());
    m_program.steps.push_back(std::move(step));
  }

  void markLastUses() {
    std::vector<bool> seen(m_next, false);
    for (int result : m_program.results) seen[static_cast<size_t>(result)] = true;
    for (size_t i = m_program.steps.size(); i-- > 0;) {
      FlatStep& step = m_program.steps[i];
      auto note = [&](int slot) {
        if (!seen[static_cast<size_t>(slot)]) step.releases.push_back(slot);
        seen[static_cast<size_t>(slot)] = true;
      };
      for (int slot : step.operands) note(slot);
      for (int slot : step.results) note(slot);
    }
  }

  const TracedFunction& m_function;
  FlatProgram m_program;
  size_t m_next = 0;
  std::unordered_map<const Instruction*, int> m_slots;
  std::unordered_map<const Instruction*, size_t> m_stepOf;
  std::unordered_map<InstructionId, const std::vector<SourceRange>*> m_sources;
};

}  // namespace

const FlatProgram& flatProgram(const TracedFunction& function) {
  auto& kept = function.derived->program;
  if (kept == nullptr) kept = std::make_shared<FlatProgram>(FlatProgramMaker(function).make());
  return *kept;
}

std::vector<Value> evaluateFunction(TraceState& state, const TracedFunction& function,
                                    std::span<const Value> arguments) {
  std::shared_ptr<const FlatProgram> hold = (flatProgram(function), function.derived->program);
  const FlatProgram& program = *hold;
  ensure(arguments.size() >= program.parameters.size(), "a traced function gets all its arguments");
  std::vector<Value> slots(program.slots);
  for (size_t i = 0; i < program.parameters.size(); ++i)
    slots[static_cast<size_t>(program.parameters[i])] = arguments[i];
  for (const auto& [slot, value] : program.literals) slots[static_cast<size_t>(slot)] = value;
  std::vector<Value> operands;
  for (const FlatStep& step : program.steps) {
    operands.clear();
    for (int slot : step.operands) operands.push_back(slots[static_cast<size_t>(slot)]);
    SourceScope source(state, step.source);
    NameScope names(state, NameScope::kScope, std::string(scopeOf(*step.instruction)));
    std::vector<Value> results =
        state.bind(step.instruction->opcode(), operands, step.instruction->attributes(), step.functions, step.written);
    for (size_t i = 0; i < step.results.size(); ++i)
      slots[static_cast<size_t>(step.results[i])] = std::move(results[i]);
    for (int slot : step.releases) slots[static_cast<size_t>(slot)] = nullptr;
  }
  std::vector<Value> results;
  for (int slot : program.results) results.push_back(slots[static_cast<size_t>(slot)]);
  return results;
}

TracedFunctionPtr closedFunction(const TracedFunctionPtr& function) {
  if (function->consts.empty()) return function;
  if (function->derived->closed != nullptr) return function->derived->closed;
  auto closed = std::make_shared<TracedFunction>(*function);
  closed->consts.clear();
  closed->arguments.clear();
  for (const Value& value : function->consts) closed->arguments.push_back(value->aval());
  closed->arguments.insert(closed->arguments.end(), function->arguments.begin(), function->arguments.end());
  closed->derived = std::make_shared<DerivedFunctions>();
  return function->derived->closed = closed;
}

std::vector<Value> withConsts(const TracedFunction& function, std::span<const Value> arguments) {
  std::vector<Value> all = function.consts;
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

TracedFunctionPtr recordFunction(TraceState& state, const std::string& name, std::span<const Aval> arguments,
                                 const FlatFunction& body, std::span<const std::string> argumentNames) {
  JitLevel level(state, name);
  FreshNames names(state);
  LevelScope scope(state, &level);
  std::vector<Value> values;
  for (size_t i = 0; i < arguments.size(); ++i)
    values.push_back(level.argument(arguments[i], i < argumentNames.size() ? argumentNames[i] : std::string()));
  return level.finish(body(values));
}

std::string hloName(const std::string& name) {
  std::string made = name;
  for (char& letter : made)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '.' && letter != '-') letter = '_';
  bool starts = !made.empty() && (std::isalpha(static_cast<unsigned char>(made[0])) != 0 || made[0] == '_');
  return starts ? made : "f" + made;
}

ComputationId placeBody(Module& module, const TracedFunction& body,
                        const std::unordered_map<const TracedFunction*, ComputationId>& placed, TracedFunction& into) {
  Computation* made = module.addComputation(hloName(body.name));
  const Computation& source = *body.module->entry();
  std::unordered_map<const Instruction*, Instruction*> copies;
  std::unordered_map<InstructionId, InstructionId> ids;
  copies.reserve(source.instructions().size());
  for (const auto& from : source.instructions()) {
    NewInstruction to{from->opcode(), from->shape(), {}, from->attributes(), {}, {}};
    if (from->opcode() == Opcode::Parameter) to.name = from->name();
    for (const Instruction* operand : from->operands()) to.operands.push_back(copies.at(operand));
    for (ComputationId called : from->called()) to.called.push_back(placed.at(body.bodies.at(called).get()));
    Instruction* copy = made->add(std::move(to));
    copy->setWeakType(from->weakType());
    copy->setSource(from->source());
    copy->setMetadata(from->metadata());
    copies.emplace(from.get(), copy);
    ids.emplace(from->id(), copy->id());
  }
  made->setRoot(copies.at(source.root()));
  for (const TraceStep& step : body.steps)
    if (auto found = ids.find(step.instruction); found != ids.end())
      into.steps.push_back({found->second, 0, step.stack});
  return made->id();
}

}  // namespace onepot
