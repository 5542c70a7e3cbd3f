// THE RULE TABLE. A new rule is a row here and one text test; a rule that holds but for NaN, −0, overflow or the order
// of sums says so in its assumption, and is off until the user switches it on.
#include "engine/passes/rewrite_conditions.h"

namespace onepot {

namespace {

using namespace rules;
using enum Assumption;

constexpr RewriteRule kRows[] = {
    // sums and differences
    {"add-zero", "add(x, 0)", "x", Exact, isIntegral},
    {"add-minus-zero", "add(x, -0)", "x", Exact, isFloating},
    {"add-zero-float", "add(x, 0)", "x", ExactButSignedZero, isFloating},
    {"add-constants", "add(add(x, c), d)", "add(x, add(c, d))", Exact, isIntegral},
    {"add-constants-float", "add(add(x, c), d)", "add(x, add(c, d))", Reassociates, isFloating},
    {"add-negated", "add(x, negate(y))", "subtract(x, y)"},
    {"add-difference", "add(x, subtract(y, x))", "y", Exact, isIntegral},
    {"subtract-zero", "subtract(x, 0)", "x"},
    {"subtract-itself", "subtract(x, x)", "0", Exact, isIntegral},
    {"subtract-itself-float", "subtract(x, x)", "0", ExactButNan, isFloating},
    {"subtract-negated", "subtract(x, negate(y))", "add(x, y)"},
    {"subtract-from-zero", "subtract(0, x)", "negate(x)", Exact, isIntegral},
    {"subtract-from-minus-zero", "subtract(-0, x)", "negate(x)", Exact, isFloating},
    {"subtract-from-zero-float", "subtract(0, x)", "negate(x)", ExactButSignedZero, isFloating},
    {"subtract-difference", "subtract(x, subtract(x, y))", "y", Exact, isIntegral},
    {"subtract-of-sum", "subtract(add(x, y), x)", "y", Exact, isIntegral},
    {"negate-negate", "negate(negate(x))", "x"},
    {"negate-difference", "negate(subtract(x, y))", "subtract(y, x)", Exact, isIntegral},
    // products and quotients
    {"multiply-one", "multiply(x, 1)", "x"},
    {"multiply-zero", "multiply(x, 0)", "0", Exact, isIntegral},
    {"multiply-zero-float", "multiply(x, 0)", "0", ExactButNan, isFloating},
    {"multiply-minus-one", "multiply(x, -1)", "negate(x)", Exact, isFloating},
    {"multiply-negated", "multiply(negate(x), negate(y))", "multiply(x, y)"},
    {"multiply-absolute", "multiply(abs(x), abs(x))", "multiply(x, x)", Exact, isFloating},
    {"multiply-constants", "multiply(multiply(x, c), d)", "multiply(x, multiply(c, d))", Exact, isIntegral},
    {"multiply-constants-float", "multiply(multiply(x, c), d)", "multiply(x, multiply(c, d))", Reassociates,
     isFloating},
    {"multiply-square-roots", "multiply(sqrt(x), sqrt(x))", "x", ExactButNan},
    {"distribute", "add(multiply(x, z), multiply(y, z))", "multiply(add(x, y), z)", Exact, isIntegral},
    {"divide-one", "divide(x, 1)", "x"},
    {"divide-minus-one", "divide(x, -1)", "negate(x)", Exact, isFloating},
    {"divide-power-of-two", "divide(x, c)", "", Exact, isFloating, multiplyByReciprocal},
    {"divide-shift", "divide(x, c)", "", Exact, isIntegral, shiftForPowerOfTwo},
    {"divide-divide", "divide(divide(x, y), z)", "divide(x, multiply(y, z))", ExactButOverflow, isFloating},
    {"divide-exponential", "divide(x, exponential(y))", "multiply(x, exponential(negate(y)))", ExactButOverflow},
    {"remainder-mask", "remainder(x, c)", "", Exact, isIntegral, maskForPowerOfTwo},
    {"remainder-twice", "remainder(remainder(x, y), y)", "remainder(x, y)", Exact, isIntegral},
    // powers, exponentials, roots
    {"power-zero", "power(x, 0)", "1"},
    {"power-one", "power(x, 1)", "x"},
    {"power-two", "power(x, 2)", "multiply(x, x)"},
    {"power-minus-one", "power(x, -1)", "divide(1, x)", Exact, isFloating},
    {"power-half", "power(x, 0.5)", "sqrt(x)", ExactButNan, isFloating},
    {"exponential-product", "multiply(exponential(x), exponential(y))", "exponential(add(x, y))", ExactButOverflow},
    {"log-exponential", "log(exponential(x))", "x", ExactButOverflow},
    {"sqrt-square", "sqrt(multiply(x, x))", "abs(x)", ExactButOverflow, isFloating},
    {"divide-sqrt", "divide(x, sqrt(y))", "multiply(x, rsqrt(y))", Reassociates},
    // signs and rounding
    {"abs-abs", "abs(abs(x))", "abs(x)"},
    {"abs-negate", "abs(negate(x))", "abs(x)"},
    {"abs-square", "abs(multiply(x, x))", "multiply(x, x)", Exact, isFloating},
    {"cosine-negate", "cosine(negate(x))", "cosine(x)"},
    {"floor-floor", "floor(floor(x))", "floor(x)"},
    {"ceil-ceil", "ceil(ceil(x))", "ceil(x)"},
    {"round-round", "round-nearest-even(round-nearest-even(x))", "round-nearest-even(x)"},
    // bits and truth
    {"not-not", "not(not(x))", "x"},
    {"and-itself", "and(x, x)", "x"},
    {"and-zero", "and(x, 0)", "0"},
    {"and-ones", "and(x, ones)", "x"},
    {"or-itself", "or(x, x)", "x"},
    {"or-zero", "or(x, 0)", "x"},
    {"xor-itself", "xor(x, x)", "0"},
    {"xor-zero", "xor(x, 0)", "x"},
    {"xor-ones", "xor(x, ones)", "not(x)"},
    {"and-absorbs", "and(x, or(x, y))", "x"},
    {"or-absorbs", "or(x, and(x, y))", "x"},
    {"shift-left-zero", "shift-left(x, 0)", "x"},
    {"shift-right-zero", "shift-right-logical(x, 0)", "x"},
    // order
    {"maximum-itself", "maximum(x, x)", "x"},
    {"minimum-itself", "minimum(x, x)", "x"},
    {"maximum-lowest", "maximum(x, lowest)", "x"},
    {"minimum-highest", "minimum(x, highest)", "x"},
    {"maximum-again", "maximum(maximum(x, y), y)", "maximum(x, y)"},
    {"minimum-again", "minimum(minimum(x, y), y)", "minimum(x, y)"},
    {"clamp-again", "clamp(y, clamp(y, x, z), z)", "clamp(y, x, z)"},
    {"clamp-of-minimum", "maximum(c, minimum(x, d))", "clamp(c, x, d)", Exact, areOrderedBounds},
    // comparisons and choices
    {"equal-itself", "compare.EQ(x, x)", "1", Exact, comparesIntegral},
    {"less-itself", "compare.LT(x, x)", "0", Exact, comparesIntegral},
    {"greater-itself", "compare.GT(x, x)", "0", Exact, comparesIntegral},
    {"unsigned-below-zero", "compare.LT(x, 0)", "0", Exact, comparesUnsigned},
    {"unsigned-from-zero", "compare.GE(x, 0)", "1", Exact, comparesUnsigned},
    {"equal-true", "compare.EQ(x, 1)", "x", Exact, comparesPredicate},
    {"differs-false", "compare.NE(x, 0)", "x", Exact, comparesPredicate},
    {"select-same", "select(p, x, x)", "x"},
    {"select-true", "select(1, x, y)", "x"},
    {"select-false", "select(0, x, y)", "y"},
    {"select-not", "select(not(p), x, y)", "select(p, y, x)"},
    {"select-truth", "select(p, 1, 0)", "p", Exact, isPredicate},
    {"select-falsehood", "select(p, 0, 1)", "not(p)", Exact, isPredicate},
    {"select-twice", "select(p, select(p, x, y), z)", "select(p, x, z)"},
    // conversions and complex parts
    {"convert-same", "convert(x)", "", Exact, nullptr, operandOfSameType},
    {"convert-convert", "convert(convert(x))", "", Exact, nullptr, oneConversion},
    {"bitcast-convert-same", "bitcast-convert(x)", "", Exact, nullptr, operandOfSameType},
    {"real-of-complex", "real(complex(x, y))", "x"},
    {"imag-of-complex", "imag(complex(x, y))", "y"},
    {"copy-copy", "copy(copy(x))", "copy(x)"},
    // shapes
    {"reshape-same", "reshape(x)", "", Exact, nullptr, operandOfSameShape},
    {"reshape-reshape", "reshape(reshape(x))", "", Exact, nullptr, oneReshape},
    {"transpose-identity", "transpose(x)", "", Exact, nullptr, identityTranspose},
    {"transpose-transpose", "transpose(transpose(x))", "", Exact, nullptr, mergedTransposes},
    {"transpose-of-ones", "transpose(x)", "", Exact, nullptr, reshapeForTranspose},
    {"broadcast-same", "broadcast(x)", "", Exact, nullptr, identityBroadcast},
    {"broadcast-broadcast", "broadcast(broadcast(x))", "", Exact, nullptr, mergedBroadcasts},
    {"broadcast-adds-ones", "broadcast(x)", "", Exact, nullptr, reshapeForBroadcast},
    {"broadcast-of-reshape", "broadcast(reshape(x))", "", Exact, nullptr, broadcastOfReshape},
    {"reverse-ones", "reverse(x)", "", Exact, nullptr, noReverse},
    {"reverse-reverse", "reverse(reverse(x))", "", Exact, nullptr, twiceReversed},
    {"iota-of-one", "iota()", "", Exact, nullptr, zeroIota},
    {"slice-all", "slice(x)", "", Exact, nullptr, wholeSlice},
    {"slice-slice", "slice(slice(x))", "", Exact, nullptr, mergedSlices},
    {"slice-of-concatenate", "slice(x)", "", Exact, nullptr, sliceOfOnePart},
    {"slice-of-broadcast", "slice(broadcast(x))", "", Exact, nullptr, sliceOfScalarBroadcast},
    {"pad-nothing", "pad(x, v)", "", Exact, nullptr, noPadding},
    {"concatenate-one", "concatenate(x)", "", Exact, nullptr, onePartConcatenate},
    // reductions
    {"reduce-nothing", "reduce(x, c)", "", Exact, nullptr, reduceOfNothing},
    {"reduce-transpose", "reduce(transpose(x), v)", "", Exact, nullptr, reduceOfTranspose},
    {"reduce-reduce", "reduce(reduce(x, c), d)", "", Reassociates, nullptr, reduceOfReduce},
    {"reduce-reduce-exact", "reduce(reduce(x, c), d)", "", Exact, isIntegral, reduceOfReduce},
    {"reduce-of-ones", "reduce(x, c)", "", Exact, nullptr, reshapeForReduce},
};

}  // namespace

std::span<const RewriteRule> ruleTable() { return kRows; }

}  // namespace onepot
