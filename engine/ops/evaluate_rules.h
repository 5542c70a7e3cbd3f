// The op table's rules of the reference evaluator: plain loops that share nothing with element lowering.
#pragma once

#include "engine/ops/evaluation.h"

namespace onepot::eval {

// ---- evaluate_arithmetic.cpp: integers wrap; division by zero and pred as XLA has them
Result<Literal> add(EvaluationContext& context);
Result<Literal> subtract(EvaluationContext& context);
Result<Literal> multiply(EvaluationContext& context);
Result<Literal> divide(EvaluationContext& context);
Result<Literal> remainder(EvaluationContext& context);
Result<Literal> maximum(EvaluationContext& context);
Result<Literal> minimum(EvaluationContext& context);
Result<Literal> power(EvaluationContext& context);
Result<Literal> negate(EvaluationContext& context);
Result<Literal> abs(EvaluationContext& context);
Result<Literal> sign(EvaluationContext& context);
Result<Literal> integerPow(EvaluationContext& context);
Result<Literal> square(EvaluationContext& context);
Result<Literal> nextAfter(EvaluationContext& context);

// ---- evaluate_bits.cpp
Result<Literal> bitAnd(EvaluationContext& context);
Result<Literal> bitOr(EvaluationContext& context);
Result<Literal> bitXor(EvaluationContext& context);
Result<Literal> bitNot(EvaluationContext& context);
Result<Literal> shiftLeft(EvaluationContext& context);
Result<Literal> shiftRightLogical(EvaluationContext& context);
Result<Literal> shiftRightArithmetic(EvaluationContext& context);
Result<Literal> populationCount(EvaluationContext& context);
Result<Literal> countLeadingZeros(EvaluationContext& context);
Result<Literal> multiplyHigh(EvaluationContext& context);

// ---- evaluate_math.cpp
Result<Literal> acos(EvaluationContext& context);
Result<Literal> acosh(EvaluationContext& context);
Result<Literal> asin(EvaluationContext& context);
Result<Literal> asinh(EvaluationContext& context);
Result<Literal> atan2(EvaluationContext& context);
Result<Literal> atanh(EvaluationContext& context);
Result<Literal> cbrt(EvaluationContext& context);
Result<Literal> ceil(EvaluationContext& context);
Result<Literal> cosh(EvaluationContext& context);
Result<Literal> cosine(EvaluationContext& context);
Result<Literal> erf(EvaluationContext& context);
Result<Literal> erfc(EvaluationContext& context);
Result<Literal> erfInv(EvaluationContext& context);
Result<Literal> exponential(EvaluationContext& context);
Result<Literal> exponentialMinusOne(EvaluationContext& context);
Result<Literal> exp2(EvaluationContext& context);
Result<Literal> floor(EvaluationContext& context);
Result<Literal> log(EvaluationContext& context);
Result<Literal> logPlusOne(EvaluationContext& context);
Result<Literal> logistic(EvaluationContext& context);
Result<Literal> roundNearestAfz(EvaluationContext& context);
Result<Literal> roundNearestEven(EvaluationContext& context);
Result<Literal> rsqrt(EvaluationContext& context);
Result<Literal> sine(EvaluationContext& context);
Result<Literal> sinh(EvaluationContext& context);
Result<Literal> sqrt(EvaluationContext& context);
Result<Literal> tan(EvaluationContext& context);
Result<Literal> tanh(EvaluationContext& context);

// ---- evaluate_convert.cpp
Result<Literal> convert(EvaluationContext& context);
Result<Literal> bitcastConvert(EvaluationContext& context);
Result<Literal> reducePrecision(EvaluationContext& context);
Result<Literal> real(EvaluationContext& context);
Result<Literal> imag(EvaluationContext& context);
Result<Literal> complexOf(EvaluationContext& context);
Result<Literal> isFinite(EvaluationContext& context);

// ---- evaluate_select.cpp
Result<Literal> compare(EvaluationContext& context);
Result<Literal> select(EvaluationContext& context);
Result<Literal> selectN(EvaluationContext& context);
Result<Literal> clamp(EvaluationContext& context);

// ---- evaluate_movement.cpp
Result<Literal> iota(EvaluationContext& context);
Result<Literal> bitcast(EvaluationContext& context);
Result<Literal> broadcast(EvaluationContext& context);
Result<Literal> concatenate(EvaluationContext& context);
Result<Literal> pad(EvaluationContext& context);
Result<Literal> reshape(EvaluationContext& context);  // also squeeze
Result<Literal> reverse(EvaluationContext& context);
Result<Literal> slice(EvaluationContext& context);
Result<Literal> transpose(EvaluationContext& context);
Result<Literal> dimensionSize(EvaluationContext& context);

// ---- evaluate_indexing.cpp
Result<Literal> dynamicSlice(EvaluationContext& context);
Result<Literal> dynamicUpdateSlice(EvaluationContext& context);
Result<Literal> gather(EvaluationContext& context);
Result<Literal> scatter(EvaluationContext& context);

// ---- evaluate_contraction.cpp: all floats accumulate in double, integers in the result's type
Result<Literal> dot(EvaluationContext& context);
Result<Literal> convolution(EvaluationContext& context);

// ---- evaluate_reduction.cpp: float sums and products accumulate in double
Result<Literal> reduce(EvaluationContext& context);
Result<Literal> reduceSum(EvaluationContext& context);
Result<Literal> reduceProd(EvaluationContext& context);
Result<Literal> reduceMax(EvaluationContext& context);
Result<Literal> reduceMin(EvaluationContext& context);
Result<Literal> reduceAnd(EvaluationContext& context);
Result<Literal> reduceOr(EvaluationContext& context);
Result<Literal> reduceXor(EvaluationContext& context);
Result<Literal> argmax(EvaluationContext& context);
Result<Literal> argmin(EvaluationContext& context);

// ---- evaluate_window.cpp
Result<Literal> reduceWindow(EvaluationContext& context);
Result<Literal> selectAndScatter(EvaluationContext& context);

// ---- evaluate_sort.cpp
Result<Literal> sort(EvaluationContext& context);

// ---- evaluate_control.cpp
Result<Literal> constant(EvaluationContext& context);
Result<Literal> deviceId(EvaluationContext& context);  // one device: 0
Result<Literal> tuple(EvaluationContext& context);
Result<Literal> getTupleElement(EvaluationContext& context);
Result<Literal> call(EvaluationContext& context);  // call, fusion, jit…
Result<Literal> map(EvaluationContext& context);
Result<Literal> whileLoop(EvaluationContext& context);
Result<Literal> conditional(EvaluationContext& context);
Result<Literal> customCall(EvaluationContext& context);
Result<Literal> token(EvaluationContext& context);
Result<Literal> firstOperand(EvaluationContext& context);
Result<Literal> barrier(EvaluationContext& context);

// ---- evaluate_traced.cpp
Result<Literal> scan(EvaluationContext& context);
Result<Literal> tracedWhile(EvaluationContext& context);
Result<Literal> cond(EvaluationContext& context);
Result<Literal> cumsum(EvaluationContext& context);
Result<Literal> cumprod(EvaluationContext& context);
Result<Literal> cummax(EvaluationContext& context);
Result<Literal> cummin(EvaluationContext& context);
Result<Literal> cumlogsumexp(EvaluationContext& context);

// ---- evaluate_random.cpp
Result<Literal> rngBitGenerator(EvaluationContext& context);
Result<Literal> threefry2x32(EvaluationContext& context);
Result<Literal> randomBits(EvaluationContext& context);
Result<Literal> randomSeed(EvaluationContext& context);
Result<Literal> randomWrap(EvaluationContext& context);  // and unwrap: the same bytes
Result<Literal> randomSplit(EvaluationContext& context);
Result<Literal> randomFoldIn(EvaluationContext& context);

}  // namespace onepot::eval
