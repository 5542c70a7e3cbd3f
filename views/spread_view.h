// How far the timed calls lie apart, and whether the machine was quiet enough to trust them.
#pragma once

#include "views/view.h"

class QLabel;

namespace onepot {

class ChartPanel;
class SpreadChart;

class SpreadView : public View {
  Q_OBJECT
 public:
  explicit SpreadView(Session& session, QWidget* parent = nullptr);
  void refresh(Changes changes) override;
  QWidget* tools() override { return m_tools; }

 private:
  SpreadChart* m_chart;
  ChartPanel* m_panel;
  QWidget* m_tools;
  QLabel *m_icon, *m_words;
};

/// "quiet machine: spread under 3 %", or which of the two lies how far apart; empty where nothing was timed.
struct SpreadVerdict {
  bool quiet = false;
  QString words;
};
SpreadVerdict spreadVerdict(const Run& run);

}  // namespace onepot
