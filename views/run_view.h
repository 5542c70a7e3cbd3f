// The run page: what jit brought in figures, the first call stage by stage, eager beside jit on one axis, pay-off,
// traffic and buffers.
#pragma once

#include "views/view.h"

class QStackedWidget;

namespace onepot {

class BufferPanel;
class Chart;
class ChartPanel;
class EmptyState;
class FigureStrip;
class FirstCallChart;
class PayOffChart;
class Segments;
class TimelinePanel;
class TrafficChart;

/// Why there is nothing to draw, and what to do: an empty line means that there is.
struct NoRunWords {
  QString line, more, button;
};
NoRunWords noRunWords(const Session& session);

class RunView : public View {
  Q_OBJECT
 public:
  explicit RunView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Launch || ref.kind == RefKind::Kernel; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* buildPage();
  void retranslate();
  void rebuild();
  void applySizes();

  QStackedWidget* m_stack;
  EmptyState* m_empty;
  QWidget* m_page;
  FigureStrip* m_figures;
  FirstCallChart* m_firstCall;
  PayOffChart* m_payOff;
  TrafficChart* m_traffic;
  ChartPanel *m_firstCallPanel, *m_payOffPanel, *m_trafficPanel;
  TimelinePanel* m_timelinePanel;
  BufferPanel* m_bufferPanel;
  Segments *m_scale, *m_unit;
  std::vector<Chart*> m_charts;
};

}  // namespace onepot
