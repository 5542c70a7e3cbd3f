// Element rules of the operations that only move elements: coordinates in, coordinates out.
#include <algorithm>

#include "engine/ops/element_rules.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

namespace {

using Index = std::vector<Scalar>;

Index indexOf(const ElementContext& context) { return {context.index().begin(), context.index().end()}; }

Expression at(const ElementContext& context, int dimension) {
  return {context.builder(), context.index()[static_cast<size_t>(dimension)]};
}

Expression integer(const ElementContext& context, int64_t value) {
  return {context.builder(), context.builder().constantBits(ElementType::S64, static_cast<uint64_t>(value))};
}

/// A start index clamped so that `size` elements fit into `extent`.
Expression clampedStart(ElementContext& context, int operand, int64_t extent, int64_t size) {
  Expression start{context.builder(), context.operand(operand, std::span<const Scalar>{})};
  if (isUnsigned(start.type()) && byteWidth(start.type()) == 8) {
    start = start.apply(BinaryOp::Minimum, start.like(static_cast<double>(extent - size)));
    return start.convert(ElementType::S64);
  }
  start = start.convert(ElementType::S64);
  start = start.apply(BinaryOp::Maximum, integer(context, 0));
  return start.apply(BinaryOp::Minimum, integer(context, extent - size));
}

/// Splits the output's dimensions and the input's into the shortest runs of equal element count, so that coordinates
/// of a reshape are computed within a run (most runs are single dimensions that stay as they are).
struct Run {
  int outBegin, outEnd, inBegin, inEnd;
};
std::vector<Run> matchingRuns(const Shape& out, const Shape& in) {
  std::vector<Run> runs;
  int o = 0, i = 0;
  while (o < out.rank() || i < in.rank()) {
    Run run{o, o, i, i};
    int64_t outCount = 1, inCount = 1;
    do {
      if (run.outEnd < out.rank() && (outCount <= inCount || run.inEnd == in.rank())) {
        outCount *= out.dim(run.outEnd++);
      } else {
        inCount *= in.dim(run.inEnd++);
      }
    } while (outCount != inCount);
    o = run.outEnd;
    i = run.inEnd;
    runs.push_back(run);
  }
  return runs;
}

Expression linearIndex(const ElementContext& context, const Shape& shape, const Run& run) {
  Expression linear = integer(context, 0);
  for (int d = run.outBegin; d < run.outEnd; ++d)
    if (shape.dim(d) != 1) linear = linear * integer(context, shape.dim(d)) + at(context, d);
  return linear;
}

}  // namespace

Scalar iotaElement(ElementContext& context) {
  const int64_t dimension = context.instruction().get<DimensionsAttributes>().dimensions.at(0);
  Scalar position = context.index()[static_cast<size_t>(dimension)];
  const ElementType type = context.instruction().shape().type();
  Expression value{context.builder(), position};
  if (isFloat(type)) value = value.convert(ElementType::S32);  // dimensions above 2^31 do not fit in memory for floats
  if (isFloat(type) && byteWidth(type) < 4) value = value.convert(ElementType::F32);
  return context.builder().convert(value.scalar(), type);
}

Scalar broadcastElement(ElementContext& context) {
  Index index;
  for (int64_t dimension : context.instruction().get<DimensionsAttributes>().dimensions)
    index.push_back(context.index()[static_cast<size_t>(dimension)]);
  return context.operand(0, index);
}

