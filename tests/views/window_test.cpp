// The window with a capture in it: real keys and clicks, one selection in every view, bad input in words.
// Before Qt, whose word `emit` is a name there.
#include "engine/capture/capture_recorder.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>
#include <ctime>

#include "engine/capture/capture_file.h"
#include "tests/views/capture_fixture.h"
#include "views/action_table.h"
#include "views/application.h"
#include "views/code_pane.h"
#include "views/editor_text.h"
#include "views/editor_view.h"
#include "views/error_box.h"
#include "views/inspector_view.h"
#include "views/kernel_view.h"
#include "views/main_window.h"
#include "views/output_view.h"
#include "views/palette.h"
#include "views/results_dock.h"
#include "views/run_controller.h"
#include "views/trace_view.h"
#include "views/worker_client.h"

using namespace onepot;

namespace {

/// The capture as a file: what a class without a compiler is given.
void writeCapture(const Capture& capture, const std::string& path) {
  auto writer = CaptureWriter::open(path);
  QVERIFY(writer.has_value());
  CaptureRecorder recorder([&](const nlohmann::json& event) { (*writer)->write(event); });
  recorder.header(capture.device, capture.python);
  recorder.devices(capture.devices);
  recorder.program(capture.programName, capture.programText);
  for (const auto& compilation : capture.compilations) {
    recorder.traced(*compilation);
    for (const Stage& stage : compilation->stages) recorder.stageDone(*compilation, stage);
    recorder.compiled(*compilation);
    for (const Run& run : compilation->runs) recorder.ran(*compilation, run);
  }
  for (const OutputChunk& chunk : capture.output) recorder.output(chunk.stream, chunk.text);
  recorder.done("done", 0);
  QVERIFY((*writer)->close());
}

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void cleanupTestCase();
  void init();
  void showsTheCapture();
  void selectionGoesEverywhere();
  void clickOnADiffLineSelects();
  void keysStepThroughPasses();
  void paletteFindsAndRuns();
  void workspacesKeepTheSelection();
  void syntaxErrorStandsAtItsColumns();
  void fixMendsTheText();
  void typingKeepsTheOldResult();
  void outputComesAsItIsPrinted();
  void themeAndLanguageSwitch();
  void smallWindowsFold();
  void truncatedCaptureSaysSo();
  void aMissingFileSaysSo();
  void guiThreadStaysFree();

 private:
  template <typename T>
  T& view(const char* id) {
    return *static_cast<T*>(m_application->window().view(id));
  }
  InstructionId idOf(const char* name) {
    return named(*m_capture->compilations.front()->stages.front().module, name)->id();
  }
  void settle() {
    QTest::qWait(1);
    m_application->session().flush();
  }

  QTemporaryDir m_folder;
  QString m_file;
  std::shared_ptr<Capture> m_capture;
  std::unique_ptr<Application> m_application;
};

void WindowTest::initTestCase() {
  m_capture = programCapture();
  m_file = m_folder.filePath("tanh_exp.onepot");
  writeCapture(*m_capture, m_file.toStdString());
  if (qEnvironmentVariableIsSet("ONEPOT_KEEP_CAPTURE")) {
    writeCapture(*m_capture, qgetenv("ONEPOT_KEEP_CAPTURE").toStdString());
  }
  ApplicationOptions options;
  options.settings = false;
  options.theme = "light";
  options.language = "en";
  options.worker = {"/bin/cat"};  // starts, and says nothing
  m_application = std::make_unique<Application>(options);
  m_application->window().resize(1600, 1000);
  m_application->window().show();
  QVERIFY(QTest::qWaitForWindowExposed(&m_application->window()));
}

void WindowTest::cleanupTestCase() { m_application.reset(); }

void WindowTest::init() {
  m_application->window().resize(1600, 1000);
  m_application->window().setWorkspace("explore");
  m_application->open(m_file, false);
  settle();
}

void WindowTest::showsTheCapture() {
  Session& session = m_application->session();
  QVERIFY(session.compilation());
  QCOMPARE(session.text(), QString(kProgram));
  QCOMPARE(view<EditorView>("editor").text().text(), QString(kProgram));
  QCOMPARE(session.after()->pass, std::string("fusion"));
  QVERIFY(m_application->window().view("pipeline")->figure().contains("changed"));
  QCOMPARE(view<TraceView>("trace").figure(), QString("step 5 of 5"));
  QVERIFY(view<EditorView>("editor").text().inlays().at(5).contains("x: f32[2048,2048]"));
}

void WindowTest::selectionGoesEverywhere() {
  Session& session = m_application->session();
  session.select(Ref::instruction(session.compilation()->id, idOf("exponential.5")));
  settle();
  QCOMPARE(view<InspectorView>("inspector").shownName(), QString("exponential.5"));
  QCOMPARE(view<TraceView>("trace").figure(), QString("step 3 of 5"));
  auto* jaxpr = m_application->window().findChild<CodePane*>("jaxpr");
  QVERIFY(jaxpr->rows()[3].instruction == idOf("exponential.5"));
  QVERIFY(jaxpr->rows()[4].dim && !jaxpr->rows()[3].dim);
  m_application->window().showView("kernel");
  settle();
  QVERIFY(session.partners().kernels.contains(view<KernelView>("kernel").shownKernel()));
}

