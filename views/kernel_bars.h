// The kernels one below the other: bar = measured, tick = predicted, with figures and the prediction's error.
#pragma once

#include "views/charts/chart.h"
#include "views/kernel_figures.h"

namespace onepot {

class KernelBars : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(std::vector<KernelFigure> kernels, int64_t compilation);
  /// Bytes a kernel must move instead of its time.
  void setBytes(bool bytes);
  QStringList columns() const override { return {"kernel", "work", "bytes", "predicted ms", "measured ms", "error"}; }
  QString fileStem() const override { return QStringLiteral("kernels"); }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  struct Columns {
    double bar, barEnd, figure, right;
  };
  Columns columnsNow() const;
  double most() const;
  double rowTop(size_t row) const { return px(24) + static_cast<double>(row) * px(30); }
  void paintHeading(QPainter& painter) const;
  void paintRow(QPainter& painter, size_t index) const;
  void paintSum(QPainter& painter, const KernelFigure& sum) const;

  std::vector<KernelFigure> m_kernels;
  int64_t m_compilation = 0;
  bool m_bytes = false;
};

}  // namespace onepot
