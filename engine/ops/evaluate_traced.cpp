#include <cmath>
#include <cstring>

#include "engine/ops/accumulate.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

/// step(sum, x) along a dimension, each partial result kept; from the end where the attributes say reverse.
template <typename Step>
Result<Literal> running(EvaluationContext& context, Step step) {
  const auto& a = context.attributes<DimensionsAttributes>();
  ElementType type = context.shape().type(), wide = accumulatingType(type);
  Literal value = converted(context.operand(0), wide);
  std::vector<int64_t> dims = value.shape().dims();
  auto along = static_cast<size_t>(a.dimensions[0]);
  int64_t size = dims[along], stride = rowMajorStrides(dims)[along];
  bool done = visitReal(
      wide, [&]<typename T>(TypeTag<T>) { runAlong(context, value.mutableAs<T>(), size, stride, a.reverse, step); });
  if (!done) return unsupported(context, type);
  return converted(value, type);
}

/// Row `index` of a stacked array, without its leading dimension.
Literal rowOf(const Literal& stacked, int64_t index) {
  std::vector<int64_t> dims = stacked.shape().dims();
  dims.erase(dims.begin());
  Shape shape(stacked.shape().type(), std::move(dims));
  return onepot::run(stacked, index * shape.elementCount(), shape);
}

void setRow(Literal& stacked, int64_t index, const Literal& row) {
  if (!row.bytes().empty())
    std::memcpy(stacked.mutableBytes().data() + static_cast<size_t>(index) * row.bytes().size(), row.bytes().data(),
                row.bytes().size());
}

}  // namespace

Result<Literal> cumsum(EvaluationContext& context) {
  return running(context, [](auto a, auto b) { return combined(Opcode::Add, a, b); });
}
Result<Literal> cumprod(EvaluationContext& context) {
  return running(context, [](auto a, auto b) { return combined(Opcode::Multiply, a, b); });
}
Result<Literal> cummax(EvaluationContext& context) {
  return running(context, [](auto a, auto b) { return combined(Opcode::Maximum, a, b); });
}
Result<Literal> cummin(EvaluationContext& context) {
  return running(context, [](auto a, auto b) { return combined(Opcode::Minimum, a, b); });
}
Result<Literal> cumlogsumexp(EvaluationContext& context) {
  if (!isFloat(context.shape().type())) return unsupported(context, context.shape().type());
  return running(context, [](auto a, auto b) {
    auto x = static_cast<double>(a), y = static_cast<double>(b), top = std::max(x, y);
    if (std::isinf(top)) return static_cast<decltype(a)>(top);
    return static_cast<decltype(a)>(top + std::log1p(std::exp(std::min(x, y) - top)));
  });
}

Result<Literal> scan(EvaluationContext& context) {
  const auto& a = context.attributes<ScanAttributes>();
  auto consts = static_cast<size_t>(a.numConsts), carries = static_cast<size_t>(a.numCarry);
  std::vector<Literal> operands = context.takeOperands();
  std::vector<Literal> fixed(operands.begin(), operands.begin() + static_cast<long>(consts));
  std::vector<Literal> results(std::make_move_iterator(operands.begin() + static_cast<long>(consts)),
                               std::make_move_iterator(operands.begin() + static_cast<long>(consts + carries)));
  std::vector<Literal> stacked(std::make_move_iterator(operands.begin() + static_cast<long>(consts + carries)),
                               std::make_move_iterator(operands.end()));
  Shape shape = context.shape();
  for (size_t i = carries; i < shape.elements().size(); ++i) results.emplace_back(shape.elements()[i]);
  for (int64_t step = 0; step < a.length; ++step) {
    int64_t row = a.reverse ? a.length - 1 - step : step;
    std::vector<Literal> arguments = fixed;
    for (size_t i = 0; i < carries; ++i) arguments.push_back(std::move(results[i]));
    for (const Literal& x : stacked) arguments.push_back(rowOf(x, row));
    auto next = context.call(0, std::move(arguments));
    if (!next) return next;
    std::vector<Literal> values = std::move(*next).takeElements();
    for (size_t i = 0; i < results.size(); ++i) {
      if (i < carries)
        results[i] = std::move(values[i]);
      else
        setRow(results[i], row, values[i]);
    }
  }
  return Literal::tuple(std::move(results));
}

Result<Literal> tracedWhile(EvaluationContext& context) {
  const auto& a = context.attributes<WhileAttributes>();
  std::vector<Literal> operands = context.takeOperands();
  auto begin = operands.begin(), bodyBegin = begin + a.condConsts, carryBegin = bodyBegin + a.bodyConsts;
  std::vector<Literal> carry(std::make_move_iterator(carryBegin), std::make_move_iterator(operands.end()));
  while (true) {
    std::vector<Literal> arguments(begin, bodyBegin);
    arguments.insert(arguments.end(), carry.begin(), carry.end());
    auto more = context.call(0, std::move(arguments));
    if (!more) return more;
    const Literal& truth = more->shape().isTuple() ? more->elements()[0] : *more;
    if (!truth.as<uint8_t>()[0]) return Literal::tuple(std::move(carry));
    arguments.assign(bodyBegin, carryBegin);
    for (Literal& value : carry) arguments.push_back(std::move(value));
    auto next = context.call(1, std::move(arguments));
    if (!next) return next;
    carry = std::move(*next).takeElements();
  }
}

Result<Literal> cond(EvaluationContext& context) {
  std::vector<Literal> operands = context.takeOperands();
  auto last = static_cast<int64_t>(context.instruction().called().size()) - 1;
  int64_t branch = std::clamp<int64_t>(operands[0].intAt(0), 0, last);
  operands.erase(operands.begin());
  return context.call(static_cast<size_t>(branch), std::move(operands));
}

}  // namespace onepot::eval
