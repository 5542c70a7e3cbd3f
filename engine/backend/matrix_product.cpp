#include "engine/backend/matrix_product.h"

#include <dnnl.h>
#include <omp.h>

#include <algorithm>
#include <cstring>

#include "engine/ir/literal.h"

namespace onepot {

namespace {

/// The dimensions, in this order, as one: their product and the stride of the last; none where memory does not go on.
struct Merged {
  int64_t size = 1, stride = 1;
};
std::optional<Merged> merge(const Shape& shape, const std::vector<int64_t>& strideOf,
                            const std::vector<int64_t>& dims) {
  Merged merged;
  bool first = true;
  for (size_t k = dims.size(); k-- > 0;) {
    const int64_t size = shape.dim(static_cast<int>(dims[k]));
    if (size == 1) continue;
    const int64_t stride = strideOf[static_cast<size_t>(dims[k])];
    if (first)
      merged.stride = stride;
    else if (stride != merged.stride * merged.size)
      return std::nullopt;
    first = false;
    merged.size *= size;
  }
  return merged;
}

std::vector<int64_t> freeDimensions(const Shape& shape, const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> free;
  for (int64_t d = 0; d < shape.rank(); ++d)
    if (std::ranges::find(a, d) == a.end() && std::ranges::find(b, d) == b.end()) free.push_back(d);
  return free;
}

int64_t sizeOf(const Shape& shape, const std::vector<int64_t>& dims) {
  int64_t product = 1;
  for (int64_t d : dims) product *= shape.dim(static_cast<int>(d));
  return product;
}

}  // namespace

bool MatrixProduct::arrange(const Shape& shape, const std::vector<int64_t>& batch, const std::vector<int64_t>& rows,
                            const std::vector<int64_t>& columns, Operand& operand) {
  const std::vector<int64_t> strideOf = strides(shape);
  auto r = merge(shape, strideOf, rows), c = merge(shape, strideOf, columns);
  if (!r || !c) return false;
  if (c->size == 1 || c->stride == 1) {
    operand.leading = r->size == 1 ? std::max<int64_t>(c->size, 1) : r->stride;
    if (operand.leading < c->size) return false;
  } else if (r->size == 1 || r->stride == 1) {
    operand.transposed = true;
    operand.leading = c->stride;
    if (operand.leading < r->size) return false;
  } else {
    return false;
  }
  operand.batchOffsets = {0};
  for (int64_t d : batch) {
    std::vector<int64_t> next;
    for (int64_t offset : operand.batchOffsets)
      for (int64_t i = 0; i < shape.dim(static_cast<int>(d)); ++i)
        next.push_back(offset + i * strideOf[static_cast<size_t>(d)]);
    operand.batchOffsets = std::move(next);
  }
  return true;
}

std::optional<MatrixProduct> MatrixProduct::of(const Instruction& dot) {
  const auto& d = dot.get<DotAttributes>();
  const Shape &lhs = dot.operand(0)->shape(), &rhs = dot.operand(1)->shape();
  const auto isF32 = [](const Shape& s) { return s.type() == ElementType::F32; };
  if (!isF32(lhs) || !isF32(rhs) || !isF32(dot.shape()) || !isRowMajor(dot.shape())) return std::nullopt;
  MatrixProduct product;
  const std::vector<int64_t> lhsFree = freeDimensions(lhs, d.lhsBatch, d.lhsContracting);
  const std::vector<int64_t> rhsFree = freeDimensions(rhs, d.rhsBatch, d.rhsContracting);
  product.m_batches = sizeOf(lhs, d.lhsBatch);
  product.m_rows = sizeOf(lhs, lhsFree);
  product.m_columns = sizeOf(rhs, rhsFree);
  product.m_inner = sizeOf(lhs, d.lhsContracting);
  if (product.m_batches > 1 << 20) return std::nullopt;
  if (!arrange(lhs, d.lhsBatch, lhsFree, d.lhsContracting, product.m_lhs)) return std::nullopt;
  if (!arrange(rhs, d.rhsBatch, d.rhsContracting, rhsFree, product.m_rhs)) return std::nullopt;
  return product;
}

void MatrixProduct::product(const float* lhs, Right rhs, float* result, int64_t batch, int64_t row, int64_t rows,
                            int64_t column, int64_t columns) const {
  // Debian's oneDNN brings OpenMP threads of its own; beside oneTBB's they only get into each other's way. One thread a
  // call, and oneTBB splits the product: one pool for everything.
  omp_set_num_threads(1);
  const float* a = lhs + m_lhs.batchOffsets[static_cast<size_t>(batch)] + row * (m_lhs.transposed ? 1 : m_lhs.leading);
  const float* b =
      rhs.data + m_rhs.batchOffsets[static_cast<size_t>(batch)] + column * (m_rhs.transposed ? rhs.leading : 1);
  float* c = result + (batch * m_rows + row) * m_columns + column;
  dnnl_sgemm(m_lhs.transposed ? 'T' : 'N', m_rhs.transposed ? 'T' : 'N', rows, columns, m_inner, 1.0f, a, m_lhs.leading,
             b, rhs.leading, 0.0f, c, m_columns);
}

/// Rows that lie a multiple of 1 KiB apart fall on the same few lines of the cache, and oneDNN may read them in place:
/// measured, half the speed. A copy with longer rows costs little where it is read often.
bool MatrixProduct::wantsPadding() const {
  return m_batches == 1 && !m_rhs.transposed && m_rhs.leading % 256 == 0 && m_rows >= 64 && m_inner >= 64;
}

MatrixProduct::Right MatrixProduct::padded(const float* rhs, std::shared_ptr<std::byte>& memory,
                                           const CancellationToken& cancel) const {
  const int64_t leading = m_columns + 16;
  memory = allocateBytes(m_inner * leading * static_cast<int64_t>(sizeof(float)));
  auto* copy = reinterpret_cast<float*>(memory.get());
  const Split split = splitFor(m_inner, static_cast<double>(m_inner * m_columns) / 2e9);
  forPieces(m_inner, split, cancel, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) std::copy_n(rhs + row * m_rhs.leading, m_columns, copy + row * leading);
  });
  return {copy, leading};
}

