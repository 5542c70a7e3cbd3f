// onepot: the window. Reads the command line, starts the application, takes its picture when asked to.
#include <QApplication>
#include <QCommandLineParser>
#include <QProcess>
#include <QTextStream>

#include "app/onepot/screenshot.h"
#include "views/application.h"
#include "views/main_window.h"

namespace {

struct Arguments {
  onepot::ApplicationOptions application;
  onepot::ScreenshotOptions screenshot;
  bool valid = true;
};

QSize parseSize(const QString& text) {
  const QStringList parts = text.split('x');
  return parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
}

Arguments readArguments(const QApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Shows what a compiler makes of an array program.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("FILE", ".py, .hlo, .mlir or .onepot", "[FILE…]");
  parser.addOptions({
      {"worker", "The worker's command, such as \"ssh host onepotc serve\".", "CMD"},
      {"screenshot", "Waits until every view is done, writes a picture, exits.", "OUT.png"},
      {"size", "Of the window.", "WxH", "1600x1000"},
      {"theme", "light or dark.", "THEME"},
      {"workspace", "explore, fusion, run or teach.", "NAME"},
      {"language", "en or zh.", "LANGUAGE"},
      {"pass", "The pass to show, by name or number.", "NAME"},
      {"select", "The instruction to select.", "NAME"},
      {"tab", "The results tab to show.", "NAME"},
      {"scale", "Of every size, 1 to 2.", "FACTOR", "1"},
  });
  parser.process(application);
  Arguments arguments;
  auto& app = arguments.application;
  app.worker = QProcess::splitCommand(parser.value("worker"));
  app.theme = parser.value("theme");
  app.workspace = parser.value("workspace");
  app.language = parser.value("language");
  app.pass = parser.value("pass");
  app.select = parser.value("select");
  app.files = parser.positionalArguments();
  arguments.screenshot.path = parser.value("screenshot");
  arguments.screenshot.size = parseSize(parser.value("size"));
  arguments.screenshot.tab = parser.value("tab");
  arguments.screenshot.scale = parser.value("scale").toDouble();
  app.settings = arguments.screenshot.path.isEmpty();
  auto check = [&](const char* option, const QStringList& allowed) {
    if (!parser.isSet(option) || allowed.contains(parser.value(option))) return;
    QTextStream(stderr) << "onepot: --" << option << " takes " << allowed.join(", ") << "\n";
    arguments.valid = false;
  };
  check("theme", {"light", "dark"});
  check("workspace", {"explore", "fusion", "run", "teach"});
  check("language", {"en", "zh"});
  if (!arguments.screenshot.size.isValid() || arguments.screenshot.size.isEmpty()) {
    QTextStream(stderr) << "onepot: --size takes WIDTHxHEIGHT\n";
    arguments.valid = false;
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  QApplication application(argc, argv);
  QApplication::setApplicationName("onepot");
  QApplication::setOrganizationName("onepot");
  QApplication::setApplicationVersion(ONEPOT_VERSION);
  const Arguments arguments = readArguments(application);
  if (!arguments.valid) return 2;
  onepot::Application onepot(arguments.application);
  if (!arguments.screenshot.path.isEmpty())
    return onepot::takeScreenshot(onepot, arguments.application, arguments.screenshot);
  onepot.window().resize(arguments.screenshot.size);
  onepot.window().show();
  return QApplication::exec();
}
