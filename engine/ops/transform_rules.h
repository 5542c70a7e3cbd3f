// What a derivative, transpose or batching rule of the op table may ask of the tracer, and what it must fill in.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/message.h"
#include "engine/ir/attributes.h"
#include "engine/ir/opcode.h"
#include "engine/ir/shape.h"

namespace onepot {

class ValueNode;
using Value = std::shared_ptr<const ValueNode>;

/// One application of a rule. Which members hold something depends on the column; a null Value is a symbolic zero among
/// tangents and cotangents, and a linear operand among the operands of a transpose rule.
class TransformContext {
 public:
  TransformContext(Opcode opcode, const Attributes& attributes, std::vector<Value> operands)
      : opcode(opcode), attributes(attributes), operands(std::move(operands)) {}
  virtual ~TransformContext() = default;

  /// Binds an operation one level below the transformation; the operation itself with its own combiner or comparator.
  virtual std::vector<Value> bindAll(Opcode opcode, std::vector<Value> operands, Attributes attributes = {},
                                     std::optional<Shape> written = {}) = 0;
  Value bind(Opcode opcode, std::vector<Value> operands, Attributes attributes = {},
             std::optional<Shape> written = {}) {
    return bindAll(opcode, std::move(operands), std::move(attributes), std::move(written)).front();
  }
  /// scatter and the like, with a combiner of two scalars: `combiner` is add, maximum…
  virtual Value bindCombining(Opcode opcode, Opcode combiner, std::vector<Value> operands, Attributes attributes) = 0;
  /// How the operation that is transformed combines: add, maximum…, or parameter where the new value takes the old
  /// one's place. None: in some way of its own.
  virtual std::optional<Opcode> combiner() const = 0;
  /// sort: its results, then the s32 positions that the elements had along its dimension.
  virtual std::vector<Value> sortWithPositions() = 0;
  virtual const Shape& shapeOf(const Value& value) const = 0;
  /// A scalar literal of `type`.
  virtual Value scalar(ElementType type, double value) = 0;
  /// batch: the operation once for each of the batch, one after another: right for every operation.
  virtual void loopOverBatch() = 0;
  /// The user asks for something that has no rule: throws NotImplementedError with the operation's name.
  [[noreturn]] virtual void refuse(Message message) = 0;

  template <typename T>
  const T& get() const {
    return std::get<T>(attributes);
  }

  const Opcode opcode;
  const Attributes& attributes;
  std::optional<Shape> written;  // the result's shape as the operation was bound with (unbatched)

  /// jvp: the primal operands. batch: operands with their batch dimensions in place. transpose: null where linear.
  std::vector<Value> operands;
  std::vector<Value> tangents;                    // jvp
  Value cotangent;                                // transpose: of the result; never null
  std::vector<Shape> operandShapes;               // transpose: also of the linear ones
  std::vector<std::optional<int64_t>> batchDims;  // batch: by operand
  int64_t batchSize = 0;                          // batch

  std::vector<Value> results;                           // jvp, batch
  std::vector<Value> resultTangents;                    // jvp: by result, null for zero
  std::vector<Value> operandCotangents;                 // transpose: by operand, null for zero or not linear
  std::vector<std::optional<int64_t>> resultBatchDims;  // batch
};

}  // namespace onepot
