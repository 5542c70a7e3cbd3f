#include "engine/backend/kernel_planner.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/backend/element_emitter.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

bool isSupportedType(ElementType type) {
  const TypeClass kind = typeClass(type);
  if (kind == TypeClass::Pred) return true;
  if (isFloat(type)) return byteWidth(type) > 1;
  return isInteger(type) && elementTypeInfo(type).bits >= 8;
}

}  // namespace

bool isSupportedShape(const Shape& shape) {
  if (shape.isTuple()) return std::ranges::all_of(shape.elements(), isSupportedShape);
  return shape.isArray() && !shape.hasDynamicDimensions() && isSupportedType(shape.type());
}

bool hasScalarRules(const Computation& computation) {
  return std::ranges::all_of(computation.instructions(), [](const auto& i) {
    const Opcode opcode = i->opcode();
    return opcode == Opcode::Parameter || opcode == Opcode::Constant || opcode == Opcode::Tuple ||
           op(opcode).element != nullptr;
  });
}

namespace {

/// Cumulative sums and the like: window by window they take quadratic time, by the reference rules linear time.
bool isRunningWindow(const Instruction& instruction) {
  const auto& dims = instruction.get<WindowAttributes>().dims;
  return std::ranges::any_of(dims, [](const WindowDimension& d) {
    return d.size > 256 && (d.padLow == d.size - 1 || d.padHigh == d.size - 1);
  });
}

bool canEmitAlone(const Instruction& instruction, const Module& module) {
  if (!isSupportedShape(instruction.shape())) return false;
  for (const Instruction* operand : instruction.operands())
    if (!isSupportedShape(operand->shape())) return false;
  switch (instruction.opcode()) {
    case Opcode::Parameter:
    case Opcode::Constant:
    case Opcode::Tuple:
    case Opcode::GetTupleElement: return true;
    case Opcode::ReduceWindow:
      if (isRunningWindow(instruction)) return false;
      [[fallthrough]];
    case Opcode::Reduce:
    case Opcode::Map:
    case Opcode::Scatter: return hasScalarRules(*module.computation(instruction.called()[0]));
    case Opcode::Convolution: return instruction.shape().type() != ElementType::Pred;
    case Opcode::Dot: return true;
    default: return op(instruction.opcode()).element != nullptr;
  }
}

std::vector<int64_t> sortedDimensions(const Instruction* reduce) {
  std::vector<int64_t> sorted = reduce->get<DimensionsAttributes>().dimensions;
  std::ranges::sort(sorted);
  return sorted;
}

bool reduceAlike(const Instruction* a, const Instruction* b) {
  return a->operand(0)->shape().sameDims(b->operand(0)->shape()) && sortedDimensions(a) == sortedDimensions(b);
}

const Shape& resultShape(const Instruction* reduce) {
  return reduce->shape().isTuple() ? reduce->shape().elements()[0] : reduce->shape();
}

/// Reductions of a fusion that may share a loop: over the same elements, none fed by another.
std::vector<std::vector<const Instruction*>> groupsOf(const std::vector<const Instruction*>& members) {
  std::unordered_map<const Instruction*, int> depth;
  std::vector<std::pair<int, std::vector<const Instruction*>>> groups;
  for (const Instruction* i : members) {
    int deepest = 0;
    for (const Instruction* operand : i->operands()) {
      auto found = depth.find(operand);
      if (found != depth.end()) deepest = std::max(deepest, found->second);
    }
    depth[i] = deepest + (i->opcode() == Opcode::Reduce ? 1 : 0);
    if (i->opcode() != Opcode::Reduce) continue;
    auto group =
        std::ranges::find_if(groups, [&](const auto& g) { return g.first == depth[i] && reduceAlike(g.second[0], i); });
    if (group != groups.end())
      group->second.push_back(i);
    else
      groups.push_back({depth[i], {i}});
  }
  std::vector<std::vector<const Instruction*>> result;
  for (auto& [d, group] : groups) result.push_back(std::move(group));
  return result;
}

std::vector<ElementType> partialTypesOf(const std::vector<const Instruction*>& reduces, const Module& module) {
  std::vector<ElementType> types;
  for (const Instruction* reduce : reduces) {
    const bool simple = combinerOf(*module.computation(reduce->called()[0])).isSimple();
    for (int k = 0; k < reduce->operandCount() / 2; ++k) {
      const ElementType type = reduce->operand(k)->shape().type();
      types.push_back(simple && isFloat(type) && byteWidth(type) < 4 ? ElementType::F32 : type);
    }
  }
  return types;
}

/// Loop order of a body whose outputs all have the reductions' result dimensions.
void chooseReduction(KernelBody& body, int threads) {
  const Instruction* reduce = body.reduces[0];
  const Shape& in = reduce->operand(0)->shape();
  const int64_t work = in.elementCount(), results = resultShape(reduce).elementCount();
  const std::vector<int64_t> reduced = sortedDimensions(reduce);
  if (work == 0 || reduced.empty()) return;
  const int minor = in.rank() - 1;
  const bool rows = reduced.back() == minor;
  const int64_t units = rows ? results : (results + 1023) / 1024;
  const int64_t outermost = in.dim(static_cast<int>(reduced[0]));
  const int64_t chunks = std::min({outermost / (reduced.size() == 1 && rows ? 64 : 1), work / 8192, int64_t{256}});
  if (units < 2 * threads && work >= 1 << 16 && chunks >= 4 && results <= 4096) {
    body.strategy = KernelStrategy::PartialReduction;
    body.chunks = chunks;
    return;
  }
  if (rows && in.dim(minor) >= 8) {
    body.strategy = KernelStrategy::RowReduction;
  } else if (!rows && body.outputs[0].shape().rank() > 0 && in.dim(minor) >= 8 && work / results >= 8) {
    body.strategy = KernelStrategy::ColumnReduction;
  }
}

}  // namespace

