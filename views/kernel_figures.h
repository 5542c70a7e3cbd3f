// What each kernel of a compilation was predicted to take and took: the rows of the Kernels table and the points of the
// cost model check.
#pragma once

#include <QString>
#include <vector>

#include "engine/runtime/compilation.h"
#include "views/theme.h"

namespace onepot {

struct KernelFigure {
  QString name, work;  // "fusion.2", "multiply … exponential" or the library that runs it
  Kind kind = Kind::Fusion;
  InstructionId instruction = 0;
  double predictedMs = 0;
  double measuredMs = -1;  // < 0: not measured
  int64_t bytes = 0;
  bool measured() const { return measuredMs >= 0; }
  /// The prediction's error as a fraction of what was measured; NaN where that is not known.
  double error() const;
};

/// Measured: the launches of the last measured run, added up for each kernel.
std::vector<KernelFigure> kernelFigures(const Compilation& compilation);
KernelFigure sumOf(const std::vector<KernelFigure>& kernels);

}  // namespace onepot
