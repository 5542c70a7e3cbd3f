// The run page's charts: known captures in, drawn geometry and values out; selection both ways; exports; odd numbers.
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "engine/runtime/call_recorder.h"
#include "tests/views/capture_fixture.h"
#include "views/charts/buffer_chart.h"
#include "views/charts/chart_export.h"
#include "views/charts/figure_strip.h"
#include "views/charts/first_call_chart.h"
#include "views/charts/pay_off_chart.h"
#include "views/charts/spread_chart.h"
#include "views/charts/timeline_chart.h"
#include "views/charts/traffic_chart.h"
#include "views/past_runs_view.h"
#include "views/run_controller.h"
#include "views/run_view.h"
#include "views/same_result_view.h"
#include "views/spread_view.h"
#include "views/worker_client.h"

using namespace onepot;

namespace {

constexpr int kWide = 1000, kTall = 300;

/// One launch after the other without a gap, of these milliseconds.
Series seriesOf(const std::vector<double>& milliseconds, const Compilation& compilation, bool eager) {
  Series series;
  const char* names[] = {"tanh.3", "negate.4", "exponential.5", "multiply.6", "reduce.7"};
  double at = 0;
  for (size_t i = 0; i < milliseconds.size(); ++i) {
    Launch launch;
    const Instruction* instruction = eager ? named(*compilation.stages.front().module, names[i]) : nullptr;
    launch.name = eager ? names[i] : compilation.kernels.front().name;
    launch.instruction = eager ? instruction->id() : compilation.kernels.front().instruction;
    launch.start = at;
    launch.end = at += milliseconds[i];
    launch.bytesRead = 16 << 20;
    launch.bytesWritten = 8 << 20;
    series.launches.push_back(launch);
  }
  series.milliseconds = {at, at, at};
  series.callMs = at;
  series.peakBytes = 64 << 20;
  return series;
}

std::shared_ptr<Compilation> compilationWith(const std::vector<double>& eager, const std::vector<double>& jit) {
  auto compilation = compiledProgram();
  Run run = compilation->runs.front();
  run.eager = seriesOf(eager, *compilation, true);
  run.jit = seriesOf(jit, *compilation, false);
  compilation->runs = {run};
  return compilation;
}

std::shared_ptr<Capture> captureOf(std::shared_ptr<Compilation> compilation) {
  auto capture = programCapture();
  capture->compilations = {std::move(compilation)};
  return capture;
}

std::vector<const ChartPart*> partsOf(const Chart& chart, const QString& series) {
  std::vector<const ChartPart*> found;
  for (const ChartPart& part : chart.parts()) {
    if (!part.row.isEmpty() && part.row.first() == series) found.push_back(&part);
  }
  return found;
}

}  // namespace

class ChartsTest : public QObject {
  Q_OBJECT
 private slots:
  void timelineDrawsTimes();
  void aDoubledTimeDoublesThatBar();
  void timelineZoomsByKeys();
  void threadsHaveRowsOfTheirOwn();
  void savedTimeInWords();
  void trafficIsTheSumOfItsKernels();
  void trafficDrawsBytes();
  void payOffCrossesWhereTheSumsMeet();
  void payOffThatNeverComes();
  void firstCallIsTheSumOfItsStages();
  void narrowStagesStayVisible();
  void packingNeverOverlaps();
  void buffersShareOneScale();
  void figuresSayThePercentage();
  void nothingMeasured();
  void oneSample();
  void notANumber();
  void spreadIsHonest();
  void resultsAreJudged();
  void selectionGoesBothWays();
  void arrowsWalkTheBars();
  void everyChartExports();
  void earlierRunsAreKeptAndCompared();
  void wordsForEveryState();
  void pickerChoosesTheFunction();
  void aWorkerDoesNotReplaceAReplay();
};