void WindowTest::clickOnADiffLineSelects() {
  m_application->window().showView("diff");
  settle();
  auto* pane = m_application->window().findChild<CodePane*>("diffAfter");
  int wanted = -1;
  for (size_t i = 0; i < pane->rows().size(); ++i) {
    if (pane->rows()[i].instruction == idOf("tanh.3")) wanted = static_cast<int>(i);
  }
  QVERIFY(wanted >= 0);
  QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, pane->rowRect(wanted).center());
  settle();
  QCOMPARE(m_application->session().selection().id, idOf("tanh.3"));
  QTest::keyClick(pane, Qt::Key_Down);
  settle();
  QVERIFY(m_application->session().selection().id != idOf("tanh.3"));
  QTest::keyClick(&m_application->window(), Qt::Key_Escape);
  settle();
  QVERIFY(!m_application->session().selection().valid());
}

void WindowTest::keysStepThroughPasses() {
  Session& session = m_application->session();
  m_application->window().view("pipeline")->setFocus();
  const int start = session.afterIndex();
  QTest::keyClick(&m_application->window(), Qt::Key_BracketLeft);
  QCOMPARE(session.afterIndex(), start - 1);
  QTest::keyClick(&m_application->window(), Qt::Key_BracketRight);
  QCOMPARE(session.afterIndex(), start);
  m_application->window().actions().action("previous-changed")->trigger();
  QVERIFY(session.afterIndex() < start);
  QVERIFY(session.after()->changed());
  // In the editor the same keys are letters.
  EditorText& text = view<EditorView>("editor").text();
  text.setFocus();
  const int before = session.afterIndex();
  QTest::keyClicks(text.viewport(), "[");
  QCOMPARE(session.afterIndex(), before);
}

