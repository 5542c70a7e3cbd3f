// The row above one side: which side, its pass as a menu, and what it costs as chips.
#pragma once

#include <QWidget>

#include "views/session.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace onepot {

class Chip;

class GraphHeading : public QWidget {
  Q_OBJECT
 public:
  explicit GraphHeading(QWidget* parent = nullptr);

  /// `other` is the side it is compared with; its chips turn green where this side needs less. `stages` fill the menu.
  void show(const QString& side, const std::vector<Stage>& stages, int index, const Stage* other);
  void setTheme(const Theme& theme);

 signals:
  void stageChosen(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fillMenu(const std::vector<Stage>& stages, int index);

  Theme m_theme;
  QLabel* m_side;
  QToolButton* m_pass;
  Chip* m_kernels;
  Chip* m_bytes;
};

}  // namespace onepot
