#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

namespace {

Shape keys(Dims dims) { return Shape(ElementType::Key, std::move(dims)); }

Fault keyOperand(const ShapeQuery& query) {
  if (!query.operands.empty() && query.operands[0]->type() == ElementType::Key) return std::nullopt;
  return failFor(query, "shape.key_wanted", {query.operands.empty() ? std::string() : query.operands[0]->text(false)});
}

Dims joined(Dims dims, const std::vector<int64_t>& more) {
  for (int64_t size : more) dims.push_back({size, false});
  return dims;
}

/// The elements of a loop body's result, which is a tuple.
Result<std::vector<Shape>> bodyResults(const ShapeQuery& query, size_t role, size_t atLeast) {
  Shape result = calleeResult(query, role);
  if (!result.isTuple() || result.elements().size() < atLeast)
    return failFor(query, "shape.not_a_tuple", {result.text(false)});
  return result.elements();
}

Fault carriesAgree(const ShapeQuery& query, std::span<const Shape* const> before, std::span<const Shape> after) {
  for (size_t i = 0; i < before.size(); ++i)
    if (!after[i].compatible(*before[i]))
      return failFor(query, "shape.carry_changes", {before[i]->text(false), after[i].text(false)});
  return std::nullopt;
}

}  // namespace

Result<Shape> scan(const ShapeQuery& query) {
  const auto* a = attributesOf<ScanAttributes>(query);
  if (!a) return missingAttributes(query);
  if (auto fault = calleeCount(query, 1)) return *fault;
  size_t fixed = static_cast<size_t>(a->numConsts + a->numCarry);
  if (query.operands.size() < fixed) return failFor(query, "shape.no_operands");
  std::vector<Shape> slices;
  for (size_t i = fixed; i < query.operands.size(); ++i) {
    const Shape& stacked = *query.operands[i];
    if (!stacked.isArray()) return failFor(query, "shape.not_an_array", {std::to_string(i), stacked.text(false)});
    if (stacked.rank() == 0 || stacked.dim(0) != a->length)
      return failFor(query, "shape.scan_length", {pythonText(stacked), std::to_string(a->length)});
    int64_t leading = 0;
    slices.push_back(without(stacked, std::span(&leading, 1)));
  }
  std::vector<const Shape*> arguments(query.operands.begin(), query.operands.begin() + static_cast<long>(fixed));
  for (const Shape& slice : slices) arguments.push_back(&slice);
  if (auto fault = calleeTakes(query, 0, arguments)) return *fault;
  auto results = bodyResults(query, 0, static_cast<size_t>(a->numCarry));
  if (!results) return failureOf(std::move(results));
  auto carries = std::span(query.operands).subspan(static_cast<size_t>(a->numConsts), static_cast<size_t>(a->numCarry));
  if (auto fault = carriesAgree(query, carries, *results)) return *fault;
  for (size_t i = static_cast<size_t>(a->numCarry); i < results->size(); ++i) {
    Dims dims = (*results)[i].dimensions();
    dims.insert(dims.begin(), {a->length, false});
    (*results)[i] = Shape((*results)[i].type(), std::move(dims));
  }
  return Shape::tuple(std::move(*results));
}

Result<Shape> tracedWhile(const ShapeQuery& query) {
  const auto* a = attributesOf<WhileAttributes>(query);
  if (!a) return missingAttributes(query);
  if (auto fault = calleeCount(query, 2)) return *fault;
  size_t condConsts = static_cast<size_t>(a->condConsts), bodyConsts = static_cast<size_t>(a->bodyConsts);
  if (query.operands.size() < condConsts + bodyConsts) return failFor(query, "shape.no_operands");
  std::span<const Shape* const> all = query.operands;
  auto carries = all.subspan(condConsts + bodyConsts);
  std::vector<const Shape*> forCondition(all.begin(), all.begin() + static_cast<long>(condConsts));
  forCondition.insert(forCondition.end(), carries.begin(), carries.end());
  if (auto fault = calleeTakes(query, 0, forCondition)) return *fault;
  if (auto fault = calleeTakes(query, 1, all.subspan(condConsts))) return *fault;
  auto results = bodyResults(query, 1, carries.size());
  if (!results) return failureOf(std::move(results));
  if (auto fault = carriesAgree(query, carries, *results)) return *fault;
  return Shape::tuple(std::move(*results));
}

