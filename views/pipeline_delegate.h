// Paints a row of the pipeline: state mark, number, pass and note, operations, time, and the cost ribbon at the right
// edge.
#pragma once

#include <QStyledItemDelegate>

#include "views/pass_cost.h"

namespace onepot {

class PipelineModel;

/// Where the columns lie in a row of this width.
struct PipelineColumns {
  int mark, numberRight, name, opsRight, timeRight, ribbonLeft, ribbonRight;
  static PipelineColumns of(int width, const Theme& theme);
};

class PipelineDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  PipelineDelegate(Session& session, const PipelineModel& model, QObject* parent);

  void setMetric(CostMetric metric) { m_metric = metric; }
  /// Reads the costs of the session's stages.
  void reload() { m_shares = costShares(m_session, m_metric); }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintPass(QPainter& painter, const QRect& place, int stage) const;
  void paintGroup(QPainter& painter, const QRect& place, const QModelIndex& index, bool open) const;
  void paintRewrite(QPainter& painter, const QRect& place, const QModelIndex& index) const;
  void paintRibbon(QPainter& painter, const QRect& place, int from, int to) const;

  Session& m_session;
  const PipelineModel& m_model;
  CostMetric m_metric = CostMetric::Bytes;
  std::vector<double> m_shares;
};

}  // namespace onepot
