#include "engine/passes/rewrite_conditions.h"

#include <bit>
#include <cmath>

#include "engine/passes/rewrite_pattern.h"

namespace onepot::rules {

namespace {

ElementType rootType(const Match& match) { return match.root()->shape().type(); }
ElementType comparedType(const Match& match) { return match.root()->operand(0)->shape().type(); }
bool integral(ElementType type) { return isInteger(type) || type == ElementType::Pred; }

/// Every value of `from` is a value of `to`, so that converting there and on loses nothing.
bool keepsEveryValue(ElementType from, ElementType to) {
  auto bits = [](ElementType type) { return elementTypeInfo(type).bits; };
  if (from == to || from == ElementType::Pred) return isFloat(to) || isInteger(to) || to == from;
  if (isSigned(from) && isSigned(to)) return bits(to) >= bits(from);
  if (isUnsigned(from) && isUnsigned(to)) return bits(to) >= bits(from);
  if (isUnsigned(from) && isSigned(to)) return bits(to) > bits(from);
  if (isInteger(from) && (to == ElementType::F32 || to == ElementType::F64))
    return bits(from) <= (to == ElementType::F32 ? 16 : 32);
  bool narrow = from == ElementType::F16 || from == ElementType::BF16;
  if (narrow) return to == ElementType::F32 || to == ElementType::F64;
  return from == ElementType::F32 && to == ElementType::F64;
}

}  // namespace

bool isIntegral(const Match& match) { return integral(rootType(match)); }
bool isFloating(const Match& match) { return isFloat(rootType(match)); }
bool isPredicate(const Match& match) { return rootType(match) == ElementType::Pred; }
bool comparesUnsigned(const Match& match) { return isUnsigned(comparedType(match)); }
bool comparesIntegral(const Match& match) { return integral(comparedType(match)); }
bool comparesPredicate(const Match& match) { return comparedType(match) == ElementType::Pred; }

bool areOrderedBounds(const Match& match) {
  const Literal *low = uniformConstant(*match.at('c')), *high = uniformConstant(*match.at('d'));
  if (isComplex(rootType(match))) return false;
  // A bound of ±0 would choose between the zeros in another way.
  return low->doubleAt(0) <= high->doubleAt(0) &&
         (integral(rootType(match)) || (low->doubleAt(0) != 0 && high->doubleAt(0) != 0));
}

// The reciprocal of a power of two is exact, and so is multiplying by it, as long as it is a normal number of the type.
Instruction* multiplyByReciprocal(const Match& match, Builder& builder) {
  double divisor = uniformConstant(*match.at('c'))->doubleAt(0);
  int exponent = 0;
  if (!std::isfinite(divisor) || std::fabs(std::frexp(divisor, &exponent)) != 0.5) return nullptr;
  int limit = rootType(match) == ElementType::F16 ? 14 : rootType(match) == ElementType::F64 ? 1000 : 120;
  if (std::abs(exponent - 1) > limit || elementTypeInfo(rootType(match)).bits < 16) return nullptr;
  return builder.binary(Opcode::Multiply, match.at('x'),
                        builder.constantLike(match.root()->shape().withoutLayout(), 1 / divisor));
}

Instruction* shiftForPowerOfTwo(const Match& match, Builder& builder) {
  if (!isUnsigned(rootType(match))) return nullptr;
  auto divisor = static_cast<uint64_t>(uniformConstant(*match.at('c'))->intAt(0));
  if (!std::has_single_bit(divisor)) return nullptr;
  Instruction* places = builder.constantLike(match.root()->shape().withoutLayout(), std::countr_zero(divisor));
  return builder.binary(Opcode::ShiftRightLogical, match.at('x'), places);
}

Instruction* maskForPowerOfTwo(const Match& match, Builder& builder) {
  if (!isUnsigned(rootType(match))) return nullptr;
  auto divisor = static_cast<uint64_t>(uniformConstant(*match.at('c'))->intAt(0));
  if (!std::has_single_bit(divisor) || divisor > (1ull << 50)) return nullptr;
  Instruction* mask = builder.constantLike(match.root()->shape().withoutLayout(), static_cast<double>(divisor - 1));
  return builder.binary(Opcode::And, match.at('x'), mask);
}

Instruction* operandOfSameType(const Match& match, Builder&) {
  Instruction* operand = match.at('x');
  return operand->shape().compatible(match.root()->shape()) ? operand : nullptr;
}

Instruction* oneConversion(const Match& match, Builder& builder) {
  Instruction* operand = match.at('x');
  ElementType from = operand->shape().type(), between = match.root()->operand(0)->shape().type();
  if (!keepsEveryValue(from, between)) return nullptr;
  if (from == rootType(match)) return operand;
  return from == ElementType::Pred ? nullptr : builder.convert(operand, rootType(match));
}

}  // namespace onepot::rules
