#include "engine/trace/value.h"

#include "engine/base/result.h"
#include "engine/trace/tracers.h"

namespace onepot {

Value makeConcrete(Array array) { return std::make_shared<ConcreteValue>(std::move(array), false); }

Value makeLiteral(Array array) {
  ensure(array.shape.rank() == 0, "a literal is a scalar");
  return std::make_shared<ConcreteValue>(std::move(array), true);
}

const Array* concreteArray(const Value& value) {
  if (value == nullptr || value->kind() != ValueKind::Concrete) return nullptr;
  return &static_cast<const ConcreteValue*>(value.get())->array;
}

Array physicalArray(const Array& array) {
  if (array.shape.type() != ElementType::Key) return array;
  Array physical = array;
  physical.shape = array.literal().shape();
  return physical;
}

Array logicalArray(Array array, const Aval& aval) {
  array.shape = aval.shape;
  array.weakType = aval.weakType;
  return array;
}

}  // namespace onepot
