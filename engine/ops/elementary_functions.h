// exp, log, tanh, sin, erf… built once from arithmetic, so that every device that lowers elements has the same
// numerics.
#pragma once

#include "engine/ops/scalar_expression.h"

namespace onepot {

// Arguments and results are f32 or f64; everything is branch-free. Accuracy is the greatest error in ulp that the tests
// allow over dense sweeps, subnormals, ±0, infinities and NaN (f32 / f64); subnormal results are not flushed.

Expression exponential(Expression x);          // 2 / 2
/// For f32 where |x| ≤ 80: neither overflow nor subnormals.
Expression narrowExponential(Expression x);    // 2
Expression exponentialMinusOne(Expression x);  // 2 / 3
Expression logarithm(Expression x);            // 2 / 2
/// The rational approximation that XLA takes for small |x| (Cephes' log1p), log(1 + x) elsewhere.    3 / 3
Expression logarithmPlusOne(Expression x);
Expression logistic(Expression x);                  // 3 / 3
Expression hyperbolicTangent(Expression x);         // 3 / 3
Expression hyperbolicSine(Expression x);            // 2 / 4
Expression hyperbolicCosine(Expression x);          // 2 / 3
Expression inverseHyperbolicSine(Expression x);     // 2 / 5
Expression inverseHyperbolicCosine(Expression x);   // 2 / 5
Expression inverseHyperbolicTangent(Expression x);  // 2 / 5

/// f32: 2 ulp everywhere (the angle is reduced exactly, in f64); f64: 2 ulp for |x| < 2^30, beyond it digits of the
/// angle are lost, from 2^50 on all of them.
Expression sine(Expression x);
Expression cosine(Expression x);
Expression tangent(Expression x);                    // 2 / 4 in the same range
Expression arcSine(Expression x);                    // 2 / 4
Expression arcCosine(Expression x);                  // 2 / 4
Expression arcTangent2(Expression y, Expression x);  // 2 / 4

Expression errorFunction(Expression x);         // 2 / 2
Expression cubeRoot(Expression x);              // 1 / 2
Expression reciprocalSquareRoot(Expression x);  // 2 / 2
/// IEEE pow: pow(1, y) = pow(x, 0) = 1 even for NaN; negative x with integer y.     1 / 8 (4 for |y·log2 x| < 256)
Expression power(Expression x, Expression y);

}  // namespace onepot
