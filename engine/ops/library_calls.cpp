#include "engine/ops/library_calls.h"

#include <algorithm>
#include <array>

namespace onepot {

namespace {

std::string itself(const std::string& target) { return target; }

/// "lapack_trtrs_lnn": the last but one letter says whether the transpose of a is solved with.
std::string solveTransposed(const std::string& target) {
  std::string result = target;
  char& flag = result[result.size() - 2];
  flag = flag == 'n' ? 't' : 'n';
  return result;
}

std::string otherWay(const std::string& target) {
  const std::string axis = target.substr(target.find(':'));
  return (target.starts_with("axis_gather") ? "axis_scatter" : "axis_gather") + axis;
}

/// Where nobody batches over the axis there is nobody to meet.
Result<Literal> unboundAxis(EvaluationContext& context) {
  const std::string& target = context.attributes<CustomCallAttributes>().target;
  return fail(Message{"eval.unbound_axis", {target.substr(target.find(':') + 1)}});
}

constexpr std::array kCalls = {
    LibraryCall{"lapack_potrf", "cholesky", eval::cholesky},
    LibraryCall{"lapack_getrf", "lu", eval::luFactors},
    LibraryCall{"lapack_geqrf", "geqrf", eval::qrReflectors},
    LibraryCall{"lapack_orgqr", "householder_product", eval::reflectorProduct},
    LibraryCall{"lapack_trtrs_", "triangular_solve", eval::triangularSolve, 1, solveTransposed},
    LibraryCall{"lapack_syevd", "eigh", eval::symmetricEigen},
    LibraryCall{"lapack_gesdd", "svd", eval::singularValues},
    LibraryCall{"lapack_geev", "eig", eval::generalEigen},
    LibraryCall{"lapack_gehrd", "hessenberg", eval::hessenberg},
    LibraryCall{"lapack_gees", "schur", eval::schur},
    LibraryCall{"axis_gather:", "all_gather", unboundAxis, 0, otherWay},
    LibraryCall{"axis_scatter:", "reduce_scatter", unboundAxis, 0, otherWay},
    LibraryCall{"fftw_", "fft", eval::fourier, 0, itself},
};

}  // namespace

const LibraryCall* libraryCall(std::string_view target) {
  auto row = std::ranges::find_if(kCalls, [&](const LibraryCall& call) {
    return call.target.back() == '_' || call.target.back() == ':' ? target.starts_with(call.target)
                                                                  : target == call.target;
  });
  return row == kCalls.end() ? nullptr : &*row;
}

}  // namespace onepot
