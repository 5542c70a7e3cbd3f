// Reductions that keep the minor dimension: blocks of columns, accumulated in cache row by row.
#include <algorithm>

#include "engine/backend/kernel_emitter.h"

namespace onepot {

namespace {

constexpr int64_t kBlockBytes = 4096;  // of accumulators: a good part of the first-level cache stays free

std::vector<int64_t> sortedDimensions(const Instruction* reduce) {
  std::vector<int64_t> sorted = reduce->get<DimensionsAttributes>().dimensions;
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

/// Accumulators of one block of columns, an array each, and the coordinates at which the code stands.
struct KernelEmitter::Columns {
  struct Member {
    const Instruction* reduce;
    Combiner combiner;
    size_t first, count;  // its accumulators
  };
  std::vector<Member> members;
  std::vector<Scalar> start;
  std::vector<LaneBuilder::Access> accumulators;
  std::vector<int64_t> reduced;
  int lanes = 1;
  int64_t block = 1, unroll = 1;  // columns of a block; rows that one pass over it puts in
  Scalar begin;                   // first column of the block
  std::vector<Scalar> index, rows;
};

KernelEmitter::Columns KernelEmitter::planColumns() {
  Columns columns;
  int64_t bytes = 0;
  for (const Instruction* reduce : m_body.reduces) {
    const Combiner combiner = combinerOf(*m_body.module->computation(reduce->called()[0]));
    std::vector<Scalar> values = m_elements.startValues(reduce, combiner);
    columns.members.push_back({reduce, combiner, columns.start.size(), values.size()});
    for (Scalar s : values) {
      columns.start.push_back(s);
      bytes += byteWidth(s.type);
    }
  }
  const int64_t count = outputDims().back();
  columns.reduced = sortedDimensions(m_body.reduces[0]);
  columns.lanes = lanesFor(count);
  columns.block =
      std::min(count, std::max<int64_t>(columns.lanes, kBlockBytes / bytes / columns.lanes * columns.lanes));
  const int64_t room = columns.block + columns.lanes;
  for (Scalar s : columns.start) {
    llvm::IRBuilderBase& ir = m_builder.at(0);
    llvm::Value* memory =
        ir.CreateAlloca(memoryType(m_builder.context(), s.type), ir.getInt64(static_cast<uint64_t>(room)));
    columns.accumulators.push_back({memory, s.type, room, false});
  }
  return columns;
}

/// Lanes over all columns of the block; the last vector may overlap the one before.
void KernelEmitter::forColumns(Columns& columns, const std::function<void(Scalar offset)>& body) {
  Scalar last = number(columns.block - columns.lanes);
  const bool whole = columns.block % columns.lanes == 0;
  Scalar offset = m_builder.openLaneLoop(number(0), number(columns.block), columns.lanes, whole ? nullptr : &last);
  columns.index.back() = plus(columns.begin, offset);
  body(offset);
  m_builder.closeLoop();
}

void KernelEmitter::addRows(Columns& columns, Scalar offset) {
  const int rank = m_body.reduces[0]->operand(0)->shape().rank();
  columns.index.back() = plus(columns.begin, offset);
  std::vector<Scalar> values;
  for (const LaneBuilder::Access& a : columns.accumulators) values.push_back(m_builder.load(a, offset));
  for (int64_t u = 0; u < columns.unroll; ++u) {
    std::vector<Scalar> position = columns.rows, full;
    position.back() = plus(position.back(), number(u));
    size_t r = 0, k = 0;
    for (int d = 0; d < rank; ++d)
      full.push_back(r < columns.reduced.size() && columns.reduced[r] == d ? position[r++] : columns.index[k++]);
    for (const Columns::Member& m : columns.members) {
      std::vector<Scalar> next =
          m_elements.accumulate(m.reduce, m.combiner, std::span(values).subspan(m.first, m.count), full);
      std::ranges::copy(next, values.begin() + static_cast<std::ptrdiff_t>(m.first));
    }
  }
  for (size_t k = 0; k < values.size(); ++k) m_builder.store(columns.accumulators[k], offset, values[k]);
}

/// All rows into the accumulators, four at a time where they divide. Columns that fill no vector are taken one by one:
/// an overlap would count them twice.
void KernelEmitter::accumulateRows(Columns& columns) {
  const Shape& in = m_body.reduces[0]->operand(0)->shape();
  for (size_t r = 0; r < columns.reduced.size(); ++r) {
    const int64_t size = in.dim(static_cast<int>(columns.reduced[r]));
    if (r + 1 == columns.reduced.size()) columns.unroll = size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    columns.rows.push_back(
        m_builder.openLoop(number(0), number(size), r + 1 == columns.reduced.size() ? columns.unroll : 1));
  }
  const int64_t even = columns.block / columns.lanes * columns.lanes;
  addRows(columns, m_builder.openLaneLoop(number(0), number(even), columns.lanes));
  m_builder.closeLoop();
  if (even != columns.block) {
    addRows(columns, m_builder.openLoop(number(even), number(columns.block)));
    m_builder.closeLoop();
  }
  for (size_t r = 0; r < columns.reduced.size(); ++r) m_builder.closeLoop();
}

void KernelEmitter::finishColumns(Columns& columns, Scalar offset) {
  for (const Columns::Member& m : columns.members) {
    std::vector<Scalar> values;
    for (size_t k = 0; k < m.count; ++k) values.push_back(m_builder.load(columns.accumulators[m.first + k], offset));
    std::vector<Scalar> results = m_elements.finish(m.reduce, values);
    for (size_t k = 0; k < results.size(); ++k)
      m_elements.provide(m.reduce, static_cast<int>(k), columns.index, results[k]);
  }
  storeOutputs(columns.index);
}

KernelRange KernelEmitter::emitColumnReduction() {
  const std::vector<int64_t> kept = outputDims();
  Columns columns = planColumns();
  m_width = columns.lanes;
  std::vector<int64_t> counts(kept.begin(), kept.end() - 1);
  counts.push_back((kept.back() + columns.block - 1) / columns.block);
  std::vector<LoopDimension> outer;
  for (size_t d = 0; d < counts.size(); ++d) outer.push_back({static_cast<int>(d), counts[d], 1});
  columns.index = openOuter(outer);
  // A ragged last block starts earlier instead and computes some columns twice.
  columns.begin = minimum(times(columns.index.back(), columns.block), number(kept.back() - columns.block));
  forColumns(columns, [&](Scalar offset) {
    for (size_t k = 0; k < columns.start.size(); ++k)
      m_builder.store(columns.accumulators[k], offset, columns.start[k]);
  });
  accumulateRows(columns);
  forColumns(columns, [&](Scalar offset) { finishColumns(columns, offset); });
  closeLoops(0);
  return {outerCountOf(counts), m_width};
}

}  // namespace onepot
