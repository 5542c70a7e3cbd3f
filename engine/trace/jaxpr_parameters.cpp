#include "engine/trace/jaxpr_parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/ops/library_calls.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

/// The shortest digits that read back as the same double, laid out as Python's repr does.
std::string pythonFloat(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[64];
  double size = std::abs(value);
  bool scientific = size != 0 && (size < 1e-4 || size >= 1e16);
  auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format).ptr);
  if (!scientific && text.find('.') == std::string::npos) text += ".0";
  return text;
}

std::string listText(const std::vector<int64_t>& numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return text + "]";
}

std::string dtypeText(ElementType type) { return std::string(elementTypeInfo(type).jaxName); }
std::string truth(bool value) { return value ? "True" : "False"; }

PrimitiveParameters dotParameters(const Instruction& instruction) {
  const auto& dot = instruction.get<DotAttributes>();
  std::string numbers = "((" + listText(dot.lhsContracting) + ", " + listText(dot.rhsContracting) + "), (" +
                        listText(dot.lhsBatch) + ", " + listText(dot.rhsBatch) + "))";
  PrimitiveParameters parameters = {{"dimension_numbers", numbers}};
  if (dot.preferredType != ElementType::Invalid)
    parameters.emplace_back("preferred_element_type", dtypeText(dot.preferredType));
  return parameters;
}

std::string paddingText(const PadAttributes& pad) {
  std::string text = "(";
  for (size_t i = 0; i < pad.low.size(); ++i)
    text += (i == 0 ? "" : ", ") + tupleText({pad.low[i], pad.high[i], pad.interior[i]});
  return text + (pad.low.size() == 1 ? ",)" : ")");
}

PrimitiveParameters sliceParameters(const SliceAttributes& slice) {
  bool plain = std::ranges::all_of(slice.strides, [](int64_t stride) { return stride == 1; });
  return {{"limit_indices", tupleText(slice.limits)},
          {"start_indices", tupleText(slice.starts)},
          {"strides", plain ? "None" : tupleText(slice.strides)}};
}

PrimitiveParameters bodyOperationParameters(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::Scan: {
      const auto& scan = instruction.get<ScanAttributes>();
      return {{"length", std::to_string(scan.length)},
              {"num_carry", std::to_string(scan.numCarry)},
              {"num_consts", std::to_string(scan.numConsts)},
              {"reverse", truth(scan.reverse)},
              {"unroll", std::to_string(scan.unroll)}};
    }
    case Opcode::WhileLoop: {
      const auto& loop = instruction.get<WhileAttributes>();
      return {{"body_nconsts", std::to_string(loop.bodyConsts)}, {"cond_nconsts", std::to_string(loop.condConsts)}};
    }
    case Opcode::CustomJvpCall: return {{"jvp", "jvp"}, {"symbolic_zeros", "False"}};
    case Opcode::CustomVjpCall: return {{"bwd", "bwd"}, {"fwd", "fwd"}, {"symbolic_zeros", "False"}};
    case Opcode::Remat: return {{"differentiated", "False"}, {"policy", "None"}, {"prevent_cse", "True"}};
    default: return {};
  }
}

/// Operations whose parameters are one list of dimensions.
PrimitiveParameters dimensionParameters(const Instruction& instruction, const DimensionsAttributes& attributes) {
  std::string all = tupleText(attributes.dimensions);
  switch (instruction.opcode()) {
    case Opcode::ReduceSum: return {{"axes", all}, {"out_sharding", "None"}};
    case Opcode::ReduceMax:
    case Opcode::ReduceMin:
    case Opcode::ReduceProd:
    case Opcode::ReduceAnd:
    case Opcode::ReduceOr:
    case Opcode::ReduceXor: return {{"axes", all}};
    case Opcode::Cumsum:
    case Opcode::Cumprod:
    case Opcode::Cummax:
    case Opcode::Cummin:
    case Opcode::Cumlogsumexp:
      return {{"axis", std::to_string(attributes.dimensions.front())}, {"reverse", truth(attributes.reverse)}};
    case Opcode::Broadcast:
      return attributes.dimensions.empty() ? PrimitiveParameters() : PrimitiveParameters{{"broadcast_dimensions", all}};
    case Opcode::Transpose: return {{"permutation", all}};
    case Opcode::Concatenate: return {{"dimension", std::to_string(attributes.dimensions.front())}};
    case Opcode::Iota:
      return {{"dimension", std::to_string(attributes.dimensions.front())},
              {"dtype", dtypeText(instruction.shape().type())},
              {"shape", tupleText(instruction.shape().dims())},
              {"sharding", "None"}};
    default: return {{"dimensions", all}};
  }
}

