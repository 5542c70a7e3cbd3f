#include "engine/trace/batch_level.h"

#include <numeric>
#include <utility>

#include "engine/ops/op.h"
#include "engine/trace/rule_context.h"

namespace onepot {

namespace {

class AxisScope {
 public:
  AxisScope(std::string& place, const std::string& name) : m_place(place), m_before(std::exchange(place, name)) {}
  ~AxisScope() { m_place = std::move(m_before); }
  AxisScope(const AxisScope&) = delete;

 private:
  std::string& m_place;
  std::string m_before;
};

}  // namespace

std::optional<std::vector<Value>> BatchLevel::collective(const Operation& operation) const {
  if (operation.opcode != Opcode::CustomCall || m_axisName.empty()) return std::nullopt;
  const std::string& target = std::get<CustomCallAttributes>(operation.attributes).target;
  const size_t colon = target.find(':');
  if (colon == std::string::npos || target.compare(colon + 1, std::string::npos, m_axisName) != 0) return std::nullopt;
  LevelScope scope(m_state, m_parent);
  const Value& operand = operation.operands[0];
  if (target.starts_with("axis_gather")) return std::vector{placedAt(operand, 0)};
  if (!target.starts_with("axis_scatter")) return std::nullopt;
  // Each of the batch gives a row to every other; each gets the sum of what was given to it.
  Value sum = m_state.bind1(Opcode::ReduceSum, {placedAt(operand, 0)}, DimensionsAttributes{{0}});
  return std::vector{join(sum, 0)};
}

Value BatchLevel::join(const Value& value, std::optional<int64_t> dimension) const {
  if (!dimension) return value;
  Aval aval = value->aval();
  std::vector<int64_t> dims = aval.shape.dims();
  dims.erase(dims.begin() + *dimension);
  aval.shape = Shape(aval.shape.type(), std::move(dims));
  return std::make_shared<BatchTracer>(std::move(aval), m_tag, value, *dimension);
}

std::pair<Value, std::optional<int64_t>> BatchLevel::split(const Value& value) const {
  const auto* tracer = tracerOf<BatchTracer>(value, m_tag.get(), ValueKind::Batch);
  if (tracer == nullptr) return {value, std::nullopt};
  return {tracer->value, tracer->dimension};
}

Value moveDimension(TraceState& state, const Value& value, int64_t from, int64_t to) {
  if (from == to) return value;
  std::vector<int64_t> permutation(static_cast<size_t>(value->aval().shape.rank()));
  std::iota(permutation.begin(), permutation.end(), 0);
  permutation.erase(permutation.begin() + from);
  permutation.insert(permutation.begin() + to, from);
  return state.bind1(Opcode::Transpose, {value}, DimensionsAttributes{std::move(permutation)});
}

Value broadcastAt(TraceState& state, const Value& value, int64_t dimension, int64_t size) {
  const Shape& shape = value->aval().shape;
  std::vector<int64_t> dims = shape.dims(), kept;
  dims.insert(dims.begin() + dimension, size);
  for (int64_t i = 0; i < static_cast<int64_t>(dims.size()); ++i)
    if (i != dimension) kept.push_back(i);
  return state.bind1(Opcode::Broadcast, {value}, DimensionsAttributes{std::move(kept)},
                     Shape(shape.type(), std::move(dims)));
}

Value BatchLevel::placedAt(const Value& value, int64_t dimension) const {
  auto [below, at] = split(value);
  return at ? moveDimension(m_state, below, *at, dimension) : broadcastAt(m_state, below, dimension, m_size);
}

std::vector<Value> BatchLevel::process(const Operation& operation) {
  std::vector<Value> values;
  std::vector<std::optional<int64_t>> dimensions;
  bool any = false;
  for (const Value& operand : operation.operands) {
    auto [value, dimension] = split(operand);
    any |= dimension.has_value();
    values.push_back(std::move(value));
    dimensions.push_back(dimension);
  }
  if (auto met = collective(operation)) return std::move(*met);
  if (!any) return m_parent->process(operation);
  LevelScope scope(m_state, m_parent);
  Batched done;
  if (hasBodies(operation.opcode)) {
    AxisScope axis(m_state.batchingAxis, m_axisName);
    done = batchBodies({operation.opcode, values, operation.attributes, operation.functions, operation.written},
                       dimensions, m_size, m_state);
  } else {
    RuleContext context(m_state, operation.opcode, operation.attributes, std::move(values), operation.functions);
    context.written = operation.written;
    context.batchDims = std::move(dimensions);
    context.batchSize = m_size;
    const OpRow& row = op(operation.opcode);
    if (row.batch == nullptr) context.refuse({"trace.no_batching", {std::string(row.jaxpr)}});
    row.batch(context);
    done = {std::move(context.results), std::move(context.resultBatchDims)};
  }
  std::vector<Value> results;
  for (size_t i = 0; i < done.results.size(); ++i) results.push_back(join(done.results[i], done.dimensions[i]));
  return results;
}

}  // namespace onepot