void ChartsTest::timelineDrawsTimes() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  TimelineChart chart(session);
  chart.resize(kWide, kTall);
  chart.setData(timelineOf(*compilation, compilation->runs.front(), {}));
  const auto eager = partsOf(chart, "eager"), jit = partsOf(chart, "jit");
  QCOMPARE(eager.size(), size_t{5});
  QCOMPARE(jit.size(), size_t{1});
  const double perMs = eager[0]->rect.width() / 2;
  QVERIFY(std::abs(eager[2]->rect.width() - 3 * perMs) < 0.01);
  QVERIFY(std::abs(jit[0]->rect.width() - 2.5 * perMs) < 0.01);
  QVERIFY(std::abs(eager[1]->rect.left() - eager[0]->rect.right()) < 0.01);
  QVERIFY(eager[0]->rect.bottom() < jit[0]->rect.top());
  QCOMPARE(eager[0]->rect.left(), jit[0]->rect.left());
  QVERIFY(eager[2]->lines.join(' ').contains("GB/s"));
}

void ChartsTest::aDoubledTimeDoublesThatBar() {
  Session session;
  TimelineChart chart(session);
  chart.resize(kWide, kTall);
  const auto widths = [&](const std::vector<double>& times) {
    auto compilation = compilationWith(times, {2.5});
    chart.setData(timelineOf(*compilation, compilation->runs.front(), {}));
    std::vector<double> result;
    for (const ChartPart* part : partsOf(chart, "eager")) result.push_back(part->rect.width() * chart.viewSpan());
    return result;
  };
  const auto plain = widths({2, 1, 3, 2, 2}), doctored = widths({2, 1, 6, 2, 2});
  for (size_t i = 0; i < plain.size(); ++i) {
    QVERIFY2(std::abs(doctored[i] - plain[i] * (i == 2 ? 2 : 1)) < 1e-6 * plain[i], qPrintable(QString::number(i)));
  }
}

void ChartsTest::timelineZoomsByKeys() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  session.setCapture(captureOf(compilation), true);
  TimelineChart chart(session);
  chart.resize(kWide, kTall);
  chart.setData(timelineOf(*compilation, compilation->runs.front(), {}));
  const double whole = chart.viewSpan();
  QTest::keyClick(&chart, Qt::Key_W);
  QVERIFY(chart.viewSpan() < whole);
  const double from = chart.viewFrom();
  QTest::keyClick(&chart, Qt::Key_D);
  QVERIFY(chart.viewFrom() > from);
  QTest::keyClick(&chart, Qt::Key_A);
  QVERIFY(std::abs(chart.viewFrom() - from) < 1e-9);
  QTest::keyClick(&chart, Qt::Key_S);
  QCOMPARE(chart.viewSpan(), whole);
  session.select(Ref::launch(compilation->id, named(*compilation->stages.front().module, "exponential.5")->id()));
  QTest::keyClick(&chart, Qt::Key_F);
  QVERIFY(chart.viewFrom() > 1.5 && chart.viewFrom() < 3);
  QVERIFY(std::abs(chart.viewSpan() - 3 * 1.6) < 1e-9);
  QTest::keyClick(&chart, Qt::Key_0);
  QCOMPARE(chart.viewSpan(), whole);
}

void ChartsTest::threadsHaveRowsOfTheirOwn() {
  Session session;
  auto compilation = compilationWith({4}, {2.5});
  TimelineChart chart(session);
  chart.resize(kWide, kTall);
  TimelineData data = timelineOf(*compilation, compilation->runs.front(), {});
  QCOMPARE(data.eager.threads(), 0);
  compilation->runs.front().threads = 2;
  compilation->runs.front().eager.launches.front().work = {{0, 0, 4}, {1, 0, 2}};
  data = timelineOf(*compilation, compilation->runs.front(), {});
  QCOMPARE(data.eager.threads(), 2);
  chart.setData(data);
  const QImage kernels = chart.grab().toImage();
  chart.setThreads(true);
  const QImage threads = chart.grab().toImage();
  // Threads that had nothing to do have their row all the same.
  compilation->runs.front().threads = 4;
  QCOMPARE(timelineOf(*compilation, compilation->runs.front(), {}).eager.threads(), 4);
  // Thread 1 stops in the middle of the launch; thread 0 does not.
  const QRectF bar = partsOf(chart, "eager").front()->rect;
  const auto at = [&](double share, double row) {
    return QPointF(bar.left() + bar.width() * share, bar.top() + bar.height() * row).toPoint();
  };
  QVERIFY(threads.pixel(at(0.8, 0.25)) != threads.pixel(at(0.8, 0.75)));
  QCOMPARE(threads.pixel(at(0.3, 0.25)), threads.pixel(at(0.3, 0.75)));
  QVERIFY(kernels != threads);
}

