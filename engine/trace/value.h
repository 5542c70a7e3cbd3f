// What flows through a traced program: a concrete array, or a tracer of one of the transformations.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "engine/ir/shape.h"
#include "engine/runtime/array.h"

namespace onepot {

/// What is known of a value while tracing.
struct Aval {
  Shape shape;
  bool weakType = false;
  bool operator==(const Aval&) const = default;
};

/// A node behind a Value; subclasses are the concrete array and the tracers of trace/ (one a transformation).
class ValueNode {
 public:
  virtual ~ValueNode() = default;
  const Aval& aval() const { return m_aval; }
  /// Level of the transformation that made it: 0 for a concrete array; higher means further inside.
  int level() const { return m_level; }
  bool isTracer() const { return m_level > 0; }

 protected:
  ValueNode(Aval aval, int level) : m_aval(std::move(aval)), m_level(level) {}

 private:
  Aval m_aval;
  int m_level;
};

/// Shared, immutable.
using Value = std::shared_ptr<const ValueNode>;

Value makeConcrete(Array array);
/// The array of a concrete value; null for a tracer (then errors.h says why it has none).
const Array* concreteArray(const Value& value);

}  // namespace onepot
