#include "engine/analysis/cost_model.h"

#include <algorithm>

#include "engine/ops/op.h"

namespace onepot {

namespace {

/// Divisions, roots and powers keep a vector unit busy for about so many additions.
constexpr double kSlowOperation = 4;
/// What of the shorter of computing and moving does not hide behind the longer.
constexpr double kNotOverlapped = 0.3;

}  // namespace

Work workPerElement(const Instruction& instruction) {
  const OpRow& row = op(instruction.opcode());
  if (row.is(kTranscendental)) return {0, 1};
  if (row.is(kElementwise)) return {row.is(kExpensive) ? kSlowOperation : 1, 0};
  if (row.is(kReduction)) return {1, 0};
  return {};
}

double predictSeconds(double flops, double transcendentals, double bytes, const DeviceFigures& figures) {
  double rate = bytes <= static_cast<double>(figures.cacheBytes) ? figures.cacheBytesPerSecond : figures.bytesPerSecond;
  double compute = flops / figures.flopsPerSecond + transcendentals / figures.transcendentalsPerSecond;
  double moving = bytes / rate;
  return figures.launchSeconds + std::max(compute, moving) + kNotOverlapped * std::min(compute, moving);
}

double predictSeconds(const OpCost& cost, const DeviceFigures& figures) {
  return predictSeconds(static_cast<double>(cost.flops), static_cast<double>(cost.transcendentals),
                        static_cast<double>(cost.bytes()), figures);
}

}  // namespace onepot
