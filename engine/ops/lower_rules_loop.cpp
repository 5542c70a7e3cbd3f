// scan and while as HLO's while: one tuple of state, the bodies called from the loop's own computations.
#include "engine/ops/lower_rules.h"

namespace onepot {

namespace {

std::vector<Instruction*> elementsOf(Builder& builder, Instruction* tuple) {
  std::vector<Instruction*> elements;
  for (size_t i = 0; i < tuple->shape().elements().size(); ++i)
    elements.push_back(builder.getTupleElement(tuple, static_cast<int64_t>(i)));
  return elements;
}

std::vector<int64_t> withFront(int64_t size, const Shape& shape) {
  std::vector<int64_t> dims = shape.dims();
  dims.insert(dims.begin(), size);
  return dims;
}

Instruction* zero(Builder& builder) { return builder.constant(Literal::scalarInt(ElementType::S32, 0)); }

std::vector<Instruction*> rowAt(Builder& builder, Instruction* index, int rank) {
  std::vector<Instruction*> starts(static_cast<size_t>(rank), nullptr);
  starts[0] = index;
  for (int i = 1; i < rank; ++i) starts[static_cast<size_t>(i)] = zero(builder);
  return starts;
}

/// Row `index` of a stacked array.
Instruction* readRow(Builder& builder, Instruction* stacked, Instruction* index) {
  std::vector<int64_t> sizes = stacked->shape().dims();
  sizes[0] = 1;
  Instruction* row = builder.dynamicSlice(stacked, rowAt(builder, index, stacked->shape().rank()), sizes);
  return builder.reshape(row, {sizes.begin() + 1, sizes.end()});
}

Instruction* writeRow(Builder& builder, Instruction* stacked, Instruction* value, Instruction* index) {
  Instruction* row = builder.reshape(value, withFront(1, value->shape()));
  return builder.dynamicUpdateSlice(stacked, row, rowAt(builder, index, stacked->shape().rank()));
}

/// Where the parts of a scan's state lie in its tuple: counter, consts, carries, inputs, outputs.
struct ScanState {
  size_t carries, inputs, outputs, size;
};

ComputationId scanCondition(Module& module, const std::string& name, const Shape& state, int64_t length) {
  Computation* made = module.addComputation(name + "_cond");
  Builder builder(made);
  Instruction* counter = builder.getTupleElement(builder.parameter(0, state), 0);
  Instruction* end = builder.constant(Literal::scalarInt(ElementType::S32, length));
  made->setRoot(builder.compare(CompareDirection::LT, counter, end));
  return made->id();
}

ComputationId scanBody(Module& module, const std::string& name, ComputationId body, const Shape& state,
                       const ScanState& parts, const ScanAttributes& scan) {
  Computation* made = module.addComputation(name + "_body");
  Builder builder(made);
  std::vector<Instruction*> values = elementsOf(builder, builder.parameter(0, state));
  Instruction* counter = values[0];
  Instruction* one = builder.constant(Literal::scalarInt(ElementType::S32, 1));
  Instruction* row = counter;
  if (scan.reverse) {
    Instruction* last = builder.constant(Literal::scalarInt(ElementType::S32, scan.length - 1));
    row = builder.binary(Opcode::Subtract, last, counter);
  }
  std::vector<Instruction*> arguments(values.begin() + 1, values.begin() + static_cast<ptrdiff_t>(parts.inputs));
  for (size_t i = parts.inputs; i < parts.outputs; ++i) arguments.push_back(readRow(builder, values[i], row));
  std::vector<Instruction*> results = elementsOf(builder, builder.add(Opcode::Call, std::move(arguments), {}, {body}));
  size_t carries = parts.inputs - parts.carries;
  values[0] = builder.binary(Opcode::Add, counter, one);
  for (size_t i = 0; i < carries; ++i) values[parts.carries + i] = results[i];
  for (size_t i = parts.outputs; i < parts.size; ++i)
    values[i] = writeRow(builder, values[i], results[carries + i - parts.outputs], row);
  made->setRoot(builder.tuple(std::move(values)));
  return made->id();
}

}  // namespace

void lowerScan(LoweringContext& context) {
  Builder& builder = context.builder;
  const auto& scan = context.instruction.get<ScanAttributes>();
  ComputationId body = context.instruction.called().front();
  ScanState parts{};
  parts.carries = 1 + static_cast<size_t>(scan.numConsts);
  parts.inputs = parts.carries + static_cast<size_t>(scan.numCarry);
  parts.outputs = 1 + context.operands.size();
  std::vector<Instruction*> values{zero(builder)};
  values.insert(values.end(), context.operands.begin(), context.operands.end());
  const std::vector<Shape> results = physicalShape(context.instruction.shape()).elements();
  for (size_t i = static_cast<size_t>(scan.numCarry); i < results.size(); ++i)
    values.push_back(builder.constantLike(results[i], 0));
  parts.size = values.size();
  Instruction* state = builder.tuple(std::move(values));
  std::string name = context.module.computation(body)->name();
  ComputationId condition = scanCondition(context.module, name, state->shape(), scan.length);
  ComputationId step = scanBody(context.module, name, body, state->shape(), parts, scan);
  Instruction* loop = builder.add(Opcode::While, {state}, {}, {condition, step}, state->shape());
  std::vector<Instruction*> all;
  for (size_t i = parts.carries; i < parts.inputs; ++i)
    all.push_back(builder.getTupleElement(loop, static_cast<int64_t>(i)));
  for (size_t i = parts.outputs; i < parts.size; ++i)
    all.push_back(builder.getTupleElement(loop, static_cast<int64_t>(i)));
  context.setResult(builder.tuple(std::move(all)));
}

namespace {

using Span = std::pair<size_t, size_t>;  // from, to

std::vector<Instruction*> slicesOf(const std::vector<Instruction*>& values, Span first, Span second) {
  std::vector<Instruction*> all;
  for (Span span : {first, second})
    for (size_t i = span.first; i < span.second; ++i) all.push_back(values[i]);
  return all;
}

ComputationId whileCondition(Module& module, ComputationId cond, const Shape& state, Span consts, Span carry) {
  Computation* made = module.addComputation(module.computation(cond)->name() + "_cond");
  Builder builder(made);
  std::vector<Instruction*> values = elementsOf(builder, builder.parameter(0, state));
  Instruction* call = builder.add(Opcode::Call, slicesOf(values, consts, carry), {}, {cond});
  made->setRoot(builder.getTupleElement(call, 0));
  return made->id();
}

ComputationId whileBody(Module& module, ComputationId body, const Shape& state, Span consts, Span carry) {
  Computation* made = module.addComputation(module.computation(body)->name() + "_body");
  Builder builder(made);
  std::vector<Instruction*> values = elementsOf(builder, builder.parameter(0, state));
  Instruction* call = builder.add(Opcode::Call, slicesOf(values, consts, carry), {}, {body});
  std::vector<Instruction*> results = elementsOf(builder, call);
  std::ranges::copy(results, values.begin() + static_cast<ptrdiff_t>(carry.first));
  made->setRoot(builder.tuple(std::move(values)));
  return made->id();
}

}  // namespace

void lowerWhileLoop(LoweringContext& context) {
  Builder& builder = context.builder;
  const auto& loop = context.instruction.get<WhileAttributes>();
  auto condConsts = static_cast<size_t>(loop.condConsts);
  size_t consts = condConsts + static_cast<size_t>(loop.bodyConsts);
  Instruction* state = builder.tuple(context.operands);
  Span carry{consts, context.operands.size()};
  ComputationId cond =
      whileCondition(context.module, context.instruction.called()[0], state->shape(), {0, condConsts}, carry);
  ComputationId body =
      whileBody(context.module, context.instruction.called()[1], state->shape(), {condConsts, consts}, carry);
  Instruction* made = builder.add(Opcode::While, {state}, {}, {cond, body}, state->shape());
  std::vector<Instruction*> all;
  for (size_t i = carry.first; i < carry.second; ++i)
    all.push_back(builder.getTupleElement(made, static_cast<int64_t>(i)));
  context.setResult(builder.tuple(std::move(all)));
}

}  // namespace onepot
