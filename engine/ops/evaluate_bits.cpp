#include <bit>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"

namespace onepot::eval {

namespace {

bool ofPred(const EvaluationContext& context) { return context.operand(0).shape().type() == ElementType::Pred; }

/// The operand's own width: types under 8 bits are held in a byte.
int width(const EvaluationContext& context) { return elementTypeInfo(context.operand(0).shape().type()).bits; }

template <typename T>
T highHalf(T a, T b) {
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128_t, __uint128_t>;
  return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
}

}  // namespace

Result<Literal> bitAnd(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a && b; });
  return binary(context, integers, [](auto a, auto b) { return static_cast<decltype(a)>(a & b); });
}

Result<Literal> bitOr(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a || b; });
  return binary(context, integers, [](auto a, auto b) { return static_cast<decltype(a)>(a | b); });
}

Result<Literal> bitXor(EvaluationContext& context) {
  if (ofPred(context)) return binaryPred(context, [](bool a, bool b) { return a != b; });
  return binary(context, integers, [](auto a, auto b) { return static_cast<decltype(a)>(a ^ b); });
}

Result<Literal> bitNot(EvaluationContext& context) {
  if (ofPred(context))
    return unaryLoop<uint8_t, uint8_t>(context, context.operand(0), context.shape(),
                                       [](uint8_t x) -> uint8_t { return x == 0; });
  return unary(context, integers, [](auto x) { return static_cast<decltype(x)>(~x); });
}

Result<Literal> shiftLeft(EvaluationContext& context) {
  return binary(context, integers, [bits = static_cast<uint64_t>(width(context))]<typename T>(T a, T b) -> T {
    if (static_cast<Wrapping<T>>(b) >= bits) return 0;
    return static_cast<T>(static_cast<uint64_t>(a) << static_cast<Wrapping<T>>(b));
  });
}

Result<Literal> shiftRightLogical(EvaluationContext& context) {
  return binary(context, integers, [bits = static_cast<uint64_t>(width(context))]<typename T>(T a, T b) -> T {
    if (static_cast<Wrapping<T>>(b) >= bits) return 0;
    uint64_t ownBits = ~uint64_t{0} >> (64 - bits);
    return static_cast<T>((static_cast<uint64_t>(static_cast<Wrapping<T>>(a)) & ownBits) >>
                          static_cast<Wrapping<T>>(b));
  });
}

Result<Literal> shiftRightArithmetic(EvaluationContext& context) {
  return binary(context, integers, [bits = static_cast<uint64_t>(width(context))]<typename T>(T a, T b) -> T {
    // An unsigned operand's highest bit counts as its sign.
    auto up = 64 - bits;
    auto extended = static_cast<int64_t>(static_cast<uint64_t>(a) << up) >> up;
    uint64_t amount = static_cast<Wrapping<T>>(b) >= bits ? bits - 1 : static_cast<Wrapping<T>>(b);
    return static_cast<T>(extended >> amount);
  });
}

Result<Literal> populationCount(EvaluationContext& context) {
  return unary(context, integers, [bits = width(context)]<typename T>(T x) -> T {
    return static_cast<T>(std::popcount(static_cast<uint64_t>(x) << (64 - bits)));
  });
}

Result<Literal> countLeadingZeros(EvaluationContext& context) {
  return unary(context, integers, [bits = width(context)]<typename T>(T x) -> T {
    uint64_t atTop = static_cast<uint64_t>(x) << (64 - bits);
    return static_cast<T>(std::min(std::countl_zero(atTop), bits));
  });
}

Result<Literal> multiplyHigh(EvaluationContext& context) {
  return binary(context, integers, [](auto a, auto b) { return highHalf(a, b); });
}

}  // namespace onepot::eval
