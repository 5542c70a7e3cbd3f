#include "engine/ops/stablehlo_operation.h"

#include <algorithm>

#include "engine/ops/op.h"
#include "engine/ops/stablehlo_text.h"

namespace onepot {

namespace {

using Names = std::vector<std::string>;

std::vector<Shape> operandShapes(const Instruction& instruction) {
  std::vector<Shape> shapes;
  for (const Instruction* operand : instruction.operands()) shapes.push_back(operand->shape());
  return shapes;
}

std::string functionType(const Instruction& instruction) {
  return mlirFunctionType(operandShapes(instruction), {instruction.shape()});
}

bool oneType(const Instruction& instruction) {
  std::string type = mlirType(instruction.shape());
  return std::ranges::all_of(instruction.operands(),
                             [&](const Instruction* one) { return mlirType(one->shape()) == type; });
}

std::string head(const Instruction& instruction, const Names& operands) {
  std::string name(op(instruction.opcode()).stablehlo);
  return (name.starts_with("chlo.") ? name : "stablehlo." + name) + " " + mlirJoin(operands);
}

/// Elementwise operations: one type where operands and result agree.
std::string plain(const Instruction& instruction, const Names& operands) {
  std::string text = head(instruction, operands);
  if (text.starts_with("chlo.")) {
    std::string types;
    for (const Shape& shape : operandShapes(instruction)) types += (types.empty() ? "" : ", ") + mlirType(shape);
    return text + " : " + types + " -> " + mlirType(instruction.shape());
  }
  return text + " : " + (oneType(instruction) ? mlirType(instruction.shape()) : functionType(instruction));
}

std::string compareText(const Instruction& instruction, const Names& operands) {
  const auto& from = instruction.get<CompareAttributes>();
  ElementType type = instruction.operand(0)->shape().type();
  bool isFloating = isFloat(type) || isComplex(type);
  std::string order = isFloating ? "FLOAT" : isSigned(type) ? "SIGNED" : "UNSIGNED";
  if (from.order == CompareOrder::TotalOrder) order = "TOTALORDER";
  return "stablehlo.compare " + std::string(name(from.direction)) + ", " + mlirJoin(operands) + ", " + order + " : " +
         functionType(instruction);
}

std::string sliceText(const Instruction& instruction, const Names& operands) {
  const auto& from = instruction.get<SliceAttributes>();
  std::string ranges;
  for (size_t i = 0; i < from.starts.size(); ++i) {
    ranges += (i > 0 ? ", " : "") + std::to_string(from.starts[i]) + ":" + std::to_string(from.limits[i]);
    if (from.strides[i] != 1) ranges += ":" + std::to_string(from.strides[i]);
  }
  return "stablehlo.slice " + operands[0] + " [" + ranges + "] : " + functionType(instruction);
}

std::string padText(const Instruction& instruction, const Names& operands) {
  const auto& from = instruction.get<PadAttributes>();
  return head(instruction, operands) + ", low = " + mlirList(from.low) + ", high = " + mlirList(from.high) +
         ", interior = " + mlirList(from.interior) + " : " + functionType(instruction);
}

std::string precisionWord(const std::vector<std::string>& precision, size_t operand) {
  std::string word = operand < precision.size() ? precision[operand] : "default";
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return word;
}

std::string dotText(const Instruction& instruction, const Names& operands) {
  const auto& from = instruction.get<DotAttributes>();
  std::string text = "stablehlo.dot_general " + mlirJoin(operands);
  if (!from.lhsBatch.empty()) text += ", batching_dims = " + mlirList(from.lhsBatch) + " x " + mlirList(from.rhsBatch);
  text += ", contracting_dims = " + mlirList(from.lhsContracting) + " x " + mlirList(from.rhsContracting);
  return text + ", precision = [" + precisionWord(from.operandPrecision, 0) + ", " +
         precisionWord(from.operandPrecision, 1) + "] : " + functionType(instruction);
}

std::string labels(char first, int64_t firstAt, char second, int64_t secondAt, const std::vector<int64_t>& spatial) {
  Names names(spatial.size() + 2);
  names.at(static_cast<size_t>(firstAt)) = std::string(1, first);
  names.at(static_cast<size_t>(secondAt)) = std::string(1, second);
  for (size_t i = 0; i < spatial.size(); ++i) names.at(static_cast<size_t>(spatial[i])) = std::to_string(i);
  return "[" + mlirJoin(names) + "]";
}

std::string convolutionText(const Instruction& instruction, const Names& operands) {
  const auto& from = instruction.get<ConvolutionAttributes>();
  std::vector<int64_t> stride, base, window;
  Names pads, reversals;
  for (const WindowDimension& dim : from.window) {
    stride.push_back(dim.stride);
    base.push_back(dim.baseDilation);
    window.push_back(dim.windowDilation);
    pads.push_back(mlirList({dim.padLow, dim.padHigh}));
    reversals.push_back(dim.reversal ? "true" : "false");
  }
  auto precision = [&](size_t i) { return "#stablehlo<precision " + precisionWord(from.operandPrecision, i) + ">"; };
  return "stablehlo.convolution(" + mlirJoin(operands) +
         ") dim_numbers = " + labels('b', from.inputBatch, 'f', from.inputFeature, from.inputSpatial) + "x" +
         labels('i', from.kernelInput, 'o', from.kernelOutput, from.kernelSpatial) + "->" +
         labels('b', from.outputBatch, 'f', from.outputFeature, from.outputSpatial) +
         ", window = {stride = " + mlirList(stride) + ", pad = [" + mlirJoin(pads) +
         "], lhs_dilate = " + mlirList(base) + ", rhs_dilate = " + mlirList(window) + ", reverse = [" +
         mlirJoin(reversals) + "]} {batch_group_count = " + std::to_string(from.batchGroupCount) +
         " : i64, feature_group_count = " + std::to_string(from.featureGroupCount) + " : i64, precision_config = [" +
         precision(0) + ", " + precision(1) + "]} : " + functionType(instruction);
}

std::string gatherText(const Instruction& instruction, const Names& operands) {
  const auto& from = instruction.get<GatherAttributes>();
  Names numbers;
  auto list = [&](const char* key, const std::vector<int64_t>& values) {
    if (!values.empty()) numbers.push_back(std::string(key) + " = " + mlirList(values));
  };
  list("offset_dims", from.offsetDims);
  list("collapsed_slice_dims", from.collapsedSliceDims);
  list("operand_batching_dims", from.operandBatchingDims);
  list("start_indices_batching_dims", from.startIndicesBatchingDims);
  list("start_index_map", from.startIndexMap);
  if (from.indexVectorDim != 0) numbers.push_back("index_vector_dim = " + std::to_string(from.indexVectorDim));
  return "\"stablehlo.gather\"(" + mlirJoin(operands) + ") <{dimension_numbers = #stablehlo.gather<" +
         mlirJoin(numbers) + ">, indices_are_sorted = " + (from.indicesAreSorted ? "true" : "false") +
         ", slice_sizes = " + mlirArray(from.sliceSizes) + "}> : " + functionType(instruction);
}

std::string extraOf(const Instruction& instruction, std::string_view key) {
  for (const auto& [name, value] : instruction.extra())
    if (name == key) return value;
  return {};
}

std::string fftText(const Instruction& instruction, const Names& operands) {
  std::string length = extraOf(instruction, "fft_length");
  if (length.size() < 2) return {};
  return "stablehlo.fft " + operands[0] + ", type = " + extraOf(instruction, "fft_type") + ", length = [" +
         length.substr(1, length.size() - 2) + "] : " + functionType(instruction);
}

std::string withDims(const Instruction& instruction, const Names& operands, const char* key, bool typed) {
  std::string text =
      head(instruction, operands) + ", " + key + " = " + mlirList(instruction.get<DimensionsAttributes>().dimensions);
  return text + " : " + (typed ? functionType(instruction) : mlirType(instruction.shape()));
}

std::string firstDim(const Instruction& instruction) {
  const auto& dimensions = instruction.get<DimensionsAttributes>().dimensions;
  return std::to_string(dimensions.empty() ? 0 : dimensions.front());
}

std::string selectText(const Instruction& instruction, const Names& operands) {
  return head(instruction, operands) + " : " + mlirType(instruction.operand(0)->shape()) + ", " +
         mlirType(instruction.shape());
}

std::string elementwiseText(const Instruction& instruction, const Names& operands) {
  switch (instruction.opcode()) {
    case Opcode::Compare: return compareText(instruction, operands);
    case Opcode::Select: return selectText(instruction, operands);
    case Opcode::Complex: return head(instruction, operands) + " : " + mlirType(instruction.shape());
    case Opcode::ReducePrecision: {
      const auto& from = instruction.get<ReducePrecisionAttributes>();
      return head(instruction, operands) + ", format = e" + std::to_string(from.exponentBits) + "m" +
             std::to_string(from.mantissaBits) + " : " + mlirType(instruction.shape());
    }
    case Opcode::Map:
    case Opcode::StochasticConvert: return {};
    default: return plain(instruction, operands);
  }
}

}  // namespace

std::optional<std::string> stableHloText(const Instruction& instruction, const std::vector<std::string>& operands) {
  const OpRow& row = op(instruction.opcode());
  if (row.stablehlo.empty() || !instruction.shape().isArray()) return std::nullopt;
  std::string text;
  switch (instruction.opcode()) {
    case Opcode::Constant:
      text = "stablehlo.constant " + mlirDense(instruction.literal()) + " : " + mlirType(instruction.shape());
      break;
    case Opcode::Iota:
      text = "stablehlo.iota dim = " + firstDim(instruction) + " : " + mlirType(instruction.shape());
      break;
    case Opcode::Broadcast:
    case Opcode::Transpose: text = withDims(instruction, operands, "dims", true); break;
    case Opcode::Reverse: text = withDims(instruction, operands, "dims", false); break;
    case Opcode::Reshape:
    case Opcode::DynamicUpdateSlice: text = head(instruction, operands) + " : " + functionType(instruction); break;
    case Opcode::Concatenate:
      text = head(instruction, operands) + ", dim = " + firstDim(instruction) + " : " + functionType(instruction);
      break;
    case Opcode::Slice: text = sliceText(instruction, operands); break;
    case Opcode::DynamicSlice:
      text = head(instruction, operands) + ", sizes = " + mlirList(instruction.get<DynamicSliceAttributes>().sizes) +
             " : " + functionType(instruction);
      break;
    case Opcode::Pad: text = padText(instruction, operands); break;
    case Opcode::Dot: text = dotText(instruction, operands); break;
    case Opcode::Convolution: text = convolutionText(instruction, operands); break;
    case Opcode::Gather: text = gatherText(instruction, operands); break;
    case Opcode::Fft: text = fftText(instruction, operands); break;
    case Opcode::Cholesky:
      text = head(instruction, operands) + ", lower = " + (extraOf(instruction, "lower") == "true" ? "true" : "false") +
             " : " + mlirType(instruction.shape());
      break;
    case Opcode::PartitionId:
    case Opcode::ReplicaId:
      text = "stablehlo." + std::string(row.stablehlo) + " : " + mlirType(instruction.shape());
      break;
    default:
      if (row.is(kElementwise)) text = elementwiseText(instruction, operands);
  }
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

std::string mlirFunctionType(const std::vector<Shape>& operands, const std::vector<Shape>& results) {
  auto list = [](const std::vector<Shape>& shapes) {
    Names types;
    for (const Shape& shape : shapes) types.push_back(mlirType(shape));
    return mlirJoin(types);
  };
  return "(" + list(operands) + ") -> " + (results.size() == 1 ? list(results) : "(" + list(results) + ")");
}

std::string mlirJoin(const std::vector<std::string>& parts) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? ", " : "") + parts[i];
  return text;
}

}  // namespace onepot