void ChartsTest::savedTimeInWords() {
  auto compilation = compilationWith({4, 6}, {2});
  QCOMPARE(savedWords(timelineOf(*compilation, compilation->runs.front(), {})),
           QString::fromUtf8("8.00\u00A0ms less, −80\u00A0%"));
  auto slower = compilationWith({2}, {3});
  QCOMPARE(savedWords(timelineOf(*slower, slower->runs.front(), {})),
           QString::fromUtf8("1.00\u00A0ms more, +50\u00A0%"));
}

void ChartsTest::trafficIsTheSumOfItsKernels() {
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  const Traffic traffic = trafficOf(*compilation, &compilation->runs.front());
  int64_t eager = 0, jit = 0;
  for (const Launch& launch : compilation->runs.front().eager.launches) eager += launch.bytesRead + launch.bytesWritten;
  for (const Launch& launch : compilation->runs.front().jit.launches) jit += launch.bytesRead + launch.bytesWritten;
  QCOMPARE(traffic.eagerBytes, eager);
  QCOMPARE(traffic.jitBytes, jit);
  QCOMPARE(traffic.vanishedArrays, 4);
  QCOMPARE(traffic.vanishedBytes(), eager - jit);
  // A last launch of the same kernel that moves nothing is no bar of its own.
  Launch combine = compilation->runs.front().jit.launches.back();
  combine.bytesRead = combine.bytesWritten = 0;
  combine.start = combine.end;
  combine.end += 0.5;
  compilation->runs.front().jit.launches.push_back(combine);
  const Traffic combined = trafficOf(*compilation, &compilation->runs.front());
  QCOMPARE(combined.jit.size(), traffic.jit.size());
  QVERIFY(std::abs(combined.jit.back().milliseconds() - 3.0) < 1e-9);
  // More launches than are kept: the sums are lower bounds, and no ratio is claimed.
  auto endless = compilationWith({2, 1}, {2.5});
  endless->runs.front().jit.launches.resize(kMostLaunches, endless->runs.front().jit.launches.front());
  QVERIFY(trafficOf(*endless, &endless->runs.front()).cut);
  QCOMPARE(figuresOf(*endless, endless->runs.front())[4].value, QString("–"));
  // Without a run the compiled kernels are what is known.
  const Traffic compiled = trafficOf(*compilation, nullptr);
  QCOMPARE(compiled.jit.size(), compilation->kernels.size());
  QVERIFY(compiled.eager.empty());
}

void ChartsTest::trafficDrawsBytes() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  compilation->runs.front().eager.launches[1].bytesRead = 40 << 20;
  TrafficChart chart(session);
  chart.resize(500, 400);
  chart.setData(trafficOf(*compilation, &compilation->runs.front()));
  const auto eager = partsOf(chart, "eager");
  QVERIFY(std::abs(eager[1]->rect.width() - 2 * eager[0]->rect.width()) < 0.01);
  chart.setRates(true);
  const auto rates = partsOf(chart, "eager");
  // 24 MiB in 2 ms against 48 MiB in 1 ms.
  QVERIFY(std::abs(rates[1]->rect.width() - 4 * rates[0]->rect.width()) < 0.01);
}

