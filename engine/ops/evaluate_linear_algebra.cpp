// Factorizations and triangular solves, by LAPACK.
#include "engine/ops/lapack_routines.h"
#include "engine/ops/library_calls.h"

namespace onepot::eval {

Result<Literal> cholesky(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    const lapack_int n = batch.rows();
    batch.copyIn<T>(i);
    std::span<T> l = batch.out<T>(0, i);
    if (n > 0 && Lapack<T>::potrf(LAPACK_ROW_MAJOR, 'L', n, l.data(), n) != 0) batch.spoil<T>(0, i);
    for (lapack_int row = 0; row < n; ++row)
      for (lapack_int column = row + 1; column < n; ++column) l[static_cast<size_t>(row * n + column)] = T(0);
  });
}

Result<Literal> luFactors(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    const lapack_int m = batch.rows(), n = batch.columns();
    batch.copyIn<T>(i);
    std::span<int32_t> pivots = batch.out<int32_t>(1, i), permutation = batch.out<int32_t>(2, i);
    // A positive code is a pivot of zero: the factors stand all the same.
    if (Lapack<T>::getrf(LAPACK_ROW_MAJOR, m, n, batch.out<T>(0, i).data(), std::max(n, 1), pivots.data()) < 0)
      batch.spoil<T>(0, i);
    for (size_t row = 0; row < permutation.size(); ++row) permutation[row] = static_cast<int32_t>(row);
    for (size_t k = 0; k < pivots.size(); ++k) {
      pivots[k] = std::clamp<int32_t>(pivots[k] - 1, 0, m - 1);
      std::swap(permutation[k], permutation[static_cast<size_t>(pivots[k])]);
    }
  });
}

Result<Literal> qrReflectors(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    const lapack_int m = batch.rows(), n = batch.columns();
    batch.copyIn<T>(i);
    if (Lapack<T>::geqrf(LAPACK_ROW_MAJOR, m, n, batch.out<T>(0, i).data(), std::max(n, 1),
                         batch.out<T>(1, i).data()) != 0)
      batch.spoil<T>(0, i);
  });
}

Result<Literal> reflectorProduct(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    const lapack_int m = batch.rows(), n = batch.columns();
    batch.copyIn<T>(i);
    std::span<const T> taus = batch.in<T>(1, i);
    if (Lapack<T>::orgqr(LAPACK_ROW_MAJOR, m, n, static_cast<lapack_int>(taus.size()), batch.out<T>(0, i).data(),
                         std::max(n, 1), taus.data()) != 0)
      batch.spoil<T>(0, i);
  });
}

Result<Literal> triangularSolve(EvaluationContext& context) {
  const std::string flags = context.attributes<CustomCallAttributes>().target.substr(sizeof "lapack_trtrs_" - 1);
  auto upper = [](char c) { return static_cast<char>(c - 'a' + 'A'); };
  return forEachMatrix(context, [&]<typename T>(MatrixBatch& batch, int64_t i, T) {
    const lapack_int n = batch.rows();
    std::span<const T> b = batch.in<T>(1, i);
    std::span<T> x = batch.out<T>(0, i);
    std::ranges::copy(b, x.begin());
    if (n == 0 || b.empty()) return;
    const auto columns = static_cast<lapack_int>(b.size() / static_cast<size_t>(n));
    const lapack_int code = Lapack<T>::trtrs(LAPACK_ROW_MAJOR, upper(flags[0]), upper(flags[1]), upper(flags[2]), n,
                                             columns, batch.in<T>(0, i).data(), n, x.data(), columns);
    if (code != 0) batch.spoil<T>(0, i);
  });
}

}  // namespace onepot::eval
