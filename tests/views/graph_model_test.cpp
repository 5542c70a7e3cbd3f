// The union of before and after, its layouts, keys and marks: what persists stays, what changed is marked.
#include "views/graph/graph_model.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "tests/views/graph_fixture.h"
#include "views/graph/graph_labels.h"
#include "views/graph/graph_lights.h"
#include "views/graph/graph_verdicts.h"
#include "views/graph/graph_walk.h"
#include "views/graph/layered_layout.h"
#include "views/graph/layout_runner.h"
#include "views/graph/placed_graph.h"

using namespace onepot;

class GraphModelTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void fusionMovesWhatItTakesIn();
  void oneModuleOnBothSidesChangesNothing();
  void rewriteMarksRemovedAddedChanged();
  void removedEdgeChangesOneEdge();
  void constantsAndCombinersAreWords();
  void closedClusterHidesItsMembers();
  void layoutsKeepBoxesApartAndInside();
  void bigGraphIsLaidOutInTime();
  void dotAnswers();
  void missingDotIsSaid();
  void killedDotIsSaid();
  void slowDotIsSaid();
  void arrowsWalk();
  void flippedVerdictFlipsOneMark();
  void edgeWidthsFollowBytes();

 private:
  std::shared_ptr<const Module> m_before, m_after;
};

namespace {

const GraphNode& nodeNamed(const GraphModel& model, const QString& name) {
  for (const GraphNode& node : model.nodes) {
    if (node.name == name && node.role != NodeRole::Port) return node;
  }
  throw std::runtime_error("no node " + name.toStdString());
}

/// A ladder of elementwise operations, with a side branch every tenth.
std::string ladder(int count) {
  std::string text = "HloModule ladder\n\nENTRY main {\n  v0 = f32[64]{0} parameter(0)\n";
  for (int i = 1; i <= count; ++i) {
    const std::string other = "v" + std::to_string(i > 10 && i % 10 == 0 ? i - 9 : i - 1);
    text += std::string(i == count ? "  ROOT v" : "  v") + std::to_string(i) + " = f32[64]{0} add(v" +
            std::to_string(i - 1) + ", " + other + ")\n";
  }
  return text + "}\n";
}

}  // namespace

void GraphModelTest::initTestCase() {
  m_before = parsed(kTanhExp)->freeze();
  m_after = fused(*m_before, {"tanh.3", "negate.4", "exponential.5", "multiply.6", "reduce.7"})->freeze();
}

void GraphModelTest::fusionMovesWhatItTakesIn() {
  const GraphModel model = buildGraph(m_before, m_after);
  QCOMPARE(model.counts.moved, 5);
  QCOMPARE(model.counts.added, 1);  // the fusion itself
  QCOMPARE(model.counts.removed, 0);
  QCOMPARE(model.counts.changed, 0);
  QCOMPARE(model.clusters.size(), size_t{1});
  QCOMPARE(model.clusters.front().title, "fusion.1");
  const GraphNode& tanh = nodeNamed(model, "tanh.3");
  QCOMPARE(tanh.change, NodeChange::Moved);
  QCOMPARE(tanh.before.cluster, -1);
  QCOMPARE(tanh.after.cluster, 0);
  for (const GraphEdge& edge : model.edges) {
    QVERIFY2(edge.change == NodeChange::Same, "moving is no change of who reads what");
    if (model.nodes[static_cast<size_t>(edge.from)].name == "tanh.3") {
      QCOMPARE(edge.before.medium, Medium::Memory);
      QCOMPARE(edge.after.medium, Medium::Registers);
      QCOMPARE(edge.vanishedBytes, int64_t{16} << 20);
    }
  }
}

void GraphModelTest::oneModuleOnBothSidesChangesNothing() {
  const GraphModel model = buildGraph(m_before, m_before);
  QCOMPARE(model.counts.moved + model.counts.added + model.counts.removed + model.counts.changed, 0);
  for (const GraphNode& node : model.nodes) QCOMPARE(node.change, NodeChange::Same);
}

