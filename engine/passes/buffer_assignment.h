// Plans the memory of a scheduled module, and checks a plan.
#pragma once

#include <string>
#include <vector>

#include "engine/passes/buffer_plan.h"

namespace onepot {

/// Every array gets a buffer: parameters, constants and results their own, temporaries a place in one arena. Loop
/// carries, branches' results and updates in place share. The module must be scheduled and free of hazards
/// (copy-insertion).
BufferPlan planBuffers(const Module& module, int64_t alignment);

/// What is wrong with `plan`, in words; empty when no two values that are needed at the same time share bytes.
std::vector<std::string> verifyPlan(const Module& module, const BufferPlan& plan);

}  // namespace onepot
