// The heading of the pass list's columns; a click on the last one chooses which cost the ribbon shows.
#pragma once

#include <QWidget>

#include "views/pass_cost.h"

namespace onepot {

class PipelineHeader : public QWidget {
  Q_OBJECT
 public:
  explicit PipelineHeader(Session& session, QWidget* parent = nullptr);

  void setMetric(CostMetric metric);
  void applyTheme();

 signals:
  void metricChosen(CostMetric metric);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void openMenu();

  Session& m_session;
  CostMetric m_metric = CostMetric::Bytes;
};

}  // namespace onepot
