// The timeline with its choices: kernels or threads, one axis or equal widths, and the button that shows all of it.
#pragma once

#include "views/charts/chart_panel.h"

namespace onepot {

class Session;
class TimelineChart;
struct Compilation;
struct Run;

class TimelinePanel : public ChartPanel {
  Q_OBJECT
 public:
  explicit TimelinePanel(Session& session, QWidget* parent = nullptr);
  TimelineChart* timeline() const { return m_timeline; }
  /// Words and icons after a change of theme or language.
  void retranslate(const Theme& theme);
  void show(const Compilation& compilation, const Run& run, const QString& programText);

 private:
  TimelineChart* m_timeline;
  Segments *m_rows, *m_widths;
  QToolButton* m_fit;
};

}  // namespace onepot
