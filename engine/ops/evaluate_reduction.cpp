#include <algorithm>
#include <limits>

#include "engine/ops/accumulate.h"
#include "engine/ops/element_mapper.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

/// The kept dimensions, then those that go (or the other way round), and how many elements each group has.
struct Split {
  std::vector<int64_t> keptFirst, goneFirst;
  int64_t kept = 1, gone = 1;
};

Split splitOf(const Shape& shape, const std::vector<int64_t>& dimensions) {
  Split split;
  std::vector<int64_t> kept, gone;
  for (int64_t d = 0; d < shape.rank(); ++d) {
    bool goes = std::ranges::find(dimensions, d) != dimensions.end();
    (goes ? gone : kept).push_back(d);
    (goes ? split.gone : split.kept) *= shape.dim(static_cast<int>(d));
  }
  split.keptFirst = kept;
  split.keptFirst.insert(split.keptFirst.end(), gone.begin(), gone.end());
  split.goneFirst = std::move(gone);
  split.goneFirst.insert(split.goneFirst.end(), kept.begin(), kept.end());
  return split;
}

/// In order, from `init`.
template <typename T>
void accumulateRows(const EvaluationContext& context, Opcode opcode, std::span<const T> x, T init, std::span<T> out) {
  auto depth = out.empty() ? 0 : static_cast<int64_t>(x.size() / out.size());
  const T* at = x.data();
  for (T& result : out) {
    T sum = init;
    for (int64_t begin = 0; begin < depth && !context.cancelled(); begin += kChunk) {
      int64_t end = std::min(depth, begin + kChunk);
      for (int64_t i = begin; i < end; ++i) sum = combined(opcode, sum, at[i]);
    }
    at += depth;
    result = sum;
  }
}

Literal accumulated(const EvaluationContext& context, Opcode opcode, const Literal& operand, const Literal& init,
                    const std::vector<int64_t>& dimensions) {
  ElementType type = context.shape().type(), wide = accumulatingType(type);
  Opcode with = combinerFor(opcode, type);
  Literal rows = transposed(converted(operand, wide), splitOf(operand.shape(), dimensions).keptFirst);
  Literal start = converted(init, wide), out(context.shape().withType(wide));
  visitReal(wide, [&]<typename T>(TypeTag<T>) {
    accumulateRows<T>(context, with, rows.as<T>(), start.as<T>()[0], out.mutableAs<T>());
  });
  return converted(out, type);
}

/// Halves what is left again and again: each time the first half's slabs with the second half's.
Result<std::vector<Literal>> halved(const EvaluationContext& context, const ElementMapper& mapper,
                                    std::vector<Literal> slabs, int64_t gone, int64_t kept) {
  while (gone > 1 && !context.cancelled()) {
    int64_t half = gone / 2, count = half * kept, odd = gone % 2;
    std::vector<Literal> arguments;
    for (int64_t first : {int64_t{0}, count})
      for (const Literal& slab : slabs) arguments.push_back(run(slab, first, Shape(slab.shape().type(), {count})));
    auto results = mapper.map(std::move(arguments), count);
    if (!results) return results;
    for (size_t i = 0; odd == 1 && i < slabs.size(); ++i) {
      Literal rest = run(slabs[i], 2 * count, Shape(slabs[i].shape().type(), {kept}));
      Literal joined(Shape(rest.shape().type(), {count + kept}));
      std::ranges::copy(rest.bytes(), std::ranges::copy((*results)[i].bytes(), joined.mutableBytes().begin()).out);
      (*results)[i] = std::move(joined);
    }
    slabs = std::move(*results);
    gone = half + odd;
  }
  return slabs;
}

Result<std::vector<Literal>> reduceByMapping(const EvaluationContext& context, const ElementMapper& mapper,
                                             std::span<const Literal> inputs, std::span<const Literal> inits,
                                             const Split& split) {
  std::vector<Literal> slabs;
  for (const Literal& input : inputs) {
    Literal slab = transposed(input, split.goneFirst);
    slab.setShape(Shape(input.shape().type(), {split.gone * split.kept}));
    slabs.push_back(std::move(slab));
  }
  std::vector<Literal> arguments(inits.begin(), inits.end());
  if (split.gone == 0) {
    for (Literal& argument : arguments)
      argument = gathered(argument, {0, {0}}, Shape(argument.shape().type(), {split.kept}));
    return arguments;
  }
  auto combinedSlabs = halved(context, mapper, std::move(slabs), split.gone, split.kept);
  if (!combinedSlabs) return combinedSlabs;
  arguments.insert(arguments.end(), combinedSlabs->begin(), combinedSlabs->end());
  return mapper.map(std::move(arguments), split.kept);
}

