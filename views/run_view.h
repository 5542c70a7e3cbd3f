// The run page: what jit brought in figures, the first call stage by stage, eager beside jit on one axis, traffic by
// kernel.
#pragma once

#include "views/view.h"

class QLabel;
class QStackedWidget;
class QTreeWidget;

namespace onepot {

class EmptyState;
class RunLanes;

class RunView : public View {
  Q_OBJECT
 public:
  explicit RunView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Launch; }

 private:
  void rebuild();
  void setFigure(size_t index, const QString& title, const QString& value, const QString& note, Token token);
  void fillFirstCall(const Compilation& compilation, const Run& run);
  void fillTraffic(const Compilation& compilation, const Run& run);

  QStackedWidget* m_stack;
  EmptyState* m_empty;
  std::vector<QLabel*> m_figures;
  QLabel *m_firstCall, *m_payOff;
  RunLanes* m_lanes;
  QTreeWidget* m_traffic;
};

/// The call from which jit has paid for its compiling: T = compile + n × jit ≤ n × eager; 0: never.
int64_t payOffCall(double compileMs, double jitMs, double eagerMs);

}  // namespace onepot
