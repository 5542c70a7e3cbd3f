// The pass list: strip on top, a tree of passes and their rewrites with the cost ribbon, a legend below.
#pragma once

#include "views/pass_cost.h"
#include "views/view.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace onepot {

class EmptyState;
class PassStrip;
class PipelineDelegate;
class PipelineHeader;
class PipelineModel;

class PipelineView : public View {
  Q_OBJECT
 public:
  explicit PipelineView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Rewrite || ref.kind == RefKind::Stage; }
  QWidget* tools() override { return m_tools; }
  QString figure() const override { return m_figure; }
  void openFilter();
  /// Switches a pass off, or on again.
  void togglePass(int stage);
  /// The next (1) or previous (−1) rewrite of the chosen pass.
  void stepRewrite(int direction);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildTools();
  void buildTree();
  void retranslate();
  void reload();
  void follow();
  void fold();
  void showLegend();
  void clicked(const QModelIndex& index, int x);
  void showMenu(const QPoint& place);
  void setMetric(CostMetric metric);

  QWidget* m_tools;
  QToolButton *m_previous, *m_next, *m_filterButton, *m_changedOnly;
  QLineEdit* m_filter;
  PassStrip* m_strip;
  PipelineHeader* m_header;
  QTreeView* m_tree;
  PipelineModel* m_model;
  PipelineDelegate* m_delegate;
  QLabel *m_legend, *m_change;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  QString m_figure;
  CostMetric m_metric = CostMetric::Bytes;
  bool m_stripOnly = false;
};

}  // namespace onepot
