// A function of the embedding program that a custom-call runs on the host: Python callbacks come this way.
#pragma once

#include <cstdint>
#include <span>

#include "engine/base/result.h"
#include "engine/ir/literal.h"

namespace onepot {

/// What batching makes of a call.
enum class HostBatching : uint8_t {
  OneByOne,   // a call for each of the batch
  AllAtOnce,  // one call; every operand has the batch in front
};

/// Held by the instructions that call it. `call` may come from any thread, one at a time for each run.
class HostFunction {
 public:
  virtual ~HostFunction() = default;
  /// Operands are row-major; so is the result, of `shape`: a tuple unless there is one result.
  virtual Result<Literal> call(std::span<const Literal> operands, const Shape& shape) const = 0;
  virtual HostBatching batching() const = 0;
  /// Runs even where nobody needs its results.
  virtual bool hasSideEffect() const = 0;
  /// Looks at values and gives none back: derivatives pass it by.
  virtual bool onlyObserves() const = 0;
};

}  // namespace onepot
