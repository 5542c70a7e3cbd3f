// The Cost model check dock: predicted against measured, or the words that nothing was measured.
#pragma once

#include "views/view.h"

class QStackedWidget;

namespace onepot {

class ChartPanel;
class CostCheckChart;
class EmptyState;

class CostCheckView : public View {
  Q_OBJECT
 public:
  explicit CostCheckView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Kernel; }
  QWidget* tools() override { return m_tools; }

 private:
  ChartPanel* m_panel;
  QWidget* m_tools;
  CostCheckChart* m_chart;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
};

}  // namespace onepot
