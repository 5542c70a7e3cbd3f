// Replacements of the rule table's rows that concern shapes, slices and reductions.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/ops/op.h"
#include "engine/passes/rewrite_conditions.h"
#include "engine/passes/rewrite_pattern.h"

namespace onepot::rules {

namespace {

using Dims = std::vector<int64_t>;

const Dims& dimensionsOf(const Instruction& instruction) { return instruction.get<DimensionsAttributes>().dimensions; }
Shape bare(const Instruction& instruction) { return instruction.shape().withoutLayout(); }

bool isIdentity(const Dims& permutation) {
  for (size_t i = 0; i < permutation.size(); ++i)
    if (permutation[i] != static_cast<int64_t>(i)) return false;
  return true;
}

/// The dimensions that are longer than 1, in order.
Dims longDims(const Shape& shape) {
  Dims dims = shape.dims();
  std::erase(dims, 1);
  return dims;
}

bool usedOnce(const Instruction& instruction) { return instruction.users().size() == 1 && !instruction.isRoot(); }

/// A two-operand combiner that is one operation on its parameters; Parameter where it is anything else.
Opcode combinerOpcode(const Instruction& reduce) {
  const Computation& combiner = *reduce.parent()->module()->computation(reduce.called().front());
  const Instruction& root = *combiner.root();
  bool plain = combiner.size() == 3 && root.operandCount() == 2 && root.operand(0) != root.operand(1) &&
               root.operand(0)->opcode() == Opcode::Parameter && root.operand(1)->opcode() == Opcode::Parameter;
  return plain ? root.opcode() : Opcode::Parameter;
}

/// combine(init, x) is x for every x, the zeros' signs included.
bool isExactIdentity(const Instruction& reduce, const Literal& init) {
  ElementType type = init.shape().type();
  if (isComplex(type)) return false;
  double value = init.doubleAt(0);
  switch (combinerOpcode(reduce)) {
    case Opcode::Add: return isFloat(type) ? value == 0 && std::signbit(value) : value == 0;
    case Opcode::Multiply: return value == 1;
    case Opcode::Maximum: return isFloat(type) && value == -std::numeric_limits<double>::infinity();
    case Opcode::Minimum: return isFloat(type) && value == std::numeric_limits<double>::infinity();
    case Opcode::Or: return value == 0;
    case Opcode::And: return type == ElementType::Pred && value == 1;
    default: return false;
  }
}

}  // namespace

Instruction* operandOfSameShape(const Match& match, Builder&) {
  Instruction* operand = match.at('x');
  return bare(*operand) == bare(*match.root()) ? operand : nullptr;
}

Instruction* oneReshape(const Match& match, Builder& builder) {
  return builder.reshape(match.at('x'), match.root()->shape().dims());
}

Instruction* identityTranspose(const Match& match, Builder&) {
  return isIdentity(dimensionsOf(*match.root())) ? match.at('x') : nullptr;
}

Instruction* mergedTransposes(const Match& match, Builder& builder) {
  const Dims &outer = dimensionsOf(*match.root()), &inner = dimensionsOf(*match.root()->operand(0));
  Dims both;
  for (int64_t dim : outer) both.push_back(inner[static_cast<size_t>(dim)]);
  return builder.transpose(match.at('x'), std::move(both));
}

Instruction* reshapeForTranspose(const Match& match, Builder& builder) {
  Dims moved;
  for (int64_t dim : dimensionsOf(*match.root()))
    if (match.at('x')->shape().dim(static_cast<int>(dim)) != 1) moved.push_back(dim);
  if (!std::ranges::is_sorted(moved) || isIdentity(dimensionsOf(*match.root()))) return nullptr;
  return builder.reshape(match.at('x'), match.root()->shape().dims());
}

Instruction* identityBroadcast(const Match& match, Builder&) {
  bool same = bare(*match.at('x')) == bare(*match.root()) && isIdentity(dimensionsOf(*match.root()));
  return same ? match.at('x') : nullptr;
}

Instruction* mergedBroadcasts(const Match& match, Builder& builder) {
  Dims dims;
  for (int64_t dim : dimensionsOf(*match.root()->operand(0)))
    dims.push_back(dimensionsOf(*match.root())[static_cast<size_t>(dim)]);
  return builder.broadcast(match.at('x'), bare(*match.root()), std::move(dims));
}

Instruction* reshapeForBroadcast(const Match& match, Builder& builder) {
  const Shape& from = match.at('x')->shape();
  if (from.rank() == 0 && match.at('x')->isConstant()) return nullptr;
  if (!std::ranges::is_sorted(dimensionsOf(*match.root())) ||
      from.elementCount() != match.root()->shape().elementCount())
    return nullptr;
  if (bare(*match.at('x')) == bare(*match.root())) return nullptr;
  return builder.reshape(match.at('x'), match.root()->shape().dims());
}

// The reshape only adds or drops ones: the broadcast can start from what was there before.
Instruction* broadcastOfReshape(const Match& match, Builder& builder) {
  Instruction* operand = match.at('x');
  const Shape& between = match.root()->operand(0)->shape();
  if (longDims(operand->shape()) != longDims(between)) return nullptr;
  Dims into;
  for (int i = 0; i < between.rank(); ++i)
    if (between.dim(i) != 1) into.push_back(dimensionsOf(*match.root())[static_cast<size_t>(i)]);
  if (longDims(operand->shape()).size() != static_cast<size_t>(operand->shape().rank())) return nullptr;
  return builder.broadcast(operand, bare(*match.root()), std::move(into));
}

Instruction* wholeSlice(const Match& match, Builder&) {
  const Shape& from = match.at('x')->shape();
  const auto& slice = match.root()->get<SliceAttributes>();
  bool forward = std::ranges::all_of(slice.strides, [](int64_t stride) { return stride == 1; });
  return forward && from.sameDims(match.root()->shape()) ? match.at('x') : nullptr;
}

Instruction* mergedSlices(const Match& match, Builder& builder) {
  const auto &outer = match.root()->get<SliceAttributes>(), &inner = match.root()->operand(0)->get<SliceAttributes>();
  SliceAttributes both;
  for (size_t i = 0; i < outer.starts.size(); ++i) {
    int64_t stride = inner.strides[i] * outer.strides[i];
    int64_t count = match.root()->shape().dim(static_cast<int>(i));
    both.starts.push_back(inner.starts[i] + outer.starts[i] * inner.strides[i]);
    both.limits.push_back(count == 0 ? both.starts.back() : both.starts.back() + (count - 1) * stride + 1);
    both.strides.push_back(stride);
  }
  return builder.slice(match.at('x'), both.starts, both.limits, both.strides);
}

Instruction* sliceOfOnePart(const Match& match, Builder& builder) {
  Instruction* whole = match.at('x');
  if (whole->opcode() != Opcode::Concatenate) return nullptr;
  SliceAttributes slice = match.root()->get<SliceAttributes>();
  auto dim = static_cast<size_t>(dimensionsOf(*whole).front());
  int64_t begin = 0;
  for (Instruction* part : whole->operands()) {
    int64_t end = begin + part->shape().dim(static_cast<int>(dim));
    if (slice.starts[dim] >= begin && slice.limits[dim] <= end && slice.limits[dim] > slice.starts[dim]) {
      slice.starts[dim] -= begin;
      slice.limits[dim] -= begin;
      return builder.slice(part, slice.starts, slice.limits, slice.strides);
    }
    begin = end;
  }
  return nullptr;
}

Instruction* sliceOfScalarBroadcast(const Match& match, Builder& builder) {
  if (match.at('x')->shape().rank() != 0) return nullptr;
  return builder.broadcast(match.at('x'), bare(*match.root()), {});
}

Instruction* noReverse(const Match& match, Builder&) {
  for (int64_t dim : dimensionsOf(*match.root()))
    if (match.at('x')->shape().dim(static_cast<int>(dim)) > 1) return nullptr;
  return match.at('x');
}

Instruction* twiceReversed(const Match& match, Builder&) {
  Dims outer = dimensionsOf(*match.root()), inner = dimensionsOf(*match.root()->operand(0));
  std::ranges::sort(outer);
  std::ranges::sort(inner);
  return outer == inner ? match.at('x') : nullptr;
}

Instruction* noPadding(const Match& match, Builder&) {
  const auto& pad = match.root()->get<PadAttributes>();
  auto none = [](const Dims& amounts) {
    return std::ranges::all_of(amounts, [](int64_t amount) { return amount == 0; });
  };
  return none(pad.low) && none(pad.high) && none(pad.interior) ? match.at('x') : nullptr;
}

Instruction* onePartConcatenate(const Match& match, Builder&) { return match.at('x'); }

Instruction* zeroIota(const Match& match, Builder& builder) {
  const Shape& shape = match.root()->shape();
  auto dim = static_cast<int>(dimensionsOf(*match.root()).front());
  if (shape.dim(dim) != 1 || isComplex(shape.type())) return nullptr;
  return builder.constantLike(bare(*match.root()), 0);
}

Instruction* reduceOfNothing(const Match& match, Builder&) {
  if (match.root()->shape().isTuple() || !dimensionsOf(*match.root()).empty()) return nullptr;
  const Literal* init = uniformConstant(*match.at('c'));
  return isExactIdentity(*match.root(), *init) ? match.at('x') : nullptr;
}

// Sums may be taken in any order; max and min are the same in every one.
Instruction* reduceOfTranspose(const Match& match, Builder& builder) {
  const Dims &reduced = dimensionsOf(*match.root()), &moved = dimensionsOf(*match.root()->operand(0));
  Dims kept, dims;
  for (size_t i = 0; i < moved.size(); ++i) {
    bool gone = std::ranges::find(reduced, static_cast<int64_t>(i)) != reduced.end();
    (gone ? dims : kept).push_back(moved[i]);
  }
  if (!std::ranges::is_sorted(kept)) return nullptr;
  std::ranges::sort(dims);
  return builder.reduce(match.at('x'), match.at('v'), std::move(dims), match.root()->called().front());
}

Instruction* reduceOfReduce(const Match& match, Builder& builder) {
  const Instruction &outer = *match.root(), &inner = *outer.operand(0);
  if (combinerOpcode(outer) == Opcode::Parameter || combinerOpcode(outer) != combinerOpcode(inner)) return nullptr;
  if (!usedOnce(inner) || !isExactIdentity(inner, *uniformConstant(*match.at('c')))) return nullptr;
  Dims all = dimensionsOf(inner), left;
  for (int i = 0; i < match.at('x')->shape().rank(); ++i)
    if (std::ranges::find(all, int64_t{i}) == all.end()) left.push_back(i);
  for (int64_t dim : dimensionsOf(outer)) all.push_back(left[static_cast<size_t>(dim)]);
  std::ranges::sort(all);
  return builder.reduce(match.at('x'), match.at('d'), std::move(all), outer.called().front());
}

Instruction* reshapeForReduce(const Match& match, Builder& builder) {
  if (match.root()->shape().isTuple()) return nullptr;
  const Literal* init = uniformConstant(*match.at('c'));
  for (int64_t dim : dimensionsOf(*match.root()))
    if (match.at('x')->shape().dim(static_cast<int>(dim)) != 1) return nullptr;
  if (dimensionsOf(*match.root()).empty() || !isExactIdentity(*match.root(), *init)) return nullptr;
  return builder.reshape(match.at('x'), match.root()->shape().dims());
}

}  // namespace onepot::rules
