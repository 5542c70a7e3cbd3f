// What the program printed, as it prints it, errors apart in colour; a line to answer it with.
#pragma once

#include "views/view.h"

class QLineEdit;
class QPlainTextEdit;
class QStackedWidget;

namespace onepot {

class EmptyState;

class OutputView : public View {
  Q_OBJECT
 public:
  explicit OutputView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  QPlainTextEdit& text() const { return *m_text; }

 private:
  void append();

  QPlainTextEdit* m_text;
  QLineEdit* m_input;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  int m_serial = -1;
  size_t m_shown = 0;       // chunks that are on show
  size_t m_shownBytes = 0;  // of the last of them
};

}  // namespace onepot