void ChartsTest::payOffCrossesWhereTheSumsMeet() {
  QCOMPARE(breakEven({33.9, 10.42, 2.18}).value(), int64_t{5});
  QCOMPARE(breakEven({0, 10, 2}).value(), int64_t{1});
  QCOMPARE(breakEven({16, 10, 2}).value(), int64_t{2});
  Session session;
  PayOffChart chart(session);
  chart.resize(400, 320);
  const PayOff payOff{33.9, 10.42, 2.18};
  chart.setData(payOff);
  const double crossing = payOff.compileMs / (payOff.eagerMs - payOff.jitMs);
  QVERIFY(std::abs(chart.at(crossing, payOff.eagerTotal(crossing)).y() -
                   chart.at(crossing, payOff.jitTotal(crossing)).y()) < 1e-6);
  QVERIFY(chart.lastCall() >= 20);
  // T = compile + n × run is a straight line over linear axes.
  const QPointF a = chart.at(0, payOff.jitTotal(0)), b = chart.at(10, payOff.jitTotal(10)),
                c = chart.at(20, payOff.jitTotal(20));
  QVERIFY(std::abs((b.y() - a.y()) - (c.y() - b.y())) < 1e-6);
  chart.setLogarithmic(true);
  QVERIFY(std::abs((chart.at(10, 1).x() - chart.at(1, 1).x()) - (chart.at(100, 1).x() - chart.at(10, 1).x())) < 1e-6);
}

void ChartsTest::payOffThatNeverComes() {
  QVERIFY(!breakEven({33, 2, 3}));
  QVERIFY(!breakEven({33, 2, 2}));
  QVERIFY(payOffWords({33, 2, 3}).contains("never"));
}

void ChartsTest::firstCallIsTheSumOfItsStages() {
  auto compilation = compiledProgram();
  Run run = compilation->runs.front();
  run.firstRunMs = 2.6;
  const FirstCall call = firstCallOf(*compilation, &run);
  QCOMPARE(call.stages.size(), size_t{5});
  QVERIFY(std::abs(call.totalMs() - (1.21 + 0.38 + 0.92 + 31.4 + 2.6)) < 1e-9);
  QCOMPARE(call.codegen.size(), size_t{3});
  // What was not timed is not drawn: an older capture has no first run.
  QCOMPARE(firstCallOf(*compilation, nullptr).stages.size(), size_t{4});
}

void ChartsTest::narrowStagesStayVisible() {
  const std::vector<CallStage> stages{{"a", 0.001}, {"b", 90}, {"c", 10}};
  const std::vector<double> widths = stageWidths(stages, 1000, 3);
  QCOMPARE(widths[0], 3.0);
  QVERIFY(std::abs(widths[1] / widths[2] - 9) < 1e-9);
  QVERIFY(std::abs(widths[0] + widths[1] + widths[2] - 1000) < 1e-6);
  QCOMPARE(stageWidths({{"a", 0}}, 100, 3).front(), 0.0);
}

void ChartsTest::packingNeverOverlaps() {
  std::vector<BufferBox> boxes;
  for (int i = 0; i < 60; ++i) {
    BufferBox box;
    box.instruction = i;
    box.from = i * 7 % 20;
    box.to = box.from + 1 + i * 5 % 6;
    box.size = 8 + i * 13 % 40;
    boxes.push_back(box);
  }
  packGreatestFirst(boxes);
  for (size_t a = 0; a < boxes.size(); ++a) {
    for (size_t b = a + 1; b < boxes.size(); ++b) {
      const bool together = boxes[a].from < boxes[b].to && boxes[b].from < boxes[a].to;
      const bool overlap =
          boxes[a].offset < boxes[b].offset + boxes[b].size && boxes[b].offset < boxes[a].offset + boxes[a].size;
      QVERIFY(!(together && overlap));
    }
  }
}

void ChartsTest::buffersShareOneScale() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  Series& eager = compilation->runs.front().eager;
  eager.arrays = {{"x", 0, 16 << 20, 0, 10}, {"tanh.3", 3, 16 << 20, 0, 8}, {"negate.4", 4, 32 << 20, 2, 6}};
  BufferChart chart(session);
  chart.resize(420, 340);
  chart.setData(buffersOf(*compilation, &compilation->runs.front(), false));
  const auto drawn = partsOf(chart, "eager"), jit = partsOf(chart, "jit");
  QCOMPARE(drawn.size(), size_t{3});
  QVERIFY(!jit.empty());
  const auto big = std::ranges::find_if(drawn, [](const ChartPart* part) { return part->row[1] == "negate.4"; });
  const auto small = std::ranges::find_if(drawn, [](const ChartPart* part) { return part->row[1] == "x"; });
  QVERIFY(std::abs((*big)->rect.height() - 2 * (*small)->rect.height()) < 0.01);
  const auto argument =
      std::ranges::find_if(jit, [](const ChartPart* part) { return part->row[3] == QString::number(16 << 20); });
  QVERIFY(argument != jit.end());
  QVERIFY(std::abs((*argument)->rect.height() - (*small)->rect.height()) < 0.01);
  QCOMPARE((*argument)->row[1], QString("x"));
  QVERIFY((*argument)->rect.left() > (*small)->rect.right());
}