bool canEmit(const Instruction& instruction, const Module& module) {
  if (instruction.opcode() != Opcode::Fusion) return canEmitAlone(instruction, module);
  const Computation& body = *module.computation(instruction.called()[0]);
  return std::ranges::all_of(body.instructions(), [&](const auto& i) { return canEmitAlone(*i, module); });
}

namespace {

void addOutputs(KernelBody& body, const Instruction* root) {
  if (root->opcode() == Opcode::Tuple) {
    for (const Instruction* element : root->operands()) body.outputs.push_back({element, 0});
    return;
  }
  const int count = root->shape().isTuple() ? static_cast<int>(root->shape().elements().size()) : 1;
  for (int k = 0; k < count; ++k) body.outputs.push_back({root, k});
}

/// Inputs, outputs and members; returns which operand each input is.
std::vector<int> fillBody(KernelBody& body, const Instruction& instruction) {
  std::vector<int> operandOf;
  if (instruction.opcode() == Opcode::Fusion) {
    const Computation& fused = *body.module->computation(instruction.called()[0]);
    for (const Instruction* parameter : fused.parameters()) {
      operandOf.push_back(static_cast<int>(body.inputs.size()));
      body.inputs.push_back({parameter, 0});
    }
    for (const auto& i : fused.instructions())
      if (i->opcode() != Opcode::Parameter) body.members.push_back(i.get());
    addOutputs(body, fused.root());
    return operandOf;
  }
  for (int k = 0; k < instruction.operandCount(); ++k) {
    const Instruction* operand = instruction.operand(k);
    const bool known = std::ranges::any_of(body.inputs, [&](const ArrayValue& v) { return v.instruction == operand; });
    if (known || (operand->isConstant() && operand->shape().elementCount() == 1)) continue;
    operandOf.push_back(k);
    body.inputs.push_back({operand, 0});
  }
  body.members.push_back(&instruction);
  addOutputs(body, &instruction);
  return operandOf;
}

}  // namespace

std::vector<KernelBody> planKernels(const Instruction& instruction, const Module& module, int threads,
                                    const std::function<bool(int, int)>& overlays) {
  KernelBody body;
  body.module = &module;
  const std::vector<int> operandOf = fillBody(body, instruction);
  const Instruction* root = body.outputs[0].instruction;
  bool updates = false;
  for (size_t o = 0; o < body.outputs.size(); ++o)
    for (size_t i = 0; i < body.inputs.size(); ++i) {
      if (!overlays(static_cast<int>(o), operandOf[i])) continue;
      body.overlays = true;
      updates =
          updates || (root->opcode() == Opcode::DynamicUpdateSlice && root->operand(0) == body.inputs[i].instruction);
    }
  if (updates || root->opcode() == Opcode::Scatter) {
    body.strategy = updates ? KernelStrategy::UpdateInPlace : KernelStrategy::Scatter;
    return {std::move(body)};
  }
  body.groups = groupsOf(body.members);
  const bool plainReduction =
      body.groups.size() == 1 && std::ranges::all_of(body.outputs, [&](const ArrayValue& output) {
        return output.shape().sameDims(resultShape(body.groups[0][0]));
      });
  body.rowWise = !body.groups.empty() && !plainReduction;
  if (!plainReduction) return {std::move(body)};
  body.reduces = body.groups[0];
  chooseReduction(body, threads);
  if (body.strategy != KernelStrategy::PartialReduction) return {std::move(body)};
  body.partialTypes = partialTypesOf(body.reduces, module);
  KernelBody second = body;
  second.strategy = KernelStrategy::CombineReduction;
  return {std::move(body), std::move(second)};
}

