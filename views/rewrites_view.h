// The rewrites of the chosen pass: a list with rule, words, time and assumption, beside the lines that one of them
// changed.
#pragma once

#include "views/code_pane.h"
#include "views/view.h"

class QStackedWidget;
class QTreeWidget;

namespace onepot {

class EmptyState;

class RewritesView : public View {
  Q_OBJECT
 public:
  explicit RewritesView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Rewrite; }
  QString figure() const override { return m_figure; }

 private:
  void rebuild();
  void light();
  void showOne(int index);

  QTreeWidget* m_list;
  CodePane* m_diff;
  EmptyState* m_empty;
  QStackedWidget* m_stack;
  QString m_figure;
};

/// What a rule takes for granted, in words.
QString assumptionText(Assumption assumption);

}  // namespace onepot
