// Two small lines on one axis: predicted and measured time apart (circle) and fused (diamond), and the change in
// figures.
#pragma once

#include <QWidget>
#include <optional>

#include "views/theme.h"

namespace onepot {

struct ApartFused {
  std::optional<double> apart, fused;  // ms
  bool both() const { return apart && fused; }
};

class ApartFusedChart : public QWidget {
  Q_OBJECT
 public:
  explicit ApartFusedChart(QWidget* parent = nullptr) : QWidget(parent) {}

  void show(const ApartFused& predicted, const ApartFused& measured);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override { return {200, m_theme.px(96)}; }
  QSize minimumSizeHint() const override { return {120, m_theme.px(96)}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintRow(QPainter& painter, const QString& name, const ApartFused& row, double y, double least, double most);

  Theme m_theme;
  ApartFused m_predicted, m_measured;
};

}  // namespace onepot