std::string fingerprint(const KernelBody& body) {
  std::string text = std::to_string(static_cast<int>(body.strategy)) + ' ' + std::to_string(body.chunks) +
                     (body.overlays ? " over" : "") + '\n';
  std::unordered_map<const Instruction*, size_t> place;
  for (const ArrayValue& input : body.inputs) {
    place.emplace(input.instruction, place.size());
    text += input.shape().text() + '\n';
  }
  const auto add = [&](const Instruction* i) {
    text += name(i->opcode());
    text += ' ' + i->shape().text();
    for (const Instruction* operand : i->operands()) {
      auto found = place.find(operand);
      // A scalar constant operand of a lone instruction is part of the code.
      text += found != place.end() ? ' ' + std::to_string(found->second) : " =" + operand->literal().text();
    }
    if (i->isConstant()) text += i->literal().text();
    for (ComputationId id : i->called()) text += print(*body.module->computation(id));
    text += printAttributes(*i, *body.module, {.extra = false});
    text += '\n';
    place.emplace(i, place.size());
  };
  for (const Instruction* member : body.members) add(member);
  for (const ArrayValue& output : body.outputs)
    text += std::to_string(place.at(output.instruction)) + '.' + std::to_string(output.output) + ' ';
  return text;
}

std::string loopOrderText(const KernelBody& body, int vectorWidth) {
  const std::string lanes = std::to_string(vectorWidth);
  switch (body.strategy) {
    case KernelStrategy::Loop: return "elements, " + lanes + " at a time";
    case KernelStrategy::RowReduction: return "results one by one, each over its row in vectors";
    case KernelStrategy::ColumnReduction: return "blocks of columns, then rows, " + lanes + " columns at a time";
    case KernelStrategy::PartialReduction:
      return std::to_string(body.chunks) + " partial results, then their combination";
    case KernelStrategy::CombineReduction: return "results, each from its partial results";
    case KernelStrategy::Scatter: return "updates one after another, " + lanes + " elements at a time";
    case KernelStrategy::UpdateInPlace: return "the updated block in place, " + lanes + " at a time";
  }
  return {};
}

namespace {

/// Of one slice: its start where everything it takes lies in one stretch.
int64_t sliceOffset(const Instruction& slice) {
  const auto& attributes = slice.get<SliceAttributes>();
  const Shape &in = slice.operand(0)->shape(), &out = slice.shape();
  int64_t offset = 0, stride = 1;
  bool narrowed = false;
  for (int d = in.rank() - 1; d >= 0; --d) {
    const size_t k = static_cast<size_t>(d);
    const bool steps = !attributes.strides.empty() && attributes.strides[k] != 1 && out.dim(d) > 1;
    if (steps || (narrowed && out.dim(d) != 1)) return -1;
    narrowed = narrowed || out.dim(d) != in.dim(d);
    offset += attributes.starts[k] * stride;
    stride *= in.dim(d);
  }
  return offset;
}

}  // namespace

int64_t contiguousOffset(const Instruction& instruction, const Module& module) {
  const Instruction* current = &instruction;
  const Computation* fused = nullptr;
  if (instruction.opcode() == Opcode::Fusion) {
    fused = module.computation(instruction.called()[0]);
    if (fused->parameters().size() != 1) return -1;
    current = fused->root();
  }
  int64_t elements = 0;
  while (true) {
    if (!current->shape().isArray() || !isRowMajor(current->shape())) return -1;
    if (current->opcode() == Opcode::Parameter && fused) break;
    const bool same = current->opcode() == Opcode::Copy || current->opcode() == Opcode::Reshape ||
                      current->opcode() == Opcode::Bitcast;
    if (!same && current->opcode() != Opcode::Slice) return -1;
    if (current->opcode() == Opcode::Slice) {
      const int64_t offset = sliceOffset(*current);
      if (offset < 0) return -1;
      elements += offset;
    }
    current = current->operand(0);
    if (!fused) break;
  }
  if (!isRowMajor(current->shape())) return -1;
  return elements * byteWidth(instruction.shape().type());
}

}  // namespace onepot
