// The box under a faulty line: what is wrong in the user's words, why, and the change that mends it as a button.
#pragma once

#include <QFrame>

#include "engine/base/diagnostic.h"
#include "views/theme.h"

class QLabel;
class QPushButton;

namespace onepot {

class ErrorBox : public QFrame {
  Q_OBJECT
 public:
  explicit ErrorBox(QWidget* parent = nullptr);

  void show(const Diagnostic& problem, const Theme& theme);

 signals:
  void fixWanted();
  void explainWanted();

 private:
  QLabel *m_title, *m_note;
  QPushButton *m_fix, *m_why;
};

}  // namespace onepot
