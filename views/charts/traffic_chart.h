// Memory traffic by kernel: eager, jit and the ideal on one axis; read solid, written hatched, vanished arrays hollow.
#pragma once

#include "views/charts/chart.h"
#include "views/charts/launch_bars.h"

namespace onepot {

struct Traffic {
  std::vector<LaunchBar> eager, jit;
  bool measuredJit = false;  // jit's bars have times
  int64_t eagerBytes = 0, jitBytes = 0, idealBytes = 0;
  bool cut = false;        // there were more launches than a capture keeps: totals are lower bounds
  int vanishedArrays = 0;  // written by eager, never by jit
  int64_t compilation = 0;
  int64_t vanishedBytes() const { return eagerBytes > jitBytes ? eagerBytes - jitBytes : 0; }
};
/// Bytes of the kernels that ran; of compiled kernels where jit has not run. Totals are the sums of the bars.
Traffic trafficOf(const Compilation& compilation, const Run* run);

/// Steps of a power of two up to `most` bytes, at most `count` of them.
std::vector<int64_t> byteTicks(int64_t most, int count);

class TrafficChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(Traffic data);
  const Traffic& data() const { return m_data; }
  /// Bytes a second instead of bytes.
  void setRates(bool rates);
  QStringList columns() const override;
  QString fileStem() const override {
    return m_rates ? QStringLiteral("memory-rate") : QStringLiteral("memory-traffic");
  }
  QSize sizeHint() const override { return {360, 320}; }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  struct Row {
    enum class Kind : uint8_t { Heading, Bar, More, Vanished, Ideal } kind;
    Token ink;
    QString name, value;
    const LaunchBar* bar = nullptr;  // of Bar
    double amount = 0;               // of Bar, Vanished, Ideal: what its length says
    double top = 0;
  };
  void addSeries(const QString& name, const std::vector<LaunchBar>& bars, int64_t total, Token ink, size_t room);
  void layoutRows();
  double amountOf(const LaunchBar& bar) const;
  double most() const;
  QRectF plot() const;
  double xOf(double amount) const;
  void paintRow(QPainter& painter, const Row& row) const;
  void paintAxis(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;

  Traffic m_data;
  bool m_rates = false;
  std::vector<Row> m_rows;
  std::vector<size_t> m_rowOfPart;
  double m_rowHeight = 22;
};

}  // namespace onepot
