#include "engine/ir/builder.h"

#include "engine/ir/shape_inference.h"

namespace onepot {

Instruction* Builder::add(Opcode opcode, std::vector<Instruction*> operands, Attributes attributes,
                          std::vector<ComputationId> called, Shape shape) {
  Module* module = m_computation->module();
  ensure(module != nullptr, "a frozen computation cannot change");
  ShapeQuery query;
  query.opcode = opcode;
  query.attributes = &attributes;
  query.traced = module->traced();
  if (shape.type() != ElementType::Invalid) query.written = &shape;
  for (const Instruction* operand : operands) query.operands.push_back(&operand->shape());
  for (ComputationId callee : called) query.called.push_back(module->computation(callee));
  Result<Shape> inferred = inferShape(query);
  if (!inferred)
    throw InternalError("built a wrong " + std::string(name(opcode)) + ": " + inferred.error().front().message.text());
  if (query.written == nullptr) shape = std::move(*inferred);

  NewInstruction made{opcode, std::move(shape), std::move(operands), std::move(attributes), std::move(called), {}, 0};
  Instruction* model = m_standingFor != nullptr ? m_standingFor : m_position;
  Instruction* added = m_position != nullptr ? m_computation->addBefore(m_position, std::move(made))
                                             : m_computation->add(std::move(made));
  if (model != nullptr) {
    added->setSource(model->source());
    added->setMetadata(model->metadata());
    added->addOrigins(model->origins());
    InstructionId id = model->id();
    added->addOrigins({&id, 1});
  }
  return added;
}

Instruction* Builder::parameter(int64_t number, Shape shape, std::string name) {
  Instruction* added = add(Opcode::Parameter, {}, ParameterAttributes{number}, {}, std::move(shape));
  if (!name.empty()) added->setName(m_computation->module()->uniqueName(std::move(name)));
  return added;
}

Instruction* Builder::constant(Literal value) {
  Shape shape = value.shape();
  return add(Opcode::Constant, {}, ConstantAttributes{std::move(value), false}, {}, std::move(shape));
}

Instruction* Builder::constant(ElementType type, double value) { return constant(Literal::scalar(type, value)); }

Instruction* Builder::constantLike(const Shape& shape, double value) {
  Instruction* scalar = constant(shape.type(), value);
  return shape.rank() == 0 ? scalar : broadcast(scalar, shape, {});
}

Instruction* Builder::iota(Shape shape, int64_t dimension) {
  return add(Opcode::Iota, {}, DimensionsAttributes{{dimension}, false, false}, {}, std::move(shape));
}

Instruction* Builder::unary(Opcode opcode, Instruction* operand) { return add(opcode, {operand}); }

Instruction* Builder::binary(Opcode opcode, Instruction* lhs, Instruction* rhs) { return add(opcode, {lhs, rhs}); }

Instruction* Builder::compare(CompareDirection direction, Instruction* lhs, Instruction* rhs) {
  return add(Opcode::Compare, {lhs, rhs}, CompareAttributes{direction, CompareOrder::Default});
}

Instruction* Builder::select(Instruction* predicate, Instruction* onTrue, Instruction* onFalse) {
  return add(Opcode::Select, {predicate, onTrue, onFalse});
}

Instruction* Builder::convert(Instruction* operand, ElementType type) {
  return add(Opcode::Convert, {operand}, {}, {}, operand->shape().withType(type));
}

Instruction* Builder::bitcastConvert(Instruction* operand, ElementType type) {
  std::vector<int64_t> dims = operand->shape().dims();
  int from = elementTypeInfo(operand->shape().type()).bits, to = elementTypeInfo(type).bits;
  if (from > to) dims.push_back(from / to);
  if (from < to) {
    ensure(!dims.empty() && dims.back() == to / from, "bitcast-convert to a wider type takes up the last dimension");
    dims.pop_back();
  }
  return add(Opcode::BitcastConvert, {operand}, {}, {}, Shape(type, std::move(dims)));
}

Instruction* Builder::broadcast(Instruction* operand, Shape shape, std::vector<int64_t> dimensions) {
  return add(Opcode::Broadcast, {operand}, DimensionsAttributes{std::move(dimensions), false, false}, {},
             std::move(shape));
}

Instruction* Builder::reshape(Instruction* operand, std::vector<int64_t> dims) {
  return add(Opcode::Reshape, {operand}, {}, {}, Shape(operand->shape().type(), std::move(dims)));
}

Instruction* Builder::transpose(Instruction* operand, std::vector<int64_t> permutation) {
  return add(Opcode::Transpose, {operand}, DimensionsAttributes{std::move(permutation), false, false});
}

Instruction* Builder::slice(Instruction* operand, std::vector<int64_t> starts, std::vector<int64_t> limits,
                            std::vector<int64_t> strides) {
  return add(Opcode::Slice, {operand}, SliceAttributes{std::move(starts), std::move(limits), std::move(strides)});
}

Instruction* Builder::concatenate(std::vector<Instruction*> operands, int64_t dimension) {
  return add(Opcode::Concatenate, std::move(operands), DimensionsAttributes{{dimension}, false, false});
}

Instruction* Builder::pad(Instruction* operand, Instruction* value, PadAttributes attributes) {
  return add(Opcode::Pad, {operand, value}, std::move(attributes));
}

Instruction* Builder::dynamicSlice(Instruction* operand, std::vector<Instruction*> starts, std::vector<int64_t> sizes) {
  starts.insert(starts.begin(), operand);
  return add(Opcode::DynamicSlice, std::move(starts), DynamicSliceAttributes{std::move(sizes)});
}

Instruction* Builder::dynamicUpdateSlice(Instruction* operand, Instruction* update, std::vector<Instruction*> starts) {
  starts.insert(starts.begin(), {operand, update});
  return add(Opcode::DynamicUpdateSlice, std::move(starts));
}

Instruction* Builder::reduce(Instruction* operand, Instruction* init, std::vector<int64_t> dimensions,
                             ComputationId combiner) {
  return add(Opcode::Reduce, {operand, init}, DimensionsAttributes{std::move(dimensions), false, false}, {combiner});
}

Instruction* Builder::tuple(std::vector<Instruction*> elements) { return add(Opcode::Tuple, std::move(elements)); }

Instruction* Builder::getTupleElement(Instruction* tuple, int64_t index) {
  return add(Opcode::GetTupleElement, {tuple}, TupleIndexAttributes{index});
}

ComputationId scalarCombiner(Module& module, Opcode opcode, ElementType type) {
  std::string wanted = std::string(name(opcode)) + "_" + std::string(name(type));
  Shape shape = Shape::scalar(type);
  for (const auto& computation : module.computations()) {
    if (computation->name() != wanted || computation->size() != 3) continue;
    const Instruction* root = computation->root();
    if (root->opcode() == opcode && root->shape() == shape && root->operandCount() == 2) return computation->id();
  }
  Computation* made = module.addComputation(wanted);
  Builder builder(made);
  Instruction* lhs = builder.parameter(0, shape);
  Instruction* rhs = builder.parameter(1, shape);
  made->setRoot(builder.binary(opcode, lhs, rhs));
  return made->id();
}

}  // namespace onepot
