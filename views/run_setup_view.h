// What was measured and how: program, function, arguments, device, warm-up, repeats; and the buttons to do it again.
#pragma once

#include "views/view.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace onepot {

class RunSetupView : public View {
  Q_OBJECT
 public:
  explicit RunSetupView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void rebuild();
  void fillRows();
  void updateHeight();
  void clearRows();
  void addRow(const QString& name, const QString& value);
  void addFunctionRow();
  void change();

  QGridLayout* m_grid;
  QPushButton *m_again, *m_change;
  std::vector<QWidget*> m_rows;
};

}  // namespace onepot
