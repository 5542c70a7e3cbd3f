// HLO text before and after the chosen pass, differences marked, rows aligned by identity.
#pragma once

#include "views/hlo_diff.h"
#include "views/view.h"

class QStackedWidget;
class QToolButton;

namespace onepot {

class EmptyState;
class Segments;

class HloDiffView : public View {
  Q_OBJECT
 public:
  explicit HloDiffView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Instruction; }
  QWidget* tools() override { return m_tools; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildTools();
  void rebuild();
  void show(const HloDiff& diff);
  void light();
  void clicked(CodePane* pane, int row);

  QWidget* m_tools;
  Segments *m_layoutChoice, *m_orderChoice;
  QToolButton* m_layouts;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  CodePane *m_left, *m_right;
  QWidget* m_sides;
  DiffOptions m_options;
  bool m_unified = false;
  const Module *m_before = nullptr, *m_after = nullptr;
};

}  // namespace onepot
