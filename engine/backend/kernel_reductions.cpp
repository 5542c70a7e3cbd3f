// Reductions in two phases, for few results; dynamic-update-slice in place.
#include <algorithm>

#include "engine/backend/kernel_emitter.h"
#include "engine/ops/op.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

namespace {

std::vector<int64_t> sortedDimensions(const Instruction* reduce) {
  std::vector<int64_t> sorted = reduce->get<DimensionsAttributes>().dimensions;
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

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
