// The abstract machine of element lowering: a few dozen operations on scalars, which each device turns into its own
// code.
#pragma once

#include <cstdint>

#include "engine/ir/attributes.h"
#include "engine/ir/element_type.h"

namespace onepot {

/// A value of the builder that made it. pred counts as a truth value; f16 and bf16 can only be converted, compared bit
/// for bit and moved: arithmetic on them goes through f32 (element rules see to it).
struct Scalar {
  uint32_t id = 0;
  ElementType type = ElementType::Invalid;
  bool operator==(const Scalar&) const = default;
};

/// Floor…RoundEven, Sqrt: f32, f64. PopCount, LeadingZeros: integers (LeadingZeros of 0 is the width). Not: pred,
/// integers.
enum class UnaryOp : uint8_t { Negate, Abs, Not, Sqrt, Floor, Ceil, Truncate, RoundEven, PopCount, LeadingZeros };
/// Integers wrap. Divide and Remainder of integers, and shifts by the width or more, are undefined: rules guard them.
/// Minimum and Maximum of floats give NaN where an operand is NaN, and order −0 before +0.
enum class BinaryOp : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRightLogical,
  ShiftRightArithmetic,
  Minimum,
  Maximum,
  MultiplyHigh,
};

class ScalarBuilder {
 public:
  virtual ~ScalarBuilder() = default;
  /// `value` must be exact in `type`, or `type` a float (then it is rounded).
  virtual Scalar constant(ElementType type, double value) = 0;
  virtual Scalar constantBits(ElementType type, uint64_t bits) = 0;
  virtual Scalar unary(UnaryOp op, Scalar a) = 0;
  virtual Scalar binary(BinaryOp op, Scalar a, Scalar b) = 0;
  /// a·b + c, rounded once.
  virtual Scalar fma(Scalar a, Scalar b, Scalar c) = 0;
  /// IEEE order for floats (all but NE false with NaN); integers by their type's signedness.
  virtual Scalar compare(CompareDirection direction, Scalar a, Scalar b) = 0;
  virtual Scalar select(Scalar predicate, Scalar onTrue, Scalar onFalse) = 0;
  /// HLO's convert: float → integer truncates and saturates (NaN gives 0), to narrower integers keeps the low bits, to
  /// narrower floats rounds to nearest even, to pred compares with zero.
  virtual Scalar convert(Scalar a, ElementType type) = 0;
  /// Same width: the same bits.
  virtual Scalar bitcast(Scalar a, ElementType type) = 0;
};

}  // namespace onepot
