#include "engine/trace/result_avals.h"

#include <algorithm>

#include "engine/ir/shape_inference.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

Shape stacked(const Shape& shape, int64_t length) {
  std::vector<int64_t> dims = shape.dims();
  dims.insert(dims.begin(), length);
  return Shape(shape.type(), std::move(dims));
}

std::vector<Aval> avalsFromBodies(const Operation& operation) {
  ensure(!operation.functions.empty(), "an operation with bodies is bound with them");
  if (operation.opcode == Opcode::WhileLoop) return operation.functions[1]->results;
  std::vector<Aval> avals = operation.functions[0]->results;
  if (operation.opcode != Opcode::Scan) return avals;
  const auto& scan = std::get<ScanAttributes>(operation.attributes);
  for (size_t i = static_cast<size_t>(scan.numCarry); i < avals.size(); ++i)
    avals[i].shape = stacked(avals[i].shape, scan.length);
  return avals;
}

/// JAX's rule: a result is weak when all operands are. What makes a type of its own says so itself.
bool weakResult(const Operation& operation, const Shape& shape) {
  if (const auto* convert = std::get_if<ConvertAttributes>(&operation.attributes)) return convert->weakType;
  if (operation.operands.empty() || shape.type() == ElementType::Pred || shape.type() == ElementType::Key) return false;
  switch (operation.opcode) {
    case Opcode::Convert:
    case Opcode::BitcastConvert:
    case Opcode::CustomCall:
    case Opcode::Argmax:
    case Opcode::Argmin:
    case Opcode::IsFinite:
    case Opcode::Compare: return false;
    case Opcode::Select:
    case Opcode::SelectN:
      return std::ranges::all_of(operation.operands.subspan(1), [](const Value& v) { return v->aval().weakType; });
    default: return std::ranges::all_of(operation.operands, [](const Value& v) { return v->aval().weakType; });
  }
}

}  // namespace

void throwTraceError(std::string errorType, Message message, const SourceRange& range) {
  throw TraceException({std::move(errorType), std::move(message), range});
}

std::string failureType(const Diagnostic& diagnostic, const std::string& otherwise) {
  if (!diagnostic.errorType.empty()) return diagnostic.errorType;
  const std::string& id = diagnostic.message.id;
  if (id.ends_with(".memory")) return "MemoryError";
  return id.ends_with(".cancelled") ? "KeyboardInterrupt" : otherwise;
}

void throwTraceError(const Diagnostics& diagnostics, const SourceRange& range) {
  ensure(!diagnostics.empty(), "a failure says why");
  const Diagnostic& first = diagnostics.front();
  throwTraceError(failureType(first, "TypeError"), first.message, range);
}

std::vector<Aval> resultAvals(const Operation& operation, const TraceState& state) {
  if (hasBodies(operation.opcode)) return avalsFromBodies(operation);
  ShapeQuery query;
  query.opcode = operation.opcode;
  query.operands.reserve(operation.operands.size());
  for (const Value& operand : operation.operands) query.operands.push_back(&operand->aval().shape);
  query.attributes = &operation.attributes;
  for (const TracedFunctionPtr& function : operation.functions) query.called.push_back(function->module->entry());
  query.written = operation.written ? &*operation.written : nullptr;
  query.traced = true;
  Result<Shape> shape = inferShape(query);
  if (!shape) throwTraceError(shape.error(), state.rangeNow());
  if (!shape->isTuple()) return {{*shape, weakResult(operation, *shape)}};
  std::vector<Aval> avals;
  for (const Shape& element : shape->elements()) avals.push_back({element, false});
  return avals;
}

}  // namespace onepot