void GraphModelTest::rewriteMarksRemovedAddedChanged() {
  const auto before = parsed(R"(HloModule m

ENTRY main {
  x = f32[8]{0} parameter(0)
  tanh.2 = f32[8]{0} tanh(x)
  exponential.3 = f32[8]{0} exponential(x)
  divide.4 = f32[8]{0} divide(tanh.2, exponential.3)
  ROOT sine.5 = f32[8]{0} sine(divide.4)
})");
  auto changed = before->clone();
  Computation* entry = changed->entry();
  const auto find = [&](const char* name) { return const_cast<Instruction*>(named(*changed, name)); };
  Instruction* negate =
      entry->addBefore(find("divide.4"), {Opcode::Negate, find("x")->shape(), {find("x")}, {}, {}, "negate.6", 0});
  Instruction* multiply = entry->addBefore(
      find("sine.5"), {Opcode::Multiply, negate->shape(), {find("tanh.2"), negate}, {}, {}, "multiply.8", 0});
  Instruction* divide = find("divide.4");
  entry->replaceAllUsesWith(divide, multiply);
  entry->remove(divide);
  entry->remove(find("exponential.3"));
  const GraphModel model = buildGraph(before->freeze(), changed->freeze());
  QCOMPARE(nodeNamed(model, "divide.4").change, NodeChange::Removed);
  QCOMPARE(nodeNamed(model, "exponential.3").change, NodeChange::Removed);
  QCOMPARE(nodeNamed(model, "negate.6").change, NodeChange::Added);
  QCOMPARE(nodeNamed(model, "sine.5").change, NodeChange::Changed);
  QCOMPARE(nodeNamed(model, "sine.5").before.attribute, "of divide.4");
  QCOMPARE(nodeNamed(model, "sine.5").after.attribute, "of multiply.8");
  QCOMPARE(nodeNamed(model, "tanh.2").change, NodeChange::Same);
  QCOMPARE(model.counts.removed, 2);
  QCOMPARE(model.counts.added, 2);
  QCOMPARE(model.counts.changed, 1);
}

void GraphModelTest::removedEdgeChangesOneEdge() {
  auto doctored = m_before->clone();
  auto* multiply = const_cast<Instruction*>(named(*doctored, "multiply.6"));
  multiply->setOperand(0, const_cast<Instruction*>(named(*doctored, "exponential.5")));
  const GraphModel honest = buildGraph(m_before, m_before), model = buildGraph(m_before, doctored->freeze());
  int removed = 0, added = 0;
  for (const GraphEdge& edge : model.edges) {
    removed += edge.change == NodeChange::Removed ? 1 : 0;
    added += edge.change == NodeChange::Added ? 1 : 0;
  }
  QCOMPARE(removed, 1);
  QCOMPARE(added, 0);
  QCOMPARE(model.counts.changed, 1);
  QCOMPARE(model.nodes.size(), honest.nodes.size());
}

void GraphModelTest::constantsAndCombinersAreWords() {
  const GraphModel model = buildGraph(nullptr, m_before);
  for (const GraphNode& node : model.nodes) QVERIFY(node.name != "zero.2");
  QCOMPARE(nodeNamed(model, "reduce.7").after.attribute, "add, dims {0,1}");
  QVERIFY(nodeNamed(model, "reduce.7").after.root);
}

void GraphModelTest::closedClusterHidesItsMembers() {
  GraphOptions options;
  options.closeAll = true;
  const GraphModel model = buildGraph(m_before, m_after, options);
  QVERIFY(model.clusters.empty());
  const int closed = model.nodeOf.at(named(*m_after, "fusion.1")->id());
  QCOMPARE(model.nodes[static_cast<size_t>(closed)].role, NodeRole::Closed);
  QCOMPARE(model.nodes[static_cast<size_t>(closed)].shapeLine, "6 ops · kLoop");
  QCOMPARE(nodeNamed(model, "tanh.3").change, NodeChange::Moved);
}

void GraphModelTest::layoutsKeepBoxesApartAndInside() {
  const GraphModel model = buildGraph(m_before, m_after);
  const GraphLayout layout = layeredLayout(model.layoutInput());
  for (size_t a = 0; a < layout.nodes.size(); ++a) {
    for (size_t b = 0; b < a; ++b) QVERIFY(!layout.nodes[a].intersects(layout.nodes[b]));
    const NodeSide& side = model.nodes[a].after;
    if (side.cluster >= 0 && model.nodes[a].role != NodeRole::Port) {
      QVERIFY(layout.clusters[static_cast<size_t>(side.cluster)].contains(layout.nodes[a]));
    }
  }
  const GraphLayout again = layeredLayout(model.layoutInput());
  QVERIFY2(layout.nodes == again.nodes, "the same graph has the same places");
  const PlacedGraph placed = place(model, layout);
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    if (model.nodes[n].role != NodeRole::Port) continue;
    QVERIFY(std::abs(placed.nodes[n].center().y() - placed.clusters[0].top()) < 1);
  }
}

void GraphModelTest::bigGraphIsLaidOutInTime() {
  const GraphModel model = buildGraph(nullptr, parsed(ladder(5000))->freeze());
  QElapsedTimer clock;
  clock.start();
  const GraphLayout layout = layeredLayout(model.layoutInput());
  QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
  QCOMPARE(layout.nodes.size(), model.nodes.size());
  QVERIFY(layout.nodes.front().top() < layout.nodes.back().top());
}

