// Scatter: the output holds the operand already; every update is combined into its place, one index after another.
#include <algorithm>
#include <bit>

#include "engine/backend/kernel_emitter.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

namespace {

bool contains(const std::vector<int64_t>& list, int64_t value) { return std::ranges::find(list, value) != list.end(); }

/// Coordinates of one index vector's number: the batch's, with `at` where the vector's dimension is.
std::vector<Scalar> indexAt(const Shape& indices, int64_t vectorDim, std::span<const Scalar> batch, Scalar at) {
  std::vector<Scalar> index(batch.begin(), batch.end());
  if (vectorDim < indices.rank()) index.insert(index.begin() + vectorDim, at);
  return index;
}

}  // namespace

/// Where the window of one index vector lies in the operand.
struct KernelEmitter::ScatterPlace {
  std::vector<Scalar> start;    // 0 where the window is not inside
  Scalar inside;                // a window that lies partly outside is left out as a whole
  std::vector<int64_t> window;  // sizes of the update's window dimensions
  std::vector<int64_t> spread;  // the operand dimension of each
};

KernelEmitter::ScatterPlace KernelEmitter::scatterPlace(std::span<const Scalar> batch) {
  const Instruction* scatter = m_body.outputs[0].instruction;
  const auto& a = scatter->get<ScatterAttributes>();
  const int arrays = (scatter->operandCount() - 1) / 2;
  const Instruction* indices = scatter->operand(arrays);
  const Shape &operand = scatter->operand(0)->shape(), &update = scatter->operand(arrays + 1)->shape();
  ScatterPlace place;
  for (int64_t d : a.updateWindowDims) place.window.push_back(update.dim(static_cast<int>(d)));
  for (int64_t d = 0; d < operand.rank(); ++d)
    if (!contains(a.insertedWindowDims, d) && !contains(a.inputBatchingDims, d)) place.spread.push_back(d);
  place.start.assign(static_cast<size_t>(operand.rank()), number(0));
  place.inside = m_builder.constantBits(ElementType::Pred, 1);
  for (size_t i = 0; i < a.inputBatchingDims.size(); ++i) {
    const int64_t d = a.scatterIndicesBatchingDims[i];  // counted with the vector's dimension
    place.start[static_cast<size_t>(a.inputBatchingDims[i])] =
        batch[static_cast<size_t>(d - (d > a.indexVectorDim ? 1 : 0))];
  }
  for (size_t i = 0; i < a.scatterDimsToOperandDims.size(); ++i) {
    const int64_t d = a.scatterDimsToOperandDims[i];
    const auto spread = std::ranges::find(place.spread, d);
    const int64_t size =
        spread == place.spread.end() ? 1 : place.window[static_cast<size_t>(spread - place.spread.begin())];
    Scalar at = m_elements.element(indices, 0,
                                   indexAt(indices->shape(), a.indexVectorDim, batch, number(static_cast<int64_t>(i))));
    Expression start(m_builder, m_builder.convert(at, ElementType::S64));
    Expression fits =
        (start >= 0.0) & (start <= start.like(static_cast<double>(operand.dim(static_cast<int>(d)) - size)));
    place.inside = m_builder.binary(BinaryOp::And, place.inside, fits.scalar());
    place.start[static_cast<size_t>(d)] = start.scalar();
  }
  for (int64_t d : a.scatterDimsToOperandDims) {
    Scalar& start = place.start[static_cast<size_t>(d)];
    start = m_builder.select(place.inside, start, number(0));
  }
  return place;
}

/// Combines the elements of one window; lanes along its last dimension where they divide it, for no element may be
/// combined twice.
void KernelEmitter::scatterWindow(const ScatterPlace& place, std::span<const Scalar> batch) {
  const Instruction* scatter = m_body.outputs[0].instruction;
  const auto& a = scatter->get<ScatterAttributes>();
  const int arrays = (scatter->operandCount() - 1) / 2;
  const int outside = m_builder.level();
  std::vector<Scalar> at, target = place.start, index;
  for (size_t w = 0; w < place.window.size(); ++w) {
    const int64_t size = place.window[w];
    const int lanes = w + 1 < place.window.size() ? 1 : 1 << std::min(3, std::countr_zero(static_cast<uint64_t>(size)));
    if (lanes > 1) m_width = lanes;
    at.push_back(size == 1   ? number(0)
                 : lanes > 1 ? m_builder.openLaneLoop(number(0), number(size), lanes)
                             : m_builder.openLoop(number(0), number(size)));
    Scalar& moved = target[static_cast<size_t>(place.spread[w])];
    moved = plus(moved, at.back());
  }
  size_t w = 0, b = 0;
  for (int64_t d = 0; d < scatter->operand(arrays + 1)->shape().rank(); ++d)
    index.push_back(contains(a.updateWindowDims, d) ? at[w++] : batch[b++]);
  std::vector<Scalar> values;
  for (const ArrayView& output : m_outputs)
    values.push_back(m_builder.load(output.access, m_elements.position(output, target)));
  for (int k = 0; k < arrays; ++k) values.push_back(m_elements.element(scatter->operand(arrays + 1 + k), 0, index));
  const std::vector<Scalar> combined =
      m_elements.scalarComputation(*m_body.module->computation(scatter->called()[0]), values);
  for (size_t k = 0; k < m_outputs.size(); ++k)
    m_elements.store(m_outputs[k], target, m_builder.select(place.inside, combined[k], values[k]));
  closeLoops(outside);
}

KernelRange KernelEmitter::emitScatter() {
  const Instruction* scatter = m_body.outputs[0].instruction;
  const Shape& indices = scatter->operand((scatter->operandCount() - 1) / 2)->shape();
  std::vector<LoopDimension> outer;
  std::vector<int64_t> counts;
  for (int d = 0; d < indices.rank(); ++d) {
    if (d == scatter->get<ScatterAttributes>().indexVectorDim) continue;
    outer.push_back({d, indices.dim(d), 1});
    counts.push_back(indices.dim(d));
  }
  const std::vector<Scalar> batch = openOuter(outer);
  scatterWindow(scatterPlace(batch), batch);
  closeLoops(0);
  return {outerCountOf(counts), m_width, true};
}

}  // namespace onepot
