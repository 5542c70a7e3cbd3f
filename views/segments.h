// A row of joined buttons of which one is chosen: "Split | Overlay | After".
#pragma once

#include <QButtonGroup>
#include <QWidget>

#include "views/theme.h"

class QToolButton;

namespace onepot {

class Segments : public QWidget {
  Q_OBJECT
 public:
  explicit Segments(QWidget* parent = nullptr);

  /// `iconName` may be empty. The first one added is chosen.
  QToolButton* add(const QString& text, const char* iconName = "");
  void setTexts(const QStringList& texts);
  int current() const { return m_group.checkedId(); }
  void setCurrent(int index);
  void setTheme(const Theme& theme);
  /// Icons alone, words as tips: what a narrow tool bar wants.
  void setCompact(bool compact);

 signals:
  /// By the person, not by setCurrent.
  void chosen(int index);

 private:
  QButtonGroup m_group;
  std::vector<std::string> m_icons;
};

}  // namespace onepot