void GraphModelTest::dotAnswers() {
  if (QStandardPaths::findExecutable("dot").isEmpty()) QSKIP("skipped: Graphviz is not installed");
  LayoutRunner runner;
  runner.setDeadline(60000);
  QSignalSpy done(&runner, &LayoutRunner::done);
  const GraphModel model = buildGraph(m_before, m_after);
  runner.request(model.layoutInput());
  QTRY_COMPARE_WITH_TIMEOUT(done.count(), 1, 60000);
  const auto layout = done.front().front().value<GraphLayout>();
  QCOMPARE(layout.engine, "dot");
  QCOMPARE(done.front().at(1).toString(), "");
  const int fusion = model.clusterOf.at(named(*m_after, "fusion.1")->id());
  const int tanh = model.nodeOf.at(named(*m_before, "tanh.3")->id());
  QVERIFY(layout.clusters[static_cast<size_t>(fusion)].contains(layout.nodes[static_cast<size_t>(tanh)]));
}

void GraphModelTest::missingDotIsSaid() {
  LayoutRunner runner;
  runner.setProgram("no-such-program-here");
  QSignalSpy done(&runner, &LayoutRunner::done);
  runner.request(buildGraph(m_before, m_after).layoutInput());
  QTRY_COMPARE(done.count(), 1);
  QCOMPARE(done.front().front().value<GraphLayout>().engine, "layered");
  QVERIFY(done.front().at(1).toString().contains("not installed"));
}

void GraphModelTest::killedDotIsSaid() {
  LayoutRunner runner;
  runner.setProgram("false");  // ends at once, with a failure and no answer
  QSignalSpy done(&runner, &LayoutRunner::done);
  runner.request(buildGraph(m_before, m_after).layoutInput());
  QTRY_COMPARE(done.count(), 1);
  QCOMPARE(done.front().front().value<GraphLayout>().engine, "layered");
  QVERIFY(done.front().at(1).toString().contains("ended before"));
}

void GraphModelTest::slowDotIsSaid() {
  QTemporaryDir folder;
  QFile script(folder.filePath("dot"));
  QVERIFY(script.open(QIODevice::WriteOnly));
  script.write("#!/bin/sh\nexec sleep 30\n");
  script.close();
  script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  LayoutRunner runner;
  runner.setProgram(script.fileName());
  runner.setDeadline(100);
  QSignalSpy done(&runner, &LayoutRunner::done);
  runner.request(buildGraph(m_before, m_after).layoutInput());
  QTRY_COMPARE(done.count(), 1);
  QVERIFY(done.front().at(1).toString().contains("longer than"));
}

void GraphModelTest::arrowsWalk() {
  PictureData data;
  data.model = std::make_shared<GraphModel>(buildGraph(m_before, m_after));
  data.placed = std::make_shared<PlacedGraph>(place(*data.model, layeredLayout(data.model->layoutInput())));
  const auto node = [&](const char* name) { return data.model->nodeOf.at(named(*m_before, name)->id()); };
  QCOMPARE(walk(data, -1, Step::User), node("x.1"));
  QCOMPARE(walk(data, node("negate.4"), Step::User), node("exponential.5"));
  QCOMPARE(walk(data, node("negate.4"), Step::Operand), node("x.1"));  // through the port
  QCOMPARE(walk(data, node("reduce.7"), Step::User), node("reduce.7"));
}

void GraphModelTest::flippedVerdictFlipsOneMark() {
  const GraphModel model = buildGraph(nullptr, m_after);
  std::vector<FusionDecision> decisions(2);
  const auto decide = [&](FusionDecision& decision, int64_t id, const char* producer, const char* consumer,
                          bool taken) {
    decision.id = id;
    decision.producerName = producer;
    decision.consumerName = consumer;
    decision.producer = named(*m_before, producer)->id();
    decision.consumer = named(*m_before, consumer)->id();
    decision.fused = taken;
  };
  decide(decisions[0], 1, "negate.4", "exponential.5", true);
  decide(decisions[1], 2, "x.1", "tanh.3", false);
  const auto honest = edgeVerdicts(model, decisions, {});
  QVERIFY(honest[0].edge >= 0);
  QVERIFY(honest[1].edge >= 0);  // through the port
  QCOMPARE(honest[0].verdict, Verdict::Fused);
  decisions[0].fused = false;
  const auto doctored = edgeVerdicts(model, decisions, {});
  QCOMPARE(doctored[0].verdict, Verdict::Refused);
  QCOMPARE(doctored[1], honest[1]);
  const auto wished = edgeVerdicts(model, decisions, {{{"x.1", "tanh.3"}, true}});
  QCOMPARE(wished[1].verdict, Verdict::Forced);
  QVERIFY(!wished[1].words.isEmpty());
}

void GraphModelTest::edgeWidthsFollowBytes() {
  QCOMPARE(edgeWidth(4), 1.0);
  QCOMPARE(edgeWidth(64 << 10), 2.0);
  QCOMPARE(edgeWidth(16 << 20), 4.0);
  QCOMPARE(edgeWidth(int64_t{4} << 30), 6.0);
  QCOMPARE(edgeWidth(int64_t{1} << 60), 8.0);
}

QTEST_MAIN(GraphModelTest)
#include "graph_model_test.moc"
