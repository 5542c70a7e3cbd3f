#include <algorithm>
#include <array>
#include <cstring>

#include "engine/ir/host_function.h"
#include "engine/ops/element_mapper.h"
#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/library_calls.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

struct CustomCallRow {
  std::string_view target;
  Result<Literal> (*rule)(EvaluationContext&);
};

}  // namespace

Result<Literal> constant(EvaluationContext& context) {
  Literal value = context.instruction().literal();
  if (value.shape().layout()) value.setShape(value.shape().withoutLayout());
  return value;
}

Result<Literal> deviceId(EvaluationContext&) { return Literal::scalarInt(ElementType::U32, 0); }

Result<Literal> tuple(EvaluationContext& context) { return Literal::tuple(context.takeOperands()); }

Result<Literal> getTupleElement(EvaluationContext& context) {
  // The tuple goes here where this was its last use: the element's bytes are then its user's own, to be updated in
  // place.
  Literal tuple = context.takeOperand(0);
  return tuple.elements()[static_cast<size_t>(context.attributes<TupleIndexAttributes>().index)];
}

Result<Literal> call(EvaluationContext& context) { return context.call(0, context.takeOperands()); }

Result<Literal> map(EvaluationContext& context) {
  ElementMapper mapper(context.called(0), context.cancel());
  int64_t count = context.shape().elementCount();
  Literal out(context.shape());
  if (count == 0) return out;
  if (mapper.possible()) {
    auto results = mapper.map(context.takeOperands(), count);
    if (!results) return failureOf(std::move(results));
    (*results)[0].setShape(context.shape());
    return std::move((*results)[0]);
  }
  for (int64_t i = 0; i < count; ++i) {
    std::vector<Literal> arguments;
    for (int o = 0; o < context.operandCount(); ++o)
      arguments.push_back(onepot::run(context.operand(o), i, Shape::scalar(context.operand(o).shape().type())));
    auto value = context.call(0, std::move(arguments));
    if (!value) return value;
    size_t width = value->bytes().size();
    std::memcpy(out.mutableBytes().data() + static_cast<size_t>(i) * width, value->bytes().data(), width);
  }
  return out;
}

Result<Literal> whileLoop(EvaluationContext& context) {
  Literal carry = context.takeOperand(0);
  while (true) {
    auto more = context.call(0, {carry});
    if (!more) return more;
    if (!more->as<uint8_t>()[0]) return carry;
    std::vector<Literal> arguments;
    arguments.push_back(std::move(carry));
    auto next = context.call(1, std::move(arguments));
    if (!next) return next;
    carry = std::move(*next);
  }
}

Result<Literal> conditional(EvaluationContext& context) {
  const Literal& chosen = context.operand(0);
  int64_t last = context.operandCount() - 2;
  // pred: the first branch is the one for true. A branch number out of range means the last.
  int64_t branch = chosen.shape().type() == ElementType::Pred ? (chosen.as<uint8_t>()[0] ? 0 : 1) : chosen.intAt(0);
  if (branch < 0 || branch > last) branch = last;
  std::vector<Literal> arguments;
  arguments.push_back(context.takeOperand(static_cast<int>(branch) + 1));
  return context.call(static_cast<size_t>(branch), std::move(arguments));
}

Result<Literal> customCall(EvaluationContext& context) {
  // Annotations whose value is their operand, and functions that XLA calls by name.
  static constexpr std::array kTargets = {
      CustomCallRow{"Sharding", firstOperand},
      CustomCallRow{"annotate_device_placement", firstOperand},
      CustomCallRow{"LayoutConstraint", firstOperand},
      CustomCallRow{"mhlo.acos", acos},
      CustomCallRow{"mhlo.asin", asin},
      CustomCallRow{"mhlo.cosh", cosh},
      CustomCallRow{"mhlo.erf", erf},
      CustomCallRow{"mhlo.sinh", sinh},
      CustomCallRow{"mhlo.tan", tan},
  };
  const auto& [target, function] = context.attributes<CustomCallAttributes>();
  if (function != nullptr) {
    std::vector<Literal> operands = context.takeOperands();
    return function->call(operands, context.shape());
  }
  if (const LibraryCall* library = libraryCall(target)) return library->evaluate(context);
  auto row = std::ranges::find(kTargets, target, &CustomCallRow::target);
  if (row == kTargets.end() || context.operandCount() == 0) return fail(Message{"eval.custom_call", {target}});
  return row->rule(context);
}

Result<Literal> token(EvaluationContext&) { return Literal(Shape::token()); }

Result<Literal> firstOperand(EvaluationContext& context) { return context.takeOperand(0); }

Result<Literal> barrier(EvaluationContext& context) {
  return context.operandCount() == 1 ? context.takeOperand(0) : Literal::tuple(context.takeOperands());
}

}  // namespace onepot::eval
