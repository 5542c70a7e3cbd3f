// The `jvp` column of the op table: results, and how they change when the operands change.
#pragma once

#include "engine/ops/transform_rules.h"

namespace onepot {

/// The derivative is zero wherever it exists: floor, sign, compare, stop_gradient…
void jvpZero(TransformContext& context);
/// Linear in all its floating operands together: the operation itself, on the tangents.
void jvpLinear(TransformContext& context);
/// The operation on the first operand's tangent; further operands are indices (dynamic-slice, gather).
void jvpLinearInFirst(TransformContext& context);
void jvpBilinear(TransformContext& context);  // dot, convolution

// jvp_rules_unary.cpp
void jvpAbs(TransformContext& context);
void jvpAcos(TransformContext& context);
void jvpAcosh(TransformContext& context);
void jvpAsin(TransformContext& context);
void jvpAsinh(TransformContext& context);
void jvpAtanh(TransformContext& context);
void jvpCbrt(TransformContext& context);
void jvpCosh(TransformContext& context);
void jvpCosine(TransformContext& context);
void jvpErf(TransformContext& context);
void jvpErfc(TransformContext& context);
void jvpErfInv(TransformContext& context);
void jvpExp(TransformContext& context);
void jvpExp2(TransformContext& context);
void jvpExpm1(TransformContext& context);
void jvpIntegerPow(TransformContext& context);
void jvpLog(TransformContext& context);
void jvpLog1p(TransformContext& context);
void jvpLogistic(TransformContext& context);
void jvpNegate(TransformContext& context);
void jvpRsqrt(TransformContext& context);
void jvpSine(TransformContext& context);
void jvpSinh(TransformContext& context);
void jvpSqrt(TransformContext& context);
void jvpSquare(TransformContext& context);
void jvpTan(TransformContext& context);
void jvpTanh(TransformContext& context);
void jvpConvert(TransformContext& context);

// jvp_rules_binary.cpp
void jvpAdd(TransformContext& context);  // also add_any
void jvpSubtract(TransformContext& context);
void jvpMultiply(TransformContext& context);
void jvpDivide(TransformContext& context);
void jvpRemainder(TransformContext& context);
void jvpPower(TransformContext& context);
void jvpAtan2(TransformContext& context);
void jvpExtreme(TransformContext& context);  // maximum, minimum
void jvpClamp(TransformContext& context);
void jvpSelect(TransformContext& context);  // select, select_n

// jvp_rules_reduce.cpp
void jvpReduceExtreme(TransformContext& context);
void jvpReduceProd(TransformContext& context);
void jvpCumulative(TransformContext& context);  // cumprod, cummax, cummin, cumlogsumexp

void jvpCustomCall(TransformContext& context);  // custom_call_rules.cpp

void jvpComplexAbs(TransformContext& context);  // complex_rules.cpp

// jvp_rules_indexing.cpp
void jvpScatter(TransformContext& context);
void jvpSort(TransformContext& context);

}  // namespace onepot
