// The graph's tool bar: pass steps, what the pass did in words, the mode, and search, fit and export.
#pragma once

#include <QWidget>

#include "views/theme.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace onepot {

class Segments;

class GraphToolBar : public QWidget {
  Q_OBJECT
 public:
  /// `modes` are the segments' words with their icons' names; empty icon names stand for words alone.
  GraphToolBar(const std::vector<std::pair<QString, const char*>>& modes, QWidget* parent = nullptr);

  /// "11", "fusion", "7 → 2 operations in ENTRY".
  void setHeading(const QString& number, const QString& name, const QString& words);
  void setChips(const QString& kernels, const QString& bytes);
  void setMode(int mode);
  void setModes(const QStringList& words);
  void setTheme(const Theme& theme);
  void setNarrow(bool narrow);
  void openSearch();
  void closeSearch();
  void setStepsTips(const QString& previous, const QString& next, const QString& nextChanged);

 signals:
  void stepWanted(int direction, bool changedOnly);
  void modeChosen(int mode);
  void fitWanted();
  void exportWanted(const QString& format);
  void searchChanged(const QString& words);
  void searchNext(int direction);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QToolButton* addTool(QHBoxLayout* row, const char* icon, const QString& tip);

  Theme m_theme;
  QLabel *m_number, *m_name, *m_words, *m_kernels, *m_bytes;
  Segments* m_modes;
  QLineEdit* m_search;
  std::vector<std::pair<QToolButton*, const char*>> m_tools;
};

}  // namespace onepot
