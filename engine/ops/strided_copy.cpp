#include "engine/ops/strided_copy.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace onepot {

namespace {

template <typename T>
void copyRow(const std::byte* from, int64_t fromStride, std::byte* to, int64_t toStride, int64_t count) {
  const T* x = reinterpret_cast<const T*>(from);
  T* y = reinterpret_cast<T*>(to);
  if (fromStride == 1 && toStride == 1) {
    std::copy_n(x, count, y);
  } else {
    for (int64_t i = 0; i < count; ++i) y[i * toStride] = x[i * fromStride];
  }
}

using RowCopy = void (*)(const std::byte*, int64_t, std::byte*, int64_t, int64_t);

RowCopy rowCopy(int width) {
  switch (width) {
    case 1: return copyRow<uint8_t>;
    case 2: return copyRow<uint16_t>;
    case 4: return copyRow<uint32_t>;
    case 8: return copyRow<uint64_t>;
    default: return copyRow<std::array<uint64_t, 2>>;
  }
}

}  // namespace

void stridedCopy(int width, std::span<const int64_t> dims, const std::byte* from, const StridedView& fromView,
                 std::byte* to, const StridedView& toView) {
  if (std::ranges::find(dims, 0) != dims.end()) return;
  RowCopy copy = rowCopy(width);
  size_t outer = dims.empty() ? 0 : dims.size() - 1;
  int64_t rowLength = dims.empty() ? 1 : dims[outer];
  int64_t fromStride = dims.empty() ? 1 : fromView.strides[outer], toStride = dims.empty() ? 1 : toView.strides[outer];
  std::vector<int64_t> index(outer, 0);
  int64_t fromAt = fromView.offset, toAt = toView.offset;
  while (true) {
    copy(from + fromAt * width, fromStride, to + toAt * width, toStride, rowLength);
    size_t d = outer;
    for (; d > 0; --d) {
      fromAt += fromView.strides[d - 1];
      toAt += toView.strides[d - 1];
      if (++index[d - 1] < dims[d - 1]) break;
      fromAt -= fromView.strides[d - 1] * dims[d - 1];
      toAt -= toView.strides[d - 1] * dims[d - 1];
      index[d - 1] = 0;
    }
    if (d == 0) return;
  }
}

std::vector<int64_t> rowMajorStrides(std::span<const int64_t> dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t d = dims.size(); d > 1; --d) strides[d - 2] = strides[d - 1] * dims[d - 1];
  return strides;
}

Literal gathered(const Literal& from, const StridedView& view, const Shape& result) {
  Literal out(result);
  std::vector<int64_t> dims = result.dims();
  stridedCopy(byteWidth(result.type()), dims, from.bytes().data(), view, out.mutableBytes().data(),
              {0, rowMajorStrides(dims)});
  return out;
}

Literal transposed(const Literal& value, std::span<const int64_t> permutation) {
  std::vector<int64_t> from = value.shape().dims(), strides = rowMajorStrides(from), dims;
  StridedView view;
  for (int64_t d : permutation) {
    dims.push_back(from[static_cast<size_t>(d)]);
    view.strides.push_back(strides[static_cast<size_t>(d)]);
  }
  return gathered(value, view, Shape(value.shape().type(), std::move(dims)));
}

Literal run(const Literal& from, int64_t first, const Shape& shape) {
  Literal out(shape);
  auto to = out.mutableBytes();
  if (!to.empty()) std::memcpy(to.data(), from.bytes().data() + first * byteWidth(shape.type()), to.size());
  return out;
}

}  // namespace onepot