void ChartsTest::figuresSayThePercentage() {
  auto compilation = compilationWith({4, 6}, {2});
  const auto figures = figuresOf(*compilation, compilation->runs.front());
  QCOMPARE(figures.size(), size_t{6});
  QCOMPARE(figures[0].value, QString("5×"));
  QVERIFY(figures[0].note.contains("−80"));
  QCOMPARE(figures[1].value, QString("10.00"));
  QCOMPARE(figures[3].value, QString("5th"));
  QCOMPARE(figures[4].value, QString("2×"));
  QVERIFY(figures[4].note.contains("−50"));
}

void ChartsTest::nothingMeasured() {
  Session session;
  auto compilation = compiledProgram();
  Run empty;
  for (const RunFigure& figure : figuresOf(*compilation, empty)) QCOMPARE(figure.value, QString("–"));
  TimelineChart timeline(session);
  timeline.resize(kWide, kTall);
  timeline.setData(timelineOf(*compilation, empty, {}));
  QVERIFY(timeline.parts().empty());
  QVERIFY(!payOffOf(*compilation, empty));
  for (Chart* chart : std::initializer_list<Chart*>{&timeline}) QVERIFY(!chart->grab().isNull());
  QVERIFY(spreadVerdict(empty).words.isEmpty());
}

void ChartsTest::oneSample() {
  Session session;
  auto compilation = compilationWith({2}, {1});
  Run& run = compilation->runs.front();
  run.eager.milliseconds = run.jit.milliseconds = {2.0};
  QVERIFY(!spreadVerdict(run).quiet);
  QVERIFY(spreadVerdict(run).words.contains("one call"));
  SpreadChart chart(session);
  chart.resize(288, 130);
  chart.setData({run.eager.milliseconds, run.jit.milliseconds});
  QCOMPARE(chart.parts().size(), size_t{2});
  for (const ChartPart& part : chart.parts()) QVERIFY(std::isfinite(part.rect.x()));
}

void ChartsTest::notANumber() {
  Session session;
  auto compilation = compilationWith({2, 1}, {1});
  Run& run = compilation->runs.front();
  run.eager.milliseconds = {NAN, NAN};
  run.ulp = INFINITY;
  QCOMPARE(figuresOf(*compilation, run)[0].value, QString("–"));
  QVERIFY(savedWords(timelineOf(*compilation, run, {})).isEmpty());
  QVERIFY(resultVerdict(*compilation, run).kind == ResultVerdict::Kind::Apart);
  PayOffChart chart(session);
  chart.resize(400, 320);
  chart.setData(payOffOf(*compilation, run));
  QVERIFY(chart.parts().empty());
  QVERIFY(!chart.grab().isNull());
}

void ChartsTest::spreadIsHonest() {
  Run run;
  run.eager.milliseconds = {10, 10.05, 10.1, 10.05};
  run.jit.milliseconds = {2, 2.01, 2, 2.02};
  QVERIFY(spreadVerdict(run).quiet);
  run.jit.milliseconds = {2, 3, 2, 3, 4};
  const SpreadVerdict verdict = spreadVerdict(run);
  QVERIFY(!verdict.quiet);
  QVERIFY(verdict.words.contains("jit"));
}

