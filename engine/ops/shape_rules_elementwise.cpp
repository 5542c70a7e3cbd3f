#include <algorithm>

#include "engine/ops/shape_checks.h"
#include "engine/ops/shape_rules.h"

namespace onepot::shape {

namespace {

bool isNumber(ElementType type) {
  TypeClass kind = typeClass(type);
  return kind != TypeClass::None && kind != TypeClass::Key;
}
bool isFloatOrComplex(ElementType type) { return isFloat(type) || isComplex(type); }
bool isBits(ElementType type) { return isInteger(type) || type == ElementType::Pred; }

/// Whether the operands may stand together: equal dimensions; in the traced dialect scalars and sizes of 1 stretch.
bool fitTogether(const ShapeQuery& query, const Shape& a, const Shape& b) {
  if (dimsAgree(a, b)) return true;
  if (!query.traced || a.rank() != b.rank()) return query.traced && (a.rank() == 0 || b.rank() == 0);
  for (int d = 0; d < a.rank(); ++d)
    if (a.dim(d) != 1 && b.dim(d) != 1 &&
        !sizesAgree(a.dimensions()[static_cast<size_t>(d)], b.dimensions()[static_cast<size_t>(d)]))
      return false;
  return true;
}

/// The dimensions of an elementwise result.
Result<Dims> commonDims(const ShapeQuery& query, size_t first = 0) {
  if (auto fault = arraysFrom(query, first)) return *fault;
  const Shape* widest = nullptr;
  for (size_t i = first; i < query.operands.size(); ++i) {
    const Shape* operand = query.operands[i];
    if (widest && !fitTogether(query, *widest, *operand))
      return failFor(query, "shape.dims_differ", {pythonText(*widest), pythonText(*operand)});
    if (!widest || widest->rank() < operand->rank()) widest = operand;
  }
  if (!widest) return failFor(query, "shape.no_operands");
  Dims dims = widest->dimensions();
  for (size_t i = first; i < query.operands.size(); ++i)
    for (size_t d = 0; d < query.operands[i]->dimensions().size(); ++d) {
      const Dimension& other = query.operands[i]->dimensions()[d];
      if (dims[d].size == kUnbounded || (query.traced && dims[d].size == 1)) dims[d].size = other.size;
      dims[d].dynamic |= other.dynamic;
    }
  return dims;
}

Result<ElementType> commonTypeOf(const ShapeQuery& query, size_t first = 0) {
  ElementType type = query.operands[first]->type();
  for (size_t i = first + 1; i < query.operands.size(); ++i) {
    auto both = commonType(type, query.operands[i]->type());
    if (!both)
      return failFor(query, "shape.types_differ",
                     {std::string(name(type)), std::string(name(query.operands[i]->type()))});
    type = *both;
  }
  return type;
}

Result<Shape> elementwiseOf(const ShapeQuery& query, bool (*accepts)(ElementType)) {
  auto dims = commonDims(query);
  if (!dims) return failureOf(std::move(dims));
  auto type = commonTypeOf(query);
  if (!type) return failureOf(std::move(type));
  if (!accepts(*type)) return failFor(query, "shape.type_refused", {std::string(name(*type))});
  // Under mixed precision the text may ask for either type.
  if (query.written && query.written->isArray() && commonType(*type, query.written->type()))
    type = query.written->type();
  return Shape(*type, std::move(*dims));
}

}  // namespace

Result<Shape> elementwise(const ShapeQuery& query) { return elementwiseOf(query, isNumber); }
Result<Shape> floatElementwise(const ShapeQuery& query) { return elementwiseOf(query, isFloatOrComplex); }
Result<Shape> realElementwise(const ShapeQuery& query) { return elementwiseOf(query, isFloat); }
Result<Shape> bitwise(const ShapeQuery& query) { return elementwiseOf(query, isBits); }
Result<Shape> integerElementwise(const ShapeQuery& query) { return elementwiseOf(query, isInteger); }

Result<Shape> abs(const ShapeQuery& query) {
  ShapeQuery unwritten = query;
  unwritten.written = nullptr;
  auto shape = elementwise(unwritten);
  if (!shape || !isComplex(shape->type())) return shape;
  return shape->withType(onepot::realPart(shape->type()));
}

Result<Shape> power(const ShapeQuery& query) {
  bool integerExponent =
      query.traced && isInteger(query.operands[1]->type()) && query.operands[0]->type() != ElementType::Pred;
  if (!integerExponent) return elementwise(query);
  auto dims = commonDims(query);
  if (!dims) return failureOf(std::move(dims));
  return Shape(query.operands[0]->type(), std::move(*dims));
}

Result<Shape> convert(const ShapeQuery& query) {
  auto dims = commonDims(query);
  if (!dims) return failureOf(std::move(dims));
  if (!query.written) return failFor(query, "shape.must_be_written");
  for (ElementType type : {query.operands[0]->type(), query.written->type()})
    if (!isNumber(type)) return failFor(query, "shape.type_refused", {std::string(name(type))});
  return Shape(query.written->type(), std::move(*dims));
}

Result<Shape> bitcastConvert(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  if (!query.written) return failFor(query, "shape.must_be_written");
  const Shape& operand = *query.operands[0];
  int from = elementTypeInfo(operand.type()).bits, to = elementTypeInfo(query.written->type()).bits;
  Dims dims = operand.dimensions();
  if (from == 0 || to == 0) return failFor(query, "shape.type_refused", {std::string(name(query.written->type()))});
  if (from > to) {
    dims.push_back({from / to, false});
  } else if (from < to) {
    if (dims.empty() || dims.back().size != to / from)
      return failFor(query, "shape.bitcast_width",
                     {operand.text(false), std::string(name(query.written->type())), std::to_string(to / from)});
    dims.pop_back();
  }
  return Shape(query.written->type(), std::move(dims));
}

Result<Shape> realPart(const ShapeQuery& query) {
  auto shape = elementwiseOf(query, isNumber);
  if (!shape) return shape;
  ElementType type = query.operands[0]->type();
  return shape->withType(isComplex(type) ? onepot::realPart(type) : type);
}

Result<Shape> complexOf(const ShapeQuery& query) {
  auto dims = commonDims(query);
  if (!dims) return failureOf(std::move(dims));
  auto type = commonTypeOf(query);
  if (!type) return failureOf(std::move(type));
  if (*type == ElementType::F32) return Shape(ElementType::C64, std::move(*dims));
  if (*type == ElementType::F64) return Shape(ElementType::C128, std::move(*dims));
  return failFor(query, "shape.type_refused", {std::string(name(*type))});
}

Result<Shape> predicate(const ShapeQuery& query) {
  ShapeQuery unwritten = query;
  unwritten.written = nullptr;
  auto shape = elementwiseOf(unwritten, isFloatOrComplex);
  if (!shape) return shape;
  return shape->withType(ElementType::Pred);
}

Result<Shape> compare(const ShapeQuery& query) {
  const auto* attributes = attributesOf<CompareAttributes>(query);
  if (!attributes) return missingAttributes(query);
  auto dims = commonDims(query);
  if (!dims) return failureOf(std::move(dims));
  auto type = commonTypeOf(query);
  if (!type) return failureOf(std::move(type));
  bool ordered = attributes->direction != CompareDirection::EQ && attributes->direction != CompareDirection::NE;
  if (ordered && !isNumber(*type)) return failFor(query, "shape.type_refused", {std::string(name(*type))});
  return Shape(ElementType::Pred, std::move(*dims));
}

Result<Shape> clamp(const ShapeQuery& query) {
  if (auto fault = arraysFrom(query, 0)) return *fault;
  const Shape& operand = *query.operands[1];
  auto type = commonTypeOf(query);
  if (!type) return failureOf(std::move(type));
  if (isComplex(*type)) return failFor(query, "shape.type_refused", {std::string(name(*type))});
  for (const Shape* bound : {query.operands[0], query.operands[2]})
    if (bound->rank() != 0 && !dimsAgree(*bound, operand))
      return failFor(query, "shape.dims_differ", {pythonText(*bound), pythonText(operand)});
  return Shape(*type, operand.dimensions());
}

Result<Shape> select(const ShapeQuery& query) {
  const Shape& predicate = *query.operands[0];
  if (predicate.type() != ElementType::Pred) return failFor(query, "shape.predicate_wanted", {predicate.text(false)});
  bool scalar = predicate.rank() == 0;
  if (scalar && query.operands[1]->isTuple() && query.operands[1]->compatible(*query.operands[2]))
    return query.operands[1]->withoutLayout();
  auto dims = commonDims(query, scalar ? 1 : 0);
  if (!dims) return failureOf(std::move(dims));
  auto type = commonTypeOf(query, 1);
  if (!type) return failureOf(std::move(type));
  return Shape(*type, std::move(*dims));
}

Result<Shape> map(const ShapeQuery& query) {
  if (auto fault = calleeCount(query, 1)) return *fault;
  auto dims = commonDims(query);
  if (!dims) return failureOf(std::move(dims));
  std::vector<Shape> scalars;
  for (const Shape* operand : query.operands) scalars.push_back(Shape::scalar(operand->type()));
  std::vector<const Shape*> arguments;
  for (const Shape& scalar : scalars) arguments.push_back(&scalar);
  if (auto fault = calleeTakes(query, 0, arguments)) return *fault;
  return Shape(calleeResult(query, 0).type(), std::move(*dims));
}

}  // namespace onepot::shape