Result<Shape> cond(const ShapeQuery& query) {
  if (query.operands.empty() || query.called.empty()) return failFor(query, "shape.no_operands");
  if (auto fault = calleeCount(query, query.called.size())) return *fault;
  if (auto fault = scalarInteger(query, *query.operands[0]); fault && query.operands[0]->type() != ElementType::Pred)
    return *fault;
  Shape result = calleeResult(query, 0);
  for (size_t i = 0; i < query.called.size(); ++i) {
    if (auto fault = calleeTakes(query, i, std::span(query.operands).subspan(1))) return *fault;
    if (!calleeResult(query, i).compatible(result))
      return failFor(query, "shape.branches_differ", {result.text(false), calleeResult(query, i).text(false)});
  }
  return result;
}

Result<Shape> selectN(const ShapeQuery& query) {
  if (query.operands.size() < 2) return failFor(query, "shape.no_operands");
  const Shape& which = *query.operands[0];
  bool chooses = which.type() == ElementType::Pred || which.type() == ElementType::S32;
  if (!chooses) return failFor(query, "shape.predicate_wanted", {which.text(false)});
  const Shape* widest = query.operands[1];
  for (size_t i = 1; i < query.operands.size(); ++i) {
    const Shape* next = query.operands[i];
    if (next->type() != widest->type())
      return failFor(query, "shape.types_differ", {std::string(name(widest->type())), std::string(name(next->type()))});
    if (widest->rank() == 0) widest = next;
    if (next->rank() != 0 && !dimsAgree(*widest, *next))
      return failFor(query, "shape.dims_differ", {pythonText(*widest), pythonText(*next)});
  }
  if (which.rank() != 0 && widest->rank() == 0) return Shape(widest->type(), which.dimensions());
  if (which.rank() != 0 && !dimsAgree(which, *widest))
    return failFor(query, "shape.dims_differ", {pythonText(which), pythonText(*widest)});
  return widest->withoutLayout();
}

Result<Shape> threefry(const ShapeQuery& query) {
  const Shape* widest = query.operands[0];
  for (const Shape* operand : query.operands) {
    if (operand->type() != ElementType::U32) return failFor(query, "shape.type_refused", {operand->text(false)});
    if (widest->rank() == 0) widest = operand;
    if (operand->rank() != 0 && !dimsAgree(*widest, *operand))
      return failFor(query, "shape.dims_differ", {pythonText(*widest), pythonText(*operand)});
  }
  return Shape::tuple({widest->withoutLayout(), widest->withoutLayout()});
}

Result<Shape> randomBits(const ShapeQuery& query) {
  if (auto fault = keyOperand(query)) return *fault;
  const auto* a = attributesOf<RandomAttributes>(query);
  if (!a) return missingAttributes(query);
  auto type = elementTypeByName("u" + std::to_string(a->bitWidth));
  if (!type) return failFor(query, "shape.bit_width", {std::to_string(a->bitWidth)});
  return Shape(*type, joined(query.operands[0]->dimensions(), a->shape));
}

Result<Shape> randomSeed(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  if (!isInteger(query.operands[0]->type()))
    return failFor(query, "shape.type_refused", {query.operands[0]->text(false)});
  return keys(query.operands[0]->dimensions());
}

Result<Shape> randomWrap(const ShapeQuery& query) {
  const Shape& words = *query.operands[0];
  if (words.type() != ElementType::U32 || words.rank() == 0 || words.dim(words.rank() - 1) != 2)
    return failFor(query, "shape.key_words", {words.text(false)});
  Dims dims = words.dimensions();
  dims.pop_back();
  return keys(std::move(dims));
}

Result<Shape> randomUnwrap(const ShapeQuery& query) {
  if (auto fault = keyOperand(query)) return *fault;
  return Shape(ElementType::U32, joined(query.operands[0]->dimensions(), {2}));
}

Result<Shape> randomSplit(const ShapeQuery& query) {
  if (auto fault = keyOperand(query)) return *fault;
  const auto* a = attributesOf<RandomAttributes>(query);
  if (!a) return missingAttributes(query);
  return keys(joined(query.operands[0]->dimensions(), a->shape));
}

Result<Shape> randomFoldIn(const ShapeQuery& query) {
  if (auto fault = keyOperand(query)) return *fault;
  const Shape& number = *query.operands[1];
  if (!number.isArray() || !isInteger(number.type())) return failFor(query, "shape.type_refused", {number.text(false)});
  const Shape& wider = query.operands[0]->rank() == 0 ? number : *query.operands[0];
  if (number.rank() != 0 && !dimsAgree(wider, number))
    return failFor(query, "shape.dims_differ", {pythonText(wider), pythonText(number)});
  return keys(wider.dimensions());
}

}  // namespace onepot::shape
