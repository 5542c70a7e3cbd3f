// All passes in one line: a cell a pass with its state's mark, the chosen cost as a band above, the chosen pass framed.
#pragma once

#include <QWidget>

#include "views/pass_cost.h"

namespace onepot {

class PassStrip : public QWidget {
  Q_OBJECT
 public:
  explicit PassStrip(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes);
  void setMetric(CostMetric metric);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  double cellWidth() const;
  int cellAt(double x) const;

  Session& m_session;
  CostMetric m_metric = CostMetric::Bytes;
};

/// ◆ changed, ○ no effect, – not applicable, □ end points, a struck circle when switched off; `size` is the mark's
/// height.
void paintStageMark(QPainter& painter, const Theme& theme, StageState state, QPointF centre, double size);

}  // namespace onepot
