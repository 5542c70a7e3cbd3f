// The nodes behind values: a concrete array, and one kind of tracer for each transformation.
#pragma once

#include <string>

#include "engine/ir/instruction.h"
#include "engine/trace/value.h"

namespace onepot {

/// Identity of one level of the stack; outlives it, so that a tracer that leaked can tell.
struct LevelTag {
  int depth = 0;
  bool alive = true;
  std::string function;                // whose tracing it was
  std::vector<std::string> arguments;  // names of the arguments that are traced there
};
using LevelTagPtr = std::shared_ptr<LevelTag>;

class ConcreteValue final : public ValueNode {
 public:
  ConcreteValue(Array array, bool literal)
      : ValueNode(ValueKind::Concrete, {array.shape, array.weakType}, 0), array(std::move(array)), literal(literal) {}
  const Array array;
  const bool literal;
};

class TracerNode : public ValueNode {
 public:
  const LevelTagPtr tag;

 protected:
  TracerNode(ValueKind kind, Aval aval, LevelTagPtr tag)
      : ValueNode(kind, std::move(aval), tag->depth), tag(std::move(tag)) {}
};

/// A value of a function that is being recorded.
class JitTracer final : public TracerNode {
 public:
  JitTracer(Aval aval, LevelTagPtr tag, Instruction* instruction)
      : TracerNode(ValueKind::Jit, std::move(aval), std::move(tag)), instruction(instruction) {}
  Instruction* const instruction;  // valid while the tag is alive
};

/// A value with its derivative along the direction that is being followed; both live one level below.
class JvpTracer final : public TracerNode {
 public:
  JvpTracer(LevelTagPtr tag, Value primal, Value tangent)
      : TracerNode(ValueKind::Jvp, primal->aval(), std::move(tag)),
        primal(std::move(primal)),
        tangent(std::move(tangent)) {}
  const Value primal, tangent;  // the tangent is never null
};

/// All values of a batch: `value` has the batch along `dimension`; aval() is that of one of them.
class BatchTracer final : public TracerNode {
 public:
  BatchTracer(Aval aval, LevelTagPtr tag, Value value, int64_t dimension)
      : TracerNode(ValueKind::Batch, std::move(aval), std::move(tag)), value(std::move(value)), dimension(dimension) {}
  const Value value;
  const int64_t dimension;
};

/// A value that depends linearly on the inputs of a tape: the tape's slot number.
class LinearTracer final : public TracerNode {
 public:
  LinearTracer(Aval aval, LevelTagPtr tag, int64_t slot)
      : TracerNode(ValueKind::Linear, std::move(aval), std::move(tag)), slot(slot) {}
  const int64_t slot;
};

/// The value as the tracer class T, if it belongs to the level of `tag`.
template <typename T>
const T* tracerOf(const Value& value, const LevelTag* tag, ValueKind kind) {
  if (value == nullptr || value->kind() != kind) return nullptr;
  const auto* tracer = static_cast<const T*>(value.get());
  return tracer->tag.get() == tag ? tracer : nullptr;
}

}  // namespace onepot
