// What went wrong: each error with its notes and fixes below it, each with its place.
#pragma once

#include "views/view.h"

class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace onepot {

class EmptyState;

class ProblemsView : public View {
  Q_OBJECT
 public:
  explicit ProblemsView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Diagnostic; }
  QString figure() const override { return m_figure; }

 private:
  void rebuild();
  void follow(QTreeWidgetItem* item);

  QTreeWidget* m_tree;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  QString m_figure;
};

}  // namespace onepot
