// Runs a Python program on the reference evaluator, as the tests of the Python half need it:
// run_program FILE [ARG…], or run_program --python ARG… with python3's own command line.
#include <cstdio>
#include <string_view>
#include <vector>

#include "engine/python/python_session.h"
#include "engine/runtime/evaluator_device.h"

namespace {

/// Cache misses and diagnostics go to stderr, where tests of them look.
class EventPrinter : public onepot::EventSink {
 public:
  void cacheMiss(const onepot::CacheMiss& miss) override {
    std::fprintf(stderr, "miss %s at %d: %s\n", miss.function.c_str(), miss.at.line, miss.because.text().c_str());
  }
  void diagnostic(const onepot::Diagnostic& diagnostic) override {
    const onepot::SourceRange& at = diagnostic.range;
    std::fprintf(stderr, "diagnostic %s %d:%d-%d\n", diagnostic.errorType.c_str(), at.line, at.column, at.endColumn);
    if (diagnostic.fix) std::fprintf(stderr, "fix %s\n", diagnostic.fix->replacement.c_str());
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  onepot::EvaluatorDevice device;
  onepot::PythonOptions options;
  options.devices = {&device};
  options.resources = ONEPOT_SOURCE_DIR "/resources/python";
  onepot::PythonSession session(std::move(options));
  EventPrinter sink;
  if (argv[1] == std::string_view("--python")) {
    std::vector<std::string> commandLine(argv + 1, argv + argc);
    return session.runPython(commandLine);
  }
  std::vector<std::string> arguments(argv + 2, argv + argc);
  return session.runFile(argv[1], arguments, sink).exitCode;
}
