// Predicted against measured time of every kernel, on logarithmic axes, with the band where the model is right to 10 %.
#pragma once

#include "views/charts/chart.h"
#include "views/kernel_figures.h"

namespace onepot {

class CostCheckChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(std::vector<KernelFigure> kernels, int64_t compilation);
  QStringList columns() const override { return {"kernel", "predicted ms", "measured ms"}; }
  QString fileStem() const override { return QStringLiteral("cost-model-check"); }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  QRectF plot() const;
  QPointF place(double predicted, double measured) const;
  void paintGrid(QPainter& painter) const;
  void paintBand(QPainter& painter) const;
  void paintNames(QPainter& painter) const;

  std::vector<KernelFigure> m_kernels;  // measured ones alone
  int64_t m_compilation = 0;
  double m_from = 0.1, m_to = 10;  // ms, of both axes
};

}  // namespace onepot
