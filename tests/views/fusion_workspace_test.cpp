// The Fusion workspace's docks: figures of kernels, the decision's card, the person's word, and graphs that stay
// readable.
#include <QAbstractButton>
#include <QTest>
#include <QTreeWidget>
#include <cmath>

#include "tests/views/capture_fixture.h"
#include "views/chip.h"
#include "views/decision_view.h"
#include "views/decisions_view.h"
#include "views/fusion_word.h"
#include "views/graph/graph_model.h"
#include "views/graph/layout.h"
#include "views/kernel_figures.h"
#include "views/pipeline_view.h"
#include "views/word_delegate.h"

using namespace onepot;

class FusionWorkspaceTest : public QObject {
  Q_OBJECT
 private slots:
  void init();
  void figuresAreTheRunsOwn();
  void aKernelWithoutALaunchIsNotMeasured();
  void theCardFollowsTheSelection();
  void aWordBecomesAnOverride();
  void aReplayHearsNoWord();
  void theTableHoldsTheWord();
  void deepGraphsAreEstimatedHigh();

 private:
  const Compilation& compilation() { return *m_session->compilation(); }
  const FusionDecision& decision() { return compilation().decisions.front(); }
  void refresh(View& view) {
    m_session->flush();
    view.refresh(Change::All);
  }

  std::unique_ptr<Session> m_session;
};

void FusionWorkspaceTest::init() {
  m_session = std::make_unique<Session>();
  m_session->setProgram("tanh_exp.py", kProgram, SourceKind::Python);
  m_session->setCapture(programCapture(), true);
  m_session->flush();
  QVERIFY(m_session->compilation());
  QVERIFY(!compilation().decisions.empty());
}

void FusionWorkspaceTest::figuresAreTheRunsOwn() {
  const auto kernels = kernelFigures(compilation());
  QCOMPARE(kernels.size(), compilation().kernels.size());
  QVERIFY(kernels.front().measured());
  QVERIFY(std::abs(kernels.front().measuredMs - 2.16) < 1e-9);
  QCOMPARE(kernels.front().bytes, compilation().kernels.front().bytesRead + compilation().kernels.front().bytesWritten);
  const KernelFigure sum = sumOf(kernels);
  QVERIFY(std::abs(sum.measuredMs - 2.16 * static_cast<double>(kernels.size())) < 1e-9);
  const double error = kernels.front().error();
  QVERIFY(std::abs(error - (kernels.front().predictedMs - 2.16) / 2.16) < 1e-9);
}

void FusionWorkspaceTest::aKernelWithoutALaunchIsNotMeasured() {
  Compilation copy = compilation();
  copy.runs.back().jit.launches.clear();
  const auto kernels = kernelFigures(copy);
  QVERIFY(!kernels.front().measured());
  QVERIFY(std::isnan(kernels.front().error()));
  QVERIFY(!sumOf(kernels).measured());
}

void FusionWorkspaceTest::theCardFollowsTheSelection() {
  DecisionView card(*m_session);
  refresh(card);
  QCOMPARE(card.shown(), 0);
  QCOMPARE(card.title(), QString());
  m_session->select(Ref::decision(compilation().id, decision().id));
  refresh(card);
  QCOMPARE(card.shown(), decision().id);
  QCOMPARE(card.title(), QString("Decision %1").arg(decision().id));
  bool verdict = false;
  for (Chip* chip : card.findChildren<Chip*>())
    verdict = verdict || chip->tone() == (decision().fused ? ChipTone::Added : ChipTone::Removed);
  QVERIFY(verdict);
  // An operation shows the decision about it.
  m_session->select(Ref::instruction(compilation().id, decision().producer));
  refresh(card);
  const FusionDecision* shown = findDecision(&compilation(), card.shown());
  QVERIFY(shown && shown->producer == decision().producer);
}

void FusionWorkspaceTest::aWordBecomesAnOverride() {
  DecisionView card(*m_session);
  m_session->select(Ref::decision(compilation().id, decision().id));
  refresh(card);
  const auto buttons = card.findChildren<QAbstractButton*>();
  const auto apart = std::ranges::find(buttons, QString("Keep apart"), &QAbstractButton::text);
  QVERIFY(apart != buttons.end());
  QTest::mouseClick(*apart, Qt::LeftButton);
  QCOMPARE(fusionWord(*m_session, decision()), std::optional(false));
  QCOMPARE(m_session->options().fusionOverrides.size(), size_t{1});
  setFusionWord(*m_session, decision(), std::nullopt);
  QVERIFY(m_session->options().fusionOverrides.empty());
}

void FusionWorkspaceTest::aReplayHearsNoWord() {
  m_session->setProgram("tanh_exp.onepot", kProgram, SourceKind::Capture);
  m_session->setCapture(programCapture(), true);
  m_session->flush();
  QVERIFY(!canDecide(*m_session));
  DecisionView card(*m_session);
  m_session->select(Ref::decision(compilation().id, decision().id));
  refresh(card);
  for (QAbstractButton* button : card.findChildren<QAbstractButton*>())
    if (button->text() == "Fuse") QVERIFY(!button->isEnabled());
}

void FusionWorkspaceTest::theTableHoldsTheWord() {
  setFusionWord(*m_session, decision(), true);
  DecisionsView table(*m_session);
  refresh(table);
  auto* list = table.findChild<QTreeWidget*>("decisionList");
  QVERIFY(list);
  QCOMPARE(list->topLevelItemCount(), static_cast<int>(compilation().decisions.size()));
  const int last = list->columnCount() - 1;
  QCOMPARE(list->topLevelItem(0)->data(last, Qt::AccessibleTextRole).toString(), WordDelegate::words()[1]);
}

void FusionWorkspaceTest::deepGraphsAreEstimatedHigh() {
  const auto module = compilation().stages.front().module;
  GraphOptions full, compact;
  full.nodeSize = GraphOptions::NodeSize::Full;
  compact.nodeSize = GraphOptions::NodeSize::Compact;
  const double high = estimatedHeight(buildGraph(nullptr, module, full).layoutInput());
  const double low = estimatedHeight(buildGraph(nullptr, module, compact).layoutInput());
  // x, negate, exponential, multiply, reduce and the output, one below the other.
  QVERIFY(high > 5 * 40 + 5 * 40);
  QVERIFY(high < 600);
  QVERIFY(low < 0.75 * high);
}

QTEST_MAIN(FusionWorkspaceTest)
#include "fusion_workspace_test.moc"
