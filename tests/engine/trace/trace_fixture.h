// What the tracer's tests share: a tracing with a device, arrays from numbers, short ways to bind.
#pragma once

#include <vector>

#include "engine/trace/api.h"

namespace onepot::test {

inline Shape f32(std::vector<int64_t> dims) { return Shape(ElementType::F32, std::move(dims)); }
inline Shape s32(std::vector<int64_t> dims) { return Shape(ElementType::S32, std::move(dims)); }
inline Aval aval(Shape shape, bool weak = false) { return {std::move(shape), weak}; }

inline Value literal(double value, bool weak = true) {
  return makeLiteral(Array(nullptr, Literal::scalar(ElementType::F32, value), weak));
}
inline Value literalInt(int64_t value, ElementType type = ElementType::S32) {
  return makeLiteral(Array(nullptr, Literal::scalarInt(type, value), true));
}
inline Value array(std::vector<int64_t> dims, const std::vector<float>& values) {
  return makeConcrete(Array(nullptr, Literal::fromVector(f32(std::move(dims)), values)));
}
inline std::vector<double> numbers(const Value& value) {
  const Literal& literal = concreteArray(value)->literal();
  std::vector<double> all;
  for (int64_t i = 0; i < literal.shape().elementCount(); ++i) all.push_back(literal.doubleAt(i));
  return all;
}

}  // namespace onepot::test