void WindowTest::paletteFindsAndRuns() {
  auto* palette = m_application->window().findChild<Palette*>("palette");
  m_application->window().actions().action("palette")->trigger();
  QVERIFY(palette->isVisible());
  auto* edit = palette->findChild<QLineEdit*>("paletteEdit");
  QTest::keyClicks(edit, "fusion works");
  QCOMPARE(palette->listed().front(), QString("Fusion workspace"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(m_application->window().workspace(), QString("fusion"));
  QVERIFY(!palette->isVisible());
  // Every action with words is listed while nothing is typed.
  palette->open();
  QTest::keyClicks(edit, "exponential.5");
  QVERIFY(palette->listed().contains("Select exponential.5"));
  QTest::keyClick(edit, Qt::Key_Escape);
}

void WindowTest::workspacesKeepTheSelection() {
  Session& session = m_application->session();
  session.select(Ref::instruction(session.compilation()->id, idOf("tanh.3")));
  for (const char* workspace : {"fusion", "run", "teach", "explore"}) {
    m_application->window().setWorkspace(workspace);
    settle();
    QCOMPARE(session.selection().id, idOf("tanh.3"));
  }
}

void WindowTest::syntaxErrorStandsAtItsColumns() {
  auto capture = std::make_shared<Capture>();
  capture->programName = "tanh_exp.py";
  Diagnostic problem = Diagnostic::error(Message::verbatim("x has no value while jit traces"), place(12, 45));
  problem.errorType = "TracerBoolConversionError";
  problem.fix = Fix{Message::verbatim("Use jnp.where"), place(34, 44), "jnp.exp(x)"};
  capture->diagnostics.push_back(problem);
  Session& session = m_application->session();
  session.setCapture(capture);
  settle();
  EditorText& text = view<EditorView>("editor").text();
  const long line = text.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, 5UL);
  auto squiggled = [&](int column) {
    return text.SendScintilla(QsciScintillaBase::SCI_INDICATORVALUEAT, 8UL, line + column - 1) != 0;
  };
  QVERIFY(!squiggled(11) && squiggled(12) && squiggled(45) && !squiggled(46));
  QVERIFY(text.errorBox()->isVisible());
  QCOMPARE(m_application->window().view("problems")->figure(), QString("1"));
  m_application->window().showView("problems");
  settle();
  auto* tree = m_application->window().findChild<QTreeWidget*>("problemTree");
  QVERIFY(tree->topLevelItem(0)->text(0).contains("TracerBoolConversionError"));
  QCOMPARE(tree->topLevelItem(0)->text(1), QString("tanh_exp.py 6:12–45"));
  // What was good before is one click away.
  QVERIFY(session.lastGood());
  session.showLastGood();
  QVERIFY(session.compilation());
}

void WindowTest::fixMendsTheText() {
  Session& session = m_application->session();
  session.requestFix(Fix{Message::verbatim("Use exp(x)"), place(34, 44), "jnp.exp(x)"});
  QVERIFY(session.text().contains("jnp.tanh(x) * jnp.exp(x))"));
  view<EditorView>("editor").text().undo();
  QCOMPARE(session.text(), QString(kProgram));
}

void WindowTest::typingKeepsTheOldResult() {
  Session& session = m_application->session();
  EditorText& text = view<EditorView>("editor").text();
  text.setFocus();
  text.setCursorPosition(10, 0);
  QTest::keyClicks(text.viewport(), "x");
  QVERIFY(session.text() != QString(kProgram));
  QVERIFY(session.compilation());
  QVERIFY(session.stageCount() > 5);
}

void WindowTest::outputComesAsItIsPrinted() {
  Session& session = m_application->session();
  auto first = std::make_shared<Capture>(session.capture());
  first->output = {{1, "one\n"}};
  session.setCapture(first, true);
  settle();
  auto second = std::make_shared<Capture>(*first);
  second->output = {{1, "one\ntwo\n"}, {2, "oh dear\n"}};
  session.setCapture(second);
  settle();
  QCOMPARE(view<OutputView>("output").text().toPlainText(), QString("one\ntwo\noh dear\n"));
  auto again = std::make_shared<Capture>(*first);
  again->output = {{1, "another run\n"}};
  session.setCapture(again, true);
  settle();
  QCOMPARE(view<OutputView>("output").text().toPlainText(), QString("another run\n"));
}

void WindowTest::themeAndLanguageSwitch() {
  m_application->setThemeChoice(ThemeChoice::Dark);
  settle();
  QVERIFY(m_application->session().theme().dark());
  QCOMPARE(qApp->palette().color(QPalette::Base), Theme(true).color(Token::Panel));
  QVERIFY(!qApp->styleSheet().contains('@'));
  m_application->setLanguage("zh");
  settle();
  QCOMPARE(m_application->window().actions().action("fusion")->text(), QString::fromUtf8("融合工作区"));
  m_application->setLanguage("en");
  m_application->setThemeChoice(ThemeChoice::Light);
  settle();
  QCOMPARE(m_application->window().actions().action("fusion")->text(), QString("Fusion workspace"));
}

void WindowTest::smallWindowsFold() {
  QVERIFY(!foldStateFor({1600, 1000}, 1).narrowColumns);
  QVERIFY(foldStateFor({1439, 1000}, 1).narrowColumns && !foldStateFor({1439, 1000}, 1).inspectorCard);
  QVERIFY(foldStateFor({1239, 1000}, 1).inspectorCard && !foldStateFor({1239, 1000}, 1).stripForList);
  QVERIFY(foldStateFor({1159, 1000}, 1).stripForList && foldStateFor({1600, 859}, 1).resultsFolded);
  QVERIFY(foldStateFor({1600, 1000}, 1.3).inspectorCard);
  m_application->window().resize(1100, 700);
  settle();
  QTest::qWait(20);
  QVERIFY(m_application->window().results().folded());
  QVERIFY(!m_application->window().view("inspector")->isVisible());
}

void WindowTest::truncatedCaptureSaysSo() {
  QFile whole(m_file);
  QVERIFY(whole.open(QIODevice::ReadOnly));
  const QByteArray bytes = whole.readAll();
  const QString path = m_folder.filePath("cut.onepot");
  QFile cut(path);
  QVERIFY(cut.open(QIODevice::WriteOnly));
  cut.write(bytes.left(bytes.size() / 2));
  cut.close();
  m_application->open(path, false);
  settle();
  QVERIFY(!m_application->session().capture().diagnostics.empty());
  QVERIFY(m_application->window().view("problems")->figure() != "0");
}

void WindowTest::aMissingFileSaysSo() {
  const QString text = m_application->session().text();
  m_application->open(m_folder.filePath("nothing.py"), false);
  settle();
  QCOMPARE(m_application->session().text(), text);
  QVERIFY(m_application->session().workText().contains("nothing.py"));
}

void WindowTest::guiThreadStaysFree() {
  Session& session = m_application->session();
  // The thread's own time: what other programs take of a busy machine is not the window's.
  double longest = 0;
  auto timed = [&](auto step) {
    const double start = threadMilliseconds();
    step();
    session.flush();
    longest = std::max(longest, threadMilliseconds() - start);
    QTest::qWait(1);
  };
  for (int pass = 0; pass < session.stageCount(); ++pass) timed([&] { session.choosePass(pass); });
  for (const char* name : {"tanh.3", "exponential.5", "reduce.7"}) {
    timed([&] { session.select(Ref::instruction(session.compilation()->id, idOf(name))); });
  }
  QVERIFY2(longest < 50, qPrintable(QString("%1 ms").arg(longest)));
}

int main(int argc, char** argv) {
  QStandardPaths::setTestModeEnabled(true);
  QApplication application(argc, argv);
  WindowTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "window_test.moc"
