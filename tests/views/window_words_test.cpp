// What the window says in words: inlays beside the program, an operation's history, pages of help, a saved capture.
#include <QTemporaryDir>
#include <QTest>

#include "engine/capture/capture_file.h"
#include "engine/capture/capture_save.h"
#include "engine/ops/op.h"
#include "tests/views/capture_fixture.h"
#include "views/editor_inlays.h"
#include "views/help_pages.h"
#include "views/instruction_facts.h"

using namespace onepot;

class WindowWordsTest : public QObject {
  Q_OBJECT
 private slots:
  void decoratorCountsCompiles();
  void historyFollowsAnOperation();
  void noSourceSaysWhy();
  void everyOperationHasAPage();
  void aSavedCaptureReadsBack();

 private:
  std::shared_ptr<Capture> m_capture = programCapture();
};

void WindowWordsTest::decoratorCountsCompiles() {
  auto compilation = std::make_shared<Compilation>(*m_capture->compilations.front());
  compilation->definition = {"tanh_exp.py", 4, 1, 6, 9};  // CPython's first line is the decorator's
  Capture capture = *m_capture;
  capture.compilations = {compilation};
  capture.cacheMisses = {{"f", {}, Message::verbatim("argument x: f32[8] now")}};
  const auto inlays = lineInlays(capture, compilation.get());
  QCOMPARE(inlays.at(4), QString("1 compile, 1 cache miss"));
  QCOMPARE(inlays.at(5), QString("x: f32[2048,2048]"));
}

void WindowWordsTest::historyFollowsAnOperation() {
  const Compilation& compilation = *m_capture->compilations.front();
  const InstructionId id = named(*compilation.stages.front().module, "exponential.5")->id();
  const auto rows = historyOf(compilation, id);
  QVERIFY(rows.size() >= 2);
  QCOMPARE(rows.front().stage, 0);
  QCOMPARE(rows.back().stage, static_cast<int>(compilation.stages.size()) - 1);
  for (size_t i = 1; i < rows.size(); ++i) QVERIFY(rows[i - 1].stage <= rows[i].stage);
}

void WindowWordsTest::noSourceSaysWhy() {
  Session session;
  session.setProgram("tanh_exp.py", kProgram, SourceKind::Python);
  session.setCapture(m_capture, true);
  session.flush();
  const Instruction* parameter = named(*session.compilation()->stages.front().module, "x.1");
  session.select(Ref::instruction(session.compilation()->id, parameter->id()));
  const auto rows = threadOf(session, *parameter);
  QCOMPARE(rows.front().name, QString("–"));
  QVERIFY(!rows.front().note.isEmpty());
}

void WindowWordsTest::everyOperationHasAPage() {
  const Theme theme;
  for (const OpRow& row : opTable()) {
    const QString page = operationPage(row.opcode, theme);
    QVERIFY(page.contains(QString::fromUtf8(row.doc.data(), static_cast<qsizetype>(row.doc.size())).toHtmlEscaped()));
  }
}

void WindowWordsTest::aSavedCaptureReadsBack() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("saved.onepot").toStdString();
  QVERIFY(saveCapture(*m_capture, path).has_value());
  const auto read = readCapture(path);
  QVERIFY(read.has_value());
  QCOMPARE(read->programText, m_capture->programText);
  QCOMPARE(read->compilations.size(), size_t{1});
  const Compilation &before = *m_capture->compilations.front(), &after = *read->compilations.front();
  QCOMPARE(after.stages.size(), before.stages.size());
  QCOMPARE(after.decisions.size(), before.decisions.size());
  QCOMPARE(after.runs.size(), before.runs.size());
  QCOMPARE(after.kernels.front().assembly, before.kernels.front().assembly);
  QCOMPARE(static_cast<int>(read->outcome), static_cast<int>(Outcome::Done));
  QVERIFY(!saveCapture(*m_capture, folder.filePath("no/such/folder.onepot").toStdString()).has_value());
}

QTEST_MAIN(WindowWordsTest)
#include "window_words_test.moc"
