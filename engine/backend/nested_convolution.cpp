// Convolution inside an element's computation: a loop over the kernel's taps and the input features of the group.
#include "engine/backend/element_emitter.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

namespace {

/// What an output element of a convolution takes from the input, apart from the taps.
struct ConvolutionSource {
  Scalar batch, feature;  // the input's batch element, the first input feature of the group
};

ConvolutionSource sourceOf(LaneBuilder& builder, const Instruction& convolution, std::span<const Scalar> index) {
  const auto& a = convolution.get<ConvolutionAttributes>();
  const Shape& out = convolution.shape();
  const int64_t features = out.dim(static_cast<int>(a.outputFeature));
  const auto number = [&](int64_t value) {
    return Expression(builder, builder.constantBits(ElementType::S64, static_cast<uint64_t>(value)));
  };
  Expression batch(builder, index[static_cast<size_t>(a.outputBatch)]);
  Expression feature(builder, index[static_cast<size_t>(a.outputFeature)]), first = number(0);
  if (a.batchGroupCount > 1)
    batch = batch + feature / number(features / a.batchGroupCount) * number(out.dim(static_cast<int>(a.outputBatch)));
  if (a.featureGroupCount > 1)
    first = feature / number(features / a.featureGroupCount) *
            number(convolution.operand(1)->shape().dim(static_cast<int>(a.kernelInput)));
  return {batch.scalar(), first.scalar()};
}

}  // namespace

void ElementEmitter::emitConvolution(const Request& request) {
  const Instruction *input = request.instruction->operand(0), *kernel = request.instruction->operand(1);
  const auto& a = request.instruction->get<ConvolutionAttributes>();
  const ElementType type = request.instruction->shape().type();
  const ElementType sumType = isFloat(type) && byteWidth(type) < 4 ? ElementType::F32 : type;
  LaneBuilder::Outside outside(m_builder, levelOf(request.index));
  const ConvolutionSource source = sourceOf(m_builder, *request.instruction, request.index);
  Nest nest;
  for (const WindowDimension& w : a.window) nest.ranges.push_back({number(0), number(w.size), w.size});
  const int64_t features = kernel->shape().dim(static_cast<int>(a.kernelInput));
  nest.ranges.push_back({number(0), number(features), features});
  if (std::ranges::any_of(nest.ranges, [](const Range& range) { return range.size == 0; })) {
    cache(request, m_builder.constantBits(type, 0));
    return;
  }
  nest.types = {sumType};
  nest.start = {m_builder.constantBits(sumType, 0)};
  nest.step = [&](std::span<const Scalar> sum, std::span<const Scalar> position) -> std::vector<Scalar> {
    std::vector<Scalar> from(static_cast<size_t>(input->shape().rank())), tap(from.size());
    Scalar present = request.guard;
    from[static_cast<size_t>(a.inputBatch)] = source.batch;
    from[static_cast<size_t>(a.inputFeature)] =
        m_builder.binary(BinaryOp::Add, source.feature, position[a.window.size()]);
    tap[static_cast<size_t>(a.kernelOutput)] = request.index[static_cast<size_t>(a.outputFeature)];
    tap[static_cast<size_t>(a.kernelInput)] = position[a.window.size()];
    for (size_t s = 0; s < a.window.size(); ++s) {
      const WindowDimension& w = a.window[s];
      const Scalar place = request.index[static_cast<size_t>(a.outputSpatial[s])];
      from[static_cast<size_t>(a.inputSpatial[s])] =
          windowPosition(w, input->shape().dim(static_cast<int>(a.inputSpatial[s])), place, position[s], present);
      tap[static_cast<size_t>(a.kernelSpatial[s])] =
          w.reversal ? m_builder.binary(BinaryOp::Subtract, number(w.size - 1), position[s]) : position[s];
    }
    Scalar x = element(input, 0, from, present);
    if (present.id != 0) x = m_builder.select(present, x, m_builder.constantBits(x.type, 0));
    x = m_builder.convert(x, sumType);
    const Scalar y = m_builder.convert(element(kernel, 0, tap, request.guard), sumType);
    if (isFloat(sumType)) return {m_builder.fma(x, y, sum[0])};
    return {m_builder.binary(BinaryOp::Add, sum[0], m_builder.binary(BinaryOp::Multiply, x, y))};
  };
  nest.combine = [&](std::span<const Scalar> p, std::span<const Scalar> q) -> std::vector<Scalar> {
    return {m_builder.binary(BinaryOp::Add, p[0], q[0])};
  };
  cache(request, m_builder.convert(emitNest(nest)[0], type));
}

}  // namespace onepot
