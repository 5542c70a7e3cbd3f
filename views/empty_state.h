// What stands where a view has nothing to show: an icon, one line, one or two more, at most one button.
#pragma once

#include <QWidget>

#include "views/theme.h"

class QLabel;
class QPushButton;

namespace onepot {

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyState(const char* iconName, QWidget* parent = nullptr);

  void setWords(const QString& line, const QString& more, const QString& button = {});
  void setTheme(const Theme& theme);

 signals:
  void pressed();

 private:
  std::string m_iconName;
  QLabel* m_icon;
  QLabel* m_line;
  QLabel* m_more;
  QPushButton* m_button;
};

}  // namespace onepot
