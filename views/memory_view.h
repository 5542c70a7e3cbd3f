// The results tab "Memory": where each array lies and when, address over time.
#pragma once

#include "views/view.h"

class QStackedWidget;

namespace onepot {

class BufferPanel;
class EmptyState;

class MemoryView : public View {
  Q_OBJECT
 public:
  explicit MemoryView(Session& session, QWidget* parent = nullptr);
  void refresh(Changes changes) override;
  QWidget* tools() override { return m_tools; }
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Buffer; }

 private:
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  BufferPanel* m_panel;
  QWidget* m_tools;
};

}  // namespace onepot
