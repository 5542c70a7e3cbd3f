// Adds instructions to a computation with shapes inferred: how passes, tests and the tracer's lowering write HLO.
#pragma once

#include <vector>

#include "engine/ir/module.h"

namespace onepot {

/// Shapes are asked of the op table; a wrong combination throws InternalError (builders are not for user input).
class Builder {
 public:
  explicit Builder(Computation* computation) : m_computation(computation) {}

  Computation* computation() const { return m_computation; }
  /// New instructions go before `position` (null: at the end) and take over its source, metadata and origins.
  void insertBefore(Instruction* position) { m_position = position; }
  /// New instructions stand for `instruction` (source, metadata, origins), wherever they are put.
  void standingFor(Instruction* instruction) { m_standingFor = instruction; }

  Instruction* parameter(int64_t number, Shape shape, std::string name = {});
  Instruction* constant(Literal value);
  /// A scalar constant of `type`, or one broadcast to `shape` where that is not a scalar.
  Instruction* constant(ElementType type, double value);
  Instruction* constantLike(const Shape& shape, double value);
  Instruction* iota(Shape shape, int64_t dimension);
  Instruction* unary(Opcode opcode, Instruction* operand);
  Instruction* binary(Opcode opcode, Instruction* lhs, Instruction* rhs);
  Instruction* compare(CompareDirection direction, Instruction* lhs, Instruction* rhs);
  Instruction* select(Instruction* predicate, Instruction* onTrue, Instruction* onFalse);
  Instruction* convert(Instruction* operand, ElementType type);
  Instruction* bitcastConvert(Instruction* operand, ElementType type);
  Instruction* broadcast(Instruction* operand, Shape shape, std::vector<int64_t> dimensions);
  Instruction* reshape(Instruction* operand, std::vector<int64_t> dims);
  Instruction* transpose(Instruction* operand, std::vector<int64_t> permutation);
  Instruction* slice(Instruction* operand, std::vector<int64_t> starts, std::vector<int64_t> limits,
                     std::vector<int64_t> strides);
  Instruction* concatenate(std::vector<Instruction*> operands, int64_t dimension);
  Instruction* pad(Instruction* operand, Instruction* value, PadAttributes attributes);
  Instruction* dynamicSlice(Instruction* operand, std::vector<Instruction*> starts, std::vector<int64_t> sizes);
  Instruction* dynamicUpdateSlice(Instruction* operand, Instruction* update, std::vector<Instruction*> starts);
  Instruction* reduce(Instruction* operand, Instruction* init, std::vector<int64_t> dimensions, ComputationId combiner);
  Instruction* tuple(std::vector<Instruction*> elements);
  Instruction* getTupleElement(Instruction* tuple, int64_t index);
  /// Anything else: the shape is inferred unless `shape` is given.
  Instruction* add(Opcode opcode, std::vector<Instruction*> operands, Attributes attributes = {},
                   std::vector<ComputationId> called = {}, Shape shape = {});

 private:
  Computation* m_computation;
  Instruction* m_position = nullptr;
  Instruction* m_standingFor = nullptr;
};

/// A two-parameter scalar computation "opcode(a, b)" of `type` in `module`; made once, found again by name ("add_f32").
ComputationId scalarCombiner(Module& module, Opcode opcode, ElementType type);

}  // namespace onepot
