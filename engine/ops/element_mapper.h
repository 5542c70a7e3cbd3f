// Runs a scalar computation (a combiner, a comparator, map's function) on whole arrays at once.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/cancellation.h"
#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

class ElementMapper {
 public:
  ElementMapper(const Computation& scalar, CancellationToken cancel);

  /// False where the computation does more than elementwise work (loops, nested reductions): call it element by
  /// element.
  bool possible() const { return m_possible; }
  /// Arguments are arrays of `count` elements (their dimensions are taken as one) or scalars; so are the results, one
  /// an element of the root's tuple.
  Result<std::vector<Literal>> map(std::vector<Literal> arguments, int64_t count) const;

 private:
  const Computation& m_scalar;
  CancellationToken m_cancel;
  bool m_possible = false;
};

/// The operation of a computation that is nothing but op(parameter 0, parameter 1); Parameter where it is anything
/// else.
Opcode plainCombiner(const Computation& computation);

}  // namespace onepot
