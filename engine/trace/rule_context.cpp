#include "engine/trace/rule_context.h"

#include "engine/trace/batch_level.h"
#include "engine/trace/bodies.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"

namespace onepot {

std::vector<Value> RuleContext::bindAll(Opcode opcode, std::vector<Value> operands, Attributes attributes,
                                        std::optional<Shape> written) {
  std::span<const TracedFunctionPtr> functions;
  if (opcode == this->opcode) functions = m_functions;
  return m_state.bind(opcode, operands, attributes, functions, written);
}

Value RuleContext::bindCombining(Opcode opcode, Opcode combiner, std::vector<Value> operands, Attributes attributes) {
  ElementType type = operands.front()->aval().shape.type();
  TracedFunctionPtr& function = m_state.combiners[{combiner, type}];
  if (function == nullptr) {
    std::vector<Aval> scalars(2, Aval{Shape::scalar(type), false});
    function = recordFunction(m_state, std::string(name(combiner)), scalars, [&](std::span<const Value> values) {
      return std::vector{combiner == Opcode::Parameter ? values[1] : m_state.bind1(combiner, {values[0], values[1]})};
    });
  }
  return m_state.bind(opcode, operands, attributes, {&function, 1}).front();
}

std::vector<Value> RuleContext::sortWithPositions() {
  const TracedFunctionPtr& comparator = m_functions.front();
  std::vector<Aval> more(2, Aval{Shape::scalar(ElementType::S32), false});
  std::vector<TracedFunctionPtr> functions = {ignoringMore(m_state, comparator, more)};
  std::vector<Value> all = operands;
  const Shape shape = operands.front()->aval().shape.withType(ElementType::S32);
  DimensionsAttributes along{{get<DimensionsAttributes>().dimensions.front()}, false, false};
  all.push_back(m_state.bind(Opcode::Iota, {}, along, {}, shape).front());
  return m_state.bind(opcode, all, attributes, functions);
}

std::optional<Opcode> RuleContext::combiner() const {
  if (m_functions.size() != 1) return std::nullopt;
  const Instruction* root = m_functions[0]->module->entry()->root();
  if (root->opcode() == Opcode::Tuple && root->operandCount() == 1) root = root->operand(0);
  if (const auto* parameter = root->getIf<ParameterAttributes>())
    return parameter->number == 1 ? std::optional(Opcode::Parameter) : std::nullopt;
  bool plain = root->operandCount() == 2 && root->operand(0)->opcode() == Opcode::Parameter &&
               root->operand(1)->opcode() == Opcode::Parameter && root->operand(0) != root->operand(1);
  return plain ? std::optional(root->opcode()) : std::nullopt;
}

Value RuleContext::scalar(ElementType type, double value) {
  return makeLiteral(Array(m_state.device, Literal::scalar(type, value)));
}

// As a scan over the batch; operands without one are its consts.
void RuleContext::loopOverBatch() {
  std::vector<Value> consts, stacked;
  std::vector<Aval> constAvals, stackedAvals;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!batchDims[i]) {
      consts.push_back(operands[i]);
      constAvals.push_back(operands[i]->aval());
      continue;
    }
    stacked.push_back(moveDimension(m_state, operands[i], *batchDims[i], 0));
    std::vector<int64_t> dims = stacked.back()->aval().shape.dims();
    dims.erase(dims.begin());
    stackedAvals.push_back({Shape(operands[i]->aval().shape.type(), std::move(dims)), operands[i]->aval().weakType});
  }
  ScanAttributes scan{batchSize, static_cast<int64_t>(consts.size()), 0, 1, false};
  constAvals.insert(constAvals.end(), stackedAvals.begin(), stackedAvals.end());
  TracedFunctionPtr body =
      recordFunction(m_state, std::string(name(opcode)), constAvals, [&](std::span<const Value> values) {
        std::vector<Value> own;
        size_t nextConst = 0, nextStacked = consts.size();
        for (size_t i = 0; i < operands.size(); ++i) own.push_back(values[batchDims[i] ? nextStacked++ : nextConst++]);
        return m_state.bind(opcode, own, attributes, m_functions, written);
      });
  consts.insert(consts.end(), stacked.begin(), stacked.end());
  results = m_state.bind(Opcode::Scan, consts, scan, {&body, 1});
  resultBatchDims.assign(results.size(), 0);
}

void RuleContext::refuse(Message message) {
  throwTraceError("NotImplementedError", std::move(message), m_state.rangeNow());
}

bool differentiable(ElementType type) { return isFloat(type) || isComplex(type); }

Value zerosOf(TraceState& state, const Shape& shape) {
  Value zero = makeLiteral(Array(state.device, Literal::scalar(shape.type(), 0)));
  return shape.rank() == 0 ? zero : state.bind1(Opcode::Broadcast, {zero}, DimensionsAttributes{}, shape);
}

Value instantiated(TraceState& state, const Value& value, const Shape& shape) {
  return value != nullptr ? value : zerosOf(state, shape);
}

}  // namespace onepot
