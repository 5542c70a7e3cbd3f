// Whole modules through the reference evaluator, and the values of single instructions on demand.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/base/cancellation.h"
#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// The entry computation's result; arguments by parameter number. Works in both dialects.
Result<Literal> evaluateModule(const Module& module, std::vector<Literal> arguments, CancellationToken cancel = {});

/// The values of the `wanted` instructions, wherever they stand: of those that are evaluated more than once (in loops)
/// the first. What the result does not depend on, and what stands in combiners, has no value and is left out.
Result<std::map<InstructionId, Literal>> instructionValues(const Module& module, std::vector<Literal> arguments,
                                                           const std::set<InstructionId>& wanted,
                                                           CancellationToken cancel = {});

}  // namespace onepot
