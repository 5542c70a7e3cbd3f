#include "engine/ir/hlo_attribute_parser.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace onepot {

namespace {

using Integers = std::vector<int64_t>;

Integers integerList(HloLexer& lexer) {
  Integers values;
  lexer.expect('{');
  while (lexer.peek() != '}') {
    values.push_back(lexer.integer());
    if (!lexer.accept(',')) break;
  }
  lexer.expect('}');
  return values;
}

std::vector<std::string> wordList(HloLexer& lexer) {
  std::vector<std::string> words;
  lexer.expect('{');
  while (lexer.peek() != '}') {
    words.emplace_back(lexer.name());
    if (!lexer.accept(',')) break;
  }
  lexer.expect('}');
  return words;
}

template <typename Enum, size_t count>
Enum oneOf(HloLexer& lexer, const std::array<std::string_view, count>& names) {
  lexer.skipSpace();
  size_t begin = lexer.position();
  std::string_view word = lexer.word();
  auto found = std::ranges::find(names, word);
  if (word.empty() || found == names.end())
    lexer.fail({"parse.unknown_word", {std::string(word)}}, begin, begin + std::max<size_t>(1, word.size()));
  return static_cast<Enum>(found - names.begin());
}

/// Numbers with one-letter separators: "0_1x-2_0" for separator 'x' gives {"0_1", "-2_0"}.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

int64_t number(HloLexer& lexer, std::string_view text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    auto at = text.empty() ? lexer.position() : static_cast<size_t>(text.data() - lexer.text().data());
    lexer.fail({"parse.expected", {"an integer", "'" + std::string(text.substr(0, 40)) + "'"}}, at,
               at + std::max<size_t>(1, text.size()));
  }
  return value;
}

/// "lo_hi" or "lo_hi_interior" a dimension.
std::vector<Integers> parsePadding(HloLexer& lexer, size_t least, size_t most) {
  std::vector<Integers> dims;
  std::string_view all = lexer.compact();
  for (std::string_view dimension : split(all, 'x')) {
    Integers numbers;
    for (std::string_view one : split(dimension, '_')) numbers.push_back(number(lexer, one));
    if (numbers.size() < least || numbers.size() > most) {
      auto at = static_cast<size_t>(dimension.data() - lexer.text().data());
      lexer.fail({"parse.padding", {std::string(dimension)}}, at, at + std::max<size_t>(1, dimension.size()));
    }
    dims.push_back(std::move(numbers));
  }
  return dims;
}

void setWindowField(HloLexer& lexer, std::vector<WindowDimension>& dims, std::string_view field) {
  auto room = [&](size_t count) {
    if (dims.size() < count) dims.resize(count);
  };
  if (field == "pad") {
    std::vector<Integers> pads = parsePadding(lexer, 2, 2);
    room(pads.size());
    for (size_t i = 0; i < pads.size(); ++i) dims[i].padLow = pads[i][0], dims[i].padHigh = pads[i][1];
    return;
  }
  std::vector<std::string_view> values = split(lexer.compact(), 'x');
  room(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    int64_t value = number(lexer, values[i]);
    if (field == "size")
      dims[i].size = value;
    else if (field == "stride")
      dims[i].stride = value;
    else if (field == "lhs_dilate")
      dims[i].baseDilation = value;
    else if (field == "rhs_dilate")
      dims[i].windowDilation = value;
    else
      dims[i].reversal = value != 0;
  }
}

std::vector<WindowDimension> parseWindow(HloLexer& lexer) {
  static constexpr std::array<std::string_view, 6> kFields = {"size",       "stride",     "pad",
                                                              "lhs_dilate", "rhs_dilate", "rhs_reversal"};
  std::vector<WindowDimension> dims;
  lexer.expect('{');
  while (lexer.peek() != '}') {
    size_t begin = lexer.position();
    std::string_view field = lexer.name();
    if (std::ranges::find(kFields, field) == kFields.end())
      lexer.fail({"parse.unknown_word", {std::string(field)}}, begin, lexer.position());
    lexer.expect('=');
    setWindowField(lexer, dims, field);
    lexer.accept(',');
  }
  lexer.expect('}');
  return dims;
}

/// One of the three parts of dim_labels: where the two letters and each digit stand.
void placeLabels(HloLexer& lexer, std::string_view part, char first, char second, int64_t& firstAt, int64_t& secondAt,
                 Integers& spatial) {
  spatial.assign(part.size() < 2 ? 0 : part.size() - 2, -1);
  firstAt = secondAt = -1;
  for (size_t i = 0; i < part.size(); ++i) {
    auto at = static_cast<int64_t>(i);
    auto digit = static_cast<size_t>(part[i] - '0');
    if (part[i] == first)
      firstAt = at;
    else if (part[i] == second)
      secondAt = at;
    else if (part[i] >= '0' && part[i] <= '9' && digit < spatial.size())
      spatial[digit] = at;
  }
  bool whole = firstAt >= 0 && secondAt >= 0 && std::ranges::find(spatial, -1) == spatial.end();
  auto at = static_cast<size_t>(part.data() - lexer.text().data());
  if (!whole) lexer.fail({"parse.dim_labels", {std::string(part)}}, at, at + std::max<size_t>(1, part.size()));
}

