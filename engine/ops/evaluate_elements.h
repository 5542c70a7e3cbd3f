// Typed loops of the reference evaluator: one function of elements becomes a loop over whole literals.
#pragma once

#include <complex>
#include <string>

#include "engine/ops/evaluation.h"

namespace onepot::eval {

/// The failure of a rule that has no meaning for a type.
std::unexpected<Diagnostics> unsupported(const EvaluationContext& context, ElementType type);

/// The type that arithmetic on `type` is done in: f32 for all narrower floats, 8 bits for narrower integers.
ElementType arithmeticType(ElementType type);
/// HLO's convert of every element; the same literal where nothing changes.
Literal converted(const Literal& value, ElementType type);
/// The type that several operands are brought to: the widest, then its arithmetic type.
ElementType commonArithmeticType(const EvaluationContext& context, int first = 0);

inline constexpr int64_t kChunk = int64_t{1} << 16;

/// body(begin, end) over [0, count), until done or cancelled.
template <typename Body>
void chunked(const EvaluationContext& context, int64_t count, Body body) {
  for (int64_t begin = 0; begin < count && !context.cancelled(); begin += kChunk)
    body(begin, std::min(count, begin + kChunk));
}

/// 1, or 0 for a scalar that stands beside an array.
template <typename T>
int64_t step(std::span<const T> operand, int64_t count) {
  return static_cast<int64_t>(operand.size()) == count ? 1 : 0;
}

template <typename In, typename Out, typename F>
Literal unaryLoop(const EvaluationContext& context, const Literal& operand, const Shape& result, F f) {
  Literal out(result);
  auto x = operand.as<In>();
  auto y = out.mutableAs<Out>();
  auto count = static_cast<int64_t>(y.size());
  int64_t dx = step(x, count);
  const In* in = x.data();
  Out* to = y.data();
  chunked(context, count, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) to[i] = f(in[i * dx]);
  });
  return out;
}

template <typename In, typename Out, typename F>
Literal binaryLoop(const EvaluationContext& context, const Literal& lhs, const Literal& rhs, const Shape& result, F f) {
  Literal out(result);
  auto a = lhs.as<In>(), b = rhs.as<In>();
  auto y = out.mutableAs<Out>();
  auto count = static_cast<int64_t>(y.size());
  int64_t da = step(a, count), db = step(b, count);
  const In *left = a.data(), *right = b.data();
  Out* to = y.data();
  chunked(context, count, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) to[i] = f(left[i * da], right[i * db]);
  });
  return out;
}

template <typename T>
struct TypeTag {
  using type = T;
};

/// visit(TypeTag<T>) with the C++ type of an integer element type of 8 bits or more; false for any other type.
template <typename Visit>
bool visitInteger(ElementType type, Visit visit) {
  using enum ElementType;
  switch (type) {
    case S8: return visit(TypeTag<int8_t>{}), true;
    case S16: return visit(TypeTag<int16_t>{}), true;
    case S32: return visit(TypeTag<int32_t>{}), true;
    case S64: return visit(TypeTag<int64_t>{}), true;
    case U8: return visit(TypeTag<uint8_t>{}), true;
    case U16: return visit(TypeTag<uint16_t>{}), true;
    case U32: return visit(TypeTag<uint32_t>{}), true;
    case U64: return visit(TypeTag<uint64_t>{}), true;
    default: return false;
  }
}

template <typename Visit>
bool visitFloat(ElementType type, Visit visit) {
  if (type == ElementType::F32) return visit(TypeTag<float>{}), true;
  if (type == ElementType::F64) return visit(TypeTag<double>{}), true;
  return false;
}

template <typename Visit>
bool visitComplex(ElementType type, Visit visit) {
  if (type == ElementType::C64) return visit(TypeTag<std::complex<float>>{}), true;
  if (type == ElementType::C128) return visit(TypeTag<std::complex<double>>{}), true;
  return false;
}

/// Integers of 8 bits or more, f32, f64.
template <typename Visit>
bool visitReal(ElementType type, Visit visit) {
  return visitInteger(type, visit) || visitFloat(type, visit);
}

/// Operand 0 in its arithmetic type through `visitType`, then back: T → T.
template <typename VisitType, typename F>
Result<Literal> unary(EvaluationContext& context, VisitType visitType, F f) {
  ElementType type = context.operand(0).shape().type(), wide = arithmeticType(type);
  Literal operand = converted(context.operand(0), wide), out;
  bool done = visitType(wide, [&]<typename T>(TypeTag<T>) {
    out = unaryLoop<T, T>(context, operand, context.shape().withType(wide), f);
  });
  if (!done) return unsupported(context, type);
  return converted(out, context.shape().type());
}

/// Operands 0 and 1 in their common arithmetic type: (T, T) → T, then to the result's type.
template <typename VisitType, typename F>
Result<Literal> binary(EvaluationContext& context, VisitType visitType, F f) {
  ElementType wide = commonArithmeticType(context);
  Literal lhs = converted(context.operand(0), wide), rhs = converted(context.operand(1), wide), out;
  bool done = visitType(wide, [&]<typename T>(TypeTag<T>) {
    out = binaryLoop<T, T>(context, lhs, rhs, context.shape().withType(wide), f);
  });
  if (!done) return unsupported(context, context.operand(0).shape().type());
  return converted(out, context.shape().type());
}

/// f over truth values, for pred operands.
template <typename F>
Literal binaryPred(EvaluationContext& context, F f) {
  return binaryLoop<uint8_t, uint8_t>(context, context.operand(0), context.operand(1), context.shape(),
                                      [f](uint8_t a, uint8_t b) -> uint8_t { return f(a != 0, b != 0); });
}

inline constexpr auto integers = [](ElementType type, auto visit) { return visitInteger(type, visit); };
inline constexpr auto floats = [](ElementType type, auto visit) { return visitFloat(type, visit); };
inline constexpr auto reals = [](ElementType type, auto visit) { return visitReal(type, visit); };
inline constexpr auto complexes = [](ElementType type, auto visit) { return visitComplex(type, visit); };

/// The unsigned type of T's width: its arithmetic wraps, where T's own overflow would be undefined.
template <typename T>
using Wrapping = std::make_unsigned_t<T>;

}  // namespace onepot::eval
