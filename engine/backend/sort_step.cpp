#include "engine/backend/sort_step.h"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "engine/backend/kernel_planner.h"
#include "engine/backend/launch.h"

namespace onepot {

namespace {

constexpr int64_t kChunk = int64_t{1} << 18;  // elements between two looks at the cancellation flag

/// A value's bits as an unsigned key: smaller comes first, equal values have equal keys.
uint64_t keyOf(const std::byte* at, ElementType type, const SortOrder& order) {
  const int bits = byteWidth(type) * 8;
  const uint64_t all = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1, top = uint64_t{1} << (bits - 1);
  uint64_t value = 0;
  std::memcpy(&value, at, static_cast<size_t>(bits / 8));
  if (isFloat(type)) {
    const uint64_t infinity = type == ElementType::F64    ? 0x7ff0000000000000u
                              : type == ElementType::F32  ? 0x7f800000u
                              : type == ElementType::BF16 ? 0x7f80u
                                                          : 0x7c00u;
    if ((value & ~top) > infinity) return order.nanFirst ? 0 : all;
    if (value == top) value = 0;  // −0 equals 0
    value = (value & top) != 0 ? all & ~value : value | top;
  } else if (isSigned(type)) {
    value ^= top;
  }
  return order.descending ? all & ~value : value;
}

/// Sorts `items` in chunks, then merges the chunks, all by `sort` and `less`.
template <typename Item, typename Sort, typename Less>
bool sortInChunks(std::vector<Item>& items, bool parallel, const CancellationToken& cancel, PieceLog* log,
                  const Sort& sort, const Less& less) {
  const auto count = static_cast<int64_t>(items.size());
  int64_t chunk = std::min(kChunk, parallel ? (count + kernelThreads() - 1) / kernelThreads() : kChunk);
  chunk = std::max<int64_t>(chunk, 1);
  const auto pieces = [&](int64_t width) { return (count + width - 1) / width; };
  const Split split{1, parallel};
  const auto sortPieces = [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c)
      sort(items.data() + c * chunk, items.data() + std::min(count, (c + 1) * chunk));
  };
  if (!forPieces(pieces(chunk), split, cancel, sortPieces, log)) return false;
  std::vector<Item> other(chunk < count ? items.size() : 0);
  for (int64_t width = chunk; width < count; width *= 2) {
    const auto merge = [&](int64_t begin, int64_t end) {
      for (int64_t c = begin; c < end; ++c) {
        const Item* first = items.data() + c * 2 * width;
        const Item* middle = items.data() + std::min(count, c * 2 * width + width);
        const Item* last = items.data() + std::min(count, (c + 1) * 2 * width);
        std::merge(first, middle, middle, last, other.data() + c * 2 * width, less);
      }
    };
    if (!forPieces(pieces(2 * width), split, cancel, merge, log)) return false;
    items.swap(other);
  }
  return true;
}

}  // namespace

std::unique_ptr<SortStep> SortStep::of(const Instruction& sort, const Module& module) {
  const Computation& comparator = *module.computation(sort.called()[0]);
  const Shape& shape = sort.operand(0)->shape();
  auto step = std::make_unique<SortStep>();
  for (const Instruction* operand : sort.operands()) {
    if (!isSupportedShape(operand->shape()) || !isRowMajor(operand->shape())) return nullptr;
    step->m_types.push_back(operand->shape().type());
  }
  const auto along = static_cast<int>(sort.get<DimensionsAttributes>().dimensions[0]);
  step->m_length = shape.dim(along);
  for (int d = 0; d < shape.rank(); ++d) {
    if (d != along) step->m_rows *= shape.dim(d);
    if (d > along) step->m_stride *= shape.dim(d);
  }
  if (step->m_length >= int64_t{1} << 32) return nullptr;  // positions are 32 bits
  step->order = sortOrderOf(comparator);
  if (!step->order && !hasScalarRules(comparator)) return nullptr;
  return step;
}

/// One row of every operand: where it begins, and bytes from one element to the next.
struct SortStep::Row {
  std::vector<const std::byte*> from;
  std::vector<std::byte*> to;
  std::vector<int64_t> step;
};

