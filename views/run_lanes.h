// Eager above jit on one axis from zero: each launch a bar in kind colour, and what jit saves hatched beside it.
#pragma once

#include <QWidget>
#include <vector>

#include "views/session.h"

namespace onepot {

class RunLanes : public QWidget {
  Q_OBJECT
 public:
  explicit RunLanes(Session& session, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {600, 260}; }

 signals:
  void selected(const Ref& ref);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  struct Bar {
    QRectF place;
    InstructionId instruction;
  };
  void paintAxis(QPainter& painter, double span, double left, double width, double floor);
  void paintSeries(QPainter& painter, const Series& series, const QString& name, Token ink, Token ground,
                   const QRectF& lane, double scale);

  Session& m_session;
  std::vector<Bar> m_bars;
};

}  // namespace onepot