PrimitiveParameters gatherParameters(const GatherAttributes& a) {
  std::string numbers = "GatherDimensionNumbers(offset_dims=" + tupleText(a.offsetDims) +
                        ", collapsed_slice_dims=" + tupleText(a.collapsedSliceDims) +
                        ", start_index_map=" + tupleText(a.startIndexMap) +
                        ", operand_batching_dims=" + tupleText(a.operandBatchingDims) +
                        ", start_indices_batching_dims=" + tupleText(a.startIndicesBatchingDims) + ")";
  return {{"dimension_numbers", numbers},
          {"fill_value", "None"},
          {"indices_are_sorted", truth(a.indicesAreSorted)},
          {"mode", "GatherScatterMode.PROMISE_IN_BOUNDS"},
          {"slice_sizes", tupleText(a.sliceSizes)},
          {"unique_indices", "False"}};
}

PrimitiveParameters convolutionParameters(const ConvolutionAttributes& a) {
  auto spec = [](int64_t first, int64_t second, const std::vector<int64_t>& spatial) {
    std::vector<int64_t> all{first, second};
    all.insert(all.end(), spatial.begin(), spatial.end());
    return tupleText(all);
  };
  std::vector<int64_t> strides, left, right;
  std::string padding = "(";
  for (const WindowDimension& d : a.window) {
    padding += (strides.empty() ? "" : ", ") + tupleText({d.padLow, d.padHigh});
    strides.push_back(d.stride);
    left.push_back(d.baseDilation);
    right.push_back(d.windowDilation);
  }
  std::string numbers = "ConvDimensionNumbers(lhs_spec=" + spec(a.inputBatch, a.inputFeature, a.inputSpatial) +
                        ", rhs_spec=" + spec(a.kernelOutput, a.kernelInput, a.kernelSpatial) +
                        ", out_spec=" + spec(a.outputBatch, a.outputFeature, a.outputSpatial) + ")";
  return {{"batch_group_count", std::to_string(a.batchGroupCount)},
          {"dimension_numbers", numbers},
          {"feature_group_count", std::to_string(a.featureGroupCount)},
          {"lhs_dilation", tupleText(left)},
          {"out_sharding", "None"},
          {"padding", padding + (a.window.size() == 1 ? ",)" : ")")},
          {"precision", "None"},
          {"preferred_element_type", "None"},
          {"rhs_dilation", tupleText(right)},
          {"window_strides", tupleText(strides)}};
}

/// One parameter list an attribute struct.
struct ParameterWriter {
  const Instruction& instruction;

  PrimitiveParameters operator()(const DimensionsAttributes& a) const { return dimensionParameters(instruction, a); }
  PrimitiveParameters operator()(const SliceAttributes& a) const { return sliceParameters(a); }
  PrimitiveParameters operator()(const DynamicSliceAttributes& a) const {
    return {{"slice_sizes", tupleText(a.sizes)}};
  }
  PrimitiveParameters operator()(const PadAttributes& a) const { return {{"padding_config", paddingText(a)}}; }
  PrimitiveParameters operator()(const GatherAttributes& a) const { return gatherParameters(a); }
  PrimitiveParameters operator()(const ConvolutionAttributes& a) const { return convolutionParameters(a); }
  PrimitiveParameters operator()(const DotAttributes&) const { return dotParameters(instruction); }
  PrimitiveParameters operator()(const ConvertAttributes& a) const {
    return {{"new_dtype", dtypeText(instruction.shape().type())}, {"weak_type", truth(a.weakType)}};
  }
  PrimitiveParameters operator()(const ReducePrecisionAttributes& a) const {
    return {{"exponent_bits", std::to_string(a.exponentBits)}, {"mantissa_bits", std::to_string(a.mantissaBits)}};
  }
  PrimitiveParameters operator()(const IntegerPowAttributes& a) const { return {{"y", std::to_string(a.exponent)}}; }
  PrimitiveParameters operator()(const ArgminmaxAttributes& a) const {
    return {{"axes", tupleText({a.dimension})}, {"index_dtype", dtypeText(instruction.shape().type())}};
  }
  PrimitiveParameters operator()(const RandomAttributes& a) const {
    if (instruction.opcode() != Opcode::RandomBits) return {{"shape", tupleText(a.shape)}};
    return {{"bit_width", std::to_string(a.bitWidth)}, {"shape", tupleText(a.shape)}};
  }
  template <typename Other>
  PrimitiveParameters operator()(const Other&) const {
    return {};
  }
};

}  // namespace

