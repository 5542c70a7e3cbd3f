// Eager above jit on one time axis: the caller's own code, kernels or threads, live memory; what jit saves is hatched.
#pragma once

#include <optional>

#include "views/charts/chart.h"
#include "views/charts/launch_bars.h"

namespace onepot {

struct TimelineLane {
  bool known = false;  // something was measured
  double median = 0;   // of all calls
  double callMs = 0;   // of the call that is drawn
  std::vector<LaunchBar> bars;
  std::vector<Interval> python;
  std::vector<MemoryPoint> memory;
  int64_t peak = 0;
  int deviceThreads = 1;  // that could have worked
  int threads() const;    // rows that threads need, idle ones too; 0: not recorded
};

struct TimelineData {
  TimelineLane eager, jit;
  int64_t compilation = 0;
  /// Longest call: where the common axis ends.
  double longest() const { return std::max(eager.callMs, jit.callMs); }
};
TimelineData timelineOf(const Compilation& compilation, const Run& run, const QString& programText);
/// "8.24 ms less, −79 %", "0.61 ms more, +12 %", of the medians; empty where one is not known.
QString savedWords(const TimelineData& data);

/// Milliseconds in the unit that suits a span: µs below 1 ms, s from 1 s.
struct TimeUnit {
  double perMs;
  const char* name;
};
TimeUnit timeUnitFor(double spanMs);

class TimelineChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;

  void setData(std::optional<TimelineData> data);
  const std::optional<TimelineData>& data() const { return m_data; }
  void setThreads(bool threads);
  /// Each lane as wide as the chart, or both on one axis.
  void setSameWidth(bool sameWidth);
  void fitAll();
  void zoomToSelection();
  /// What of the axis is seen, in milliseconds (of the longer call).
  double viewFrom() const { return m_from; }
  double viewSpan() const { return m_span; }
  QStringList columns() const override;
  QString fileStem() const override { return QStringLiteral("timeline"); }
  QSize sizeHint() const override { return {900, 300}; }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;
  void paintHover(QPainter& painter) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Rows {
    QRectF all, python, kernels, memory;
  };
  const TimelineLane& lane(bool jit) const { return jit ? m_data->jit : m_data->eager; }
  double left() const { return px(136); }
  double plotWidth() const;
  double scaleOf(bool jit) const;  // px a millisecond
  double xOf(double ms, bool jit) const;
  Rows rowsOf(bool jit) const;
  void setView(double from, double span);
  void zoom(double factor, double atMs);
  ChartPart wordsOf(const LaunchBar& bar, bool jit) const;
  void layoutLane(bool jit, std::vector<ChartPart>& parts);
  void paintAxis(QPainter& painter) const;
  void paintLane(QPainter& painter, bool jit) const;
  void paintHeading(QPainter& painter, bool jit) const;
  void paintBar(QPainter& painter, const ChartPart& part, const LaunchBar& bar) const;
  void paintThreads(QPainter& painter, bool jit) const;
  void paintMemory(QPainter& painter, bool jit) const;
  void paintSaved(QPainter& painter) const;

  std::optional<TimelineData> m_data;
  bool m_threads = false, m_sameWidth = false;
  double m_from = 0, m_span = 1;
  double m_hoverX = -1;
  QPointF m_pressed;
  double m_pressedFrom = 0;
  bool m_panning = false, m_held = false;
  std::vector<ChartPart> m_words[2];  // of eager and jit: parts without their place, made once for each measurement
  std::vector<size_t> m_barOfPart;    // index into the lane's bars
  size_t m_eagerParts = 0;
};

}  // namespace onepot
