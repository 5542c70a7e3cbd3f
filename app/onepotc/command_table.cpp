#include <array>

#include "app/onepotc/command.h"

namespace onepot {

std::span<const Command> commandTable() {
  static constexpr std::array kCommands = {
      Command{"run", "[options] FILE.py [args…]", "run a program as python3 would, with Onepot's jax", runCommand},
      Command{"python", "ARGS…", "python3's own command line, with Onepot's jax importable", pythonCommand},
      Command{"opt", "[options] FILE", "read HLO, run passes, write HLO, StableHLO, a graph or code", optCommand},
      Command{"eval", "[options] FILE [INPUT…]", "evaluate HLO on given or random inputs", evalCommand},
      Command{"bench", "[options] FILE.py", "time eager beside jit for each function the program jits", benchCommand},
      Command{"serve", "", "answer the window: JSON-RPC 2.0 on stdin and stdout", serveCommand},
      Command{"devices", "[--json OUT.json]", "list every device and why it is or isn't there", devicesCommand},
  };
  return kCommands;
}

}  // namespace onepot