void parseDimLabels(HloLexer& lexer, ConvolutionAttributes& to) {
  std::string_view all = lexer.compact();
  size_t underscore = std::min(all.find('_'), all.size()), arrow = all.find("->");
  if (underscore == all.size() || arrow == std::string_view::npos || arrow < underscore) {
    auto at = lexer.position() - all.size();
    lexer.fail({"parse.dim_labels", {std::string(all)}}, at, at + std::max<size_t>(1, all.size()));
  }
  placeLabels(lexer, all.substr(0, underscore), 'b', 'f', to.inputBatch, to.inputFeature, to.inputSpatial);
  placeLabels(lexer, all.substr(underscore + 1, arrow - underscore - 1), 'i', 'o', to.kernelInput, to.kernelOutput,
              to.kernelSpatial);
  placeLabels(lexer, all.substr(arrow + 2), 'b', 'f', to.outputBatch, to.outputFeature, to.outputSpatial);
}

// One overload a struct of attributes.h: true when `key` is one of its fields and was read.

template <typename Struct>
bool field(HloLexer&, std::string_view, Opcode, Struct&) {
  return false;
}

bool field(HloLexer& lexer, std::string_view key, Opcode opcode, DimensionsAttributes& to) {
  if (opcode == Opcode::Iota && key == "iota_dimension") return to.dimensions = {lexer.integer()}, true;
  if (opcode != Opcode::Iota && key == "dimensions") return to.dimensions = integerList(lexer), true;
  if (opcode == Opcode::Sort && key == "is_stable") return to.stable = lexer.boolean(), true;
  if (isTraced(opcode) && key == "reverse") return to.reverse = lexer.boolean(), true;
  return false;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, SliceAttributes& to) {
  if (key != "slice") return false;
  lexer.expect('{');
  while (lexer.peek() != '}') {
    lexer.expect('[');
    to.starts.push_back(lexer.integer());
    lexer.expect(':');
    to.limits.push_back(lexer.integer());
    to.strides.push_back(lexer.accept(':') ? lexer.integer() : 1);
    lexer.expect(']');
    if (!lexer.accept(',')) break;
  }
  lexer.expect('}');
  return true;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, DynamicSliceAttributes& to) {
  return key == "dynamic_slice_sizes" && (to.sizes = integerList(lexer), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, PadAttributes& to) {
  if (key != "padding") return false;
  for (const Integers& dimension : parsePadding(lexer, 2, 3)) {
    to.low.push_back(dimension[0]);
    to.high.push_back(dimension[1]);
    to.interior.push_back(dimension.size() > 2 ? dimension[2] : 0);
  }
  return true;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, CompareAttributes& to) {
  static constexpr std::array<std::string_view, 6> kDirections = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  static constexpr std::array<std::string_view, 5> kOrders = {"", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
  if (key == "direction") return to.direction = oneOf<CompareDirection>(lexer, kDirections), true;
  if (key == "type") return to.order = oneOf<CompareOrder>(lexer, kOrders), true;
  return false;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, DotAttributes& to) {
  if (key == "lhs_contracting_dims") return to.lhsContracting = integerList(lexer), true;
  if (key == "rhs_contracting_dims") return to.rhsContracting = integerList(lexer), true;
  if (key == "lhs_batch_dims") return to.lhsBatch = integerList(lexer), true;
  if (key == "rhs_batch_dims") return to.rhsBatch = integerList(lexer), true;
  if (key == "operand_precision") return to.operandPrecision = wordList(lexer), true;
  if (key != "preferred_element_type") return false;
  size_t begin = lexer.position();
  std::string_view word = lexer.name();
  std::optional<ElementType> type = elementTypeByName(word);
  if (!type) lexer.fail({"parse.unknown_word", {std::string(word)}}, begin, lexer.position());
  to.preferredType = *type;
  return true;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, WindowAttributes& to) {
  return key == "window" && (to.dims = parseWindow(lexer), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, ConvolutionAttributes& to) {
  if (key == "window") return to.window = parseWindow(lexer), true;
  if (key == "dim_labels") return parseDimLabels(lexer, to), true;
  if (key == "feature_group_count") return to.featureGroupCount = lexer.integer(), true;
  if (key == "batch_group_count") return to.batchGroupCount = lexer.integer(), true;
  if (key == "operand_precision") return to.operandPrecision = wordList(lexer), true;
  return false;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, GatherAttributes& to) {
  if (key == "offset_dims") return to.offsetDims = integerList(lexer), true;
  if (key == "collapsed_slice_dims") return to.collapsedSliceDims = integerList(lexer), true;
  if (key == "start_index_map") return to.startIndexMap = integerList(lexer), true;
  if (key == "operand_batching_dims") return to.operandBatchingDims = integerList(lexer), true;
  if (key == "start_indices_batching_dims") return to.startIndicesBatchingDims = integerList(lexer), true;
  if (key == "index_vector_dim") return to.indexVectorDim = lexer.integer(), true;
  if (key == "slice_sizes") return to.sliceSizes = integerList(lexer), true;
  if (key == "indices_are_sorted") return to.indicesAreSorted = lexer.boolean(), true;
  return false;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, ScatterAttributes& to) {
  if (key == "update_window_dims") return to.updateWindowDims = integerList(lexer), true;
  if (key == "inserted_window_dims") return to.insertedWindowDims = integerList(lexer), true;
  if (key == "scatter_dims_to_operand_dims") return to.scatterDimsToOperandDims = integerList(lexer), true;
  if (key == "input_batching_dims") return to.inputBatchingDims = integerList(lexer), true;
  if (key == "scatter_indices_batching_dims") return to.scatterIndicesBatchingDims = integerList(lexer), true;
  if (key == "index_vector_dim") return to.indexVectorDim = lexer.integer(), true;
  if (key == "indices_are_sorted") return to.indicesAreSorted = lexer.boolean(), true;
  if (key == "unique_indices") return to.uniqueIndices = lexer.boolean(), true;
  return false;
}

bool field(HloLexer& lexer, std::string_view key, Opcode, TupleIndexAttributes& to) {
  return key == "index" && (to.index = lexer.integer(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, CustomCallAttributes& to) {
  return key == "custom_call_target" && (to.target = lexer.quoted(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, FusionAttributes& to) {
  static constexpr std::array<std::string_view, 4> kKinds = {"kLoop", "kInput", "kOutput", "kCustom"};
  return key == "kind" && (to.kind = oneOf<FusionKind>(lexer, kKinds), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, RngAttributes& to) {
  return key == "algorithm" && (to.algorithm = lexer.name(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, ReducePrecisionAttributes& to) {
  if (key == "exponent_bits") return to.exponentBits = lexer.integer(), true;
  return key == "mantissa_bits" && (to.mantissaBits = lexer.integer(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, CallAttributes& to) {
  if (key == "name") return to.name = lexer.quoted(), true;
  if (key == "rule") return to.rule = static_cast<uint64_t>(lexer.integer()), true;
  return key == "inlined" && (to.inlined = lexer.boolean(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, ScanAttributes& to) {
  if (key == "length") return to.length = lexer.integer(), true;
  if (key == "num_consts") return to.numConsts = lexer.integer(), true;
  if (key == "num_carry") return to.numCarry = lexer.integer(), true;
  if (key == "unroll") return to.unroll = lexer.integer(), true;
  return key == "reverse" && (to.reverse = lexer.boolean(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, WhileAttributes& to) {
  if (key == "cond_consts") return to.condConsts = lexer.integer(), true;
  return key == "body_consts" && (to.bodyConsts = lexer.integer(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, IntegerPowAttributes& to) {
  return key == "exponent" && (to.exponent = lexer.integer(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, ArgminmaxAttributes& to) {
  return key == "dimension" && (to.dimension = lexer.integer(), true);
}

bool field(HloLexer& lexer, std::string_view key, Opcode, RandomAttributes& to) {
  if (key == "bit_width") return to.bitWidth = lexer.integer(), true;
  return key == "shape" && (to.shape = integerList(lexer), true);
}

bool setSource(HloLexer& lexer, std::string_view key, SourceRange& source) {
  if (key == "source_file") return source.file = lexer.quoted(), true;
  if (key == "source_line") return source.line = static_cast<int>(lexer.integer()), true;
  if (key == "source_end_line") return source.endLine = static_cast<int>(lexer.integer()), true;
  if (key == "source_column") return source.column = static_cast<int>(lexer.integer()) + 1, true;
  if (key == "source_end_column") return source.endColumn = static_cast<int>(lexer.integer()), true;
  return false;
}

}  // namespace

bool parseStructAttribute(HloLexer& lexer, std::string_view key, Opcode opcode, Attributes& attributes) {
  return std::visit([&](auto& held) { return field(lexer, key, opcode, held); }, attributes);
}

void parseMetadata(HloLexer& lexer, Metadata& metadata, SourceRange& source) {
  lexer.expect('{');
  while (lexer.peek() != '}') {
    size_t begin = lexer.position();
    std::string_view key = lexer.name();
    lexer.expect('=');
    if (key == "op_type") {
      metadata.opType = lexer.quoted();
    } else if (key == "op_name") {
      metadata.opName = lexer.quoted();
    } else if (!setSource(lexer, key, source)) {
      lexer.rawValue();
      metadata.rest += metadata.rest.empty() ? "" : " ";
      metadata.rest += lexer.text().substr(begin, lexer.position() - begin);
    }
    lexer.accept(',');
  }
  lexer.expect('}');
  // The first column is 0 and left out of the text.
  if (source.line > 0 && source.endColumn > 0 && source.column == 0) source.column = 1;
}

}  // namespace onepot
