// HLO's tuples become lists of values; while, conditional and reducers become regions; calls and fusions private
// functions.
#include "engine/ir/stablehlo_writer.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "engine/ops/mlir_region.h"
#include "engine/ops/op.h"
#include "engine/ops/stablehlo_operation.h"
#include "engine/ops/stablehlo_text.h"

namespace onepot {

namespace {

using Values = std::vector<MlirValue>;

constexpr int kMostNesting = 200;
constexpr int64_t kMostOperations = 4'000'000;  // regions are written out at each use

void appendLeaves(const Shape& shape, std::vector<Shape>& leaves) {
  if (!shape.isTuple()) return leaves.push_back(shape);
  for (const Shape& element : shape.elements()) appendLeaves(element, leaves);
}

std::vector<Shape> leavesOf(const Shape& shape) {
  std::vector<Shape> leaves;
  appendLeaves(shape, leaves);
  return leaves;
}

std::vector<std::string> uses(const Values& values) {
  std::vector<std::string> texts;
  for (MlirValue value : values) texts.push_back(mlirUse(value));
  return texts;
}

std::vector<std::string> types(const std::vector<Shape>& shapes) {
  std::vector<std::string> texts;
  for (const Shape& shape : shapes) texts.push_back(mlirType(shape));
  return texts;
}

/// MLIR's bare identifiers.
std::string symbol(const std::string& name) {
  std::string clean;
  for (char c : name)
    clean += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.' ? c : '_';
  return clean.empty() || std::isdigit(static_cast<unsigned char>(clean[0])) != 0 ? "_" + clean : clean;
}

class StableHloWriter {
 public:
  explicit StableHloWriter(const Module& module) : m_module(module) {}

  Result<std::string> write() {
    ensure(!m_module.traced(), "StableHLO is written from the HLO dialect");
    std::string text = "module @" + symbol(m_module.name()) +
                       " attributes {mhlo.num_partitions = " + std::to_string(m_module.partitionCount()) +
                       " : i32, mhlo.num_replicas = " + std::to_string(m_module.replicaCount()) + " : i32} {\n";
    m_symbols.insert("main");
    text += function(*m_module.entry(), "main", true);
    while (!m_waiting.empty() && m_faults.empty()) {
      auto [computation, name] = m_waiting.front();
      m_waiting.pop_front();
      text += function(*computation, name, false);
    }
    if (!m_faults.empty()) return std::unexpected(std::move(m_faults));
    return text + "}\n";
  }

 private:
  struct Frame {
    MlirRegion* region;
    bool inFunction;
    std::unordered_map<const Instruction*, Values> values;
  };

  void refuse(const Instruction& instruction, const char* id) {
    m_faults.push_back(
        Diagnostic::error({id, {instruction.name(), std::string(name(instruction.opcode()))}}, instruction.source()));
  }

  Values fresh(size_t count) {
    Values values(count);
    for (MlirValue& value : values) value = ++m_lastValue;
    return values;
  }