Scalar reshapeElement(ElementContext& context) {
  const Shape& out = context.instruction().shape();
  const Shape& in = context.operandShape(0);
  Index index(static_cast<size_t>(in.rank()), integer(context, 0).scalar());
  for (const Run& run : matchingRuns(out, in)) {
    Expression rest = linearIndex(context, out, run);
    int64_t left = 1;
    for (int d = run.inBegin; d < run.inEnd; ++d) left *= in.dim(d);
    for (int d = run.inBegin; d < run.inEnd; ++d) {
      if (in.dim(d) == 1) continue;
      left /= in.dim(d);
      if (left == 1) {
        index[static_cast<size_t>(d)] = rest.scalar();
        continue;
      }
      // Coordinates are not negative: unsigned division is the cheaper one.
      Expression wide = rest.bitcast(ElementType::U64), by = integer(context, left).bitcast(ElementType::U64);
      index[static_cast<size_t>(d)] = (wide / by).bitcast(ElementType::S64).scalar();
      rest = wide.apply(BinaryOp::Remainder, by).bitcast(ElementType::S64);
    }
  }
  return context.operand(0, index);
}

Scalar transposeElement(ElementContext& context) {
  const auto& permutation = context.instruction().get<DimensionsAttributes>().dimensions;
  Index index(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) index[static_cast<size_t>(permutation[i])] = context.index()[i];
  return context.operand(0, index);
}

Scalar reverseElement(ElementContext& context) {
  Index index = indexOf(context);
  for (int64_t d : context.instruction().get<DimensionsAttributes>().dimensions) {
    const int dimension = static_cast<int>(d);
    index[static_cast<size_t>(d)] =
        (integer(context, context.operandShape(0).dim(dimension) - 1) - at(context, dimension)).scalar();
  }
  return context.operand(0, index);
}

Scalar sliceElement(ElementContext& context) {
  const auto& attributes = context.instruction().get<SliceAttributes>();
  Index index = indexOf(context);
  for (size_t d = 0; d < index.size(); ++d) {
    Expression position = at(context, static_cast<int>(d));
    const int64_t stride = attributes.strides.empty() ? 1 : attributes.strides[d];
    if (stride != 1) position = position * integer(context, stride);
    if (attributes.starts[d] != 0) position = position + integer(context, attributes.starts[d]);
    index[d] = position.scalar();
  }
  return context.operand(0, index);
}

Scalar concatenateElement(ElementContext& context) {
  const int dimension = static_cast<int>(context.instruction().get<DimensionsAttributes>().dimensions.at(0));
  Expression position = at(context, dimension);
  Index index = indexOf(context);
  std::optional<Expression> result;
  int64_t begin = 0;
  for (int k = 0; k < context.instruction().operandCount(); ++k) {
    const int64_t end = begin + context.operandShape(k).dim(dimension);
    if (begin == end) continue;
    index[static_cast<size_t>(dimension)] = (position - integer(context, begin)).scalar();
    Expression present = position < integer(context, end);
    if (begin > 0) present = present & (position >= integer(context, begin));
    Expression element{context.builder(), context.operandWhere(present.scalar(), k, index)};
    result = result ? select(present, element, *result) : element;
    begin = end;
  }
  ensure(result.has_value(), "concatenate without elements");
  return result->scalar();
}

Scalar padElement(ElementContext& context) {
  const auto& attributes = context.instruction().get<PadAttributes>();
  const Shape& in = context.operandShape(0);
  Index index = indexOf(context);
  std::optional<Expression> present;
  const auto require = [&](Expression condition) { present = present ? *present & condition : condition; };
  for (int d = 0; d < in.rank(); ++d) {
    const size_t k = static_cast<size_t>(d);
    const int64_t interior = attributes.interior.empty() ? 0 : attributes.interior[k];
    Expression position = at(context, d);
    if (attributes.low[k] != 0) position = position - integer(context, attributes.low[k]);
    if (attributes.low[k] > 0) require(position >= integer(context, 0));
    if (interior > 0) {
      Expression wide = position.bitcast(ElementType::U64),
                 by = integer(context, interior + 1).bitcast(ElementType::U64);
      require(equal(wide.apply(BinaryOp::Remainder, by), 0.0));
      position = (wide / by).bitcast(ElementType::S64);
    }
    if (context.instruction().shape().dim(d) > (attributes.low[k] + (in.dim(d) - 1) * (interior + 1) + 1))
      require(position < integer(context, in.dim(d)));
    index[k] = position.scalar();
  }
  const Scalar value = context.operand(1, std::span<const Scalar>{});
  if (in.elementCount() == 0) return value;
  if (!present) return context.operand(0, index);
  return context.builder().select(present->scalar(), context.operandWhere(present->scalar(), 0, index), value);
}

