// Forward derivatives of loops and branches, and what they share.
#pragma once

#include "engine/trace/custom_rule.h"
#include "engine/trace/jvp_level.h"
#include "engine/trace/transformed_bodies.h"

namespace onepot {

Mask nonzeroOf(std::span<const Value> tangents);
void appendNonzero(std::vector<Value>& to, std::span<const Value> values);
/// All results, then the tangents that are not zero.
Differentiated splitTangents(std::vector<Value> all, const Mask& nonzero);
std::shared_ptr<const CustomRule> customRuleOf(const Operation& operation, const TraceState& state);

Differentiated differentiateScan(const Operation& operation, std::span<const Value> tangents, TraceState& state);
Differentiated linearizeScan(const Operation& operation, std::span<const Value> tangents, TraceState& state);
Differentiated differentiateWhile(const Operation& operation, std::span<const Value> tangents, TraceState& state);
Differentiated differentiateCond(const Operation& operation, std::span<const Value> tangents, TraceState& state);
Differentiated linearizeCond(const Operation& operation, std::span<const Value> tangents, TraceState& state);

}  // namespace onepot
