// Five thousand nodes: what a frame costs while panning, and that no step of opening holds the window's thread long.
#include <QScrollBar>
#include <QTest>
#include <algorithm>
#include <ctime>

#include "tests/views/graph_fixture.h"
#include "views/graph/graph_canvas.h"
#include "views/graph/graph_source.h"
#include "views/graph/layered_layout.h"

using namespace onepot;

namespace {

/// Rows of eight independent chains that cross: about `count` elementwise operations.
std::string wide(int count) {
  std::string text = "HloModule wide\n\nENTRY main {\n  x.0 = f32[64,64]{1,0} parameter(0)\n";
  constexpr int kLanes = 8;
  std::vector<std::string> lanes(kLanes, "x.0");
  for (int i = 1; i < count; ++i) {
    const auto lane = static_cast<size_t>(i % kLanes), next = static_cast<size_t>((i * 5 + 1) % kLanes);
    const std::string name = "add." + std::to_string(i);
    text += "  " + name + " = f32[64,64]{1,0} add(" + lanes[lane] + ", " + lanes[next] + ")\n";
    lanes[lane] = name;
  }
  return text + "  ROOT t = (f32[64,64]{1,0}, f32[64,64]{1,0}) tuple(" + lanes[0] + ", " + lanes[1] + ")\n}\n";
}

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

class GraphPaintTest : public QObject {
  Q_OBJECT
 private slots:
  void panningFiveThousandNodes();
};

void GraphPaintTest::panningFiveThousandNodes() {
  const auto model = std::make_shared<GraphModel>(buildGraph(nullptr, parsed(wide(5000))->freeze()));
  QVERIFY(model->nodes.size() >= 5000);
  const auto placed = std::make_shared<PlacedGraph>(place(*model, layeredLayout(model->layoutInput())));
  GraphCanvas canvas;
  canvas.resize(1100, 700);
  const Theme theme;
  canvas.setTheme(theme);
  canvas.show();
  QVERIFY(QTest::qWaitForWindowExposed(&canvas));
  double start = threadMilliseconds();
  canvas.graph().setGraph(model, placed, Picture::After, theme, false);
  const double building = threadMilliseconds() - start;
  for (const double zoom : {1.0, 0.5, 0.1}) {
    canvas.setZoom(zoom);
    canvas.centerOn(placed->bounds.center());
    QTest::qWait(30);
    std::vector<double> frames;
    for (int i = 0; i < 60; ++i) {
      start = threadMilliseconds();
      canvas.verticalScrollBar()->setValue(canvas.verticalScrollBar()->value() + 9);
      canvas.horizontalScrollBar()->setValue(canvas.horizontalScrollBar()->value() + 3);
      QCoreApplication::processEvents();
      frames.push_back(threadMilliseconds() - start);
    }
    std::ranges::sort(frames);
    const double median = frames[frames.size() / 2], worst = frames[frames.size() * 95 / 100];
    qInfo("zoom %.1f: %.2f ms a frame (median), %.2f ms (95 of 100)", zoom, median, worst);
    // Sanitizers and debug builds are several times slower: this catches what is quadratic, figures stand in the log.
    QVERIFY2(median < 60, qPrintable(QString::number(median)));
  }
  qInfo("scene of %d nodes: %.1f ms", static_cast<int>(model->nodes.size()), building);
  QVERIFY2(building < 1000, qPrintable(QString::number(building)));
}

QTEST_MAIN(GraphPaintTest)
#include "graph_paint_test.moc"
