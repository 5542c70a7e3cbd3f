// The line of dots over the trace: one a step, in kind colour; a click or a drag moves to that step.
#pragma once

#include <QWidget>
#include <vector>

#include "views/theme.h"

namespace onepot {

class TraceScrubber : public QWidget {
  Q_OBJECT
 public:
  struct Dot {
    QString label;
    Kind kind = Kind::Elementwise;
  };
  explicit TraceScrubber(QWidget* parent = nullptr);

  void setDots(std::vector<Dot> dots);
  void setCurrent(int index);
  int current() const { return m_current; }
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;

 signals:
  void stepped(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double xOf(int index) const;
  void moveTo(double x);

  std::vector<Dot> m_dots;
  int m_current = -1;
  Theme m_theme;
};

}  // namespace onepot
