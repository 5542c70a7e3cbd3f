// The program around the window: files, worker, settings of theme and language, pictures of itself.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTranslator>
#include <memory>

#include "views/session.h"

namespace onepot {

class MainWindow;
class RunController;
class WorkerClient;

/// What the command line asked for.
struct ApplicationOptions {
  QStringList worker;       // empty: onepotc beside this program
  QString theme, language;  // empty: what the settings say
  QString workspace, pass, select;
  QStringList files;
  bool settings = true;  // read and write the person's settings (a screenshot doesn't)
};

enum class ThemeChoice : uint8_t { Auto, Light, Dark };

class Application : public QObject {
  Q_OBJECT
 public:
  explicit Application(const ApplicationOptions& options);
  ~Application() override;

  Session& session() { return *m_session; }
  MainWindow& window() { return *m_window; }
  RunController& controller() { return *m_controller; }
  WorkerClient& worker() { return *m_worker; }
  /// Opens a file; `run`: as if it came from the command line.
  void open(const QString& path, bool run);
  void openSample(const QString& file);
  void setThemeChoice(ThemeChoice choice);
  void setScale(double scale);
  void setLanguage(const QString& language);
  /// Chooses the pass and the instruction that the command line named; false while they are not there yet.
  bool choose(const QString& pass, const QString& select);
  /// All work is done, and every view that is shown has drawn it.
  bool settled() const;

 private:
  void connectFiles();
  void connectLooks();
  void connectSteps();
  void connectWindow();
  void applyTheme();
  void newProgram();
  void pasteHlo();
  void openDialog();
  void save(bool as);
  void savePicture();
  void saveCaptureAs();
  void showKeys();
  void showAbout();
  void report(const QString& words);

  ApplicationOptions m_options;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<MainWindow> m_window;
  std::unique_ptr<WorkerClient> m_worker;
  std::unique_ptr<RunController> m_controller;
  QTranslator m_translator;
  QElapsedTimer m_viewsClock;  // since the work began that is being timed
  QTimer m_viewsTimer;
  bool m_timing = false;
  ThemeChoice m_theme = ThemeChoice::Auto;
  double m_scale = 1;
  QString m_language = "en";
};

}  // namespace onepot
