// Kernels with a strategy of their own for reductions: columns accumulated in cache, two phases for few results; and
// dynamic-update-slice in place.
#include <algorithm>

#include "engine/backend/kernel_emitter.h"
#include "engine/ops/op.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

namespace {

constexpr int64_t kColumnBlockBytes = 4096;  // of accumulators: a good part of the first-level cache stays free

std::vector<int64_t> sortedDimensions(const Instruction* reduce) {
  std::vector<int64_t> sorted = reduce->get<DimensionsAttributes>().dimensions;
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

/// Per block of columns: accumulators in memory of the call, rows put in one after another (four at a time), then the
/// epilogue. The minor kept dimension is the lanes'.
KernelRange KernelEmitter::emitColumnReduction() {
  const Instruction* first = m_body.reduces[0];
  const Shape& in = first->operand(0)->shape();
  const std::vector<int64_t> kept = outputDims(), reduced = sortedDimensions(first);
  const int lane = static_cast<int>(kept.size()) - 1;
  const int64_t columns = kept.back();
  // Accumulators of all reductions, one array each.
  std::vector<Combiner> combiners;
  std::vector<ElementType> types;
  int64_t bytesPerColumn = 0;
  std::vector<std::pair<size_t, size_t>> ranges;
  std::vector<Scalar> start;
  for (const Instruction* reduce : m_body.reduces) {
    combiners.push_back(combinerOf(*m_body.module->computation(reduce->called()[0])));
    std::vector<Scalar> values = m_elements.startValues(reduce, combiners.back());
    ranges.emplace_back(start.size(), values.size());
    for (Scalar s : values) {
      start.push_back(s);
      types.push_back(s.type);
      bytesPerColumn += byteWidth(s.type);
    }
  }
  const int lanes = lanesFor(columns);
  m_width = lanes;
  const int64_t block = std::min(columns, std::max<int64_t>(lanes, kColumnBlockBytes / bytesPerColumn / lanes * lanes));
  std::vector<LaneBuilder::Access> accumulators;
  for (ElementType type : types) {
    llvm::IRBuilderBase& ir = m_builder.at(0);
    llvm::Value* memory =
        ir.CreateAlloca(memoryType(m_builder.context(), type), ir.getInt64(static_cast<uint64_t>(block + lanes)));
    accumulators.push_back({memory, type, block + lanes, false});
  }
  std::vector<LoopDimension> outer;
  for (int d = 0; d < lane; ++d) outer.push_back({d, kept[static_cast<size_t>(d)], 1});
  outer.push_back({lane, (columns + block - 1) / block, block});
  std::vector<Scalar> index = openOuter(outer);
  Scalar begin = times(index.back(), block);
  // A ragged last block starts earlier instead and computes some columns twice.
  begin = minimum(begin, number(columns - block));
  Scalar width = number(block);
  Scalar last = number(block - lanes);
  const Scalar* overlap = block % lanes == 0 ? nullptr : &last;
  const auto lanesOf = [&](const std::function<void(Scalar, std::span<const Scalar>)>& body) {
    Scalar offset = m_builder.openLaneLoop(number(0), width, lanes, overlap);
    index.back() = plus(begin, offset);
    body(offset, index);
    m_builder.closeLoop();
  };
  lanesOf([&](Scalar offset, std::span<const Scalar>) {
    for (size_t k = 0; k < start.size(); ++k) m_builder.store(accumulators[k], offset, start[k]);
  });
  std::vector<Scalar> rows;
  int64_t unroll = 1;
  for (size_t r = 0; r < reduced.size(); ++r) {
    const int64_t size = in.dim(static_cast<int>(reduced[r]));
    if (r + 1 == reduced.size() && overlap == nullptr) unroll = size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    rows.push_back(m_builder.openLoop(number(0), number(size), r + 1 == reduced.size() ? unroll : 1));
  }
  // Overlapping lanes must not be accumulated twice: ragged blocks take single columns for their rest.
  const auto addRows = [&](Scalar offset) {
    std::vector<Scalar> values;
    for (const LaneBuilder::Access& a : accumulators) values.push_back(m_builder.load(a, offset));
    for (int64_t u = 0; u < unroll; ++u) {
      std::vector<Scalar> position = rows, full;
      position.back() = plus(position.back(), number(u));
      size_t r = 0, k = 0;
      for (int d = 0; d < in.rank(); ++d)
        full.push_back(r < reduced.size() && reduced[r] == d ? position[r++] : index[k++]);
      for (size_t m = 0; m < combiners.size(); ++m) {
        auto [at, count] = ranges[m];
        std::vector<Scalar> next =
            m_elements.accumulate(m_body.reduces[m], combiners[m], std::span(values).subspan(at, count), full);
        std::ranges::copy(next, values.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    for (size_t k = 0; k < values.size(); ++k) m_builder.store(accumulators[k], offset, values[k]);
  };
  const int64_t even = block / lanes * lanes;
  Scalar offset = m_builder.openLaneLoop(number(0), number(even), lanes);
  index.back() = plus(begin, offset);
  addRows(offset);
  m_builder.closeLoop();
  if (even != block) {
    offset = m_builder.openLoop(number(even), width);
    index.back() = plus(begin, offset);
    addRows(offset);
    m_builder.closeLoop();
  }
  for (size_t r = 0; r < reduced.size(); ++r) m_builder.closeLoop();
  lanesOf([&](Scalar at, std::span<const Scalar> where) {
    for (size_t m = 0; m < m_body.reduces.size(); ++m) {
      std::vector<Scalar> values;
      for (size_t k = 0; k < ranges[m].second; ++k)
        values.push_back(m_builder.load(accumulators[ranges[m].first + k], at));
      std::vector<Scalar> results = m_elements.finish(m_body.reduces[m], values);
      for (size_t k = 0; k < results.size(); ++k)
        m_elements.provide(m_body.reduces[m], static_cast<int>(k), where, results[k]);
    }
    storeOutputs(where);
  });
  closeLoops(0);
  std::vector<int64_t> counts;
  for (const LoopDimension& d : outer) counts.push_back(d.count);
  return {outerCountOf(counts), m_width};
}

/// Phase one: the range counts chunks; chunk c takes rows c·n/chunks … (c+1)·n/chunks of the outermost reduced
/// dimension.
KernelRange KernelEmitter::emitPartial() {
  const Instruction* first = m_body.reduces[0];
  const Shape& in = first->operand(0)->shape();
  const std::vector<int64_t> reduced = sortedDimensions(first);
  std::vector<int64_t> kept;
  for (int d = 0; d < in.rank(); ++d)
    if (!std::ranges::binary_search(reduced, d)) kept.push_back(in.dim(d));
  int64_t results = 1;
  for (int64_t size : kept) results *= size;
  std::vector<ArrayView> partial;
  for (size_t k = 0; k < m_body.partialTypes.size(); ++k) partial.push_back(partialView(k, results));
  Scalar begin = m_builder.wrap(m_function->getArg(1), ElementType::S64, 0);
  Scalar end = m_builder.wrap(m_function->getArg(2), ElementType::S64, 0);
  Expression chunk(m_builder, m_builder.openLoop(begin, end));
  const int64_t size = in.dim(static_cast<int>(reduced[0]));
  const auto bound = [&](Expression c) {
    return (c * Expression(m_builder, number(size))) / Expression(m_builder, number(m_body.chunks));
  };
  std::vector<ElementEmitter::Range> ranges;
  ranges.push_back(
      {bound(chunk).scalar(), bound(chunk + 1.0).scalar(), size / m_body.chunks, size % m_body.chunks == 0});
  for (size_t r = 1; r < reduced.size(); ++r) {
    const int64_t whole = in.dim(static_cast<int>(reduced[r]));
    ranges.push_back({number(0), number(whole), whole, true});
  }
  std::vector<Scalar> index;
  Scalar linear = number(0);
  for (size_t d = 0; d < kept.size(); ++d) {
    const bool lane = d + 1 == kept.size() && kept[d] >= 4 && reduced.back() != in.rank() - 1;
    const int lanes = lane ? lanesFor(kept[d]) : 1;
    Scalar last = number(kept[d] - lanes);
    Scalar at = lane ? m_builder.openLaneLoop(number(0), number(kept[d]), lanes, kept[d] % lanes == 0 ? nullptr : &last)
                     : m_builder.openLoop(number(0), number(kept[d]));
    m_width = std::max(m_width, lanes);
    index.push_back(at);
    linear = d == 0 ? at : plus(times(linear, kept[d]), at);
  }
  std::vector<Scalar> values = m_elements.reduceValues(m_body.reduces, index, ranges, true);
  for (size_t k = 0; k < values.size(); ++k)
    m_elements.store(partial[k], std::array{chunk.scalar(), linear}, values[k]);
  closeLoops(0);
  return {m_body.chunks, std::max(m_width, 8)};
}

/// Phase two: few results, each from its chunks, in order; then the epilogue.
KernelRange KernelEmitter::emitCombine() {
  const std::vector<int64_t> kept = outputDims();
  int64_t results = 1;
  for (int64_t size : kept) results *= size;
  std::vector<LoopDimension> outer;
  for (size_t d = 0; d < kept.size(); ++d) outer.push_back({static_cast<int>(d), kept[d], 1});
  std::vector<Scalar> index = openOuter(outer);
  Scalar linear = number(0);
  for (size_t d = 0; d < kept.size(); ++d) linear = d == 0 ? index[0] : plus(times(linear, kept[d]), index[d]);
  size_t next = 0;
  for (const Instruction* reduce : m_body.reduces) {
    const Combiner combiner = combinerOf(*m_body.module->computation(reduce->called()[0]));
    const size_t count = static_cast<size_t>(reduce->operandCount() / 2);
    std::vector<ArrayView> views;
    std::vector<llvm::Value*> variables;
    std::vector<Scalar> start = m_elements.startValues(reduce, combiner);
    for (size_t k = 0; k < count; ++k) {
      views.push_back(partialView(next++, results));
      variables.push_back(m_builder.variable(start[k].type, 1));
      m_builder.storeVariable(variables[k], start[k]);
    }
    Scalar chunk = m_builder.openLoop(number(0), number(m_body.chunks));
    std::vector<Scalar> sum, part;
    for (size_t k = 0; k < count; ++k) {
      sum.push_back(m_builder.loadVariable(variables[k], start[k].type));
      part.push_back(m_builder.load(views[k].access, m_elements.position(views[k], std::array{chunk, linear})));
    }
    sum = m_elements.combine(combiner, sum, part);
    for (size_t k = 0; k < count; ++k) m_builder.storeVariable(variables[k], sum[k]);
    m_builder.closeLoop();
    std::vector<Scalar> total;
    for (size_t k = 0; k < count; ++k) total.push_back(m_builder.loadVariable(variables[k], start[k].type));
    total = m_elements.finish(reduce, total);
    for (size_t k = 0; k < count; ++k) m_elements.provide(reduce, static_cast<int>(k), index, total[k]);
  }
  storeOutputs(index);
  closeLoops(0);
  return {outerCountOf(kept), 1};
}

/// The output already holds operand 0: only the update's elements are computed and written.
KernelRange KernelEmitter::emitUpdate() {
  const Instruction* root = m_body.outputs[0].instruction;
  const Instruction* update = root->operand(1);
  const Shape& whole = root->shape();
  const Shape& part = update->shape();
  std::vector<Scalar> starts;
  for (int d = 0; d < whole.rank(); ++d) {
    if (whole.dim(d) == part.dim(d)) {
      starts.push_back(number(0));
      continue;
    }
    Scalar start = m_builder.convert(m_elements.element(root->operand(d + 2), 0, {}), ElementType::S64);
    start = m_builder.binary(BinaryOp::Maximum, start, number(0));
    starts.push_back(minimum(start, number(whole.dim(d) - part.dim(d))));
  }
  std::vector<LoopDimension> outer;
  std::vector<int64_t> counts;
  const int lane = whole.rank() - 1;
  for (int d = 0; d < lane; ++d) {
    outer.push_back({d, part.dim(d), 1});
    counts.push_back(part.dim(d));
  }
  std::vector<Scalar> index = openOuter(outer);
  const auto write = [&](std::span<const Scalar> at) {
    std::vector<Scalar> target;
    for (size_t d = 0; d < at.size(); ++d) target.push_back(plus(starts[d], at[d]));
    m_elements.store(m_outputs[0], target, m_elements.element(update, 0, at));
  };
  if (lane < 0) {
    write({});
  } else {
    index.push_back({});
    laneLoop(number(0), number(part.dim(lane)), part.dim(lane), [&](Scalar position) {
      index.back() = position;
      write(index);
    });
  }
  closeLoops(0);
  return {outerCountOf(counts), m_width};
}

}  // namespace onepot
