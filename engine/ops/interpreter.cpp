#include "engine/ops/interpreter.h"

#include <new>
#include <unordered_set>

#include "engine/ir/host_function.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

constexpr int kMostCalls = 500;  // one inside the other

struct OperandSlot {
  int slot = 0;
  bool last = false;  // nothing needs the value afterwards
};

struct DepthGuard {
  int& depth;
  explicit DepthGuard(int& depth) : depth(depth) { ++depth; }
  ~DepthGuard() { --depth; }
};

std::unordered_set<const Instruction*> neededBy(const Computation& computation) {
  std::unordered_set<const Instruction*> needed{computation.root()};
  const auto& instructions = computation.instructions();
  for (auto at = instructions.rbegin(); at != instructions.rend(); ++at) {
    // A call that is made for what it does runs though nobody reads its results.
    const auto* call = (*at)->getIf<CustomCallAttributes>();
    if (call != nullptr && call->function != nullptr && call->function->hasSideEffect()) needed.insert(at->get());
    if (needed.contains(at->get())) needed.insert((*at)->operands().begin(), (*at)->operands().end());
  }
  return needed;
}

bool fits(const Shape& wanted, const Shape& given) {
  if (wanted.isTuple() != given.isTuple()) return false;
  if (!wanted.isTuple()) return wanted.type() == given.type() && wanted.dims() == given.dims();
  if (wanted.elements().size() != given.elements().size()) return false;
  for (size_t i = 0; i < wanted.elements().size(); ++i)
    if (!fits(wanted.elements()[i], given.elements()[i])) return false;
  return true;
}

}  // namespace

struct Interpreter::Plan {
  struct Step {
    const Instruction* instruction = nullptr;
    std::vector<OperandSlot> operands;
  };
  std::vector<Step> steps;  // step i's value is in slot i
  int root = 0;
  std::vector<Instruction*> parameters;
};

Interpreter::Interpreter(const Module& module, CancellationToken cancel, Observer observer)
    : m_module(module), m_cancel(std::move(cancel)), m_observer(std::move(observer)) {}

Interpreter::~Interpreter() = default;

const Interpreter::Plan& Interpreter::planFor(const Computation& computation) {
  auto& plan = m_plans[&computation];
  if (plan) return *plan;
  plan = std::make_unique<Plan>();
  plan->parameters = computation.parameters();
  auto needed = neededBy(computation);
  std::unordered_map<const Instruction*, int> slots;
  for (const auto& instruction : computation.instructions()) {
    if (!needed.contains(instruction.get())) continue;
    Plan::Step step{instruction.get(), {}};
    for (const Instruction* operand : instruction->operands()) step.operands.push_back({slots.at(operand), false});
    slots.emplace(instruction.get(), static_cast<int>(plan->steps.size()));
    plan->steps.push_back(std::move(step));
  }
  plan->root = slots.at(computation.root());
  std::vector<bool> used(plan->steps.size(), false);
  used[static_cast<size_t>(plan->root)] = true;
  for (auto step = plan->steps.rbegin(); step != plan->steps.rend(); ++step)
    for (auto operand = step->operands.rbegin(); operand != step->operands.rend(); ++operand) {
      operand->last = !used[static_cast<size_t>(operand->slot)];
      used[static_cast<size_t>(operand->slot)] = true;
    }
  return *plan;
}

Result<Literal> Interpreter::evaluate(const Computation& computation, std::vector<Literal> arguments) {
  if (m_depth >= kMostCalls) return fail(Message{"eval.too_deep", {std::to_string(kMostCalls)}});
  const Plan& plan = planFor(computation);
  if (arguments.size() != plan.parameters.size())
    return fail(
        Message{"eval.argument_count",
                {computation.name(), std::to_string(plan.parameters.size()), std::to_string(arguments.size())}});
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Shape& wanted = plan.parameters[i]->shape();
    if (!fits(wanted, arguments[i].shape()))
      return fail(Message{
          "eval.argument_shape",
          {computation.name(), plan.parameters[i]->name(), wanted.text(false), arguments[i].shape().text(false)}});
  }
  DepthGuard guard(m_depth);
  if (m_depth > 1) return run(computation, plan, std::move(arguments));
  try {
    return run(computation, plan, std::move(arguments));
  } catch (const std::bad_alloc&) {
    return fail(Message{"eval.memory", {computation.name()}});
  }
}

Result<Literal> Interpreter::run(const Computation& computation, const Plan& plan, std::vector<Literal> arguments) {
  std::vector<Literal> values(plan.steps.size());
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const Instruction& instruction = *plan.steps[i].instruction;
    if (instruction.opcode() == Opcode::Parameter) {
      values[i] = std::move(arguments[static_cast<size_t>(instruction.get<ParameterAttributes>().number)]);
      if (values[i].shape().layout()) values[i].setShape(values[i].shape().withoutLayout());
    } else {
      std::vector<Literal> operands;
      operands.reserve(plan.steps[i].operands.size());
      for (auto [slot, last] : plan.steps[i].operands) {
        Literal& value = values[static_cast<size_t>(slot)];
        operands.push_back(last ? std::move(value) : value);
        if (last) value = {};
      }
      auto result = evaluateStep(instruction, std::move(operands));
      if (!result) return result;
      values[i] = std::move(*result);
    }
    if (m_cancel.cancelled()) return fail(Message{"eval.cancelled", {computation.name()}});
    if (m_observer) m_observer(instruction, values[i]);
  }
  return std::move(values[static_cast<size_t>(plan.root)]);
}

Result<Literal> Interpreter::evaluateStep(const Instruction& instruction, std::vector<Literal> operands) {
  EvaluateRule rule = op(instruction.opcode()).evaluate;
  Result<Literal> result = std::unexpected(Diagnostics{});
  if (rule) {
    EvaluationContext context(instruction, m_module, std::move(operands), *this, m_cancel);
    result = rule(context);
  } else {
    result = fail(Message{"eval.text_only", {std::string(name(instruction.opcode()))}});
  }
  if (!result)
    for (Diagnostic& diagnostic : result.error())
      if (!diagnostic.range.known()) diagnostic.range = instruction.source();
  return result;
}

Result<Literal> evaluateInstruction(const Instruction& instruction, const Module& module, std::vector<Literal> operands,
                                    CancellationToken cancel) {
  EvaluateRule rule = op(instruction.opcode()).evaluate;
  if (!rule) return fail(Message{"eval.text_only", {std::string(name(instruction.opcode()))}});
  Interpreter interpreter(module, cancel);
  EvaluationContext context(instruction, module, std::move(operands), interpreter, cancel);
  try {
    return rule(context);
  } catch (const std::bad_alloc&) {
    return fail(Message{"eval.memory", {instruction.name()}});
  }
}

}  // namespace onepot
