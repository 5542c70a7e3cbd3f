// Every call that was timed as a dot, eager above jit, each on its own axis, with the median as a tick.
#pragma once

#include "views/charts/chart.h"

namespace onepot {

struct Spread {
  std::vector<double> eager, jit;  // milliseconds, in order
};
/// Half the distance between the quartiles over the median; NaN where nothing was timed.
double relativeSpread(const std::vector<double>& milliseconds);
/// Below this the machine counts as quiet.
inline constexpr double kQuietSpread = 0.03;

class SpreadChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(Spread data);
  QStringList columns() const override { return {"series", "call", "ms"}; }
  QString fileStem() const override { return QStringLiteral("spread"); }
  QSize sizeHint() const override { return {264, 128}; }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  struct Axis {
    double from = 0, to = 1, median = 0;
  };
  static Axis axisOf(const std::vector<double>& times);
  QRectF rowOf(bool jit) const;
  void paintSeries(QPainter& painter, bool jit) const;

  Spread m_data;
};

}  // namespace onepot
