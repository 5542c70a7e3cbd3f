// What a kernel must read, write and compute, counted from the IR; and how long a device should take for it (roofline).
#pragma once

#include <cstdint>

#include "engine/ir/device_figures.h"
#include "engine/ir/module.h"

namespace onepot {

struct KernelCost {
  int64_t bytesRead = 0, bytesWritten = 0;
  int64_t flops = 0, transcendentals = 0;
  int64_t bytes() const { return bytesRead + bytesWritten; }
  KernelCost& operator+=(const KernelCost& other);
};

/// Arithmetic of one instruction evaluated once for each element of its result. Divisions and roots weigh more than one
/// operation, because a core does fewer of them a second.
struct Work {
  double flops = 0, transcendentals = 0;
};
Work workOf(const Instruction& instruction, const Module& module);

/// One launched instruction: its operands and results in memory, and the work inside. Fusions count a parameter that is
/// only sliced by the slices, and a dynamic-update-slice at their root by its update.
KernelCost kernelCost(const Instruction& instruction, const Module& module);

/// Seconds for work and traffic together: the longer of computing and moving, and the launch. Traffic that fits the cache
/// moves at the cache's rate.
double predictSeconds(double flops, double transcendentals, double bytes, const DeviceFigures& figures);
double predictSeconds(const KernelCost& cost, const DeviceFigures& figures);

}  // namespace onepot