bool MatrixProduct::run(const float* lhs, const float* right, float* result, const CancellationToken& cancel,
                        PieceLog* log) const {
  const int64_t count = m_batches * m_rows * m_columns;
  if (count == 0) return true;
  if (m_inner == 0) {
    std::memset(result, 0, static_cast<size_t>(count) * sizeof(float));
    return true;
  }
  std::shared_ptr<std::byte> memory;
  const Right rhs = wantsPadding() ? padded(right, memory, cancel) : Right{right, m_rhs.leading};
  if (cancel.cancelled()) return false;
  const int threads = kernelThreads();
  const bool large = flops() > 2e6 && threads > 1;
  if (m_batches >= 2 * threads || m_rows * m_columns < 1024) {
    Split split = splitFor(m_batches, flops() / 3e10 + 3e-7 * static_cast<double>(m_batches));
    return forPieces(
        m_batches, split, cancel,
        [&](int64_t begin, int64_t end) {
          for (int64_t batch = begin; batch < end; ++batch) product(lhs, rhs, result, batch, 0, m_rows, 0, m_columns);
        },
        log);
  }
  // Tiles of the result: the longer side is cut, at multiples of the kernel's own tile; long products more often, so
  // that they can be cancelled.
  const bool byRows = m_rows >= m_columns;
  const int64_t side = byRows ? m_rows : m_columns;
  const int64_t perBatch = flops() / static_cast<double>(m_batches) > 4e9 ? 4 * threads : threads;
  int64_t tile = large ? (side + perBatch - 1) / perBatch : side;
  tile = (tile + 47) / 48 * 48;
  const int64_t tiles = (side + tile - 1) / tile;
  return forPieces(
      m_batches * tiles, {1, large}, cancel,
      [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
          const int64_t batch = t / tiles, from = t % tiles * tile, length = std::min(tile, side - from);
          if (byRows)
            product(lhs, rhs, result, batch, from, length, 0, m_columns);
          else
            product(lhs, rhs, result, batch, 0, m_rows, from, length);
        }
      },
      log);
}

}  // namespace onepot
