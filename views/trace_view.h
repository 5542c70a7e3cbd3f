// The trace: each operation in the order it ran, as a scrubber and as the jaxpr (or the HLO it became) with its line
// lit.
#pragma once

#include "views/code_pane.h"
#include "views/view.h"

class QStackedWidget;
class QToolButton;

namespace onepot {

class EmptyState;
class Segments;
class TraceScrubber;

class TraceView : public View {
  Q_OBJECT
 public:
  explicit TraceView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override;
  QWidget* tools() override { return m_tools; }
  QString figure() const override { return m_figure; }
  int step() const { return m_step; }
  /// 1: forward, −1: back; selects the step's operation.
  void stepBy(int direction);

 private:
  void buildTools();
  void rebuild();
  void showRows();
  void follow();
  void goTo(int step);
  int stepOf(InstructionId id) const;

  QWidget* m_tools;
  Segments* m_choice;
  std::vector<QToolButton*> m_buttons;
  TraceScrubber* m_scrubber;
  CodePane* m_text;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  QString m_figure;
  std::vector<InstructionId> m_steps;  // arguments first, then the traced operations
  std::vector<int> m_lines;            // of the jaxpr, by step; −1 for arguments
  size_t m_arguments = 0;
  int m_step = -1;
  bool m_hlo = false;
};

}  // namespace onepot