std::string tupleText(const std::vector<int64_t>& numbers) {
  std::string text = "(";
  for (size_t i = 0; i < numbers.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return text + (numbers.size() == 1 ? ",)" : ")");
}

std::string literalText(const Literal& literal) {
  ElementType type = literal.shape().type();
  std::string value;
  if (type == ElementType::Pred)
    value = truth(literal.intAt(0) != 0);
  else if (isFloat(type))
    value = pythonFloat(literal.doubleAt(0));
  else if (type == ElementType::U64)
    value = std::to_string(static_cast<uint64_t>(literal.intAt(0)));
  else if (isInteger(type))
    value = std::to_string(literal.intAt(0));
  else
    value = literal.elementText(0);
  return value + ":" + literal.shape().jaxText();
}

std::string primitiveName(const Instruction& instruction) {
  static constexpr std::string_view kCompare[] = {"eq", "ne", "ge", "gt", "le", "lt"};
  switch (instruction.opcode()) {
    case Opcode::Compare:
      return std::string(kCompare[static_cast<size_t>(instruction.get<CompareAttributes>().direction)]);
    case Opcode::RoundNearestAfz:
    case Opcode::RoundNearestEven: return "round";
    case Opcode::Select: return "select_n";
    case Opcode::CustomCall: {
      const auto& [target, function] = instruction.get<CustomCallAttributes>();
      if (function != nullptr) return target.substr(0, target.find(':'));
      const LibraryCall* library = libraryCall(target);
      return library != nullptr ? std::string(library->jaxpr) : target;
    }
    default: {
      std::string_view row = op(instruction.opcode()).jaxpr;
      return std::string(row.empty() ? name(instruction.opcode()) : row);
    }
  }
}

std::vector<std::string> bodyParameters(Opcode opcode) {
  switch (opcode) {
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall: return {"call_jaxpr"};
    case Opcode::WhileLoop: return {"cond_jaxpr", "body_jaxpr"};
    case Opcode::Cond: return {"branches"};
    default: return {"jaxpr"};
  }
}

PrimitiveParameters primitiveParameters(const Instruction& instruction) {
  switch (instruction.opcode()) {
    case Opcode::Jit:
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall:
    case Opcode::Remat:
    case Opcode::Scan:
    case Opcode::WhileLoop:
    case Opcode::Cond: return bodyOperationParameters(instruction);
    case Opcode::RoundNearestAfz: return {{"rounding_method", "0"}};
    case Opcode::RoundNearestEven: return {{"rounding_method", "1"}};
    case Opcode::Convert:
      if (instruction.getIf<ConvertAttributes>() != nullptr) break;
      return {{"new_dtype", dtypeText(instruction.shape().type())}, {"weak_type", "False"}};
    case Opcode::BitcastConvert: return {{"new_dtype", dtypeText(instruction.shape().type())}};
    case Opcode::Reshape:
      return {{"dimensions", "None"}, {"new_sizes", tupleText(instruction.shape().dims())}, {"sharding", "None"}};
    case Opcode::RandomSeed:
    case Opcode::RandomWrap: return {{"impl", "fry"}};
    default: break;
  }
  return std::visit(ParameterWriter{instruction}, instruction.attributes());
}

}  // namespace onepot
