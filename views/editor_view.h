// The program: the user's text, what the compiler knows of it beside the lines, and faults where they are.
#pragma once

#include "views/view.h"

class QLabel;
class QToolButton;

namespace onepot {

class EditorText;

class EditorView : public View {
  Q_OBJECT
 public:
  explicit EditorView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override {
    return ref.kind == RefKind::Source || ref.kind == RefKind::Instruction;
  }
  QWidget* tools() override { return m_tools; }
  QString title() const override;
  EditorText& text() const { return *m_text; }
  /// Selects the operations of the expression at the cursor.
  void selectAtCursor();

 private:
  void buildTools();
  void updateInlays();
  void updateLit();
  void cursorMoved();
  int cursorLine() const;

  EditorText* m_text;
  QWidget* m_tools;
  QToolButton* m_shapes;
  QLabel* m_errors;
  bool m_fromSession = false;
};

}  // namespace onepot
