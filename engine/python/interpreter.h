// CPython inside this process: starting it, running a program as `__main__`, stopping it, its streams.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/python/binding.h"

namespace onepot {

struct InterpreterOptions {
  std::filesystem::path resources;   // goes first on sys.path
  std::filesystem::path executable;  // sys.executable
  bool signalHandlers = true;        // Ctrl+C raises KeyboardInterrupt
};

/// Starts CPython if it does not run; the calling thread holds the GIL afterwards. `argv` not empty: python3's own
/// command line, which is parsed. Throws std::runtime_error with CPython's words when it cannot start.
void startInterpreter(const InterpreterOptions& options, std::span<const std::string> argv = {});
/// The state of `_onepot` in the running interpreter.
Binding& interpreterBinding();

struct PythonProgram {
  std::string source;                  // bytes of the file
  std::string name;                    // __file__, and what errors call it
  std::filesystem::path folder;        // sys.path[0]; empty: left out
  std::vector<std::string> arguments;  // sys.argv[1:]
};
struct ProgramEnd {
  int exitCode = 0;
  bool failed = false, interrupted = false, outOfMemory = false;
  Diagnostics diagnostics;
};
/// Runs the program in a fresh `__main__`, then what it registered with atexit. Prints an uncaught exception on
/// sys.stderr as python3 does, without the frames of the jax package.
ProgramEnd runProgram(Binding& binding, const PythonProgram& program);

/// Lets go of the last program's `__main__` and all that only it held.
void forgetProgram();

/// sys.stdout and sys.stderr hand their text to `write` (stream 1 or 2); sys.stdin asks `readLine`.
struct CapturedStreams {
  std::function<void(int, std::string_view)> write;
  std::function<std::string(std::string_view)> readLine;
};
void captureStreams(const CapturedStreams* streams);

}  // namespace onepot