  std::string function(const Computation& computation, const std::string& name, bool isPublic) {
    MlirRegion body;
    fillWithArguments(body, computation, true);
    if (!m_faults.empty()) return {};
    std::vector<std::string> names;
    std::string lines = renderMlirBody(body, 4, names);
    std::string text = std::string("  func.func ") + (isPublic ? "public" : "private") + " @" + name + "(";
    std::vector<Shape> arguments;
    for (const Instruction* parameter : computation.parameters()) appendLeaves(parameter->shape(), arguments);
    for (size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + names[i] + ": " + mlirType(arguments[i]);
    return text + ")" + resultTypes(leavesOf(computation.root()->shape()), isPublic) + " {\n" + lines + "  }\n";
  }

  static std::string resultTypes(const std::vector<Shape>& results, bool isPublic) {
    if (results.empty()) return "";
    std::vector<std::string> texts = types(results);
    if (!isPublic) return " -> " + (texts.size() == 1 ? texts[0] : "(" + mlirJoin(texts) + ")");
    for (size_t i = 0; i < texts.size(); ++i) {
      std::string index = texts.size() == 1 ? "" : "[" + std::to_string(i) + "]";
      texts[i] += " {jax.result_info = \"result" + index + "\"}";
    }
    return " -> (" + mlirJoin(texts) + ")";
  }

  /// A region whose block arguments are the computation's parameters.
  void fillWithArguments(MlirRegion& region, const Computation& computation, bool inFunction) {
    std::vector<Values> arguments;
    for (const Instruction* parameter : computation.parameters()) {
      arguments.push_back(fresh(leavesOf(parameter->shape()).size()));
      region.arguments.insert(region.arguments.end(), arguments.back().begin(), arguments.back().end());
    }
    fill(region, computation, arguments, inFunction);
  }

  void fill(MlirRegion& region, const Computation& computation, const std::vector<Values>& parameters,
            bool inFunction) {
    if (++m_depth > kMostNesting) return refuse(*computation.root(), "stablehlo.too_deep");
    Frame frame{&region, inFunction, {}};
    for (const auto& instruction : computation.instructions()) {
      if (++m_written > kMostOperations) return refuse(*instruction, "stablehlo.too_long");
      if (const auto* parameter = instruction->getIf<ParameterAttributes>())
        frame.values[instruction.get()] = parameters.at(static_cast<size_t>(parameter->number));
      else
        frame.values[instruction.get()] = emit(frame, *instruction);
      if (!m_faults.empty()) return;
    }
    MlirOperation end;
    std::string word = inFunction ? "return" : "stablehlo.return";
    std::vector<std::string> texts = uses(frame.values[computation.root()]);
    if (!texts.empty()) word += " " + mlirJoin(texts) + " : " + mlirJoin(types(leavesOf(computation.root()->shape())));
    end.texts = {word};
    region.operations.push_back(std::move(end));
    --m_depth;
  }

  Values add(Frame& frame, MlirOperation operation, size_t results) {
    operation.results = fresh(results);
    frame.region->operations.push_back(std::move(operation));
    return frame.region->operations.back().results;
  }

  Values add(Frame& frame, std::string text, size_t results) {
    MlirOperation operation;
    operation.texts = {std::move(text)};
    return add(frame, std::move(operation), results);
  }

  static Values operandsOf(Frame& frame, const Instruction& instruction) {
    Values all;
    for (const Instruction* operand : instruction.operands()) {
      const Values& values = frame.values.at(operand);
      all.insert(all.end(), values.begin(), values.end());
    }
    return all;
  }

  Values emit(Frame& frame, const Instruction& instruction) {
    switch (instruction.opcode()) {
      case Opcode::Tuple:
      case Opcode::Copy: return operandsOf(frame, instruction);
      case Opcode::GetTupleElement: return element(frame, instruction);
      case Opcode::Call:
      case Opcode::Fusion: return call(frame, instruction);
      case Opcode::While: return loop(frame, instruction);
      case Opcode::Conditional: return conditional(frame, instruction);
      case Opcode::Reduce: return reduce(frame, instruction);
      case Opcode::Sort: return sort(frame, instruction);
      case Opcode::Scatter: return scatter(frame, instruction);
      case Opcode::ReduceWindow: return reduceWindow(frame, instruction);
      case Opcode::SelectAndScatter: return selectAndScatter(frame, instruction);
      case Opcode::RngBitGenerator: return randomBits(frame, instruction);
      case Opcode::CustomCall: return customCall(frame, instruction);
      case Opcode::OptimizationBarrier: return barrier(frame, instruction);
      default: return simple(frame, instruction);
    }
  }

  Values simple(Frame& frame, const Instruction& instruction) {
    std::optional<std::string> text = stableHloText(instruction, uses(operandsOf(frame, instruction)));
    if (!text) {
      refuse(instruction, "stablehlo.not_written");
      return {};
    }
    MlirOperation operation;
    operation.texts = {std::move(*text)};
    if (instruction.isConstant()) {
      bool integer = isInteger(instruction.shape().type()) || instruction.shape().type() == ElementType::Pred;
      operation.hints = {integer ? "c" : "cst"};
    }
    return add(frame, std::move(operation), 1);
  }

  static Values element(Frame& frame, const Instruction& instruction) {
    const Instruction* tuple = instruction.operand(0);
    auto index = static_cast<size_t>(instruction.get<TupleIndexAttributes>().index);
    size_t skip = 0;
    for (size_t i = 0; i < index; ++i) skip += leavesOf(tuple->shape().elements()[i]).size();
    const Values& all = frame.values.at(tuple);
    auto first = all.begin() + static_cast<int64_t>(skip);
    return {first, first + static_cast<int64_t>(leavesOf(instruction.shape()).size())};
  }

  std::string functionName(const Computation& computation) {
    auto [found, isNew] = m_functions.try_emplace(computation.id());
    if (!isNew) return found->second;
    std::string wanted = symbol(computation.name()), name = wanted;
    for (int i = 0; !m_symbols.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    found->second = name;
    m_waiting.emplace_back(&computation, name);
    return name;
  }

  Values call(Frame& frame, const Instruction& instruction) {
    std::vector<Shape> operands, results = leavesOf(instruction.shape());
    for (const Instruction* operand : instruction.operands()) appendLeaves(operand->shape(), operands);
    std::string text = (frame.inFunction ? "call @" : "func.call @") + functionName(callee(instruction, 0)) + "(" +
                       mlirJoin(uses(operandsOf(frame, instruction))) + ") : " + mlirFunctionType(operands, results);
    return add(frame, std::move(text), results.size());
  }

  const Computation& callee(const Instruction& instruction, size_t index) {
    return *m_module.computation(instruction.called().at(index));
  }

  Values loop(Frame& frame, const Instruction& instruction) {
    std::vector<Shape> shapes = leavesOf(instruction.shape());
    Values initial = operandsOf(frame, instruction);
    MlirOperation operation;
    for (size_t i = 0; i < 2; ++i) {
      auto region = std::make_unique<MlirRegion>();
      region->argumentHint = "iterArg";
      fillWithArguments(*region, callee(instruction, i), false);
      operation.regions.push_back(std::move(region));
    }
    std::string text = "stablehlo.while(";
    for (size_t i = 0; i < initial.size(); ++i)
      text += (i > 0 ? ", " : "") + mlirUse(operation.regions[0]->arguments[i]) + " = " + mlirUse(initial[i]);
    operation.texts = {text + ")" + (shapes.empty() ? "" : " : " + mlirJoin(types(shapes))) + "\ncond {", "} do {",
                       "}"};
    return add(frame, std::move(operation), shapes.size());
  }

  Values conditional(Frame& frame, const Instruction& instruction) {
    std::vector<Shape> shapes = leavesOf(instruction.shape());
    const Instruction* selector = instruction.operand(0);
    bool onPredicate = selector->shape().type() == ElementType::Pred;
    MlirOperation operation;
    operation.texts = {std::string(onPredicate ? "\"stablehlo.if\"(" : "\"stablehlo.case\"(") +
                       mlirUse(frame.values.at(selector)[0]) + ") ({"};
    for (size_t i = 0; i < instruction.called().size(); ++i) {
      auto region = std::make_unique<MlirRegion>();
      fill(*region, callee(instruction, i), {frame.values.at(instruction.operand(static_cast<int>(i) + 1))}, false);
      operation.regions.push_back(std::move(region));
      operation.texts.emplace_back("}, {");
    }
    operation.texts.back() = "}) : " + mlirFunctionType({selector->shape()}, shapes);
    return add(frame, std::move(operation), shapes.size());
  }

  /// "applies stablehlo.add": the combiner is one commutative operation on its two parameters.
  static bool isOneOperation(const Computation& combiner) {
    const Instruction* root = combiner.root();
    if (combiner.size() != 3 || root->operandCount() != 2 || !has(root->opcode(), kCommutative)) return false;
    std::vector<Instruction*> parameters = combiner.parameters();
    return parameters.size() == 2 && root->operand(0) == parameters[0] && root->operand(1) == parameters[1];
  }

  Values reduce(Frame& frame, const Instruction& instruction) {
    size_t inputs = static_cast<size_t>(instruction.operandCount()) / 2;
    std::vector<Shape> shapes = leavesOf(instruction.shape()), operands;
    Values values = operandsOf(frame, instruction);
    for (const Instruction* operand : instruction.operands()) operands.push_back(operand->shape());
    std::string text = "stablehlo.reduce";
    for (size_t i = 0; i < inputs; ++i)
      text += (i > 0 ? ", (" : "(") + mlirUse(values[i]) + " init: " + mlirUse(values[inputs + i]) + ")";
    const Computation& combiner = callee(instruction, 0);
    bool applies = inputs == 1 && isOneOperation(combiner);
    if (applies) text += " applies stablehlo." + std::string(op(combiner.root()->opcode()).stablehlo);
    text += " across dimensions = " + mlirList(instruction.get<DimensionsAttributes>().dimensions) + " : " +
            mlirFunctionType(operands, shapes);
    if (applies) return add(frame, std::move(text), 1);
    MlirOperation operation;
    operation.regions.push_back(std::make_unique<MlirRegion>());
    MlirRegion& region = *operation.regions.back();
    fillWithArguments(region, combiner, false);
    text += "\n reducer";
    for (size_t i = 0; i < inputs; ++i) {
      std::string type = ": " + mlirType(Shape::scalar(operands[i].type()));
      text += "(" + mlirUse(region.arguments[i]) + type + ", " + mlirUse(region.arguments[inputs + i]) + type + ") ";
    }
    operation.texts = {text + " {", "}"};
    return add(frame, std::move(operation), shapes.size());
  }

  /// `"stablehlo.sort"(…) <{…}> ({ ^bb0(…): … }) : (…) -> …`, with one region a called computation.
  Values generic(Frame& frame, const Instruction& instruction, const std::string& attributes) {
    std::vector<Shape> operands, results = leavesOf(instruction.shape());
    for (const Instruction* operand : instruction.operands()) appendLeaves(operand->shape(), operands);
    MlirOperation operation;
    std::string text = "\"stablehlo." + std::string(op(instruction.opcode()).stablehlo) + "\"(" +
                       mlirJoin(uses(operandsOf(frame, instruction))) + ") <{" + attributes + "}> ({";
    for (size_t i = 0; i < instruction.called().size(); ++i) {
      operation.regions.push_back(std::make_unique<MlirRegion>());
      MlirRegion& region = *operation.regions.back();
      fillWithArguments(region, callee(instruction, i), false);
      std::vector<Shape> shapes;
      for (const Instruction* parameter : callee(instruction, i).parameters()) appendLeaves(parameter->shape(), shapes);
      text += "\n^bb0(";
      for (size_t k = 0; k < shapes.size(); ++k)
        text += (k > 0 ? ", " : "") + mlirUse(region.arguments[k]) + ": " + mlirType(shapes[k]);
      operation.texts.push_back(text + "):");
      text = "}, {";
    }
    operation.texts.push_back("}) : " + mlirFunctionType(operands, results));
    return add(frame, std::move(operation), results.size());
  }

  Values sort(Frame& frame, const Instruction& instruction) {
    const auto& from = instruction.get<DimensionsAttributes>();
    return generic(frame, instruction,
                   "dimension = " + std::to_string(from.dimensions.at(0)) +
                       " : i64, is_stable = " + (from.stable ? "true" : "false"));
  }

  Values scatter(Frame& frame, const Instruction& instruction) {
    const auto& from = instruction.get<ScatterAttributes>();
    std::vector<std::string> numbers;
    auto list = [&](const char* key, const std::vector<int64_t>& values) {
      if (!values.empty()) numbers.push_back(std::string(key) + " = " + mlirList(values));
    };
    list("update_window_dims", from.updateWindowDims);
    list("inserted_window_dims", from.insertedWindowDims);
    list("input_batching_dims", from.inputBatchingDims);
    list("scatter_indices_batching_dims", from.scatterIndicesBatchingDims);
    list("scatter_dims_to_operand_dims", from.scatterDimsToOperandDims);
    if (from.indexVectorDim != 0) numbers.push_back("index_vector_dim = " + std::to_string(from.indexVectorDim));
    auto flag = [](bool value) { return value ? "true" : "false"; };
    return generic(frame, instruction,
                   std::string("indices_are_sorted = ") + flag(from.indicesAreSorted) +
                       ", scatter_dimension_numbers = #stablehlo.scatter<" + mlirJoin(numbers) +
                       ">, unique_indices = " + flag(from.uniqueIndices));
  }

  struct WindowText {
    std::vector<int64_t> size, stride, base, window;
    std::string padding;
  };

  static WindowText windowText(const std::vector<WindowDimension>& dims) {
    WindowText text;
    std::vector<int64_t> pads;
    for (const WindowDimension& dim : dims) {
      text.size.push_back(dim.size);
      text.stride.push_back(dim.stride);
      text.base.push_back(dim.baseDilation);
      text.window.push_back(dim.windowDilation);
      pads.insert(pads.end(), {dim.padLow, dim.padHigh});
    }
    Shape shape(ElementType::S64, {static_cast<int64_t>(dims.size()), 2});
    text.padding = mlirDense(Literal::fromVector(shape, pads)) + " : tensor<" + std::to_string(dims.size()) + "x2xi64>";
    return text;
  }

  Values reduceWindow(Frame& frame, const Instruction& instruction) {
    WindowText window = windowText(instruction.get<WindowAttributes>().dims);
    return generic(frame, instruction,
                   "base_dilations = " + mlirArray(window.base) + ", padding = " + window.padding +
                       ", window_dilations = " + mlirArray(window.window) + ", window_dimensions = " +
                       mlirArray(window.size) + ", window_strides = " + mlirArray(window.stride));
  }

  Values selectAndScatter(Frame& frame, const Instruction& instruction) {
    WindowText window = windowText(instruction.get<WindowAttributes>().dims);
    return generic(frame, instruction,
                   "padding = " + window.padding + ", window_dimensions = " + mlirArray(window.size) +
                       ", window_strides = " + mlirArray(window.stride));
  }

  Values randomBits(Frame& frame, const Instruction& instruction) {
    const std::string& algorithm = instruction.get<RngAttributes>().algorithm;
    std::string word = algorithm == "rng_three_fry" ? "THREE_FRY" : algorithm == "rng_philox" ? "PHILOX" : "DEFAULT";
    std::vector<Shape> results = leavesOf(instruction.shape());
    MlirOperation operation;
    operation.hints = {"output_state", "output"};
    operation.texts = {"stablehlo.rng_bit_generator " + mlirJoin(uses(operandsOf(frame, instruction))) +
                       ", algorithm = " + word + " : " + mlirFunctionType({instruction.operand(0)->shape()}, results)};
    return add(frame, std::move(operation), results.size());
  }

  Values customCall(Frame& frame, const Instruction& instruction) {
    std::vector<Shape> operands, results = leavesOf(instruction.shape());
    for (const Instruction* operand : instruction.operands()) appendLeaves(operand->shape(), operands);
    std::string attributes;
    for (const auto& [key, value] : instruction.extra()) {
      if (key == "backend_config")
        attributes = " {backend_config = " + (value.starts_with('"') ? value : mlirQuoted(value)) + "}";
    }
    std::string text = "stablehlo.custom_call @" + symbol(instruction.get<CustomCallAttributes>().target) + "(" +
                       mlirJoin(uses(operandsOf(frame, instruction))) + ")" + attributes + " : " +
                       mlirFunctionType(operands, results);
    return add(frame, std::move(text), results.size());
  }

  Values barrier(Frame& frame, const Instruction& instruction) {
    std::vector<Shape> results = leavesOf(instruction.shape());
    std::string text = "stablehlo.optimization_barrier " + mlirJoin(uses(operandsOf(frame, instruction))) + " : " +
                       mlirJoin(types(results));
    return add(frame, std::move(text), results.size());
  }

  const Module& m_module;
  Diagnostics m_faults;
  MlirValue m_lastValue = 0;
  int m_depth = 0;
  int64_t m_written = 0;
  std::unordered_set<std::string> m_symbols;
  std::unordered_map<ComputationId, std::string> m_functions;
  std::deque<std::pair<const Computation*, std::string>> m_waiting;
};

}  // namespace

Result<std::string> writeStableHlo(const Module& module) { return StableHloWriter(module).write(); }

}  // namespace onepot
