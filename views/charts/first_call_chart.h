// The first call of jit as one bar: tracing, lowering, passes, code generation with its parts, and the first run.
#pragma once

#include "views/charts/chart.h"

namespace onepot {

struct CallStage {
  QString name;
  double ms = 0;
  Kind kind = Kind::Elementwise;
  bool run = false;  // the program's own work, not the compiler's
};

struct FirstCall {
  std::vector<CallStage> stages;   // in order
  std::vector<CallStage> codegen;  // what the code generation consists of
  double totalMs() const;
  /// The parts of the code generation add up to more than it took: several threads worked on them.
  bool inParallel() const;
};
/// Every stage with the time that was measured once; what was not measured is left out.
FirstCall firstCallOf(const Compilation& compilation, const Run* run);
/// Where stages stand on a bar `width` long: in proportion, none narrower than `least` while there is room.
std::vector<double> stageWidths(const std::vector<CallStage>& stages, double width, double least);

class FirstCallChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(FirstCall data);
  QStringList columns() const override { return {"stage", "ms"}; }
  QString fileStem() const override { return QStringLiteral("first-call"); }
  QSize sizeHint() const override { return {600, 82}; }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  QRectF bar() const;
  void paintStage(QPainter& painter, size_t index, double& above, double& below) const;
  void paintCodegen(QPainter& painter, const QRectF& codegen, double below) const;

  FirstCall m_data;
};

}  // namespace onepot
