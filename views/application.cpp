#include "views/application.h"

#include <QApplication>
#include <QClipboard>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

#include "views/action_table.h"
#include "views/header.h"
#include "views/main_window.h"
#include "views/program_file.h"
#include "views/run_controller.h"
#include "views/status_bar.h"
#include "views/welcome_page.h"
#include "views/worker_client.h"

namespace onepot {

namespace {

constexpr int kViewsPollMs = 5;

/// Auto follows the desktop: its windows are dark when they are darker than their text.
bool desktopIsDark() {
  static const QPalette desktop = QApplication::style()->standardPalette();
  return desktop.color(QPalette::Window).lightness() < desktop.color(QPalette::WindowText).lightness();
}

}  // namespace

Application::Application(const ApplicationOptions& options) : m_options(options) {
  QApplication::setStyle(QStyleFactory::create("Fusion"));
  m_session = std::make_unique<Session>();
  if (m_options.settings) {
    const QSettings settings;
    m_theme = static_cast<ThemeChoice>(settings.value("theme", 0).toInt());
    m_scale = settings.value("scale", 1.0).toDouble();
    m_language = settings.value("language", "en").toString();
  }
  if (m_options.theme == "dark")
    m_theme = ThemeChoice::Dark;
  else if (!m_options.theme.isEmpty())
    m_theme = ThemeChoice::Light;
  if (!m_options.language.isEmpty()) m_language = m_options.language;
  desktopIsDark();
  applyTheme();
  m_window = std::make_unique<MainWindow>(*m_session);
  QStringList worker = m_options.worker;
  if (worker.isEmpty()) worker = {QCoreApplication::applicationDirPath() + "/onepotc", "serve"};
  m_worker = std::make_unique<WorkerClient>(worker);
  m_controller = std::make_unique<RunController>(*m_session, *m_worker);
  connectWindow();
  connectFiles();
  connectLooks();
  connectSteps();
  setLanguage(m_language);
  m_worker->start();
  if (!m_options.workspace.isEmpty()) m_window->setWorkspace(m_options.workspace);
  for (const QString& file : m_options.files) open(file, true);
}

Application::~Application() = default;

void Application::connectWindow() {
  connect(m_controller.get(), &RunController::devicesKnown, this, [this](const auto& devices) {
    m_window->header().setDevices(devices);
    m_window->welcome().setDevices(devices);
  });
  WelcomePage& welcome = m_window->welcome();
  connect(&welcome, &WelcomePage::sampleWanted, this, &Application::openSample);
  connect(&welcome, &WelcomePage::openWanted, this, &Application::openDialog);
  connect(&welcome, &WelcomePage::pasteWanted, this, &Application::pasteHlo);
  connect(m_window.get(), &MainWindow::fileDropped, this, [this](const QString& path) { open(path, false); });
  connect(m_controller.get(), &RunController::started, this, [this] {
    m_viewsClock.start();
    m_timing = true;
  });
  m_viewsTimer.setInterval(kViewsPollMs);
  connect(m_session.get(), &Session::changed, this, [this](Changes changes) {
    if (m_timing && changes & Change::Compilation && m_session->compilation()) m_viewsTimer.start();
  });
  connect(&m_viewsTimer, &QTimer::timeout, this, [this] {
    if (!m_window->ready() || !m_session->compilation() || m_session->compilation()->kernels.empty()) return;
    m_window->status().setViewsTime(m_viewsClock.elapsed());
    m_viewsTimer.stop();
    m_timing = false;
  });
  connect(&m_window->status(), &StatusBar::languageWanted, this,
          [this] { setLanguage(m_language == "en" ? "zh" : "en"); });
}

void Application::open(const QString& path, bool run) {
  auto opened = openProgramFile(path);
  if (!opened) return report(opened.error());
  m_controller->setRunsByItself(run);
  m_session->setProgram(opened->name, opened->text, opened->kind);
  if (opened->capture) {
    m_session->setCapture(opened->capture, true);
    m_session->setWorkState(WorkState::UpToDate, tr("Replayed from a capture"));
    m_window->actions().action("run")->setEnabled(false);
    m_window->actions().action("run")->setToolTip(tr("A replayed capture has no program that could run"));
    if (!opened->capture->devices.empty()) m_window->header().setDevices(opened->capture->devices);
    return;
  }
  m_window->actions().action("run")->setEnabled(true);
  if (run)
    m_controller->run(true);
  else
    m_session->setWorkState(WorkState::Idle, tr("Opened; Ctrl+Enter runs it"));
}

void Application::openSample(const QString& file) {
  const OpenedFile sample = onepot::openSample(file);
  if (sample.text.isEmpty()) return report(tr("The sample %1 is not in this program").arg(file));
  m_controller->setRunsByItself(true);
  m_window->actions().action("run")->setEnabled(true);
  m_session->setProgram(sample.name, sample.text, sample.kind);
  m_controller->run(true);
}

void Application::newProgram() {
  m_session->setProgram(QString(), QString(), SourceKind::Python);
  m_controller->setRunsByItself(true);
  m_session->setWorkState(WorkState::Idle, tr("Nothing to compile"));
}

void Application::pasteHlo() {
  const QString text = QApplication::clipboard()->text();
  if (text.trimmed().isEmpty()) return report(tr("The clipboard holds no text"));
  m_session->setProgram("pasted.hlo", text,
                        guessKind("pasted", text) == SourceKind::StableHlo ? SourceKind::StableHlo : SourceKind::Hlo);
  m_controller->setRunsByItself(true);
  m_controller->run(true);
}

bool Application::choose(const QString& pass, const QString& select) {
  const Compilation* compilation = m_session->compilation();
  if (!compilation) return false;
  for (int i = 0; !pass.isEmpty() && i < m_session->stageCount(); ++i) {
    const Stage& stage = *m_session->stageAt(i);
    if (pass.toStdString() == stage.name || (pass.toStdString() == stage.pass && stage.changed()) ||
        pass == QString::number(stage.number)) {
      m_session->choosePass(i);
      break;
    }
  }
  if (select.isEmpty()) return true;
  auto find = [&](const Stage* stage) -> bool {
    if (!stage || !stage->module) return false;
    for (const auto& computation : stage->module->computations()) {
      for (const auto& instruction : computation->instructions()) {
        // By full name, or by what stands before the number.
        const QString name = QString::fromStdString(instruction->name());
        if (name != select && !name.startsWith(select + '.')) continue;
        m_session->select(Ref::instruction(compilation->id, instruction->id(), m_session->afterIndex()));
        return true;
      }
    }
    return false;
  };
  if (find(m_session->after()) || find(m_session->before())) return true;
  for (int i = 0; i < m_session->stageCount(); ++i) {
    if (find(m_session->stageAt(i))) return true;
  }
  return false;
}

bool Application::settled() const {
  const bool replay = m_session->sourceKind() == SourceKind::Capture;
  const bool quiet = replay || (m_controller->settled() && m_session->workState() != WorkState::Busy);
  return quiet && m_window->ready();
}

void Application::applyTheme() {
  const bool dark = m_theme == ThemeChoice::Dark || (m_theme == ThemeChoice::Auto && desktopIsDark());
  m_session->setTheme(Theme(dark, m_scale, m_language == "zh"));
}

void Application::setThemeChoice(ThemeChoice choice) {
  m_theme = choice;
  if (m_options.settings) QSettings().setValue("theme", static_cast<int>(choice));
  Actions& actions = m_window->actions();
  actions.action("theme-auto")->setChecked(choice == ThemeChoice::Auto);
  actions.action("theme-light")->setChecked(choice == ThemeChoice::Light);
  actions.action("theme-dark")->setChecked(choice == ThemeChoice::Dark);
  applyTheme();
}

void Application::setScale(double scale) {
  m_scale = scale;
  if (m_options.settings) QSettings().setValue("scale", scale);
  m_window->actions().action("scale-100")->setChecked(scale == 1.0);
  m_window->actions().action("scale-130")->setChecked(scale == 1.3);
  m_window->actions().action("scale-200")->setChecked(scale == 2.0);
  applyTheme();
}

void Application::setLanguage(const QString& language) {
  m_language = language;
  if (m_options.settings) QSettings().setValue("language", language);
  qApp->removeTranslator(&m_translator);
  if (language == "zh" && m_translator.load(":/translations/onepot_zh.qm")) qApp->installTranslator(&m_translator);
  m_window->actions().action("language-en")->setChecked(language == "en");
  m_window->actions().action("language-zh")->setChecked(language == "zh");
  m_window->status().setLanguageName(language == "zh" ? QString::fromUtf8("简体中文") : "English");
  applyTheme();
  m_session->setLanguageChanged();
}

}  // namespace onepot
