#include <algorithm>
#include <cstring>

#include "engine/ops/element_mapper.h"
#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

/// A start index as it stands; an unsigned one beyond int64 counts as the greatest.
int64_t indexAt(const Literal& indices, int64_t at) {
  int64_t index = indices.intAt(at);
  return indices.shape().type() == ElementType::U64 && index < 0 ? INT64_MAX : index;
}

/// Start indices from operand `first` on, clamped so that a block of `sizes` fits into `shape`.
std::vector<int64_t> clampedStarts(const EvaluationContext& context, int first, const Shape& shape,
                                   std::span<const int64_t> sizes) {
  bool oneArray = context.operandCount() == first + 1 && context.operand(first).shape().rank() == 1;
  std::vector<int64_t> starts;
  for (int d = 0; d < shape.rank(); ++d) {
    int64_t start = oneArray ? indexAt(context.operand(first), d) : indexAt(context.operand(first + d), 0);
    starts.push_back(std::clamp<int64_t>(start, 0, shape.dim(d) - sizes[static_cast<size_t>(d)]));
  }
  return starts;
}

int64_t dotProduct(std::span<const int64_t> a, std::span<const int64_t> b) {
  int64_t sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

bool contains(const std::vector<int64_t>& list, int64_t value) { return std::ranges::find(list, value) != list.end(); }

/// Visits every index below `dims`, row-major, until `visit` says stop.
template <typename Visit>
void forEachIndex(const std::vector<int64_t>& dims, Visit visit) {
  if (std::ranges::find(dims, 0) != dims.end()) return;
  std::vector<int64_t> index(dims.size(), 0);
  while (visit(index)) {
    size_t d = dims.size();
    while (d > 0 && ++index[d - 1] == dims[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}

/// Gather and scatter look at their indices alike: batch dimensions, and for each batch element one start in the
/// operand.
struct IndexReader {
  const Literal& indices;
  int64_t vectorDim;
  const std::vector<int64_t>& operandDims;  // which operand dimension each number of an index vector is for
  const std::vector<int64_t>& operandBatching;
  const std::vector<int64_t>& indicesBatching;
  std::vector<int64_t> strides, batchDims;

  IndexReader(const Literal& indices, int64_t vectorDim, const std::vector<int64_t>& operandDims,
              const std::vector<int64_t>& operandBatching, const std::vector<int64_t>& indicesBatching)
      : indices(indices),
        vectorDim(vectorDim),
        operandDims(operandDims),
        operandBatching(operandBatching),
        indicesBatching(indicesBatching),
        strides(rowMajorStrides(indices.shape().dims())),
        batchDims(indices.shape().dims()) {
    if (vectorDim < indices.shape().rank()) batchDims.erase(batchDims.begin() + vectorDim);
  }

  std::vector<int64_t> startFor(const std::vector<int64_t>& batchIndex, int rank) const {
    std::vector<int64_t> start(static_cast<size_t>(rank), 0);
    int64_t at = 0;
    for (size_t d = 0, b = 0; d < strides.size(); ++d)
      if (static_cast<int64_t>(d) != vectorDim) at += strides[d] * batchIndex[b++];
    int64_t along = vectorDim < indices.shape().rank() ? strides[static_cast<size_t>(vectorDim)] : 0;
    for (size_t i = 0; i < operandDims.size(); ++i)
      start[static_cast<size_t>(operandDims[i])] = indexAt(indices, at + static_cast<int64_t>(i) * along);
    for (size_t i = 0; i < operandBatching.size(); ++i) {
      int64_t dimension = indicesBatching[i];  // counted with the vector's dimension
      size_t position = static_cast<size_t>(dimension - (dimension > vectorDim ? 1 : 0));
      start[static_cast<size_t>(operandBatching[i])] = batchIndex[position];
    }
    return start;
  }
};

/// The scatter's combination of one update into one element; overwriting and common combiners need no call.
Result<bool> combineAt(EvaluationContext& context, std::vector<Literal>& results, int64_t at,
                       std::span<const Literal> updates, int64_t from) {
  std::vector<Literal> arguments;
  for (const Literal& result : results) arguments.push_back(run(result, at, Shape::scalar(result.shape().type())));
  for (const Literal& update : updates) arguments.push_back(run(update, from, Shape::scalar(update.shape().type())));
  auto combined = context.call(0, std::move(arguments));
  if (!combined) return failureOf(std::move(combined));
  for (size_t i = 0; i < results.size(); ++i) {
    const Literal& value = results.size() == 1 ? *combined : combined->elements()[i];
    size_t width = value.bytes().size();
    std::memcpy(results[i].mutableBytes().data() + static_cast<size_t>(at) * width, value.bytes().data(), width);
  }
  return true;
}

/// Where each update element goes. As in XLA, a window that lies partly outside is left out as a whole.
struct ScatterTarget {
  int64_t operand, update;
};

std::vector<ScatterTarget> scatterTargets(const EvaluationContext& context, const Literal& operand,
                                          const Literal& indices, const Literal& update) {
  const auto& a = context.attributes<ScatterAttributes>();
  IndexReader reader(indices, a.indexVectorDim, a.scatterDimsToOperandDims, a.inputBatchingDims,
                     a.scatterIndicesBatchingDims);
  std::vector<int64_t> operandStrides = rowMajorStrides(operand.shape().dims());
  std::vector<int64_t> updateStrides = rowMajorStrides(update.shape().dims()), updateDims = update.shape().dims();
  std::vector<int64_t> windowDims, windowUpdateStrides, windowOperandStrides, batchStrides,
      window(operandStrides.size(), 1);
  for (int64_t d = 0; d < update.shape().rank(); ++d) {
    auto i = static_cast<size_t>(d);
    bool inWindow = contains(a.updateWindowDims, d);
    if (inWindow) windowDims.push_back(updateDims[i]);
    (inWindow ? windowUpdateStrides : batchStrides).push_back(updateStrides[i]);
  }
  for (int64_t d = 0; d < operand.shape().rank(); ++d)
    if (!contains(a.insertedWindowDims, d) && !contains(a.inputBatchingDims, d)) {
      window[static_cast<size_t>(d)] = windowDims[windowOperandStrides.size()];
      windowOperandStrides.push_back(operandStrides[static_cast<size_t>(d)]);
    }
  std::vector<ScatterTarget> targets;
  forEachIndex(reader.batchDims, [&](const std::vector<int64_t>& batchIndex) {
    std::vector<int64_t> start = reader.startFor(batchIndex, operand.shape().rank());
    for (size_t d = 0; d < start.size(); ++d)
      if (start[d] < 0 || start[d] > operand.shape().dim(static_cast<int>(d)) - window[d]) return !context.cancelled();
    ScatterTarget first{dotProduct(start, operandStrides), dotProduct(batchIndex, batchStrides)};
    forEachIndex(windowDims, [&](const std::vector<int64_t>& index) {
      targets.push_back({first.operand + dotProduct(index, windowOperandStrides),
                         first.update + dotProduct(index, windowUpdateStrides)});
      return true;
    });
    return !context.cancelled();
  });
  return targets;
}

/// Duplicates of a target must be combined one after the other: round r takes the r-th update of each target.
std::vector<std::vector<ScatterTarget>> roundsOf(const std::vector<ScatterTarget>& targets, int64_t operandSize) {
  std::vector<uint32_t> seen(static_cast<size_t>(operandSize), 0);
  std::vector<std::vector<ScatterTarget>> rounds;
  for (const ScatterTarget& target : targets) {
    uint32_t round = seen[static_cast<size_t>(target.operand)]++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round].push_back(target);
  }
  return rounds;
}

Literal picked(const Literal& from, const std::vector<ScatterTarget>& targets, int64_t ScatterTarget::* which) {
  Literal out(Shape(from.shape().type(), {static_cast<int64_t>(targets.size())}));
  auto width = static_cast<size_t>(byteWidth(from.shape().type()));
  std::byte* to = out.mutableBytes().data();
  for (size_t i = 0; i < targets.size(); ++i)
    std::memcpy(to + i * width, from.bytes().data() + static_cast<size_t>(targets[i].*which) * width, width);
  return out;
}

void putBack(const Literal& values, const std::vector<ScatterTarget>& targets, Literal& to) {
  auto width = static_cast<size_t>(byteWidth(to.shape().type()));
  std::byte* bytes = to.mutableBytes().data();
  for (size_t i = 0; i < targets.size(); ++i)
    std::memcpy(bytes + static_cast<size_t>(targets[i].operand) * width, values.bytes().data() + i * width, width);
}

/// All of one round at once.
Result<bool> combineRound(ElementMapper& mapper, std::vector<Literal>& results, std::span<const Literal> updates,
                          const std::vector<ScatterTarget>& round) {
  std::vector<Literal> arguments;
  for (const Literal& result : results) arguments.push_back(picked(result, round, &ScatterTarget::operand));
  for (const Literal& update : updates) arguments.push_back(picked(update, round, &ScatterTarget::update));
  auto combined = mapper.map(std::move(arguments), static_cast<int64_t>(round.size()));
  if (!combined) return failureOf(std::move(combined));
  for (size_t i = 0; i < results.size(); ++i) putBack((*combined)[i], round, results[i]);
  return true;
}

}  // namespace

Result<Literal> dynamicSlice(EvaluationContext& context) {
  const auto& sizes = context.attributes<DynamicSliceAttributes>().sizes;
  const Literal& operand = context.operand(0);
  std::vector<int64_t> strides = rowMajorStrides(operand.shape().dims());
  int64_t offset = dotProduct(clampedStarts(context, 1, operand.shape(), sizes), strides);
  return gathered(operand, {offset, strides}, context.shape());
}

Result<Literal> dynamicUpdateSlice(EvaluationContext& context) {
  Literal out = context.takeOperand(0);
  Literal update = converted(context.operand(1), out.shape().type());
  std::vector<int64_t> dims = update.shape().dims(), strides = rowMajorStrides(out.shape().dims());
  int64_t offset = dotProduct(clampedStarts(context, 2, out.shape(), dims), strides);
  stridedCopy(byteWidth(out.shape().type()), dims, update.bytes().data(), {0, rowMajorStrides(dims)},
              out.mutableBytes().data(), {offset, strides});
  return out;
}

Result<Literal> gather(EvaluationContext& context) {
  const auto& a = context.attributes<GatherAttributes>();
  const Literal& operand = context.operand(0);
  IndexReader reader(context.operand(1), a.indexVectorDim, a.startIndexMap, a.operandBatchingDims,
                     a.startIndicesBatchingDims);
  Literal out(context.shape());
  if (out.bytes().empty()) return out;
  std::vector<int64_t> outStrides = rowMajorStrides(out.shape().dims()),
                       operandStrides = rowMajorStrides(operand.shape().dims());
  std::vector<int64_t> windowDims, batchStrides;
  StridedView from, to;
  for (int d = 0; d < operand.shape().rank(); ++d)
    if (!contains(a.collapsedSliceDims, d) && !contains(a.operandBatchingDims, d)) {
      windowDims.push_back(a.sliceSizes[static_cast<size_t>(d)]);
      from.strides.push_back(operandStrides[static_cast<size_t>(d)]);
    }
  for (int64_t d = 0; d < out.shape().rank(); ++d)
    (contains(a.offsetDims, d) ? to.strides : batchStrides).push_back(outStrides[static_cast<size_t>(d)]);
  std::byte* bytes = out.mutableBytes().data();
  forEachIndex(reader.batchDims, [&](const std::vector<int64_t>& batchIndex) {
    std::vector<int64_t> start = reader.startFor(batchIndex, operand.shape().rank());
    for (int d = 0; d < operand.shape().rank(); ++d) {
      auto i = static_cast<size_t>(d);
      start[i] = std::clamp<int64_t>(start[i], 0, operand.shape().dim(d) - a.sliceSizes[i]);
    }
    from.offset = dotProduct(start, operandStrides);
    to.offset = dotProduct(batchIndex, batchStrides);
    stridedCopy(byteWidth(out.shape().type()), windowDims, operand.bytes().data(), from, bytes, to);
    return !context.cancelled();
  });
  return out;
}

Result<Literal> scatter(EvaluationContext& context) {
  auto count = static_cast<size_t>(context.operandCount() / 2);
  std::vector<Literal> operands = context.takeOperands();
  std::vector<Literal> results(std::make_move_iterator(operands.begin()),
                               std::make_move_iterator(operands.begin() + static_cast<long>(count)));
  std::span<const Literal> updates = std::span(operands).subspan(count + 1);
  std::vector<ScatterTarget> targets = scatterTargets(context, results[0], operands[count], updates[0]);
  ElementMapper mapper(context.called(0), context.cancel());
  if (mapper.possible()) {
    for (const auto& round : roundsOf(targets, results[0].shape().elementCount()))
      if (auto done = combineRound(mapper, results, updates, round); !done) return failureOf(std::move(done));
  } else {
    for (const ScatterTarget& target : targets)
      if (auto done = combineAt(context, results, target.operand, updates, target.update); !done)
        return failureOf(std::move(done));
  }
  return results.size() == 1 ? std::move(results[0]) : Literal::tuple(std::move(results));
}

}  // namespace onepot::eval
