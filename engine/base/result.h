// Expected failures travel as values: Result<T> holds a T or the diagnostics that say why there is none.
#pragma once

#include <expected>
#include <stdexcept>

#include "engine/base/diagnostic.h"

namespace onepot {

template <typename T>
using Result = std::expected<T, Diagnostics>;

inline std::unexpected<Diagnostics> fail(Diagnostic diagnostic) {
  return std::unexpected(Diagnostics{std::move(diagnostic)});
}
inline std::unexpected<Diagnostics> fail(Message message, SourceRange range = {}) {
  return fail(Diagnostic::error(std::move(message), std::move(range)));
}
/// Passes on the failure of another Result, of whatever type.
template <typename T>
std::unexpected<Diagnostics> failureOf(Result<T>&& result) {
  return std::unexpected(std::move(result).error());
}

/// Our own fault. Thrown where an invariant is broken, caught at the job's edge, shown with stage and pass.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};
inline void ensure(bool holds, const char* invariant) {
  if (!holds) throw InternalError(invariant);
}

}  // namespace onepot
