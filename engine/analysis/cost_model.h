// How long a device should take for a kernel: a roofline over what the op table counts.
#pragma once

#include "engine/ir/device_figures.h"
#include "engine/ops/op_cost.h"

namespace onepot {

/// Arithmetic of one instruction for one element of its result (a reduction: for one element that it combines).
/// Divisions and roots weigh more than one operation, because a core does fewer of them a second.
struct Work {
  double flops = 0, transcendentals = 0;
};
Work workPerElement(const Instruction& instruction);

/// Seconds for work and traffic together: the longer of computing and moving, a part of the shorter, and the launch.
/// Traffic that fits the cache moves at the cache's rate.
double predictSeconds(double flops, double transcendentals, double bytes, const DeviceFigures& figures);
double predictSeconds(const OpCost& cost, const DeviceFigures& figures);

}  // namespace onepot
