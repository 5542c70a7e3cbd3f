// What the menus do outside the window itself: files, looks, stepping through the trace; the rest is in
// application.cpp.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QVBoxLayout>

#include "engine/capture/capture_save.h"
#include "views/action_table.h"
#include "views/application.h"
#include "views/editor_text.h"
#include "views/editor_view.h"
#include "views/help_pages.h"
#include "views/main_window.h"
#include "views/message_text.h"
#include "views/pipeline_view.h"
#include "views/run_controller.h"
#include "views/trace_view.h"
#include "views/worker_client.h"

namespace onepot {

void Application::connectFiles() {
  Actions& actions = m_window->actions();
  actions.on("new", [this] { newProgram(); });
  actions.on("open", [this] { openDialog(); });
  actions.on("paste-hlo", [this] { pasteHlo(); });
  actions.on("save", [this] { save(false); });
  actions.on("save-as", [this] { save(true); });
  actions.on("picture", [this] { savePicture(); });
  actions.on("save-capture", [this] { saveCaptureAs(); });
  actions.on("quit", [] { QApplication::quit(); });
  actions.on("restart-worker", [this] { m_worker->restart(); });
  EditorText& text = static_cast<EditorView*>(m_window->view("editor"))->text();
  actions.on("undo", [&text] { text.undo(); });
  actions.on("redo", [&text] { text.redo(); });
  actions.on("cut", [&text] { text.cut(); });
  actions.on("complete", [&text] { text.autoCompleteFromAll(); });
  actions.on("copy", [&text] { text.copy(); });
  actions.on("paste", [&text] { text.paste(); });
  actions.on("apply-fix", [&text] { text.applyFixAtCursor(); });
  actions.on("next-problem", [&text] { text.goToProblem(1); });
  actions.on("previous-problem", [&text] { text.goToProblem(-1); });
  actions.on("source-to-node", [this] { static_cast<EditorView*>(m_window->view("editor"))->selectAtCursor(); });
}

void Application::connectLooks() {
  Actions& actions = m_window->actions();
  actions.on("theme-auto", [this] { setThemeChoice(ThemeChoice::Auto); });
  actions.on("theme-light", [this] { setThemeChoice(ThemeChoice::Light); });
  actions.on("theme-dark", [this] { setThemeChoice(ThemeChoice::Dark); });
  actions.on("scale-100", [this] { setScale(1.0); });
  actions.on("scale-130", [this] { setScale(1.3); });
  actions.on("scale-200", [this] { setScale(2.0); });
  actions.on("language-en", [this] { setLanguage("en"); });
  actions.on("language-zh", [this] { setLanguage("zh"); });
  actions.on("keys", [this] { showKeys(); });
  actions.on("about", [this] { showAbout(); });
  setThemeChoice(m_theme);
  setScale(m_scale);
}

void Application::connectSteps() {
  Actions& actions = m_window->actions();
  // In stage 0 the steps are the trace's, later the pass's own rewrites.
  auto step = [this](int direction) {
    if (m_session->afterIndex() <= 0)
      static_cast<TraceView*>(m_window->view("trace"))->stepBy(direction);
    else
      static_cast<PipelineView*>(m_window->view("pipeline"))->stepRewrite(direction);
  };
  actions.on("previous-step", [step] { step(-1); });
  actions.on("next-step", [step] { step(1); });
}

void Application::openDialog() {
  const QString path = QFileDialog::getOpenFileName(m_window.get(), tr("Open"), QString(),
                                                    tr("Programs and modules (*.py *.hlo *.txt *.mlir *.onepot)"));
  if (!path.isEmpty()) open(path, false);
}

void Application::save(bool as) {
  QString path = m_session->fileName();
  if (as || !path.contains('/')) {
    path = QFileDialog::getSaveFileName(m_window.get(), tr("Save"), path, tr("Programs (*.py *.hlo *.mlir)"));
  }
  if (path.isEmpty()) return;
  QFile file(path);
  const QByteArray text = m_session->text().toUtf8();
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
    return report(tr("%1 cannot be written: %2").arg(path, file.errorString()));
  }
  static_cast<EditorView*>(m_window->view("editor"))->text().setModified(false);
  m_session->setFileName(path);
}

void Application::savePicture() {
  const QString path =
      QFileDialog::getSaveFileName(m_window.get(), tr("Save picture"), "onepot.png", tr("Pictures (*.png)"));
  if (!path.isEmpty() && !m_window->grab().save(path)) report(tr("%1 cannot be written").arg(path));
}

void Application::showKeys() {
  showPage(m_window.get(), tr("All keys"), keysPage(m_window->actions(), m_session->theme()), m_session->theme());
}

void Application::saveCaptureAs() {
  if (m_session->capture().compilations.empty()) return report(tr("There is nothing to save yet"));
  const QString name = QFileInfo(m_session->fileName()).completeBaseName();
  QString path = QFileDialog::getSaveFileName(m_window.get(), tr("Save capture"),
                                              (name.isEmpty() ? "program" : name) + ".onepot", tr("Captures (*.onepot)"));
  if (path.isEmpty()) return;
  if (!path.endsWith(".onepot")) path += ".onepot";
  const auto saved = saveCapture(m_session->capture(), path.toStdString());
  if (!saved) report(messageText(saved.error().front().message));
}

void Application::showAbout() {
  QMessageBox::about(
      m_window.get(), tr("About Onepot"),
      tr("Onepot %1 shows what a compiler makes of an array program: every pass, every decision, every kernel, "
         "and what it costs.")
          .arg(QCoreApplication::applicationVersion()));
}

void Application::report(const QString& words) {
  auto capture = std::make_shared<Capture>(m_session->capture());
  capture->diagnostics.push_back(Diagnostic::error(Message::verbatim(words.toStdString())));
  m_session->setCapture(std::move(capture));
  m_session->setWorkState(WorkState::Failed, words);
  m_window->showView("problems");
}

}  // namespace onepot
