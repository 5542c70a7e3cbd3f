// The machine code of one kernel: LLVM IR beside assembly, each run of lines bracketed by the operation it comes from.
#pragma once

#include "views/code_pane.h"
#include "views/view.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace onepot {

class EmptyState;
class Segments;

class KernelView : public View {
  Q_OBJECT
 public:
  explicit KernelView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override {
    return ref.kind == RefKind::Kernel || ref.kind == RefKind::Instruction;
  }
  QWidget* tools() override { return m_tools; }
  InstructionId shownKernel() const { return m_shown; }

 private:
  struct Side {
    QWidget* box;
    QLabel *title, *chips;
    CodePane* pane;
  };
  Side makeSide(const char* name);
  void buildTools();
  void rebuild();
  const Kernel* chosen() const;
  void showKernel(const Kernel& kernel);
  void light();
  void openMenu();
  std::vector<CodeRow> codeRows(const std::string& text, const std::vector<InstructionId>& lines) const;

  QWidget* m_tools;
  QPushButton* m_which;
  Segments *m_choice, *m_level;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  Side m_ir, m_assembly;
  InstructionId m_shown = 0;  // the kernel on show
  InstructionId m_asked = 0;  // by the menu; 0: follows the selection
  bool m_before = false;      // IR before LLVM's optimisation
};

}  // namespace onepot
