// onepot --screenshot: waits until the work and the views are done, writes the window's picture.
#pragma once

#include <QSize>
#include <QString>

namespace onepot {

class Application;
struct ApplicationOptions;

struct ScreenshotOptions {
  QString path, tab;
  QSize size{1600, 1000};
  double scale = 1;
};

/// The exit code: 0 done, 1 the file could not be written or the views did not come to rest in time.
int takeScreenshot(Application& application, const ApplicationOptions& asked, const ScreenshotOptions& options);

}  // namespace onepot
