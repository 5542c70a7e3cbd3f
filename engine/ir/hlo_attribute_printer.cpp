#include "engine/ir/hlo_attribute_printer.h"

#include <algorithm>

namespace onepot {

namespace {

using Integers = std::vector<int64_t>;

void add(std::string& text, const char* key, const Integers& values) {
  text.append(", ").append(key) += '=';
  appendList(text, values);
}

void add(std::string& text, const char* key, int64_t value) {
  text.append(", ").append(key).append("=").append(std::to_string(value));
}

void addWord(std::string& text, const char* key, std::string_view word) {
  text.append(", ").append(key).append("=").append(word);
}

void addFlag(std::string& text, const char* key, bool value) {
  if (value) addWord(text, key, "true");
}

void addUnlessEmpty(std::string& text, const char* key, const Integers& values) {
  if (!values.empty()) add(text, key, values);
}

void addWords(std::string& text, const char* key, const std::vector<std::string>& words) {
  if (words.empty()) return;
  text.append(", ").append(key).append("={");
  for (size_t i = 0; i < words.size(); ++i) text.append(i > 0 ? "," : "").append(words[i]);
  text += '}';
}

/// One field of window={…}: the dimensions joined by 'x'; left out when every dimension has the default.
template <typename Get>
void addWindowField(std::string& text, const char* key, const std::vector<WindowDimension>& dims, Get get,
                    const char* plain) {
  if (std::ranges::all_of(dims, [&](const WindowDimension& dim) { return get(dim) == plain; })) return;
  text.append(text.back() == '{' ? "" : " ").append(key) += '=';
  for (size_t i = 0; i < dims.size(); ++i) text.append(i > 0 ? "x" : "").append(get(dims[i]));
}

void addWindow(std::string& text, const std::vector<WindowDimension>& dims) {
  text += ", window={";
  using Dim = const WindowDimension&;
  addWindowField(text, "size", dims, [](Dim dim) { return std::to_string(dim.size); }, "");
  addWindowField(text, "stride", dims, [](Dim dim) { return std::to_string(dim.stride); }, "1");
  addWindowField(
      text, "pad", dims, [](Dim dim) { return std::to_string(dim.padLow) + "_" + std::to_string(dim.padHigh); }, "0_0");
  addWindowField(text, "lhs_dilate", dims, [](Dim dim) { return std::to_string(dim.baseDilation); }, "1");
  addWindowField(text, "rhs_dilate", dims, [](Dim dim) { return std::to_string(dim.windowDilation); }, "1");
  addWindowField(text, "rhs_reversal", dims, [](Dim dim) { return std::string(dim.reversal ? "1" : "0"); }, "0");
  text += '}';
}

std::string labels(char first, int64_t firstAt, char second, int64_t secondAt, const Integers& spatial) {
  std::string text(spatial.size() + 2, '?');
  auto put = [&](int64_t at, char label) {
    if (at >= 0 && static_cast<size_t>(at) < text.size()) text[static_cast<size_t>(at)] = label;
  };
  put(firstAt, first);
  put(secondAt, second);
  for (size_t i = 0; i < spatial.size(); ++i) put(spatial[i], static_cast<char>('0' + i));
  return text;
}

// One overload a struct of attributes.h.

template <typename Struct>
void fields(std::string&, const Instruction&, const Struct&) {}

void fields(std::string& text, const Instruction& of, const DimensionsAttributes& from) {
  if (of.opcode() == Opcode::Iota && !from.dimensions.empty())
    add(text, "iota_dimension", from.dimensions.front());
  else
    add(text, "dimensions", from.dimensions);
  if (of.opcode() == Opcode::Sort) addFlag(text, "is_stable", from.stable);
  if (isTraced(of.opcode())) addFlag(text, "reverse", from.reverse);
}

void fields(std::string& text, const Instruction&, const SliceAttributes& from) {
  text += ", slice={";
  for (size_t i = 0; i < from.starts.size(); ++i) {
    text.append(i > 0 ? ", [" : "[")
        .append(std::to_string(from.starts[i]))
        .append(":")
        .append(std::to_string(from.limits[i]));
    if (from.strides[i] != 1) text.append(":").append(std::to_string(from.strides[i]));
    text += ']';
  }
  text += '}';
}

void fields(std::string& text, const Instruction&, const DynamicSliceAttributes& from) {
  add(text, "dynamic_slice_sizes", from.sizes);
}

void fields(std::string& text, const Instruction&, const PadAttributes& from) {
  text += ", padding=";
  bool interior = std::ranges::any_of(from.interior, [](int64_t value) { return value != 0; });
  for (size_t i = 0; i < from.low.size(); ++i) {
    text.append(i > 0 ? "x" : "").append(std::to_string(from.low[i])).append("_").append(std::to_string(from.high[i]));
    if (interior) text.append("_").append(std::to_string(from.interior[i]));
  }
}

void fields(std::string& text, const Instruction&, const CompareAttributes& from) {
  static constexpr std::string_view kOrders[] = {"", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
  addWord(text, "direction", name(from.direction));
  if (from.order != CompareOrder::Default) addWord(text, "type", kOrders[static_cast<size_t>(from.order)]);
}

void fields(std::string& text, const Instruction&, const DotAttributes& from) {
  addUnlessEmpty(text, "lhs_batch_dims", from.lhsBatch);
  add(text, "lhs_contracting_dims", from.lhsContracting);
  addUnlessEmpty(text, "rhs_batch_dims", from.rhsBatch);
  add(text, "rhs_contracting_dims", from.rhsContracting);
  addWords(text, "operand_precision", from.operandPrecision);
  if (from.preferredType != ElementType::Invalid) addWord(text, "preferred_element_type", name(from.preferredType));
}

void fields(std::string& text, const Instruction&, const WindowAttributes& from) { addWindow(text, from.dims); }

void fields(std::string& text, const Instruction&, const ConvolutionAttributes& from) {
  if (!from.window.empty()) addWindow(text, from.window);
  addWord(text, "dim_labels",
          labels('b', from.inputBatch, 'f', from.inputFeature, from.inputSpatial) + "_" +
              labels('i', from.kernelInput, 'o', from.kernelOutput, from.kernelSpatial) + "->" +
              labels('b', from.outputBatch, 'f', from.outputFeature, from.outputSpatial));
  if (from.featureGroupCount != 1) add(text, "feature_group_count", from.featureGroupCount);
  if (from.batchGroupCount != 1) add(text, "batch_group_count", from.batchGroupCount);
  addWords(text, "operand_precision", from.operandPrecision);
}

void fields(std::string& text, const Instruction&, const GatherAttributes& from) {
  add(text, "offset_dims", from.offsetDims);
  add(text, "collapsed_slice_dims", from.collapsedSliceDims);
  add(text, "start_index_map", from.startIndexMap);
  addUnlessEmpty(text, "operand_batching_dims", from.operandBatchingDims);
  addUnlessEmpty(text, "start_indices_batching_dims", from.startIndicesBatchingDims);
  add(text, "index_vector_dim", from.indexVectorDim);
  add(text, "slice_sizes", from.sliceSizes);
  addFlag(text, "indices_are_sorted", from.indicesAreSorted);
}

void fields(std::string& text, const Instruction&, const ScatterAttributes& from) {
  add(text, "update_window_dims", from.updateWindowDims);
  add(text, "inserted_window_dims", from.insertedWindowDims);
  add(text, "scatter_dims_to_operand_dims", from.scatterDimsToOperandDims);
  addUnlessEmpty(text, "input_batching_dims", from.inputBatchingDims);
  addUnlessEmpty(text, "scatter_indices_batching_dims", from.scatterIndicesBatchingDims);
  add(text, "index_vector_dim", from.indexVectorDim);
  addFlag(text, "indices_are_sorted", from.indicesAreSorted);
  addFlag(text, "unique_indices", from.uniqueIndices);
}

void fields(std::string& text, const Instruction&, const TupleIndexAttributes& from) { add(text, "index", from.index); }

void fields(std::string& text, const Instruction&, const CustomCallAttributes& from) {
  text += ", custom_call_target=";
  appendQuoted(text, from.target);
}

void fields(std::string& text, const Instruction&, const FusionAttributes& from) {
  addWord(text, "kind", name(from.kind));
}

void fields(std::string& text, const Instruction&, const RngAttributes& from) {
  addWord(text, "algorithm", from.algorithm);
}

void fields(std::string& text, const Instruction&, const ReducePrecisionAttributes& from) {
  add(text, "exponent_bits", from.exponentBits);
  add(text, "mantissa_bits", from.mantissaBits);
}

void fields(std::string& text, const Instruction& of, const CallAttributes& from) {
  if (!isTraced(of.opcode())) return;  // a lowered call: HLO has no such words
  text += ", name=";
  appendQuoted(text, from.name);
  if (from.rule != 0) add(text, "rule", static_cast<int64_t>(from.rule));
  addFlag(text, "inlined", from.inlined);
}

void fields(std::string& text, const Instruction&, const ScanAttributes& from) {
  add(text, "length", from.length);
  add(text, "num_consts", from.numConsts);
  add(text, "num_carry", from.numCarry);
  if (from.unroll != 1) add(text, "unroll", from.unroll);
  addFlag(text, "reverse", from.reverse);
}

void fields(std::string& text, const Instruction&, const WhileAttributes& from) {
  add(text, "cond_consts", from.condConsts);
  add(text, "body_consts", from.bodyConsts);
}

void fields(std::string& text, const Instruction&, const IntegerPowAttributes& from) {
  add(text, "exponent", from.exponent);
}

void fields(std::string& text, const Instruction&, const ArgminmaxAttributes& from) {
  add(text, "dimension", from.dimension);
}

void fields(std::string& text, const Instruction&, const RandomAttributes& from) {
  add(text, "bit_width", from.bitWidth);
  add(text, "shape", from.shape);
}

}  // namespace

void appendList(std::string& text, const std::vector<int64_t>& values) {
  text += '{';
  for (size_t i = 0; i < values.size(); ++i) text.append(i > 0 ? "," : "").append(std::to_string(values[i]));
  text += '}';
}

void appendQuoted(std::string& text, const std::string& value) {
  text += '"';
  for (char c : value) {
    switch (c) {
      case '\n': text += "\\n"; break;
      case '\r': text += "\\r"; break;
      case '\t': text += "\\t"; break;
      case '"': text += "\\\""; break;
      case '\'': text += "\\'"; break;
      case '\\': text += "\\\\"; break;
      default:
        if (static_cast<unsigned char>(c) >= 32) {
          text += c;
          break;
        }
        text += '\\';
        for (int shift : {6, 3, 0}) text += static_cast<char>('0' + ((c >> shift) & 7));
    }
  }
  text += '"';
}

void appendStructAttributes(std::string& text, const Instruction& instruction) {
  std::visit([&](const auto& held) { fields(text, instruction, held); }, instruction.attributes());
}

void appendMetadata(std::string& text, const Instruction& instruction) {
  const Metadata& metadata = instruction.metadata();
  const SourceRange& source = instruction.source();
  bool saysSource = source.known() && metadata.rest.find("stack_frame_id=") == std::string::npos;
  if (metadata == Metadata{} && !saysSource) return;
  std::string fields;
  auto field = [&](const char* key) { fields.append(fields.empty() ? "" : " ").append(key) += '='; };
  auto number = [&](const char* key, int value) {
    if (value <= 0) return;
    field(key);
    fields += std::to_string(value);
  };
  if (!metadata.opType.empty()) field("op_type"), appendQuoted(fields, metadata.opType);
  if (!metadata.opName.empty()) field("op_name"), appendQuoted(fields, metadata.opName);
  if (saysSource) {
    if (!source.file.empty()) field("source_file"), appendQuoted(fields, source.file);
    number("source_line", source.line);
    number("source_end_line", source.endLine);
    number("source_column", source.column - 1);  // columns count from 0 there, ends are excluded
    number("source_end_column", source.endColumn);
  }
  if (!metadata.rest.empty()) fields.append(fields.empty() ? "" : " ").append(metadata.rest);
  text.append(", metadata={").append(fields).append("}");
}

}  // namespace onepot
