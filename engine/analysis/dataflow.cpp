#include "engine/analysis/dataflow.h"

#include <algorithm>

#include "engine/analysis/running_computations.h"
#include "engine/base/result.h"

namespace onepot {

namespace {

int arrayCount(const Shape& shape) {
  if (!shape.isTuple()) return 1;
  int count = 0;
  for (const Shape& element : shape.elements()) count += arrayCount(element);
  return count;
}

}  // namespace

std::vector<std::pair<std::vector<int64_t>, const Shape*>> arraysOf(const Shape& shape) {
  if (!shape.isTuple()) return {{{}, &shape}};
  std::vector<std::pair<std::vector<int64_t>, const Shape*>> found;
  for (size_t i = 0; i < shape.elements().size(); ++i)
    for (auto& [index, array] : arraysOf(shape.elements()[i])) {
      index.insert(index.begin(), static_cast<int64_t>(i));
      found.emplace_back(std::move(index), array);
    }
  return found;
}

bool namesItsOperands(Opcode opcode) {
  return opcode == Opcode::Tuple || opcode == Opcode::GetTupleElement || opcode == Opcode::Bitcast ||
         opcode == Opcode::OptimizationBarrier || opcode == Opcode::AddDependency || opcode == Opcode::Domain;
}

bool passesThrough(const Computation& body, int64_t index) {
  const Instruction& root = *body.root();
  if (root.opcode() != Opcode::Tuple) return false;
  const Instruction& element = *root.operand(static_cast<int>(index));
  return element.opcode() == Opcode::GetTupleElement && element.get<TupleIndexAttributes>().index == index &&
         element.operand(0)->opcode() == Opcode::Parameter;
}

struct Dataflow::Frame {
  const Computation* computation;
  size_t next = 0;            // instruction
  size_t calleesEntered = 0;  // of that instruction
};

Dataflow::Dataflow(const Module& module) : m_module(module) { walk(module); }

void Dataflow::walk(const Module& module) {
  std::vector<Frame> stack{{module.entry()}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const auto& instructions = frame.computation->instructions();
    if (frame.next == instructions.size()) {
      m_lastPosition[frame.computation->id()] = static_cast<int>(m_order.size()) - 1;
      stack.pop_back();
      continue;
    }
    const Instruction& instruction = *instructions[frame.next];
    if (runsItsCallees(instruction.opcode()) && frame.calleesEntered < instruction.called().size()) {
      size_t callee = frame.calleesEntered++;
      enterCallee(instruction, callee);
      stack.push_back({module.computation(instruction.called()[callee])});
      continue;
    }
    visit(instruction);
    ++frame.next;
    frame.calleesEntered = 0;
  }
  std::vector<int>& results = m_arrays.at(module.entry()->root());
  use(results, static_cast<int>(m_order.size()));
  for (int value : results) m_values[static_cast<size_t>(value)].output = true;
}

int Dataflow::nextPosition(const Instruction& instruction) {
  m_order.push_back(&instruction);
  return static_cast<int>(m_order.size()) - 1;
}

void Dataflow::enterCallee(const Instruction& caller, size_t callee) {
  ComputationId id = caller.called()[callee];
  ensure(!m_arguments.contains(id), "a computation runs for one caller (flatten-call-graph)");
  if (callee == 0) {
    int begin = nextPosition(caller);
    for (const Instruction* operand : caller.operands()) use(m_arrays.at(operand), begin);
  }
  if (caller.opcode() == Opcode::Conditional) {
    m_arguments[id] = {m_arrays.at(caller.operand(static_cast<int>(callee) + 1))};
  } else if (caller.opcode() == Opcode::While && callee == 0) {
    m_arguments[id] = {enterWhile(caller)};
  } else if (caller.opcode() == Opcode::While) {
    m_arguments[id] = m_arguments.at(caller.called()[0]);
  } else {
    std::vector<std::vector<int>> arguments;
    for (const Instruction* operand : caller.operands()) arguments.push_back(m_arrays.at(operand));
    m_arguments[id] = std::move(arguments);
  }
}

/// The values that a loop's body and condition see: what never changes is the initial value itself.
std::vector<int> Dataflow::enterWhile(const Instruction& loop) {
  const Computation* body = m_module.computation(loop.called()[1]);
  const Instruction* parameter = body->parameters().front();
  const std::vector<int> initial = m_arrays.at(loop.operand(0));
  std::vector<int> carried;
  for (auto& [index, shape] : arraysOf(parameter->shape())) {
    int from = initial[carried.size()];
    if (index.size() != 1 || !passesThrough(*body, index[0])) {
      carried.push_back(addValue(*parameter, index, *shape, static_cast<int>(m_order.size())));
      m_mustShare.emplace_back(from, carried.back());
    } else {
      carried.push_back(from);
    }
  }
  return carried;
}

void Dataflow::visit(const Instruction& instruction) {
  int position = nextPosition(instruction);
  m_position[&instruction] = position;
  if (instruction.opcode() == Opcode::Parameter && m_arguments.contains(instruction.parent()->id())) {
    auto number = static_cast<size_t>(instruction.get<ParameterAttributes>().number);
    m_arrays[&instruction] = m_arguments.at(instruction.parent()->id()).at(number);
  } else if (instruction.opcode() == Opcode::Tuple) {
    std::vector<int> all;
    for (const Instruction* operand : instruction.operands())
      all.insert(all.end(), m_arrays.at(operand).begin(), m_arrays.at(operand).end());
    m_arrays[&instruction] = std::move(all);
  } else if (instruction.opcode() == Opcode::GetTupleElement) {
    const Instruction* tuple = instruction.operand(0);
    int64_t index = instruction.get<TupleIndexAttributes>().index;
    int first = 0;
    for (int64_t i = 0; i < index; ++i) first += arrayCount(tuple->shape().elements()[static_cast<size_t>(i)]);
    auto begin = m_arrays.at(tuple).begin() + first;
    m_arrays[&instruction] = std::vector<int>(begin, begin + arrayCount(instruction.shape()));
  } else if (namesItsOperands(instruction.opcode())) {
    std::vector<int> same = m_arrays.at(instruction.operand(0));
    m_arrays[&instruction] = std::move(same);
  } else if (instruction.opcode() == Opcode::While) {
    leaveWhile(instruction);
  } else if (instruction.opcode() == Opcode::Conditional) {
    leaveConditional(instruction);
  } else if (instruction.opcode() == Opcode::Call) {
    std::vector<int> result = m_arrays.at(m_module.computation(instruction.called()[0])->root());
    use(result, position);
    m_arrays[&instruction] = std::move(result);
  } else {
    for (const Instruction* operand : instruction.operands()) use(m_arrays.at(operand), position);
    define(instruction);
  }
}

void Dataflow::define(const Instruction& instruction) {
  std::vector<int> made;
  for (auto& [index, shape] : arraysOf(instruction.shape()))
    made.push_back(addValue(instruction, index, *shape, m_position.at(&instruction)));
  for (int id : made) {
    Value& value = m_values[static_cast<size_t>(id)];
    value.parameter = instruction.opcode() == Opcode::Parameter;
    value.constant = instruction.opcode() == Opcode::Constant;
  }
  m_arrays[&instruction] = std::move(made);
}

void Dataflow::leaveWhile(const Instruction& loop) {
  const Computation* condition = m_module.computation(loop.called()[0]);
  const Computation* body = m_module.computation(loop.called()[1]);
  use(m_arrays.at(condition->root()), m_lastPosition.at(condition->id()));
  const std::vector<int>& next = m_arrays.at(body->root());
  use(next, m_lastPosition.at(body->id()));
  const std::vector<int>& carried = m_arrays.at(body->parameters().front());
  std::vector<int> result;
  int end = m_position.at(&loop);
  for (auto& [index, shape] : arraysOf(loop.shape())) {
    size_t i = result.size();
    if (m_values[static_cast<size_t>(carried[i])].instruction != body->parameters().front()) {
      use(std::span(&carried[i], 1), end);  // it passes through, and lives as long as the loop runs
      result.push_back(carried[i]);
      continue;
    }
    result.push_back(addValue(loop, index, *shape, end));
    m_mustShare.emplace_back(carried[i], next[i]);
    m_mustShare.emplace_back(carried[i], result[i]);
  }
  m_arrays[&loop] = std::move(result);
}

void Dataflow::leaveConditional(const Instruction& conditional) {
  define(conditional);
  const std::vector<int>& result = m_arrays.at(&conditional);
  for (ComputationId branch : conditional.called()) {
    const std::vector<int>& from = m_arrays.at(m_module.computation(branch)->root());
    use(from, m_lastPosition.at(branch));
    for (size_t i = 0; i < from.size(); ++i) m_mustShare.emplace_back(from[i], result[i]);
  }
}

void Dataflow::use(std::span<const int> values, int position) {
  for (int value : values) {
    int& to = m_values[static_cast<size_t>(value)].to;
    to = std::max(to, position);
  }
}

int Dataflow::addValue(const Instruction& instruction, std::vector<int64_t> shapeIndex, const Shape& shape,
                       int position) {
  Value value;
  value.instruction = &instruction;
  value.shapeIndex = std::move(shapeIndex);
  value.shape = shape;
  value.from = value.to = position;
  m_values.push_back(std::move(value));
  return static_cast<int>(m_values.size()) - 1;
}

}  // namespace onepot
