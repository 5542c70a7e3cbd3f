// The cost that strip and ribbon draw along the passes: bytes, kernels, flops or operations of each stage.
#pragma once

#include <QString>
#include <vector>

#include "views/session.h"

namespace onepot {

enum class CostMetric : uint8_t { Bytes, Kernels, Flops, Operations };
inline constexpr CostMetric kCostMetrics[] = {CostMetric::Bytes, CostMetric::Kernels, CostMetric::Flops,
                                              CostMetric::Operations};

QString costMetricName(CostMetric metric);
/// One value a stage, as shares of the greatest (0…1); a stage that tells nothing keeps the value before it.
std::vector<double> costShares(const Session& session, CostMetric metric);
/// "160 → 16 MiB": the first stage's cost and the last's.
QString costChange(const Session& session, CostMetric metric);

}  // namespace onepot
