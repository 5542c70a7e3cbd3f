#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

Result<Shape> tuple(const ShapeQuery& query) {
  std::vector<Shape> elements;
  for (const Shape* operand : query.operands) elements.push_back(operand->withoutLayout());
  return Shape::tuple(std::move(elements));
}

Result<Shape> getTupleElement(const ShapeQuery& query) {
  const auto* attributes = attributesOf<TupleIndexAttributes>(query);
  if (!attributes) return missingAttributes(query);
  const Shape& operand = *query.operands[0];
  if (!operand.isTuple()) return failFor(query, "shape.not_a_tuple", {operand.text(false)});
  if (attributes->index < 0 || attributes->index >= static_cast<int64_t>(operand.elements().size()))
    return failFor(query, "shape.no_such_element", {std::to_string(attributes->index), operand.text(false)});
  return operand.elements()[static_cast<size_t>(attributes->index)].withoutLayout();
}

Result<Shape> call(const ShapeQuery& query) {
  if (auto fault = calleeCount(query, 1)) return *fault;
  if (auto fault = calleeTakes(query, 0, query.operands)) return *fault;
  return calleeResult(query, 0);
}

Result<Shape> whileLoop(const ShapeQuery& query) {
  if (auto fault = calleeCount(query, 2)) return *fault;
  for (size_t role : {size_t{0}, size_t{1}})
    if (auto fault = calleeTakes(query, role, query.operands)) return *fault;
  Shape condition = calleeResult(query, 0), body = calleeResult(query, 1);
  if (condition != Shape::scalar(ElementType::Pred))
    return failFor(query, "shape.predicate_wanted", {condition.text(false)});
  if (!body.compatible(*query.operands[0]))
    return failFor(query, "shape.carry_changes", {query.operands[0]->text(false), body.text(false)});
  return body;
}

Result<Shape> conditional(const ShapeQuery& query) {
  if (query.operands.empty()) return failFor(query, "shape.no_operands");
  const Shape& index = *query.operands[0];
  bool chooses =
      index.isArray() && index.rank() == 0 && (index.type() == ElementType::Pred || index.type() == ElementType::S32);
  if (!chooses) return failFor(query, "shape.predicate_wanted", {index.text(false)});
  size_t branches = query.operands.size() - 1;
  if (branches == 0) return failFor(query, "shape.no_operands");
  if (auto fault = calleeCount(query, branches)) return *fault;
  Shape result = calleeResult(query, 0);
  for (size_t i = 0; i < branches; ++i) {
    if (auto fault = calleeTakes(query, i, std::span(query.operands).subspan(i + 1, 1))) return *fault;
    if (!calleeResult(query, i).compatible(result))
      return failFor(query, "shape.branches_differ", {result.text(false), calleeResult(query, i).text(false)});
  }
  return result;
}

Result<Shape> token(const ShapeQuery&) { return Shape::token(); }

Result<Shape> firstOperand(const ShapeQuery& query) {
  if (query.operands.empty()) return failFor(query, "shape.no_operands");
  return query.operands[0]->withoutLayout();
}

Result<Shape> barrier(const ShapeQuery& query) {
  if (query.operands.size() == 1) return query.operands[0]->withoutLayout();
  return tuple(query);
}

Result<Shape> rngBitGenerator(const ShapeQuery& query) {
  if (!query.written) return failFor(query, "shape.must_be_written");
  const Shape& state = *query.operands[0];
  if (auto fault = arraysFrom(query, 0)) return *fault;
  if (!query.written->isTuple()) {
    // Older text leaves the state out of the result.
    return query.written->withoutLayout();
  }
  if (query.written->elements().size() != 2 || !query.written->elements()[0].compatible(state))
    return failFor(query, "shape.carry_changes", {state.text(false), query.written->text(false)});
  return query.written->withoutLayout();
}

}  // namespace onepot::shape