void ChartsTest::resultsAreJudged() {
  auto compilation = compiledProgram();
  Run run = compilation->runs.front();
  using Kind = ResultVerdict::Kind;
  run.ulp = 0;
  QVERIFY(resultVerdict(*compilation, run).kind == Kind::Same);
  run.ulp = 2;
  QVERIFY(resultVerdict(*compilation, run).kind == Kind::Close);
  QVERIFY(resultVerdict(*compilation, run).note.contains("reordered"));
  run.ulp = 5000;
  QVERIFY(resultVerdict(*compilation, run).kind == Kind::Apart);
  run.ulpOfGreatest = 3;  // far apart near zero alone
  QVERIFY(resultVerdict(*compilation, run).kind == Kind::Close);
  run.ulpOfGreatest = 3000;
  QVERIFY(resultVerdict(*compilation, run).kind == Kind::Apart);
  run.ulp.reset();
  QVERIFY(resultVerdict(*compilation, run).kind == Kind::Unknown);
}

void ChartsTest::selectionGoesBothWays() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  session.setProgram("tanh_exp.py", kProgram, SourceKind::Capture);
  session.setCapture(captureOf(compilation), true);
  RunView view(session);
  view.resize(1300, 930);
  connect(&view, &View::selected, &session, &Session::select);
  view.show();
  view.refresh(Change::All);
  QTest::qWait(1);
  auto* timeline = view.findChild<TimelineChart*>();
  auto* traffic = view.findChild<TrafficChart*>();
  const ChartPart bar = *partsOf(*timeline, "eager")[2];
  QTest::mouseClick(timeline, Qt::LeftButton, {}, bar.rect.center().toPoint());
  const InstructionId exponential = named(*compilation->stages.front().module, "exponential.5")->id();
  QVERIFY(session.partners().isSelected(exponential));
  const auto rows = partsOf(*traffic, "eager");
  QCOMPARE(rows[2]->lights, exponential);
  // The other way: what is selected elsewhere rings the bar, and nothing else.
  const QImage ringed = timeline->grab().toImage();
  session.select(Ref());
  view.refresh(Change::Selection);
  const QImage plain = timeline->grab().toImage();
  const QPoint edge = (bar.rect.topLeft() + QPointF(bar.rect.width() / 2, -2.5)).toPoint();
  QVERIFY(ringed.pixel(edge) != plain.pixel(edge));
  session.select(Ref::instruction(compilation->id, exponential));
  view.refresh(Change::Selection);
  QCOMPARE(timeline->grab().toImage().pixel(edge), ringed.pixel(edge));
  // A click on the ground clears.
  QTest::mouseClick(traffic, Qt::LeftButton, {}, QPoint(2, traffic->height() - 4));
  QVERIFY(!session.selection().valid());
}

void ChartsTest::arrowsWalkTheBars() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  session.setCapture(captureOf(compilation), true);
  TrafficChart chart(session);
  chart.resize(420, 340);
  chart.setData(trafficOf(*compilation, &compilation->runs.front()));
  QSignalSpy spy(&chart, &Chart::selected);
  QTest::keyClick(&chart, Qt::Key_Down);
  QTest::keyClick(&chart, Qt::Key_Down);
  QCOMPARE(chart.current(), 1);
  QCOMPARE(spy.size(), 2);
  QCOMPARE(spy.last().first().value<Ref>(), chart.parts()[1].ref);
  QTest::keyClick(&chart, Qt::Key_Up);
  QCOMPARE(chart.current(), 0);
  QTest::keyClick(&chart, Qt::Key_Up);
  QCOMPARE(chart.current(), 0);
}

void ChartsTest::everyChartExports() {
  Session session;
  auto compilation = compilationWith({2, 1, 3, 2, 2}, {2.5});
  session.setCapture(captureOf(compilation), true);
  RunView view(session);
  view.resize(1300, 930);
  view.show();
  view.refresh(Change::All);
  QTest::qWait(1);
  QTemporaryDir folder;
  const auto charts = view.findChildren<Chart*>();
  QCOMPARE(charts.size(), 5);
  for (Chart* chart : charts) {
    const QString base = folder.filePath(chart->fileStem());
    QVERIFY(exportChart(*chart, base + ".png"));
    const QImage image(base + ".png");
    QCOMPARE(image.width(), chart->width() * 2);
    QVERIFY(exportChart(*chart, base + ".svg"));
    QFile svg(base + ".svg");
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray drawn = svg.readAll();
    QVERIFY(drawn.contains("<svg") && drawn.contains("<text"));
    QVERIFY(exportChart(*chart, base + ".csv"));
    QFile csv(base + ".csv");
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
    QCOMPARE(lines.front(), chart->columns().join(',').toUtf8());
    QVERIFY(lines.size() > 1);
    for (const QByteArray& line : lines) QVERIFY(line.count(',') >= chart->columns().size() - 1);
  }
  QVERIFY(!exportChart(*charts.front(), folder.filePath("absent/chart.png")));
}