/// Combiners that loop or call others: one element after the other.
Result<std::vector<Literal>> reduceByCalls(EvaluationContext& context, std::span<const Literal> inputs,
                                           std::span<const Literal> inits, const Split& split) {
  std::vector<Literal> rows, results;
  for (const Literal& input : inputs) {
    rows.push_back(transposed(input, split.keptFirst));
    results.emplace_back(Shape(input.shape().type(), {split.kept}));
  }
  for (int64_t k = 0; k < split.kept; ++k) {
    std::vector<Literal> sums(inits.begin(), inits.end());
    for (int64_t i = 0; i < split.gone; ++i) {
      std::vector<Literal> arguments = std::move(sums);
      for (const Literal& row : rows)
        arguments.push_back(run(row, k * split.gone + i, Shape::scalar(row.shape().type())));
      auto next = context.call(0, std::move(arguments));
      if (!next) return failureOf(std::move(next));
      if (inputs.size() == 1)
        sums.assign(1, std::move(*next));
      else
        sums = std::move(*next).takeElements();
    }
    for (size_t i = 0; i < results.size(); ++i) {
      size_t width = sums[i].bytes().size();
      std::ranges::copy(sums[i].bytes(), results[i].mutableBytes().begin() + k * static_cast<int64_t>(width));
    }
  }
  return results;
}

Result<Literal> reduceAxes(EvaluationContext& context, Opcode opcode, double identity) {
  ElementType type = context.shape().type();
  const auto& dimensions = context.attributes<DimensionsAttributes>().dimensions;
  if (!accumulates(opcode, type)) return unsupported(context, type);
  return accumulated(context, opcode, context.operand(0), Literal::scalar(accumulatingType(type), identity),
                     dimensions);
}

template <typename T>
void findExtremes(std::span<const T> x, std::span<int64_t> out, bool greatest) {
  auto depth = out.empty() ? 0 : static_cast<int64_t>(x.size() / out.size());
  for (size_t row = 0; row < out.size(); ++row) {
    const T* at = x.data() + static_cast<int64_t>(row) * depth;
    int64_t best = 0;
    // The first NaN wins; among equals the first.
    for (int64_t i = 1; i < depth && at[best] == at[best]; ++i)
      if (at[i] != at[i] || (greatest ? at[i] > at[best] : at[i] < at[best])) best = i;
    out[row] = best;
  }
}

Result<Literal> argExtreme(EvaluationContext& context, bool greatest) {
  int64_t dimension = context.attributes<ArgminmaxAttributes>().dimension;
  const Literal& operand = context.operand(0);
  ElementType type = operand.shape().type(), wide = type == ElementType::Pred ? ElementType::U8 : arithmeticType(type);
  Literal rows = transposed(converted(operand, wide), splitOf(operand.shape(), {dimension}).keptFirst);
  Literal out(context.shape().withType(ElementType::S64));
  bool done = visitReal(
      wide, [&]<typename T>(TypeTag<T>) { findExtremes<T>(rows.as<T>(), out.mutableAs<int64_t>(), greatest); });
  if (!done) return unsupported(context, type);
  return converted(out, context.shape().type());
}

/// Bounds as doubles do for every type but 64-bit integers, whose extremes have no exact double: 0 and sums aside.
Result<Literal> reduceExtreme(EvaluationContext& context, Opcode opcode) {
  ElementType type = context.shape().type();
  bool greatest = opcode == Opcode::Maximum;
  Literal init = Literal::scalar(accumulatingType(type), 0);
  visitReal(accumulatingType(type), [&]<typename T>(TypeTag<T>) {
    using Limits = std::numeric_limits<T>;
    T least = Limits::has_infinity ? -Limits::infinity() : Limits::lowest(),
      most = Limits::has_infinity ? Limits::infinity() : Limits::max();
    init.mutableAs<T>()[0] = greatest ? least : most;
  });
  if (!accumulates(opcode, type)) return unsupported(context, type);
  return accumulated(context, opcode, context.operand(0), init, context.attributes<DimensionsAttributes>().dimensions);
}

}  // namespace

