#include "engine/python/attribute_conversion.h"

#include "engine/python/conversion.h"
#include "engine/python/python_function.h"

namespace onepot {
namespace {

/// The parameters of one primitive, in order.
class Parameters {
 public:
  Parameters(Binding& binding, PyObject* sequence)
      : m_binding(binding), m_items(checked(PySequence_Fast(sequence, "parameters must be a tuple"))) {}

  PyObject* item(int index) const {
    if (index >= size()) raise(PyExc_TypeError, "a primitive's parameter is missing");
    return PySequence_Fast_GET_ITEM(m_items.get(), index);
  }
  int size() const { return static_cast<int>(PySequence_Fast_GET_SIZE(m_items.get())); }
  std::vector<int64_t> list(int index) const { return toIntegers(item(index)); }
  int64_t integer(int index) const { return toInteger(item(index)); }
  bool truth(int index) const { return index < size() && PyObject_IsTrue(item(index)) == 1; }
  ElementType type(int index) const {
    return index >= size() || item(index) == Py_None ? ElementType::Invalid : toElementType(m_binding, item(index));
  }
  std::vector<std::string> precision(int index) const {
    if (index >= size() || item(index) == Py_None) return {};
    std::string word = textOf(item(index));
    return {word, word};
  }

 private:
  Binding& m_binding;
  PyRef m_items;
};

/// One dimension of a window: (size, stride, pad low, pad high, base dilation, window dilation).
std::vector<WindowDimension> window(const Parameters& parameters, int index) {
  PyRef rows = checked(PySequence_Fast(parameters.item(index), "a window is a sequence of dimensions"));
  std::vector<WindowDimension> dims;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(rows.get()); ++i) {
    auto row = toIntegers(PySequence_Fast_GET_ITEM(rows.get(), i));
    row.resize(6, 1);
    WindowDimension dim{row[0], row[1], row[2], row[3], row[4], row[5]};
    dims.push_back(dim);
  }
  return dims;
}

/// (lhs contracting, rhs contracting, lhs batch, rhs batch, preferred type or None, precision or None)
Attributes dot(const Parameters& p) {
  return DotAttributes{p.list(0), p.list(1), p.list(2), p.list(3), p.precision(5), p.type(4)};
}

/// (window, [input batch, feature, spatial…], [kernel output, input, spatial…], [output batch, feature, spatial…],
///  feature groups, batch groups, precision or None)
Attributes convolution(const Parameters& p) {
  ConvolutionAttributes a;
  a.window = window(p, 0);
  auto input = p.list(1), kernel = p.list(2), output = p.list(3);
  if (input.size() < 2 || kernel.size() < 2 || output.size() < 2)
    raise(PyExc_ValueError, "a convolution's dimension numbers need batch and feature dimensions");
  a.inputBatch = input[0];
  a.inputFeature = input[1];
  a.kernelOutput = kernel[0];
  a.kernelInput = kernel[1];
  a.outputBatch = output[0];
  a.outputFeature = output[1];
  a.inputSpatial.assign(input.begin() + 2, input.end());
  a.kernelSpatial.assign(kernel.begin() + 2, kernel.end());
  a.outputSpatial.assign(output.begin() + 2, output.end());
  a.featureGroupCount = p.integer(4);
  a.batchGroupCount = p.integer(5);
  a.operandPrecision = p.precision(6);
  return a;
}

/// (offset dims, collapsed slice dims, start index map, slice sizes, sorted, operand batching, indices batching, index
/// vector dim)
Attributes gather(const Parameters& p) {
  GatherAttributes a;
  a.offsetDims = p.list(0);
  a.collapsedSliceDims = p.list(1);
  a.startIndexMap = p.list(2);
  a.sliceSizes = p.list(3);
  a.indicesAreSorted = p.truth(4);
  a.operandBatchingDims = p.list(5);
  a.startIndicesBatchingDims = p.list(6);
  a.indexVectorDim = p.integer(7);
  return a;
}

/// (update window dims, inserted window dims, scatter dims to operand dims, sorted, unique, operand batching,
///  indices batching, index vector dim)
Attributes scatter(const Parameters& p) {
  ScatterAttributes a;
  a.updateWindowDims = p.list(0);
  a.insertedWindowDims = p.list(1);
  a.scatterDimsToOperandDims = p.list(2);
  a.indicesAreSorted = p.truth(3);
  a.uniqueIndices = p.truth(4);
  a.inputBatchingDims = p.list(5);
  a.scatterIndicesBatchingDims = p.list(6);
  a.indexVectorDim = p.integer(7);
  return a;
}

}  // namespace

Attributes toAttributes(Binding& binding, Opcode opcode, PyObject* parameters) {
  if (!parameters || parameters == Py_None) return {};
  if (opcode == Opcode::CustomCall) return customCallAttributes(binding, parameters);
  Parameters p(binding, parameters);
  switch (opcode) {
    case Opcode::Slice: return SliceAttributes{p.list(0), p.list(1), p.list(2)};
    case Opcode::DynamicSlice: return DynamicSliceAttributes{p.list(0)};
    case Opcode::Pad: return PadAttributes{p.list(0), p.list(1), p.list(2)};
    case Opcode::Compare: return CompareAttributes{static_cast<CompareDirection>(p.integer(0)), CompareOrder::Default};
    case Opcode::Dot: return dot(p);
    case Opcode::Convolution: return convolution(p);
    case Opcode::Gather: return gather(p);
    case Opcode::Scatter: return scatter(p);
    case Opcode::ReduceWindow:
    case Opcode::SelectAndScatter: return WindowAttributes{window(p, 0)};
    case Opcode::ReducePrecision: return ReducePrecisionAttributes{p.integer(0), p.integer(1)};
    case Opcode::RngBitGenerator: return RngAttributes{textOf(p.item(0))};
    case Opcode::IntegerPow: return IntegerPowAttributes{p.integer(0)};
    case Opcode::Argmax:
    case Opcode::Argmin: return ArgminmaxAttributes{p.integer(0)};
    case Opcode::Cumsum:
    case Opcode::Cumprod:
    case Opcode::Cummax:
    case Opcode::Cummin:
    case Opcode::Cumlogsumexp: return DimensionsAttributes{p.list(0), p.truth(1), false};
    case Opcode::Sort: return DimensionsAttributes{p.list(0), false, p.truth(1)};
    case Opcode::RandomBits:
    case Opcode::RandomSeed:
    case Opcode::RandomWrap:
    case Opcode::RandomUnwrap:
    case Opcode::RandomSplit:
    case Opcode::RandomFoldIn: return RandomAttributes{p.integer(0), p.list(1)};
    default: return DimensionsAttributes{p.list(0), false, false};
  }
}

}  // namespace onepot
