#include "views/pass_cost.h"

#include <QCoreApplication>
#include <algorithm>

#include "views/number_format.h"

namespace onepot {

namespace {
int64_t costOf(const Stage& stage, CostMetric metric) {
  switch (metric) {
    case CostMetric::Bytes: return stage.statistics.bytes;
    case CostMetric::Kernels: return stage.statistics.kernels;
    case CostMetric::Flops: return stage.statistics.flops;
    case CostMetric::Operations: return stage.statistics.instructions;
  }
  return 0;
}

std::vector<int64_t> costs(const Session& session, CostMetric metric) {
  std::vector<int64_t> values;
  int64_t last = 0;
  for (int i = 0; i < session.stageCount(); ++i) {
    const int64_t cost = costOf(*session.stageAt(i), metric);
    if (cost > 0) last = cost;
    values.push_back(last);
  }
  // Stages in front of the first that tells anything stand as high as it.
  const auto known = std::ranges::find_if(values, [](int64_t value) { return value > 0; });
  if (known != values.end()) std::fill(values.begin(), known, *known);
  return values;
}
}  // namespace

QString costMetricName(CostMetric metric) {
  switch (metric) {
    case CostMetric::Bytes: return QCoreApplication::translate("CostMetric", "Bytes");
    case CostMetric::Kernels: return QCoreApplication::translate("CostMetric", "Kernels");
    case CostMetric::Flops: return QCoreApplication::translate("CostMetric", "Flops");
    case CostMetric::Operations: return QCoreApplication::translate("CostMetric", "Operations");
  }
  return {};
}

std::vector<double> costShares(const Session& session, CostMetric metric) {
  const std::vector<int64_t> values = costs(session, metric);
  const int64_t most = values.empty() ? 0 : std::ranges::max(values);
  std::vector<double> shares;
  for (int64_t value : values) shares.push_back(most > 0 ? static_cast<double>(value) / static_cast<double>(most) : 0);
  return shares;
}

QString costChange(const Session& session, CostMetric metric) {
  const std::vector<int64_t> values = costs(session, metric);
  if (values.empty() || values.front() == 0) return {};
  if (metric == CostMetric::Bytes) return formatBytesChange(values.front(), values.back());
  return formatCount(static_cast<double>(values.front())) + " → " + formatCount(static_cast<double>(values.back()));
}

}  // namespace onepot
