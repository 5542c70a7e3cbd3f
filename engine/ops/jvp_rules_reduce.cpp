// Derivatives of reductions that are not linear.
#include <algorithm>
#include <limits>

#include "engine/ops/jvp_rules.h"
#include "engine/ops/rule_arithmetic.h"

namespace onepot {

// The tangent at the extreme element; the mean where several are equal.
void jvpReduceExtreme(TransformContext& c) {
  const auto& dimensions = c.get<DimensionsAttributes>().dimensions;
  const Shape shape = c.shapeOf(c.operands[0]);
  c.results = {c.bind(c.opcode, c.operands, c.attributes)};
  std::vector<int64_t> kept;
  for (int i = 0; i < shape.rank(); ++i)
    if (std::ranges::find(dimensions, i) == dimensions.end()) kept.push_back(i);
  Value extreme = c.bind(Opcode::Broadcast, {c.results[0]}, DimensionsAttributes{kept}, shape);
  Value hits = convertTo(c, compareOf(c, CompareDirection::EQ, c.operands[0], extreme), shape.type());
  Value count = c.bind(Opcode::ReduceSum, {hits}, c.attributes);
  Value sum = c.bind(Opcode::ReduceSum, {multiplyOf(c, c.tangents[0], hits)}, c.attributes);
  c.resultTangents = {divideOf(c, sum, count)};
}

namespace {

/// A value and its tangent.
struct Dual {
  Value value, tangent;
};

Dual product(TransformContext& c, const Dual& a, const Dual& b) {
  Value left = multiplyOf(c, a.tangent, b.value), right = multiplyOf(c, a.value, b.tangent);
  return {multiplyOf(c, a.value, b.value), addOf(c, left, right)};
}

Value sliceAlong(TransformContext& c, const Value& value, int64_t dimension, int64_t from, int64_t to) {
  std::vector<int64_t> limits = c.shapeOf(value).dims();
  SliceAttributes slice{std::vector<int64_t>(limits.size(), 0), limits, std::vector<int64_t>(limits.size(), 1)};
  slice.starts[static_cast<size_t>(dimension)] = from;
  slice.limits[static_cast<size_t>(dimension)] = to;
  return c.bind(Opcode::Slice, {value}, slice);
}

Value padAlong(TransformContext& c, const Value& value, int64_t dimension, int64_t low, int64_t high, double with) {
  std::vector<int64_t> zeros(static_cast<size_t>(c.shapeOf(value).rank()), 0);
  PadAttributes pad{zeros, zeros, zeros};
  pad.low[static_cast<size_t>(dimension)] = low;
  pad.high[static_cast<size_t>(dimension)] = high;
  return c.bind(Opcode::Pad, {value, numberLike(c, value, with)}, pad);
}

}  // namespace

// A tree of products: half of the elements by the other half, so that zeros among them do no harm.
void jvpReduceProd(TransformContext& c) {
  Dual dual{c.operands[0], c.tangents[0]};
  std::vector<int64_t> dims = c.shapeOf(dual.value).dims();
  for (int64_t dimension : c.get<DimensionsAttributes>().dimensions) {
    auto index = static_cast<size_t>(dimension);
    while (dims[index] > 1) {
      int64_t half = (dims[index] + 1) / 2, missing = 2 * half - dims[index];
      auto part = [&](const Value& value, bool second, double filler) {
        if (!second) return sliceAlong(c, value, dimension, 0, half);
        Value rest = sliceAlong(c, value, dimension, half, dims[index]);
        return missing == 0 ? rest : padAlong(c, rest, dimension, 0, missing, filler);
      };
      dual = product(c, {part(dual.value, false, 1), part(dual.tangent, false, 0)},
                     {part(dual.value, true, 1), part(dual.tangent, true, 0)});
      dims[index] = half;
    }
  }
  c.results = {c.bind(c.opcode, c.operands, c.attributes)};
  c.resultTangents = {c.bind(Opcode::ReduceSum, {dual.tangent}, c.attributes)};
}

namespace {

Dual combined(TransformContext& c, Opcode opcode, const Dual& a, const Dual& b) {
  if (opcode == Opcode::Cumprod) return product(c, a, b);
  if (opcode != Opcode::Cumlogsumexp) {
    bool greatest = opcode == Opcode::Cummax;
    Value first = compareOf(c, greatest ? CompareDirection::GE : CompareDirection::LE, a.value, b.value);
    return {chosen(c, first, a.value, b.value), chosen(c, first, a.tangent, b.tangent)};
  }
  // Shares exp(a − s) and exp(b − s), where s is the result.
  Value greater = c.bind(Opcode::Maximum, {a.value, b.value});
  Value difference = negated(c, unaryOf(c, Opcode::Abs, subtractOf(c, a.value, b.value)));
  Value sum = addOf(c, greater, unaryOf(c, Opcode::LogPlusOne, unaryOf(c, Opcode::Exponential, difference)));
  Value left = multiplyOf(c, a.tangent, unaryOf(c, Opcode::Exponential, subtractOf(c, a.value, sum)));
  Value right = multiplyOf(c, b.tangent, unaryOf(c, Opcode::Exponential, subtractOf(c, b.value, sum)));
  return {sum, addOf(c, left, right)};
}

double neutral(Opcode opcode) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return opcode == Opcode::Cumprod ? 1 : opcode == Opcode::Cummin ? kInfinity : -kInfinity;
}

}  // namespace

// In log steps, value and tangent together.
void jvpCumulative(TransformContext& c) {
  const auto& attributes = c.get<DimensionsAttributes>();
  int64_t dimension = attributes.dimensions.front();
  int64_t size = c.shapeOf(c.operands[0]).dim(static_cast<int>(dimension));
  Dual dual{c.operands[0], c.tangents[0]};
  for (int64_t distance = 1; distance < size; distance *= 2) {
    auto shifted = [&](const Value& value, double filler) {
      if (attributes.reverse)
        return padAlong(c, sliceAlong(c, value, dimension, distance, size), dimension, 0, distance, filler);
      return padAlong(c, sliceAlong(c, value, dimension, 0, size - distance), dimension, distance, 0, filler);
    };
    dual = combined(c, c.opcode, dual, {shifted(dual.value, neutral(c.opcode)), shifted(dual.tangent, 0)});
  }
  c.results = {c.bind(c.opcode, c.operands, c.attributes)};
  c.resultTangents = {dual.tangent};
}

}  // namespace onepot
