// The Kernels dock: what each kernel was predicted to take and took, or what it moves.
#pragma once

#include "views/view.h"

class QScrollArea;
class QStackedWidget;

namespace onepot {

class EmptyState;
class KernelBars;
class Segments;

class KernelsView : public View {
  Q_OBJECT
 public:
  explicit KernelsView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Kernel; }
  QWidget* tools() override { return m_tools; }
  QString figure() const override { return m_figure; }

 private:
  QWidget* m_tools;
  Segments* m_choice;
  KernelBars* m_bars;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  QString m_figure;
};

}  // namespace onepot
