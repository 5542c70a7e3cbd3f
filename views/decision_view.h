// One fusion decision as a card: the verdict, why, what it costs apart and fused, and the person's own word on it.
#pragma once

#include <map>

#include "views/apart_fused_chart.h"
#include "views/view.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace onepot {

class Chip;
class EmptyState;
class Segments;

class DecisionView : public View {
  Q_OBJECT
 public:
  explicit DecisionView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.kind == RefKind::Decision; }
  QString title() const override;
  /// The decision on show; 0: none.
  int64_t shown() const { return m_shown; }

 private:
  QWidget* buildBody();
  void retranslate();
  void rebuild();
  int64_t wanted() const;
  void showDecision(const FusionDecision& decision);
  void showTable(const FusionDecision& decision);
  void choose(int segment);
  /// What the whole call took under the overrides that it was compiled with.
  void remember();
  ApartFused measuredOf(const FusionDecision& decision) const;

  int64_t m_shown = 0;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  QLabel *m_name, *m_whyTitle, *m_why, *m_rule, *m_whatIfTitle, *m_chain, *m_note, *m_verdictNote;
  Chip *m_verdict, *m_forced;
  Segments* m_word;
  QWidget* m_table;
  QGridLayout* m_grid;
  std::vector<QLabel*> m_cells;
  ApartFusedChart* m_chart;
  QPushButton* m_discard;
  std::map<FusionOverrides, double> m_measured;  // overrides → ms of the kernels together
  std::string m_measuredText;                    // of this program
};

}  // namespace onepot
