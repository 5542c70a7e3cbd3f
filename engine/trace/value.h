// What flows through a traced program: a concrete array, or a tracer of one of the transformations.
#pragma once

#include <memory>

#include "engine/ir/shape.h"
#include "engine/runtime/array.h"

namespace onepot {

/// What is known of a value while tracing.
struct Aval {
  Shape shape;
  bool weakType = false;
  bool operator==(const Aval&) const = default;
};

enum class ValueKind : uint8_t { Concrete, Jit, Jvp, Batch, Linear };

/// A node behind a Value; subclasses are the concrete array and the tracers of tracers.h (one a transformation).
class ValueNode {
 public:
  virtual ~ValueNode() = default;
  const Aval& aval() const { return m_aval; }
  ValueKind kind() const { return m_kind; }
  /// Level of the transformation that made it: 0 for a concrete array; higher means further inside.
  int level() const { return m_level; }
  bool isTracer() const { return m_level > 0; }

 protected:
  ValueNode(ValueKind kind, Aval aval, int level) : m_aval(std::move(aval)), m_kind(kind), m_level(level) {}

 private:
  Aval m_aval;
  ValueKind m_kind;
  int m_level;
};

/// Shared, immutable. No node refers to the node of an earlier operation, so releasing one never releases a chain.
using Value = std::shared_ptr<const ValueNode>;

/// An array of the program: a traced function that meets it takes it as a const.
Value makeConcrete(Array array);
/// A Python or NumPy scalar: a traced function writes it into the operation, "mul a 2.0:f32[]". Rank 0 only.
Value makeLiteral(Array array);
/// The array of a concrete value; null for a tracer.
const Array* concreteArray(const Value& value);

/// A key array as executables take it: key<fry>[3] as u32[3,2]. Any other array as it is.
Array physicalArray(const Array& array);
/// What an executable gave, as the value it stands for.
Array logicalArray(Array array, const Aval& aval);

}  // namespace onepot
