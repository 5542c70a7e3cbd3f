#include "engine/trace/rule_context.h"

#include "engine/trace/batch_level.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"

namespace onepot {

std::vector<Value> RuleContext::bindAll(Opcode opcode, std::vector<Value> operands, Attributes attributes,
                                        std::optional<Shape> written) {
  return m_state.bind(opcode, operands, attributes, {}, written);
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
        return m_state.bind(opcode, own, attributes, {}, written);
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
