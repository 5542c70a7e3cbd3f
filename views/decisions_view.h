// Every candidate edge of the fusion pass: fused or refused, why in plain words, what it saves, and the person's own
// word on it.
#pragma once

#include "views/view.h"

class QLineEdit;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace onepot {

class EmptyState;

class DecisionsView : public View {
  Q_OBJECT
 public:
  explicit DecisionsView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Decision; }
  QWidget* tools() override { return m_tools; }
  QString figure() const override { return m_figure; }

 private:
  void rebuild();
  void light();
  void filter();
  void addRow(const FusionDecision& decision);
  void showMenu(const QPoint& place);

  QWidget* m_tools;
  QLineEdit* m_filter;
  QTreeWidget* m_list;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  QString m_figure;
  std::map<InstructionId, double> m_measured;  // ms of each kernel
};

}  // namespace onepot
