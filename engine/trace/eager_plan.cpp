#include "engine/trace/eager_plan.h"

#include <algorithm>

#include "engine/ops/op.h"
#include "engine/ops/op_cost.h"
#include "engine/ops/traced_lowering.h"
#include "engine/runtime/piece_log.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"

namespace onepot {

namespace {

/// More HLO instructions than this are compiled into one function.
constexpr size_t kMostSteps = 2;

void mix(size_t& seed, size_t value) { seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2); }

void removeDead(Computation& computation) {
  std::vector<Instruction*> doomed;
  std::vector<Instruction*> order = computation.snapshot();
  std::unordered_map<const Instruction*, size_t> users;
  for (Instruction* one : order) users[one] = one->users().size();
  for (auto one = order.rbegin(); one != order.rend(); ++one) {
    if ((*one)->opcode() == Opcode::Parameter || (*one)->isRoot() || users[*one] != 0) continue;
    const auto* call = (*one)->getIf<CustomCallAttributes>();
    if (call != nullptr && call->function != nullptr) continue;  // made for what it does
    doomed.push_back(*one);
    std::vector<Instruction*> distinct = (*one)->operands();
    std::ranges::sort(distinct);
    distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
    for (Instruction* operand : distinct) --users[operand];
  }
  computation.removeAll(doomed);
}

/// An eager elementwise kernel takes scalars as they are: no array is filled with one just to be read.
void leaveScalars(Computation& computation) {
  for (Instruction* one : computation.snapshot()) {
    if (!has(one->opcode(), kElementwise) || one->operandCount() < 2 || one->shape().rank() == 0) continue;
    auto scalarBehind = [](const Instruction* operand) {
      return operand->opcode() == Opcode::Broadcast && operand->operand(0)->shape().rank() == 0;
    };
    if (std::ranges::all_of(one->operands(), scalarBehind)) continue;
    for (int i = 0; i < one->operandCount(); ++i)
      if (scalarBehind(one->operand(i))) one->setOperand(i, one->operand(i)->operand(0));
  }
}

bool isPlumbing(const Instruction& instruction) {
  return instruction.opcode() == Opcode::Parameter || instruction.opcode() == Opcode::Constant ||
         instruction.opcode() == Opcode::Tuple || instruction.opcode() == Opcode::GetTupleElement;
}

}  // namespace

size_t EagerKey::hash(const Operation& operation, Device* device) {
  size_t seed = static_cast<size_t>(operation.opcode);
  for (const Value& operand : operation.operands) {
    const Shape& shape = operand->aval().shape;
    mix(seed, static_cast<size_t>(shape.type()));
    for (const Dimension& dimension : shape.dimensions()) mix(seed, static_cast<size_t>(dimension.size));
    mix(seed, static_cast<size_t>(operand->aval().weakType));
  }
  if (operation.written)
    for (const Dimension& dimension : operation.written->dimensions()) mix(seed, static_cast<size_t>(dimension.size));
  for (const TracedFunctionPtr& function : operation.functions) mix(seed, reinterpret_cast<size_t>(function.get()));
  mix(seed, reinterpret_cast<size_t>(device));
  return seed;
}

bool EagerKey::matches(const Operation& operation, Device* otherDevice) const {
  return opcode == operation.opcode && device == otherDevice && operands.size() == operation.operands.size() &&
         std::ranges::equal(operands, operation.operands,
                            [](const Aval& a, const Value& b) { return a == b->aval(); }) &&
         attributes == operation.attributes && written == operation.written &&
         std::ranges::equal(functions, operation.functions);
}

EagerPlan::EagerPlan(const Operation& operation, TraceState& state) {
  m_key = {operation.opcode, operation.attributes, {}, operation.written, state.device, {}};
  m_key.functions.assign(operation.functions.begin(), operation.functions.end());
  for (const Value& operand : operation.operands) m_key.operands.push_back(operand->aval());
  TracedFunctionPtr function =
      recordFunction(state, std::string(name(operation.opcode)), m_key.operands, [&](std::span<const Value> values) {
        return state.bind(operation.opcode, values, operation.attributes, operation.functions, operation.written);
      });
  m_results = function->results;
  std::unique_ptr<Module> module = function->module->clone();
  lowerTraced(*module);
  removeDead(*module->entry());
  std::unique_ptr<Module> withScalars = module->clone();
  leaveScalars(*withScalars->entry());
  removeDead(*withScalars->entry());
  size_t steps = 0;
  for (const auto& one : withScalars->entry()->instructions()) steps += isPlumbing(*one) ? 0 : 1;
  if (steps > kMostSteps) {
    EventSink silent;
    CompileOptions options;
    options.snapshots = options.verify = false;  // nobody looks at it
    auto compiled = compile(std::move(module), std::make_shared<Compilation>(), *state.device, options, silent);
    if (!compiled) throwTraceError(compiled.error(), state.rangeNow());
    m_executable = compiled->executable;
    return;
  }
  std::unordered_map<const Instruction*, int> slots;
  m_slotCount = static_cast<int>(m_key.operands.size());
  for (const auto& one : withScalars->entry()->instructions()) addStep(*withScalars, *one, slots);
  for (const Instruction* result : withScalars->entry()->root()->operands()) m_resultSlots.push_back(slots.at(result));
}

