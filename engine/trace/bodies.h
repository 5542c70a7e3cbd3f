// Calls of derived functions, and the small functions around a body that loops and branches need.
#pragma once

#include "engine/trace/transformed_bodies.h"

namespace onepot {

/// Binds `operation` (jit, remat) anew with another body; what that captured goes in front of the operands.
std::vector<Value> bindBody(TraceState& state, const Operation& operation, const TracedFunctionPtr& body,
                            std::span<const Value> operands);
/// Binds a scan of `body`; what that captured goes in front as consts.
std::vector<Value> bindScan(TraceState& state, const TracedFunctionPtr& body, std::span<const Value> operands,
                            ScanAttributes scan);

/// The functions that `make` gives, made once for each `key` and kept with `owner`.
const std::vector<TracedFunctionPtr>& arranged(const TracedFunctionPtr& owner, const DerivationKey& key,
                                               const std::function<std::vector<TracedFunctionPtr>()>& make);

/// `function` with its arguments and results in another order: argument i of the new one is argument `arguments[i]`.
TracedFunctionPtr reordered(TraceState& state, const TracedFunctionPtr& function, const std::vector<size_t>& arguments,
                            const std::vector<size_t>& results);

/// The same function with further arguments that it does not read.
TracedFunctionPtr ignoringMore(TraceState& state, const TracedFunctionPtr& function, const std::vector<Aval>& more);

/// from, from + 1, …, to − 1.
std::vector<size_t> range(size_t from, size_t to);
void append(std::vector<size_t>& to, const std::vector<size_t>& more);
void append(std::vector<Value>& to, std::span<const Value> more);

/// `list[from, to)` of a mask.
Mask part(const Mask& mask, size_t from, size_t to);
Mask joinedMasks(std::initializer_list<Mask> masks);

}  // namespace onepot
