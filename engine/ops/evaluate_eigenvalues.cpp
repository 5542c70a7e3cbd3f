// Eigenvalues, singular values, Hessenberg and Schur forms, by LAPACK.
#include "engine/ops/lapack_routines.h"
#include "engine/ops/library_calls.h"

namespace onepot::eval {

Result<Literal> symmetricEigen(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    using Real = typename Lapack<T>::Real;
    const lapack_int n = batch.rows();
    batch.copyIn<T>(i);
    if (n == 0 || Lapack<T>::syevd(LAPACK_ROW_MAJOR, 'V', 'L', n, batch.out<T>(0, i).data(), n,
                                   batch.out<Real>(1, i).data()) == 0)
      return;
    batch.spoil<T>(0, i);
    batch.spoil<Real>(1, i);
  });
}

Result<Literal> singularValues(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    using Real = typename Lapack<T>::Real;
    const lapack_int m = batch.rows(), n = batch.columns();
    std::span<const T> given = batch.in<T>(0, i);
    std::vector<T> a(given.begin(), given.end());
    if (a.empty()) return;
    const bool vectors = batch.resultCount() > 1;
    const char job = !vectors ? 'N' : batch.lastDimension(1) == m ? 'A' : 'S';
    T* u = vectors ? batch.out<T>(1, i).data() : nullptr;
    T* vh = vectors ? batch.out<T>(2, i).data() : nullptr;
    const auto uColumns = static_cast<lapack_int>(vectors ? batch.lastDimension(1) : 1);
    // With m columns of u asked for and more columns than rows, vh may still be wanted short.
    const bool shortVh = vectors && static_cast<int64_t>(batch.out<T>(2, i).size()) < int64_t{n} * n;
    const lapack_int code = Lapack<T>::gesdd(LAPACK_ROW_MAJOR, job == 'A' && shortVh ? 'S' : job, m, n, a.data(), n,
                                             batch.out<Real>(0, i).data(), u, uColumns, vh, n);
    if (code == 0) return;
    batch.spoil<Real>(0, i);
    for (size_t k = 1; k < batch.resultCount(); ++k) batch.spoil<T>(k, i);
  });
}

namespace {

/// Real LAPACK packs a pair of conjugate vectors into two columns: real parts, then imaginary parts.
template <typename Real>
void unpack(const std::vector<Real>& packed, const std::vector<Real>& imaginary, std::span<std::complex<Real>> to) {
  const size_t n = imaginary.size();
  for (size_t column = 0; column < n; ++column) {
    const bool pair = imaginary[column] != 0 && column + 1 < n;
    for (size_t row = 0; row < n; ++row) {
      const Real re = packed[row * n + column], im = pair ? packed[row * n + column + 1] : Real(0);
      to[row * n + column] = {re, im};
      if (pair) to[row * n + column + 1] = {re, -im};
    }
    if (pair) ++column;
  }
}

}  // namespace

Result<Literal> generalEigen(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    using Real = typename Lapack<T>::Real;
    using Complex = std::complex<Real>;
    const lapack_int n = batch.rows();
    const auto size = static_cast<size_t>(n);
    std::span<const T> given = batch.in<T>(0, i);
    std::vector<T> a(given.begin(), given.end());
    if (n == 0) return;
    lapack_int code = 0;
    if constexpr (kIsComplex<T>) {
      code = Lapack<T>::geev(LAPACK_ROW_MAJOR, 'V', 'V', n, a.data(), n, batch.out<Complex>(0, i).data(),
                             batch.out<Complex>(1, i).data(), n, batch.out<Complex>(2, i).data(), n);
    } else {
      std::vector<Real> re(size), im(size), left(size * size), right(size * size);
      code = Lapack<T>::geev(LAPACK_ROW_MAJOR, 'V', 'V', n, a.data(), n, re.data(), im.data(), left.data(), n,
                             right.data(), n);
      for (size_t k = 0; k < size; ++k) batch.out<Complex>(0, i)[k] = {re[k], im[k]};
      unpack(left, im, batch.out<Complex>(1, i));
      unpack(right, im, batch.out<Complex>(2, i));
    }
    for (size_t k = 0; k < 3 && code != 0; ++k) batch.spoil<Complex>(k, i);
  });
}

Result<Literal> hessenberg(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    const lapack_int n = batch.rows();
    batch.copyIn<T>(i);
    if (n > 1 &&
        Lapack<T>::gehrd(LAPACK_ROW_MAJOR, n, 1, n, batch.out<T>(0, i).data(), n, batch.out<T>(1, i).data()) != 0)
      batch.spoil<T>(0, i);
  });
}

Result<Literal> schur(EvaluationContext& context) {
  return forEachMatrix(context, []<typename T>(MatrixBatch& batch, int64_t i, T) {
    using Real = typename Lapack<T>::Real;
    const lapack_int n = batch.rows();
    const auto size = static_cast<size_t>(n);
    batch.copyIn<T>(i);
    lapack_int kept = 0, code = 0;
    T *t = batch.out<T>(0, i).data(), *vectors = batch.out<T>(1, i).data();
    if (n == 0) return;
    if constexpr (kIsComplex<T>) {
      std::vector<T> values(size);
      code = Lapack<T>::gees(LAPACK_ROW_MAJOR, 'V', 'N', nullptr, n, t, n, &kept, values.data(), vectors, n);
    } else {
      std::vector<Real> re(size), im(size);
      code = Lapack<T>::gees(LAPACK_ROW_MAJOR, 'V', 'N', nullptr, n, t, n, &kept, re.data(), im.data(), vectors, n);
    }
    for (size_t k = 0; k < 2 && code != 0; ++k) batch.spoil<T>(k, i);
  });
}

}  // namespace onepot::eval
