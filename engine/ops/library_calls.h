// Functions of LAPACK and FFTW that a custom-call names: what they compute, and which operand they are linear in.
#pragma once

#include <string>
#include <string_view>

#include "engine/ops/evaluation.h"

namespace onepot {

/// Leading dimensions are a batch, the same one for all operands.
struct LibraryCall {
  std::string_view target;  // the beginning of the name; flags may follow
  std::string_view jaxpr;
  Result<Literal> (*evaluate)(EvaluationContext&);
  int linearOperand = -1;
  /// The target whose function is the transpose in that operand.
  std::string (*transposed)(const std::string& target) = nullptr;
};

/// Null: no library function is called so.
const LibraryCall* libraryCall(std::string_view target);

namespace eval {

// evaluate_linear_algebra.cpp
Result<Literal> cholesky(EvaluationContext&);          // a → l; NaN where a is not positive definite
Result<Literal> luFactors(EvaluationContext&);         // a → (lu, pivots, permutation)
Result<Literal> qrReflectors(EvaluationContext&);      // a → (reflectors and r, taus)
Result<Literal> reflectorProduct(EvaluationContext&);  // (reflectors, taus) → q
Result<Literal> triangularSolve(
    EvaluationContext&);  // (a, b) → x; flags: l|u (triangle), n|t (a or its transpose), n|u

// evaluate_eigenvalues.cpp
Result<Literal> symmetricEigen(EvaluationContext&);  // a → (vectors, values)
Result<Literal> singularValues(EvaluationContext&);  // a → s, or (s, u, vh)
Result<Literal> generalEigen(EvaluationContext&);    // a → (values, left, right), complex
Result<Literal> hessenberg(EvaluationContext&);      // a → (reflectors and h, taus)
Result<Literal> schur(EvaluationContext&);           // a → (t, vectors)

// evaluate_fourier.cpp
Result<Literal> fourier(EvaluationContext&);  // complex → complex; flags: f|b (direction), the number of dimensions

}  // namespace eval
}  // namespace onepot
