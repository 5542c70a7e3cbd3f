#include <cstring>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

std::vector<int64_t> stridesOf(const Literal& value) { return rowMajorStrides(value.shape().dims()); }

/// Where the elements of a bitcast's operand or result lie in memory, as a view of its row-major literal.
StridedView inMemoryOrder(const Shape& shape, std::vector<int64_t>& dims) {
  std::vector<int64_t> logical = rowMajorStrides(shape.dims()),
                       order = shape.layout() ? shape.layout()->minorToMajor : rowMajor(shape.rank());
  StridedView view;
  dims.clear();
  for (auto d = order.rbegin(); d != order.rend(); ++d) {
    dims.push_back(shape.dim(static_cast<int>(*d)));
    view.strides.push_back(logical[static_cast<size_t>(*d)]);
  }
  return view;
}

void copyBlock(const Literal& from, Literal& to, const StridedView& view) {
  std::vector<int64_t> dims = from.shape().dims();
  stridedCopy(byteWidth(from.shape().type()), dims, from.bytes().data(), {0, rowMajorStrides(dims)},
              to.mutableBytes().data(), view);
}

/// Fills with copies of one element.
void fillWith(Literal& out, const Literal& scalar) {
  size_t width = scalar.bytes().size();
  auto bytes = out.mutableBytes();
  for (size_t at = 0; at < bytes.size(); at += width) std::memcpy(bytes.data() + at, scalar.bytes().data(), width);
}

}  // namespace

Result<Literal> iota(EvaluationContext& context) {
  Shape shape = context.shape(),
        wide = shape.withType(isComplex(shape.type()) ? onepot::realPart(shape.type()) : arithmeticType(shape.type()));
  auto along = static_cast<size_t>(context.attributes<DimensionsAttributes>().dimensions[0]);
  int64_t repeat = rowMajorStrides(shape.dims())[along], size = shape.dims()[along];
  Literal out(wide);
  bool done = visitReal(wide.type(), [&]<typename T>(TypeTag<T>) {
    auto values = out.mutableAs<T>();
    chunked(context, static_cast<int64_t>(values.size()), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) values[static_cast<size_t>(i)] = static_cast<T>(i / repeat % size);
    });
  });
  if (!done) return unsupported(context, shape.type());
  return converted(out, shape.type());
}

Result<Literal> bitcast(EvaluationContext& context) {
  const Shape& from = context.instruction().operand(0)->shape();
  const Shape& to = context.instruction().shape();
  if (byteWidth(from.type()) * from.elementCount() != byteWidth(to.type()) * to.elementCount())
    return unsupported(context, to.type());
  std::vector<int64_t> dims;
  StridedView view = inMemoryOrder(from, dims);
  Literal inMemory = gathered(context.operand(0), view, Shape(from.type(), dims));
  view = inMemoryOrder(to, dims);
  Literal out(context.shape());
  stridedCopy(byteWidth(to.type()), dims, inMemory.bytes().data(), {0, rowMajorStrides(dims)},
              out.mutableBytes().data(), view);
  return out;
}

Result<Literal> broadcast(EvaluationContext& context) {
  const auto& dimensions = context.attributes<DimensionsAttributes>().dimensions;
  Shape shape = context.shape();
  std::vector<int64_t> strides = stridesOf(context.operand(0));
  StridedView view{0, std::vector<int64_t>(static_cast<size_t>(shape.rank()), 0)};
  for (size_t d = 0; d < dimensions.size(); ++d)
    if (context.operand(0).shape().dim(static_cast<int>(d)) != 1)
      view.strides[static_cast<size_t>(dimensions[d])] = strides[d];
  return gathered(context.operand(0), view, shape);
}

Result<Literal> concatenate(EvaluationContext& context) {
  auto along = static_cast<int>(context.attributes<DimensionsAttributes>().dimensions[0]);
  Literal out(context.shape());
  StridedView view{0, stridesOf(out)};
  for (int i = 0; i < context.operandCount(); ++i) {
    Literal part = converted(context.operand(i), out.shape().type());
    copyBlock(part, out, view);
    view.offset += part.shape().dim(along) * view.strides[static_cast<size_t>(along)];
  }
  return out;
}

Result<Literal> pad(EvaluationContext& context) {
  const auto& padding = context.attributes<PadAttributes>();
  Literal out(context.shape());
  Literal source = converted(context.operand(0), out.shape().type());
  fillWith(out, converted(context.operand(1), out.shape().type()));
  std::vector<int64_t> fromStrides = stridesOf(source), toStrides = stridesOf(out), dims;
  StridedView from, to;
  for (size_t d = 0; d < fromStrides.size(); ++d) {
    int64_t size = source.shape().dim(static_cast<int>(d)), bound = out.shape().dim(static_cast<int>(d));
    int64_t spacing = padding.interior[d] + 1, low = padding.low[d];
    // The elements that land inside: low + i·spacing within [0, bound).
    int64_t first = low >= 0 ? 0 : (-low + spacing - 1) / spacing;
    int64_t last = bound - 1 - low < 0 ? -1 : std::min(size - 1, (bound - 1 - low) / spacing);
    dims.push_back(std::max<int64_t>(last - first + 1, 0));
    from.offset += first * fromStrides[d];
    from.strides.push_back(fromStrides[d]);
    to.offset += (low + first * spacing) * toStrides[d];
    to.strides.push_back(spacing * toStrides[d]);
  }
  stridedCopy(byteWidth(out.shape().type()), dims, source.bytes().data(), from, out.mutableBytes().data(), to);
  return out;
}

Result<Literal> reshape(EvaluationContext& context) {
  Literal value = context.takeOperand(0);
  value.setShape(context.shape());
  return value;
}

Result<Literal> reverse(EvaluationContext& context) {
  StridedView view{0, stridesOf(context.operand(0))};
  for (int64_t d : context.attributes<DimensionsAttributes>().dimensions) {
    int64_t& stride = view.strides[static_cast<size_t>(d)];
    view.offset += (context.shape().dim(static_cast<int>(d)) - 1) * stride;
    stride = -stride;
  }
  return gathered(context.operand(0), view, context.shape());
}

Result<Literal> slice(EvaluationContext& context) {
  const auto& bounds = context.attributes<SliceAttributes>();
  StridedView view{0, stridesOf(context.operand(0))};
  for (size_t d = 0; d < view.strides.size(); ++d) {
    view.offset += bounds.starts[d] * view.strides[d];
    view.strides[d] *= bounds.strides[d];
  }
  return gathered(context.operand(0), view, context.shape());
}

Result<Literal> transpose(EvaluationContext& context) {
  return transposed(context.operand(0), context.attributes<DimensionsAttributes>().dimensions);
}

Result<Literal> dimensionSize(EvaluationContext& context) {
  auto dimension = static_cast<int>(context.attributes<DimensionsAttributes>().dimensions[0]);
  return Literal::scalarInt(ElementType::S32, context.operand(0).shape().dim(dimension));
}

}  // namespace onepot::eval
