// The earlier measurements of the function shown, the pinned one as baseline, and the comparison in words.
#pragma once

#include "views/view.h"

class QLabel;
class QToolButton;
class QTreeWidget;

namespace onepot {

class PastRunsView : public View {
  Q_OBJECT
 public:
  explicit PastRunsView(Session& session, QWidget* parent = nullptr);
  void refresh(Changes changes) override;
  QWidget* tools() override { return m_tools; }

 private:
  void rebuild();
  void togglePin();
  void exportAll();

  QTreeWidget* m_list;
  QLabel* m_words;
  QWidget* m_tools;
  QToolButton *m_pin, *m_export;
};

/// "jit is 5.6 % faster than the baseline": the newest run against the pinned one, or the one before. Empty where there
/// is nothing to compare with.
QString comparisonWords(const RunHistory& history, const std::string& function, const std::string& signature);
/// What tells a run from the newest one: "14:31 −fusion", "14:02 4 threads".
QString runLabel(const PastRun& run, const PastRun& newest);

}  // namespace onepot