ElementType accumulatingType(ElementType type) {
  if (isFloat(type)) return ElementType::F64;
  return type == ElementType::Pred ? ElementType::U8 : arithmeticType(type);
}

bool accumulates(Opcode opcode, ElementType type) {
  switch (opcode) {
    case Opcode::Add:
    case Opcode::Multiply:
    case Opcode::Maximum:
    case Opcode::Minimum: return isFloat(type) || isInteger(type) || type == ElementType::Pred;
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor: return isInteger(type) || type == ElementType::Pred;
    default: return false;
  }
}

Opcode combinerFor(Opcode opcode, ElementType type) {
  if (type != ElementType::Pred) return opcode;
  if (opcode == Opcode::Add || opcode == Opcode::Maximum) return Opcode::Or;
  return opcode == Opcode::Multiply || opcode == Opcode::Minimum ? Opcode::And : opcode;
}

Result<Literal> reduce(EvaluationContext& context) {
  auto count = static_cast<size_t>(context.operandCount() / 2);
  const auto& dimensions = context.attributes<DimensionsAttributes>().dimensions;
  Opcode plain = plainCombiner(context.called(0));
  if (count == 1 && accumulates(plain, context.shape().type()))
    return accumulated(context, plain, context.operand(0), context.operand(1), dimensions);
  std::vector<Literal> operands = context.takeOperands();
  std::span<const Literal> inputs(operands.data(), count), inits(operands.data() + count, count);
  Split split = splitOf(inputs[0].shape(), dimensions);
  ElementMapper mapper(context.called(0), context.cancel());
  auto results = mapper.possible() ? reduceByMapping(context, mapper, inputs, inits, split)
                                   : reduceByCalls(context, inputs, inits, split);
  if (!results) return failureOf(std::move(results));
  Shape shape = context.shape();
  if (count == 1) {
    (*results)[0].setShape(shape);
    return std::move((*results)[0]);
  }
  for (size_t i = 0; i < count; ++i) (*results)[i].setShape(shape.elements()[i]);
  return Literal::tuple(std::move(*results));
}

Result<Literal> reduceSum(EvaluationContext& context) {
  // A complex sum is the sums of its parts.
  if (!isComplex(context.shape().type())) return reduceAxes(context, Opcode::Add, 0);
  Literal out;
  const auto& dimensions = context.attributes<DimensionsAttributes>().dimensions;
  Literal rows = transposed(context.operand(0), splitOf(context.operand(0).shape(), dimensions).keptFirst);
  visitComplex(context.shape().type(), [&]<typename T>(TypeTag<T>) {
    out = Literal(context.shape());
    auto x = rows.as<T>();
    auto y = out.mutableAs<T>();
    size_t depth = y.empty() ? 0 : x.size() / y.size();
    for (size_t row = 0; row < y.size(); ++row) {
      std::complex<double> sum;
      for (size_t i = 0; i < depth; ++i) sum += std::complex<double>(x[row * depth + i]);
      y[row] = T(sum);
    }
  });
  return out;
}

Result<Literal> reduceProd(EvaluationContext& context) { return reduceAxes(context, Opcode::Multiply, 1); }
Result<Literal> reduceMax(EvaluationContext& context) { return reduceExtreme(context, Opcode::Maximum); }
Result<Literal> reduceMin(EvaluationContext& context) { return reduceExtreme(context, Opcode::Minimum); }

Result<Literal> reduceAnd(EvaluationContext& context) {
  ElementType type = context.shape().type();
  if (!accumulates(Opcode::And, type)) return unsupported(context, type);
  Literal ones = type == ElementType::Pred ? Literal::scalarInt(type, 1)
                                           : converted(Literal::scalarInt(ElementType::S64, -1), type);
  return accumulated(context, Opcode::And, context.operand(0), ones,
                     context.attributes<DimensionsAttributes>().dimensions);
}

Result<Literal> reduceOr(EvaluationContext& context) { return reduceAxes(context, Opcode::Or, 0); }
Result<Literal> reduceXor(EvaluationContext& context) { return reduceAxes(context, Opcode::Xor, 0); }

Result<Literal> argmax(EvaluationContext& context) { return argExtreme(context, true); }
Result<Literal> argmin(EvaluationContext& context) { return argExtreme(context, false); }

}  // namespace onepot::eval
