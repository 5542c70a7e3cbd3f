#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "app/onepotc/command.h"
#include "app/onepotc/worker.h"

namespace onepot {

/// The protocol keeps private descriptors; a program's stdin is empty, its stdout and stderr become events.
int serveCommand(std::vector<std::string>) {
  int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::close(nothing);
  Worker worker(in, out);
  int code = worker.serve();
  std::fflush(nullptr);
  std::_Exit(code);  // a program's own threads must not keep the worker alive
}

}  // namespace onepot
