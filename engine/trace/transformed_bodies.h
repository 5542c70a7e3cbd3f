// A traced function under a transformation is another traced function: made once for each pattern of arguments.
#pragma once

#include "engine/trace/derived_functions.h"
#include "engine/trace/trace_level.h"

namespace onepot {

using Mask = std::vector<bool>;

/// `forced` results get a tangent (zeros) even where it is zero.
const JvpBody& jvpOfBody(TraceState& state, const TracedFunctionPtr& function, const Mask& nonzero, const Mask& forced);
/// `asResidual`: arguments that a residual may simply be, because the caller has them at hand in the backward pass too.
const LinearizedBody& linearizeBody(TraceState& state, const TracedFunctionPtr& function, const Mask& nonzero,
                                    const Mask& forced, const Mask& asResidual);
/// Batched arguments and results have the batch in front; `forced` results are batched in any case.
const BatchedBody& batchBody(TraceState& state, const TracedFunctionPtr& function, const Mask& batched, int64_t size,
                             const Mask& forced);
/// `linear` arguments; `cotangents` says which results' are not zero. `forced`: zeros are given for linear arguments
/// that get none.
const TransposedBody& transposeBody(TraceState& state, const TracedFunctionPtr& function, const Mask& linear,
                                    const Mask& cotangents, bool forced);

size_t countOf(const Mask& mask);

}  // namespace onepot
