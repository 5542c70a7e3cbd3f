// onepotc: the compiler driver. Picks the subcommand; everything else is in its file.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "app/onepotc/command.h"
#include "engine/base/result.h"

namespace onepot {

namespace {

void printUsage(std::FILE* to) {
  std::fputs("usage: onepotc COMMAND …\n\n", to);
  for (const Command& command : commandTable())
    std::fprintf(to, "  onepotc %-8s %-26s %s\n", std::string(command.name).c_str(), std::string(command.usage).c_str(),
                 std::string(command.doc).c_str());
  std::fputs("\nonepotc COMMAND --help says more; onepotc --version says which Onepot this is.\n", to);
}

int dispatch(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    printUsage(stderr);
    return kWrongCommandLine;
  }
  std::string name = arguments.front();
  arguments.erase(arguments.begin());
  if (name == "--version") {
    std::puts("onepotc " ONEPOT_VERSION);
    return kDone;
  }
  if (name == "--help" || name == "-h") {
    printUsage(stdout);
    return kDone;
  }
  for (const Command& command : commandTable())
    if (command.name == name) return command.run(std::move(arguments));
  std::fprintf(stderr, "onepotc: there is no command '%s'\n\n", name.c_str());
  printUsage(stderr);
  return kWrongCommandLine;
}

int guarded(std::vector<std::string> arguments) {
  try {
    return dispatch(std::move(arguments));
  } catch (const InternalError& error) {
    std::fprintf(stderr, "onepotc: Onepot's own fault: %s\n", error.what());
  } catch (const std::bad_alloc&) {
    std::fputs("onepotc: the memory limit was hit\n", stderr);
    return kLimitHit;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "onepotc: unexpected: %s\n", error.what());
  }
  return kOurFault;
}

}  // namespace
}  // namespace onepot

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  // As `onepot-python` this is sys.executable: python3's own command line.
  if (std::filesystem::path(argv[0]).filename() == "onepot-python") arguments.insert(arguments.begin(), "python");
  return onepot::guarded(std::move(arguments));
}
