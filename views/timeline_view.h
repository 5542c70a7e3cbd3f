// The results tab "Timeline": the run page's timeline at dock size.
#pragma once

#include "views/view.h"

class QStackedWidget;

namespace onepot {

class EmptyState;
class TimelinePanel;

class TimelineView : public View {
  Q_OBJECT
 public:
  explicit TimelineView(Session& session, QWidget* parent = nullptr);
  void refresh(Changes changes) override;
  QWidget* tools() override { return m_tools; }
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Launch || ref.kind == RefKind::Kernel; }

 private:
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  TimelinePanel* m_panel;
  QWidget* m_tools;
};

}  // namespace onepot