bool SortStep::keyedOrder(const Row& row, std::vector<uint32_t>& positions, bool parallel,
                          const CancellationToken& cancel, PieceLog* log) const {
  const auto k = static_cast<size_t>(order->operand);
  const auto key = [&](uint32_t i) { return keyOf(row.from[k] + i * row.step[k], m_types[k], *order); };
  if (byteWidth(m_types[k]) <= 4) {
    // Key and position in one number: equal keys stay in their order.
    std::vector<uint64_t> pairs(positions.size());
    for (uint32_t i = 0; i < pairs.size(); ++i) pairs[i] = key(i) << 32 | i;
    const auto sort = [](uint64_t* begin, uint64_t* end) {
      hwy::Sorter()(begin, static_cast<size_t>(end - begin), hwy::SortAscending());
    };
    if (!sortInChunks(pairs, parallel, cancel, log, sort, std::less<>())) return false;
    for (size_t i = 0; i < pairs.size(); ++i) positions[i] = static_cast<uint32_t>(pairs[i]);
    return true;
  }
  struct Wide {
    uint64_t key;
    uint32_t position;
    bool operator<(const Wide& other) const { return key != other.key ? key < other.key : position < other.position; }
  };
  std::vector<Wide> pairs(positions.size());
  for (uint32_t i = 0; i < pairs.size(); ++i) pairs[i] = {key(i), i};
  const auto sort = [](Wide* begin, Wide* end) { std::sort(begin, end); };
  if (!sortInChunks(pairs, parallel, cancel, log, sort, std::less<>())) return false;
  for (size_t i = 0; i < pairs.size(); ++i) positions[i] = pairs[i].position;
  return true;
}

bool SortStep::comparedOrder(const Row& row, std::vector<uint32_t>& positions, bool parallel,
                             const CancellationToken& cancel, PieceLog* log) const {
  std::iota(positions.begin(), positions.end(), 0u);
  const auto less = [&](uint32_t a, uint32_t b) {
    std::vector<void*> arguments;
    std::array<void*, 33> few;
    void** at = few.data();
    if (2 * row.from.size() + 1 > few.size()) {
      arguments.resize(2 * row.from.size() + 1);
      at = arguments.data();
    }
    for (size_t k = 0; k < row.from.size(); ++k) {
      at[2 * k] = const_cast<std::byte*>(row.from[k] + a * row.step[k]);
      at[2 * k + 1] = const_cast<std::byte*>(row.from[k] + b * row.step[k]);
    }
    uint8_t answer = 0;
    at[2 * row.from.size()] = &answer;
    comparator(at, 0, 1);
    return answer != 0;
  };
  const auto sort = [&](uint32_t* begin, uint32_t* end) { std::stable_sort(begin, end, less); };
  return sortInChunks(positions, parallel, cancel, log, sort, less);
}

bool SortStep::sortRow(const Frame& frame, int64_t row, bool parallel, PieceLog* log) const {
  Row at;
  const int64_t first = row / m_stride * m_stride * m_length + row % m_stride;
  for (size_t k = 0; k < m_types.size(); ++k) {
    const int64_t width = byteWidth(m_types[k]);
    at.from.push_back(frame.bases[static_cast<size_t>(operands[k])] + first * width);
    at.to.push_back(frame.bases[static_cast<size_t>(results[k])] + first * width);
    at.step.push_back(m_stride * width);
  }
  std::vector<uint32_t> positions(static_cast<size_t>(m_length));
  const bool done = order ? keyedOrder(at, positions, parallel, *frame.cancel, log)
                          : comparedOrder(at, positions, parallel, *frame.cancel, log);
  if (!done) return false;
  for (size_t k = 0; k < m_types.size(); ++k) {
    const auto width = static_cast<size_t>(byteWidth(m_types[k]));
    for (size_t i = 0; i < positions.size(); ++i)
      std::memcpy(at.to[k] + static_cast<int64_t>(i) * at.step[k], at.from[k] + positions[i] * at.step[k], width);
  }
  return true;
}

bool SortStep::run(Frame& frame) const {
  return launch(frame, label, [&](PieceLog* log) {
    const double each = static_cast<double>(m_length) * (order ? 3e-8 : 3e-7);
    if (m_rows < 2 * kernelThreads()) {
      for (int64_t row = 0; row < m_rows; ++row)
        if (!sortRow(frame, row, each > 1e-4, log)) return false;
      return true;
    }
    const auto body = [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row)
        if (!sortRow(frame, row, false, nullptr)) return;
    };
    return forPieces(m_rows, splitFor(m_rows, each * static_cast<double>(m_rows)), *frame.cancel, body, log);
  });
}

}  // namespace onepot
