// When compiling pays off: total time over the number of calls, T = compile + n × run, for eager and jit.
#pragma once

#include <optional>

#include "views/charts/chart.h"

namespace onepot {

struct PayOff {
  double compileMs = 0;  // eager: none
  double eagerMs = 0, jitMs = 0;
  double eagerTotal(double calls) const { return calls * eagerMs; }
  double jitTotal(double calls) const { return compileMs + calls * jitMs; }
};
/// None where one of the two was not measured.
std::optional<PayOff> payOffOf(const Compilation& compilation, const Run& run);
/// The call from which on jit has cost less in all; none: never.
std::optional<int64_t> breakEven(const PayOff& payOff);
/// "pays off from call 5", "never pays off: jit is not faster here".
QString payOffWords(const PayOff& payOff);

class PayOffChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(std::optional<PayOff> data);
  void setLogarithmic(bool logarithmic);
  /// Where n calls and so many milliseconds stand.
  QPointF at(double calls, double ms) const;
  /// How many calls the axis goes to.
  double lastCall() const;
  QStringList columns() const override { return {"calls", "eager_ms", "jit_ms"}; }
  QString fileStem() const override { return QStringLiteral("pay-off"); }
  QSize sizeHint() const override { return {360, 320}; }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  QRectF plot() const;
  double most() const;
  double least() const;  // of the logarithmic time axis
  void paintAxes(QPainter& painter) const;
  void paintLines(QPainter& painter) const;
  void paintGain(QPainter& painter, const QPolygonF& eager, const QPolygonF& jit) const;
  void paintChip(QPainter& painter, const QRectF& rect, int flags, const QString& words, Token ink) const;
  /// What compiling costs; the place of its words.
  QRectF paintCompile(QPainter& painter) const;
  void paintCrossing(QPainter& painter, const QRectF& compileWords) const;
  std::vector<double> callTicks() const;

  std::optional<PayOff> m_data;
  bool m_logarithmic = false;
};

}  // namespace onepot
