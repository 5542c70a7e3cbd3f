// What the tracer's tests share: a tracing on the evaluator device, arrays from numbers, short ways to bind.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "engine/runtime/evaluator_device.h"
#include "engine/trace/api.h"

namespace onepot::test {

inline Shape f32(std::vector<int64_t> dims) { return Shape(ElementType::F32, std::move(dims)); }
inline Shape f64(std::vector<int64_t> dims) { return Shape(ElementType::F64, std::move(dims)); }
inline Shape s32(std::vector<int64_t> dims) { return Shape(ElementType::S32, std::move(dims)); }
inline Aval aval(Shape shape, bool weak = false) { return {std::move(shape), weak}; }

struct Evaluated {
  EvaluatorDevice device;
  Tracing tracing;
  Evaluated() { tracing.setDevice(&device); }
};

inline Value literal(double value, ElementType type = ElementType::F32) {
  return makeLiteral(Array(nullptr, Literal::scalar(type, value), true));
}
inline Value literalInt(int64_t value, ElementType type = ElementType::S32) {
  return makeLiteral(Array(nullptr, Literal::scalarInt(type, value), true));
}
inline Value arrayOf(Shape shape, const std::vector<double>& values) {
  Literal literal(std::move(shape));
  for (size_t i = 0; i < values.size(); ++i) literal.setDouble(static_cast<int64_t>(i), values[i]);
  return makeConcrete(Array(nullptr, std::move(literal)));
}
inline Value doubles(std::vector<int64_t> dims, const std::vector<double>& values) {
  return arrayOf(f64(std::move(dims)), values);
}
inline std::vector<double> numbers(const Value& value) {
  const Literal& literal = concreteArray(value)->literal();
  std::vector<double> all;
  for (int64_t i = 0; i < literal.shape().elementCount(); ++i) all.push_back(literal.doubleAt(i));
  return all;
}
/// Uniform in [low, high), the same in every run.
inline Value randomArray(std::vector<int64_t> dims, double low, double high, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> draw(low, high);
  std::vector<double> values(static_cast<size_t>(f64(dims).elementCount()));
  for (double& value : values) value = draw(generator);
  return doubles(std::move(dims), values);
}
/// a + factor · b.
inline Value moved(const Value& a, double factor, const Value& b) {
  std::vector<double> x = numbers(a), y = numbers(b);
  for (size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
  return doubles(a->aval().shape.dims(), x);
}
inline double inner(const Value& a, const Value& b) {
  std::vector<double> x = numbers(a), y = numbers(b);
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) != std::isnan(b[i])) return INFINITY;
    most = std::max(most, std::abs(a[i] - b[i]) / (1 + std::abs(b[i])));
  }
  return most;
}

}  // namespace onepot::test
