#include <algorithm>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

/// The type that products are summed in: double for floats of all widths, 64 bits for integers (which wraps to the same
/// low bits as any narrower sum) and pred.
ElementType accumulatorType(const EvaluationContext& context) {
  ElementType result = context.shape().type();
  if (isComplex(result)) return ElementType::C128;
  return isFloat(result) || isFloat(context.operand(0).shape().type()) ? ElementType::F64 : ElementType::S64;
}

/// Sums of products of [batch, rows, depth] and [batch, depth, columns].
template <typename T>
void batchedProduct(const EvaluationContext& context, std::span<const T> lhs, std::span<const T> rhs, std::span<T> out,
                    int64_t rows, int64_t depth, int64_t columns) {
  if (out.empty()) return;
  using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  auto batches = static_cast<int64_t>(out.size()) / (rows * columns);
  std::vector<Sum> sums(static_cast<size_t>(columns));
  for (int64_t row = 0; row < batches * rows && !context.cancelled(); ++row) {
    const T* right = rhs.data() + row / rows * depth * columns;
    const T* left = lhs.data() + row * depth;
    std::ranges::fill(sums, Sum{});
    for (int64_t k = 0; k < depth; ++k, right += columns) {
      auto factor = static_cast<Sum>(left[k]);
      for (int64_t c = 0; c < columns; ++c) sums[static_cast<size_t>(c)] += factor * static_cast<Sum>(right[c]);
    }
    for (int64_t c = 0; c < columns; ++c)
      out[static_cast<size_t>(row * columns + c)] = static_cast<T>(sums[static_cast<size_t>(c)]);
  }
}

struct Groups {
  std::vector<int64_t> permutation;  // batch, free, contracting (or batch, contracting, free)
  int64_t batch = 1, free = 1, depth = 1;
};

Groups groupsOf(const Shape& shape, const std::vector<int64_t>& batch, const std::vector<int64_t>& contracting,
                bool freeFirst) {
  Groups groups;
  std::vector<int64_t> free;
  for (int64_t d = 0; d < shape.rank(); ++d)
    if (std::ranges::find(batch, d) == batch.end() && std::ranges::find(contracting, d) == contracting.end())
      free.push_back(d);
  for (int64_t d : batch) groups.batch *= shape.dim(static_cast<int>(d));
  for (int64_t d : free) groups.free *= shape.dim(static_cast<int>(d));
  for (int64_t d : contracting) groups.depth *= shape.dim(static_cast<int>(d));
  groups.permutation = batch;
  const auto& second = freeFirst ? free : contracting;
  const auto& third = freeFirst ? contracting : free;
  groups.permutation.insert(groups.permutation.end(), second.begin(), second.end());
  groups.permutation.insert(groups.permutation.end(), third.begin(), third.end());
  return groups;
}

template <typename Visit>
void visitAccumulator(ElementType type, Visit visit) {
  if (type == ElementType::C128)
    visit(TypeTag<std::complex<double>>{});
  else if (type == ElementType::F64)
    visit(TypeTag<double>{});
  else
    visit(TypeTag<int64_t>{});
}

/// A convolution, brought to input [group·batch…], as plain index arithmetic over strides.
struct ConvolutionPlan {
  const ConvolutionAttributes& a;
  std::vector<int64_t> inputDims, inputStrides, kernelStrides, outputDims, outputStrides;
  int64_t groupInputs, groupOutputs, batchGroupOutputs, groupBatches;

  ConvolutionPlan(const ConvolutionAttributes& a, const Shape& input, const Shape& kernel, const Shape& output)
      : a(a),
        inputDims(input.dims()),
        inputStrides(rowMajorStrides(input.dims())),
        kernelStrides(rowMajorStrides(kernel.dims())),
        outputDims(output.dims()),
        outputStrides(rowMajorStrides(output.dims())) {
    int64_t outputs = outputDims[static_cast<size_t>(a.outputFeature)];
    groupInputs = kernel.dim(static_cast<int>(a.kernelInput));
    groupOutputs = outputs / a.featureGroupCount;
    batchGroupOutputs = outputs / a.batchGroupCount;
    groupBatches = outputDims[static_cast<size_t>(a.outputBatch)];
  }