void EagerPlan::addStep(const Module& module, const Instruction& instruction,
                        std::unordered_map<const Instruction*, int>& slots) {
  switch (instruction.opcode()) {
    case Opcode::Parameter:
      slots[&instruction] = static_cast<int>(instruction.get<ParameterAttributes>().number);
      return;
    case Opcode::Constant:
      slots[&instruction] = m_slotCount;
      m_constants.emplace_back(m_slotCount++, instruction.literal());
      return;
    case Opcode::GetTupleElement:
      slots[&instruction] =
          slots.at(instruction.operand(0)) + static_cast<int>(instruction.get<TupleIndexAttributes>().index);
      return;
    case Opcode::Tuple:
      if (instruction.isRoot()) return;
      break;
    default: break;
  }
  Step step;
  step.module = std::make_unique<Module>(std::string(name(instruction.opcode())));
  Computation* entry = step.module->addComputation("entry");
  step.module->setEntry(entry);
  step.module->setTraced(true);  // scalars stand beside arrays
  NewInstruction to{instruction.opcode(), instruction.shape(), {}, instruction.attributes(), {}, {}};
  for (const Instruction* operand : instruction.operands()) {
    auto number = static_cast<int64_t>(step.operands.size());
    step.operands.push_back(slots.at(operand));
    to.operands.push_back(entry->add({Opcode::Parameter, operand->shape(), {}, ParameterAttributes{number}, {}, {}}));
  }
  for (ComputationId called : instruction.called())
    to.called.push_back(step.module->importComputation(module, *module.computation(called), false)->id());
  Instruction* made = entry->add(std::move(to));
  entry->setRoot(made);
  step.module->sortComputations();
  step.instruction = made;
  slots[&instruction] = m_slotCount;
  int results = made->shape().isTuple() ? static_cast<int>(made->shape().elements().size()) : 1;
  for (int i = 0; i < results; ++i) step.results.push_back(m_slotCount++);
  m_steps.push_back(std::move(step));
}

Result<std::vector<Array>> EagerPlan::dispatchStep(const Step& step, Device& device, std::span<const Array> arguments,
                                                   const RunOptions& options, Clock::time_point begin) {
  if (!options.launches) return device.dispatch(*step.instruction, *step.module, arguments, options);
  const auto now = [&] { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); };
  const size_t before = options.launches->size();
  const double start = now();
  const int64_t live = allocatedBytes();
  PieceLog pieces(begin);
  RunOptions recorded = options;
  recorded.pieces = &pieces;
  auto results = device.dispatch(*step.instruction, *step.module, arguments, recorded);
  // Some devices note the launches of a dispatch, with times from its begin; of the others it is one launch.
  for (size_t i = before; i < options.launches->size(); ++i) {
    Launch& launch = (*options.launches)[i];
    launch.start += start, launch.end += start;
    for (ThreadWork& work : launch.work) work.start += start, work.end += start;
  }
  if (results && options.launches->size() == before) {
    const OpCost cost = costOf(*step.instruction, *step.module);
    Launch launch{std::string(name(step.instruction->opcode())), 0, start, now(), cost.bytesRead, cost.bytesWritten};
    launch.work = pieces.take();
    launch.liveBytes = allocatedBytes();
    launch.liveBefore = std::max(live, launch.liveBytes);
    options.launches->push_back(std::move(launch));
  }
  return results;
}

Result<std::vector<Array>> EagerPlan::runSteps(std::span<const Array> operands, Device& device,
                                               const RunOptions& options) const {
  std::vector<Array> slots(static_cast<size_t>(m_slotCount));
  std::ranges::copy(operands, slots.begin());
  for (const auto& [slot, literal] : m_constants) slots[static_cast<size_t>(slot)] = Array(&device, literal);
  std::vector<Array> arguments;
  const auto begin = options.launches ? Clock::now() : Clock::time_point();
  for (const Step& step : m_steps) {
    arguments.clear();
    for (int slot : step.operands) arguments.push_back(slots[static_cast<size_t>(slot)]);
    auto results = dispatchStep(step, device, arguments, options, begin);
    if (!results) return results;
    for (size_t i = 0; i < step.results.size(); ++i)
      slots[static_cast<size_t>(step.results[i])] = std::move((*results)[i]);
  }
  std::vector<Array> results;
  for (int slot : m_resultSlots) results.push_back(slots[static_cast<size_t>(slot)]);
  return results;
}

std::vector<Value> EagerPlan::run(const Operation& operation, TraceState& state, const RunOptions& options) const {
  std::vector<Array> operands;
  operands.reserve(operation.operands.size());
  for (const Value& operand : operation.operands) operands.push_back(physicalArray(*concreteArray(operand)));
  auto arrays =
      m_executable != nullptr ? m_executable->run(operands, options) : runSteps(operands, *state.device, options);
  if (!arrays) throwTraceError(arrays.error(), state.rangeNow());
  std::vector<Value> results;
  for (size_t i = 0; i < m_results.size(); ++i)
    results.push_back(makeConcrete(logicalArray(std::move((*arrays)[i]), m_results[i])));
  return results;
}

}  // namespace onepot
