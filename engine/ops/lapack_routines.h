// LAPACK's routines by element type, row-major; and the matrices of a batch.
#pragma once

#include <complex>
#define LAPACK_COMPLEX_CUSTOM
#define lapack_complex_float std::complex<float>
#define lapack_complex_double std::complex<double>
#include <lapacke.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/ops/evaluation.h"

namespace onepot {

template <typename T>
struct Lapack;
template <>
struct Lapack<float> {
  using Real = float;
  static constexpr auto potrf = LAPACKE_spotrf;
  static constexpr auto getrf = LAPACKE_sgetrf;
  static constexpr auto geqrf = LAPACKE_sgeqrf;
  static constexpr auto orgqr = LAPACKE_sorgqr;
  static constexpr auto trtrs = LAPACKE_strtrs;
  static constexpr auto syevd = LAPACKE_ssyevd;
  static constexpr auto gesdd = LAPACKE_sgesdd;
  static constexpr auto geev = LAPACKE_sgeev;
  static constexpr auto gehrd = LAPACKE_sgehrd;
  static constexpr auto gees = LAPACKE_sgees;
};
template <>
struct Lapack<double> {
  using Real = double;
  static constexpr auto potrf = LAPACKE_dpotrf;
  static constexpr auto getrf = LAPACKE_dgetrf;
  static constexpr auto geqrf = LAPACKE_dgeqrf;
  static constexpr auto orgqr = LAPACKE_dorgqr;
  static constexpr auto trtrs = LAPACKE_dtrtrs;
  static constexpr auto syevd = LAPACKE_dsyevd;
  static constexpr auto gesdd = LAPACKE_dgesdd;
  static constexpr auto geev = LAPACKE_dgeev;
  static constexpr auto gehrd = LAPACKE_dgehrd;
  static constexpr auto gees = LAPACKE_dgees;
};
template <>
struct Lapack<std::complex<float>> {
  using Real = float;
  static constexpr auto potrf = LAPACKE_cpotrf;
  static constexpr auto getrf = LAPACKE_cgetrf;
  static constexpr auto geqrf = LAPACKE_cgeqrf;
  static constexpr auto orgqr = LAPACKE_cungqr;
  static constexpr auto trtrs = LAPACKE_ctrtrs;
  static constexpr auto syevd = LAPACKE_cheevd;
  static constexpr auto gesdd = LAPACKE_cgesdd;
  static constexpr auto geev = LAPACKE_cgeev;
  static constexpr auto gehrd = LAPACKE_cgehrd;
  static constexpr auto gees = LAPACKE_cgees;
};
template <>
struct Lapack<std::complex<double>> {
  using Real = double;
  static constexpr auto potrf = LAPACKE_zpotrf;
  static constexpr auto getrf = LAPACKE_zgetrf;
  static constexpr auto geqrf = LAPACKE_zgeqrf;
  static constexpr auto orgqr = LAPACKE_zungqr;
  static constexpr auto trtrs = LAPACKE_ztrtrs;
  static constexpr auto syevd = LAPACKE_zheevd;
  static constexpr auto gesdd = LAPACKE_zgesdd;
  static constexpr auto geev = LAPACKE_zgeev;
  static constexpr auto gehrd = LAPACKE_zgehrd;
  static constexpr auto gees = LAPACKE_zgees;
};

template <typename T>
constexpr bool kIsComplex = !std::is_same_v<T, typename Lapack<T>::Real>;

/// Operands and results of one library call, matrix by matrix.
class MatrixBatch {
 public:
  explicit MatrixBatch(EvaluationContext& context) : m_context(context) {
    const Shape& first = context.operand(0).shape();
    m_rows = first.dim(first.rank() - 2);
    m_columns = first.dim(first.rank() - 1);
    for (int d = 0; d + 2 < first.rank(); ++d) m_count *= first.dim(d);
    const Shape shape = context.shape();
    if (!shape.isTuple()) m_results.emplace_back(shape);
    if (shape.isTuple())
      for (const Shape& element : shape.elements()) m_results.emplace_back(element);
  }
  int64_t count() const { return m_count; }
  lapack_int rows() const { return static_cast<lapack_int>(m_rows); }
  lapack_int columns() const { return static_cast<lapack_int>(m_columns); }
  size_t resultCount() const { return m_results.size(); }
  int64_t lastDimension(size_t result) const {
    const Shape& shape = m_results[result].shape();
    return shape.dim(shape.rank() - 1);
  }
  template <typename T>
  std::span<const T> in(int operand, int64_t item) const {
    return part(m_context.operand(operand).as<T>(), item);
  }
  template <typename T>
  std::span<T> out(size_t result, int64_t item) {
    return part(m_results[result].mutableAs<T>(), item);
  }
  template <typename T>
  void copyIn(int64_t item, size_t result = 0) {
    std::ranges::copy(in<T>(0, item), out<T>(result, item).begin());
  }
  /// LAPACK found no answer (or NaN among the numbers): the result says so by NaN.
  template <typename T>
  void spoil(size_t result, int64_t item) {
    std::ranges::fill(out<T>(result, item), T(std::numeric_limits<typename Lapack<T>::Real>::quiet_NaN()));
  }
  Literal take() {
    return m_context.shape().isTuple() ? Literal::tuple(std::move(m_results)) : std::move(m_results[0]);
  }

 private:
  template <typename T>
  std::span<T> part(std::span<T> all, int64_t item) const {
    const size_t size = all.size() / static_cast<size_t>(m_count);
    return all.subspan(size * static_cast<size_t>(item), size);
  }

  EvaluationContext& m_context;
  int64_t m_count = 1, m_rows = 0, m_columns = 0;
  std::vector<Literal> m_results;
};

/// Calls `work` with a matrix batch and a value of the element type, for each matrix.
template <typename Work>
Result<Literal> forEachMatrix(EvaluationContext& context, const Work& work) {
  MatrixBatch batch(context);
  auto all = [&]<typename T>(T type) {
    for (int64_t i = 0; i < batch.count() && !context.cancelled(); ++i) work(batch, i, type);
    return batch.take();
  };
  switch (context.operand(0).shape().type()) {
    case ElementType::F32: return all(float());
    case ElementType::F64: return all(double());
    case ElementType::C64: return all(std::complex<float>());
    case ElementType::C128: return all(std::complex<double>());
    default:
      return fail(Message{"eval.library_type",
                          {context.attributes<CustomCallAttributes>().target, context.operand(0).shape().text()}});
  }
}

}  // namespace onepot
