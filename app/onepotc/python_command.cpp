#include <cstdio>

#include "app/onepotc/command.h"
#include "app/onepotc/devices.h"
#include "app/onepotc/resources.h"
#include "engine/python/python_session.h"

namespace onepot {

int pythonCommand(std::vector<std::string> arguments) {
  auto devices = openDevices("cpu");
  if (!devices) {
    std::fprintf(stderr, "onepotc: %s\n", devices.error().front().render().c_str());
    return kOurFault;
  }
  PythonOptions options;
  options.devices = devices->all();
  options.resources = resourceFolder() / "python";
  options.compile.snapshots = false;
  options.compile.verify = false;
  arguments.insert(arguments.begin(), "onepot-python");
  return PythonSession(std::move(options)).runPython(arguments);
}

}  // namespace onepot
