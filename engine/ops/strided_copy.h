// Copies a block of elements between two strided arrays: what every operation that only moves elements comes down to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/ir/literal.h"

namespace onepot {

/// Strides and offset in elements; a stride may be 0 (repeats) or negative (backwards).
struct StridedView {
  int64_t offset = 0;
  std::vector<int64_t> strides;
};

/// to[i] = from[i] for every index i within `dims`; elements are `width` bytes.
void stridedCopy(int width, std::span<const int64_t> dims, const std::byte* from, const StridedView& fromView,
                 std::byte* to, const StridedView& toView);

/// Strides of row-major storage of `dims`.
std::vector<int64_t> rowMajorStrides(std::span<const int64_t> dims);
/// A literal's elements, read through `view`, as a new literal of `result`'s shape.
Literal gathered(const Literal& from, const StridedView& view, const Shape& result);
/// `value` with its dimensions in the order `permutation`.
Literal transposed(const Literal& value, std::span<const int64_t> permutation);
/// Elements [first, first + count) of the row-major order, as a literal of `shape`.
Literal run(const Literal& from, int64_t first, const Shape& shape);

}  // namespace onepot
