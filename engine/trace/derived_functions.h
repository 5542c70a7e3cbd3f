// What was made of a traced function so far: its flat program, derivatives, batched forms, executables. Kept with it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/runtime/compiler.h"
#include "engine/trace/api.h"

namespace onepot {

struct FlatProgram;

/// Which arguments (or results) something holds for, or any other small key.
using DerivationKey = std::vector<int64_t>;

struct JvpBody {
  TracedFunctionPtr function;  // primals, then the non-zero tangents → results, then the non-zero result tangents
  std::vector<bool> resultNonzero;
};

struct LinearizedBody {
  TracedFunctionPtr primal;  // arguments → results, then the residuals that were computed
  TracedFunctionPtr linear;  // all residuals, then the non-zero tangents → the non-zero result tangents
  std::vector<bool> resultNonzero;
  std::vector<std::optional<size_t>> residuals;  // which argument each one is; none: computed, in the primal's order
};

struct BatchedBody {
  TracedFunctionPtr function;  // batched arguments have the batch in front
  std::vector<bool> resultBatched;
};

struct TransposedBody {
  TracedFunctionPtr function;         // values of the other arguments, then cotangents → cotangents of the linear ones
  std::vector<bool> argumentNonzero;  // by linear argument
};

struct DerivedFunctions {
  std::shared_ptr<const FlatProgram> program;
  TracedFunctionPtr closed;
  std::map<DerivationKey, JvpBody> jvp;
  std::map<DerivationKey, LinearizedBody> linearized;
  std::map<DerivationKey, BatchedBody> batched;
  std::map<DerivationKey, TransposedBody> transposed;
  std::map<DerivationKey, std::vector<TracedFunctionPtr>> arranged;  // bodies.h: what loops and branches need of it
  std::map<std::pair<Device*, DerivationKey>, CompiledFunction> compiled;  // alone, or inside a loop with that key
  std::vector<TracedFunctionPtr> held;                                     // whose addresses are in those keys
};

}  // namespace onepot