  /// The kernel taps that meet the input for one output element, along all spatial dimensions: offsets in input and
  /// kernel.
  void taps(const std::vector<int64_t>& at, std::vector<std::pair<int64_t, int64_t>>& offsets) const {
    offsets.assign(1, {0, 0});
    for (size_t s = 0; s < a.window.size(); ++s) {
      const WindowDimension& w = a.window[s];
      auto inputDim = static_cast<size_t>(a.inputSpatial[s]), kernelDim = static_cast<size_t>(a.kernelSpatial[s]);
      std::vector<std::pair<int64_t, int64_t>> grown;
      for (int64_t k = 0; k < w.size; ++k) {
        int64_t position = at[static_cast<size_t>(a.outputSpatial[s])] * w.stride + k * w.windowDilation - w.padLow;
        if (position < 0 || position % w.baseDilation != 0) continue;
        position /= w.baseDilation;
        if (position >= inputDims[inputDim]) continue;
        int64_t tap = w.reversal ? w.size - 1 - k : k;
        for (auto [x, y] : offsets)
          grown.emplace_back(x + position * inputStrides[inputDim], y + tap * kernelStrides[kernelDim]);
      }
      offsets = std::move(grown);
    }
  }
};

template <typename T>
void convolve(const EvaluationContext& context, const ConvolutionPlan& plan, std::span<const T> input,
              std::span<const T> kernel, std::span<T> out) {
  using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  const auto& a = plan.a;
  std::vector<int64_t> at(plan.outputDims.size(), 0);
  std::vector<std::pair<int64_t, int64_t>> offsets;
  int64_t inputFeature = plan.inputStrides[static_cast<size_t>(a.inputFeature)],
          kernelInput = plan.kernelStrides[static_cast<size_t>(a.kernelInput)];
  for (size_t i = 0; i < out.size() && !context.cancelled(); ++i) {
    auto left = static_cast<int64_t>(i);
    for (size_t d = 0; d < at.size(); ++d) {
      at[d] = left / plan.outputStrides[d];
      left %= plan.outputStrides[d];
    }
    int64_t feature = at[static_cast<size_t>(a.outputFeature)];
    int64_t batch = at[static_cast<size_t>(a.outputBatch)] +
                    feature / plan.batchGroupOutputs * (a.batchGroupCount > 1 ? plan.groupBatches : 0);
    int64_t fromInput = batch * plan.inputStrides[static_cast<size_t>(a.inputBatch)] +
                        feature / plan.groupOutputs * plan.groupInputs * inputFeature;
    int64_t fromKernel = feature * plan.kernelStrides[static_cast<size_t>(a.kernelOutput)];
    plan.taps(at, offsets);
    Sum sum{};
    for (auto [x, y] : offsets)
      for (int64_t f = 0; f < plan.groupInputs; ++f)
        sum += static_cast<Sum>(input[static_cast<size_t>(fromInput + x + f * inputFeature)]) *
               static_cast<Sum>(kernel[static_cast<size_t>(fromKernel + y + f * kernelInput)]);
    out[i] = static_cast<T>(sum);
  }
}

}  // namespace

Result<Literal> dot(EvaluationContext& context) {
  const auto& a = context.attributes<DotAttributes>();
  Groups left = groupsOf(context.operand(0).shape(), a.lhsBatch, a.lhsContracting, true);
  Groups right = groupsOf(context.operand(1).shape(), a.rhsBatch, a.rhsContracting, false);
  ElementType sumType = accumulatorType(context);
  Literal lhs = transposed(converted(context.operand(0), sumType), left.permutation);
  Literal rhs = transposed(converted(context.operand(1), sumType), right.permutation);
  Literal out(context.shape().withType(sumType));
  visitAccumulator(sumType, [&]<typename T>(TypeTag<T>) {
    batchedProduct<T>(context, lhs.as<T>(), rhs.as<T>(), out.mutableAs<T>(), left.free, left.depth, right.free);
  });
  return converted(out, context.shape().type());
}

Result<Literal> convolution(EvaluationContext& context) {
  ElementType sumType = accumulatorType(context);
  Literal input = converted(context.operand(0), sumType), kernel = converted(context.operand(1), sumType);
  Literal out(context.shape().withType(sumType));
  if (out.bytes().empty()) return converted(out, context.shape().type());
  ConvolutionPlan plan(context.attributes<ConvolutionAttributes>(), input.shape(), kernel.shape(), out.shape());
  visitAccumulator(sumType, [&]<typename T>(TypeTag<T>) {
    convolve<T>(context, plan, input.as<T>(), kernel.as<T>(), out.mutableAs<T>());
  });
  return converted(out, context.shape().type());
}

}  // namespace onepot::eval
