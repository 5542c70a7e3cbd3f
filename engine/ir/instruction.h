// One operation of a computation: opcode, shape, operands, attributes, and where it came from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/source_range.h"
#include "engine/ir/attributes.h"
#include "engine/ir/opcode.h"
#include "engine/ir/shape.h"

namespace onepot {

class Computation;

/// Unique in a module and in every later stage of its compilation; never reused. 0 = none.
using InstructionId = int64_t;
using ComputationId = int64_t;

/// HLO's metadata={…}; source positions are the instruction's `source`.
struct Metadata {
  std::string opType;
  std::string opName;       // "jit(f)/tanh"
  std::string rest;         // further fields as written, "stack_frame_id=3"
  bool operator==(const Metadata&) const = default;
};

class Instruction {
 public:
  InstructionId id() const { return m_id; }
  /// HLO name without '%', unique in the module: "add.3".
  const std::string& name() const { return m_name; }
  Opcode opcode() const { return m_opcode; }
  const Shape& shape() const { return m_shape; }
  Computation* parent() const { return m_parent; }

  const std::vector<Instruction*>& operands() const { return m_operands; }
  Instruction* operand(int index) const { return m_operands[static_cast<size_t>(index)]; }
  int operandCount() const { return static_cast<int>(m_operands.size()); }
  /// Every instruction that has this one among its operands, each once, in no particular order.
  const std::vector<Instruction*>& users() const { return m_users; }
  const std::vector<Instruction*>& controlPredecessors() const { return m_controlPredecessors; }

  const Attributes& attributes() const { return m_attributes; }
  /// The attribute struct T; the opcode must be one that has it.
  template <typename T>
  const T& get() const { return std::get<T>(m_attributes); }
  template <typename T>
  const T* getIf() const { return std::get_if<T>(&m_attributes); }
  const ExtraAttributes& extra() const { return m_extra; }
  /// Computations it calls, by role: reduce {combiner}; while {condition, body}; conditional {branches…}; fusion {body}.
  const std::vector<ComputationId>& called() const { return m_called; }

  const Metadata& metadata() const { return m_metadata; }
  /// Where in the user's text it comes from; not known for imported modules without metadata.
  const SourceRange& source() const { return m_source; }
  /// Ids of instructions of earlier stages that this one stands for (its own id is always meant too).
  const std::vector<InstructionId>& origins() const { return m_origins; }
  /// Traced dialect: the value has a weak type (it came from a Python scalar).
  bool weakType() const { return m_weakType; }

  bool isConstant() const { return m_opcode == Opcode::Constant; }
  const Literal& literal() const { return get<ConstantAttributes>().value; }
  bool isRoot() const;

  // Changes go through the owning Computation's knowledge of users and versions.
  void setShape(Shape shape);
  void setLayout(Layout layout);
  void setName(std::string name);
  void setAttributes(Attributes attributes);
  void setExtra(ExtraAttributes extra);
  void setCalled(std::vector<ComputationId> called);
  void setMetadata(Metadata metadata);
  void setSource(SourceRange source);
  void addOrigins(std::span<const InstructionId> ids);
  void setWeakType(bool weak);
  void setOperand(int index, Instruction* operand);
  void addControlPredecessor(Instruction* predecessor);
  void clearControlPredecessors();

 private:
  friend class Computation;
  friend class Module;
  Instruction() = default;

  void addUser(Instruction* user);
  void removeUser(Instruction* user);

  InstructionId m_id = 0;
  std::string m_name;
  Opcode m_opcode = Opcode::Parameter;
  bool m_weakType = false;
  Shape m_shape;
  Computation* m_parent = nullptr;
  std::vector<Instruction*> m_operands;
  std::vector<Instruction*> m_users;
  std::vector<Instruction*> m_controlPredecessors;
  Attributes m_attributes;
  ExtraAttributes m_extra;
  std::vector<ComputationId> m_called;
  Metadata m_metadata;
  SourceRange m_source;
  std::vector<InstructionId> m_origins;
};

}  // namespace onepot
