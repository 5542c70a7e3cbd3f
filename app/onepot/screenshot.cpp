#include "app/onepot/screenshot.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTextStream>
#include <QTimer>

#include "views/application.h"
#include "views/main_window.h"

namespace onepot {

namespace {
constexpr qint64 kLongestWaitMs = 120000;
constexpr qint64 kQuietMs = 300;

void pass(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

/// Settled for a while, not just between two steps.
bool waitUntilSettled(const Application& application, const QElapsedTimer& clock) {
  qint64 quietSince = -1;
  while (clock.elapsed() < kLongestWaitMs) {
    pass(20);
    if (!application.settled())
      quietSince = -1;
    else if (quietSince < 0)
      quietSince = clock.elapsed();
    else if (clock.elapsed() - quietSince >= kQuietMs)
      return true;
  }
  return false;
}
}  // namespace

int takeScreenshot(Application& application, const ApplicationOptions& asked, const ScreenshotOptions& options) {
  QTextStream error(stderr);
  if (options.scale != 1) application.setScale(options.scale);
  MainWindow& window = application.window();
  window.resize(options.size);
  window.show();
  QElapsedTimer clock;
  clock.start();
  bool settled = waitUntilSettled(application, clock);
  if (!asked.pass.isEmpty() || !asked.select.isEmpty()) {
    if (!application.choose(asked.pass, asked.select))
      error << "onepot: no instruction is named " << asked.select << "\n";
  }
  if (!options.tab.isEmpty()) window.showView(options.tab);
  settled = waitUntilSettled(application, clock) && settled;
  if (!settled) error << "onepot: the views did not come to rest; the picture shows them as they are\n";
  if (!window.grab().save(options.path)) {
    error << "onepot: cannot write " << options.path << "\n";
    return 1;
  }
  return settled ? 0 : 1;
}

}  // namespace onepot