void ChartsTest::earlierRunsAreKeptAndCompared() {
  Session session;
  session.setCapture(captureOf(compilationWith({4, 6}, {2})), true);
  session.setCapture(captureOf(compilationWith({4, 6}, {2})));  // the same measurement in a later event
  QCOMPARE(session.runHistory().all().size(), size_t{1});
  const std::string function = session.compilation()->function, signature = session.compilation()->signature;
  QVERIFY(comparisonWords(session.runHistory(), function, signature).isEmpty());
  SessionOptions options = session.options();
  options.disabledPasses = {"fusion"};
  session.setOptions(options);
  session.setCapture(captureOf(compilationWith({4, 6}, {4})), true);
  QCOMPARE(session.runHistory().all().size(), size_t{2});
  QCOMPARE(comparisonWords(session.runHistory(), function, signature),
           QString::fromUtf8("jit is 100.0\u00A0% slower than the run before"));
  session.runHistory().setPinned(0);
  QVERIFY(comparisonWords(session.runHistory(), function, signature).contains("the baseline"));
  const PastRun& second = session.runHistory().all()[1];
  QVERIFY(runLabel(second, session.runHistory().all()[0]).contains("fusion"));
  QCOMPARE(session.runHistory().csv().count('\n'), 3);
}

void ChartsTest::wordsForEveryState() {
  Session session;
  QVERIFY(!noRunWords(session).line.isEmpty());
  auto capture = programCapture();
  capture->compilations.clear();
  session.setProgram("plain.py", "print(1)\n", SourceKind::Python);
  session.setCapture(capture, true);
  QVERIFY(noRunWords(session).line.contains("jits nothing"));
  auto compilation = compiledProgram();
  compilation->runs.clear();
  session.setCapture(captureOf(compilation), true);
  QVERIFY(!noRunWords(session).button.isEmpty());
  session.setWorkState(WorkState::Busy, "Measuring");
  QVERIFY(noRunWords(session).line.contains("Measuring"));
  session.setProgram("m.hlo", "HloModule m", SourceKind::Hlo);
  QVERIFY(noRunWords(session).line.contains("no times"));
  session.setProgram("c.onepot", "x", SourceKind::Capture);
  session.setCapture(captureOf(compiledProgram()), true);
  QVERIFY(noRunWords(session).line.isEmpty());
}

void ChartsTest::pickerChoosesTheFunction() {
  Session session;
  auto capture = programCapture();
  auto second = compiledProgram(2);
  second->function = "g";
  capture->compilations.push_back(second);
  session.setProgram("tanh_exp.py", kProgram, SourceKind::Python);
  session.setCapture(capture, true);
  QCOMPARE(session.compilation()->function, std::string("f"));
  session.chooseCompilation(2);
  QCOMPARE(session.compilation()->function, std::string("g"));
  // A measurement that comes later keeps the choice.
  session.setCapture(std::make_shared<Capture>(*capture));
  QCOMPARE(session.compilation()->function, std::string("g"));
}

void ChartsTest::aWorkerDoesNotReplaceAReplay() {
  Session session;
  WorkerClient worker({"/bin/cat"});
  RunController controller(session, worker);
  session.setProgram("tanh_exp.onepot", kProgram, SourceKind::Capture);
  session.setCapture(programCapture(), true);
  auto greeting = std::make_shared<Capture>();
  greeting->devices = {{"cpu", "ready"}};
  emit worker.captured(greeting, true);
  QVERIFY(session.compilation());
  QVERIFY(noRunWords(session).line.isEmpty());
}

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