Scalar dynamicSliceElement(ElementContext& context) {
  const Shape& in = context.operandShape(0);
  const Shape& out = context.instruction().shape();
  Index index = indexOf(context);
  for (int d = 0; d < in.rank(); ++d) {
    if (in.dim(d) == out.dim(d)) continue;
    Expression start = clampedStart(context, d + 1, in.dim(d), out.dim(d));
    index[static_cast<size_t>(d)] = (start + at(context, d)).scalar();
  }
  return context.operand(0, index);
}

Scalar dynamicUpdateSliceElement(ElementContext& context) {
  const Shape& whole = context.operandShape(0);
  const Shape& update = context.operandShape(1);
  Index index = indexOf(context);
  std::optional<Expression> present;
  for (int d = 0; d < whole.rank(); ++d) {
    if (whole.dim(d) == update.dim(d)) continue;
    Expression offset = at(context, d) - clampedStart(context, d + 2, whole.dim(d), update.dim(d));
    Expression inside = (offset >= integer(context, 0)) & (offset < integer(context, update.dim(d)));
    present = present ? *present & inside : inside;
    index[static_cast<size_t>(d)] = offset.scalar();
  }
  if (update.elementCount() == 0) return context.operand(0);
  if (!present) return context.operand(1, index);
  Scalar updated = context.operandWhere(present->scalar(), 1, index);
  return context.builder().select(present->scalar(), updated, context.operand(0, context.index()));
}

Scalar gatherElement(ElementContext& context) {
  const auto& g = context.instruction().get<GatherAttributes>();
  const Shape& in = context.operandShape(0);
  const Shape& starts = context.operandShape(1);
  const auto contains = [](const std::vector<int64_t>& list, int64_t value) {
    return std::ranges::find(list, value) != list.end();
  };
  Index batch, offsets;
  for (int d = 0; d < context.instruction().shape().rank(); ++d)
    (contains(g.offsetDims, d) ? offsets : batch).push_back(context.index()[static_cast<size_t>(d)]);
  Index position(static_cast<size_t>(in.rank()), integer(context, 0).scalar());
  // Positions in the indices array: batch coordinates with the index vector's own dimension put between them.
  const bool hasVector = g.indexVectorDim < starts.rank();
  for (size_t k = 0; k < g.startIndexMap.size(); ++k) {
    Index where = batch;
    if (hasVector) where.insert(where.begin() + g.indexVectorDim, integer(context, static_cast<int64_t>(k)).scalar());
    Expression start{context.builder(), context.operand(1, where)};
    start = start.convert(ElementType::S64).apply(BinaryOp::Maximum, integer(context, 0));
    const int64_t d = g.startIndexMap[k];
    const int64_t limit = in.dim(static_cast<int>(d)) - g.sliceSizes[static_cast<size_t>(d)];
    position[static_cast<size_t>(d)] = start.apply(BinaryOp::Minimum, integer(context, limit)).scalar();
  }
  for (size_t k = 0; k < g.operandBatchingDims.size(); ++k) {
    int64_t from = g.startIndicesBatchingDims[k];
    if (hasVector && from > g.indexVectorDim) --from;
    position[static_cast<size_t>(g.operandBatchingDims[k])] = batch[static_cast<size_t>(from)];
  }
  size_t next = 0;
  for (int64_t d = 0; d < in.rank(); ++d) {
    if (contains(g.collapsedSliceDims, d) || contains(g.operandBatchingDims, d)) continue;
    Expression base{context.builder(), position[static_cast<size_t>(d)]};
    position[static_cast<size_t>(d)] = (base + Expression(context.builder(), offsets[next++])).scalar();
  }
  return context.operand(0, position);
}

}  // namespace onepot
