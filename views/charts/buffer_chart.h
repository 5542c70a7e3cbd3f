// Where arrays lie in memory and for how long, eager beside jit on one scale; or the memory held as a curve.
#pragma once

#include "views/charts/chart.h"

namespace onepot {

struct BufferBox {
  QString name;
  double from = 0, to = 0;  // launches, or milliseconds
  int64_t offset = 0, size = 0;
  InstructionId instruction = 0;
  Ref ref;
  Kind kind = Kind::Free;
};

struct BufferSide {
  std::vector<BufferBox> boxes;
  std::vector<QString> launches;  // names, in order
  double length = 0;              // of the x axis
  std::vector<MemoryPoint> curve;
  double callMs = 0;
  int64_t peak = 0;
  bool measuredPeak = false;  // else planned
  int64_t top() const;
};

struct Buffers {
  BufferSide eager, jit;
  bool byTime = false;
};
/// `byTime`: x in milliseconds of the recorded calls, else by launches. `run` may be null: then the plan alone is
/// known.
Buffers buffersOf(const Compilation& compilation, const Run* run, bool byTime);
/// Gives each box the lowest offset that is free while it lives: arguments first, then the greatest. Quadratic in the
/// boxes, of which there are some hundreds at most.
void packGreatestFirst(std::vector<BufferBox>& boxes);

class BufferChart : public Chart {
  Q_OBJECT
 public:
  using Chart::Chart;
  void setData(Buffers data);
  const Buffers& data() const { return m_data; }
  void setCurve(bool curve);
  QStringList columns() const override { return {"series", "buffer", "offset", "bytes", "from", "to"}; }
  QString fileStem() const override { return m_curve ? QStringLiteral("memory-curve") : QStringLiteral("buffers"); }
  QSize sizeHint() const override { return {360, 320}; }

 protected:
  std::vector<ChartPart> layoutParts() override;
  void paintChart(QPainter& painter) override;

 private:
  const BufferSide& side(bool jit) const { return jit ? m_data.jit : m_data.eager; }
  QRectF plot(bool jit) const;
  int64_t most() const;
  double yOf(double bytes) const;
  void paintGrid(QPainter& painter) const;
  void paintSide(QPainter& painter, bool jit) const;
  void paintBoxes(QPainter& painter) const;
  void paintCurve(QPainter& painter, bool jit) const;
  void paintPeak(QPainter& painter, bool jit) const;
  void paintFoot(QPainter& painter, bool jit) const;

  Buffers m_data;
  bool m_curve = false;
  std::vector<const BufferBox*> m_boxOfPart;
};

}  // namespace onepot
