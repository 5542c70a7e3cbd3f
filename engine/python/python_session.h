// One embedded Python: runs a person's program with Onepot's `jax`, reports what happens to an event sink.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/event_sink.h"
#include "engine/runtime/compiler.h"

namespace onepot {

struct PythonOptions {
  std::vector<Device*> devices;      // the first is the default; they outlive the session
  CompileOptions compile;            // of every function that is jitted; `compile.cancel` also stops eager work
  bool captureOutput = false;        // stdout and stderr go to EventSink::output instead of the process's own
  std::filesystem::path resources;   // the folder that holds the `jax` package
  std::filesystem::path executable;  // sys.executable; empty: onepot-python beside this program
  std::function<std::string(std::string_view prompt)>
      readLine;  // for input() while output is captured; empty: end of file
};

struct PythonOutcome {
  int exitCode = 0;              // the program's own
  std::string outcome = "done";  // "done", "failed", "cancelled", "limit", "internal"
  Diagnostics diagnostics;       // the exception that ended the program, with the user's frames
};

/// A jitted function with one signature, as the program called it.
struct JittedCall {
  std::shared_ptr<Compilation> compilation;
  std::string function;
};

struct MeasureOptions {
  double seconds = 0.3;  // at most, for each of jit and eager; three calls at least
  int rounds = 0;        // a fixed number of calls instead
  int warmUps = 1;       // calls before those that count
  bool eager = true;
  bool compareValues = true;  // distance of the two results in ulp
};

/// CPython starts with the first session of a process and stays; one session at a time, used from one thread.
class PythonSession {
 public:
  explicit PythonSession(PythonOptions options);
  ~PythonSession();
  PythonSession(const PythonSession&) = delete;
  PythonSession& operator=(const PythonSession&) = delete;

  /// As `python3 path args…`: sys.argv, sys.path[0] the file's folder, a fresh `__main__`.
  PythonOutcome runFile(const std::filesystem::path& path, std::span<const std::string> arguments, EventSink& sink);
  /// The same for text that stands in no file (or not yet): `name` is what errors call it, `folder` goes on sys.path.
  PythonOutcome runText(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                        std::span<const std::string> arguments, EventSink& sink);
  /// Traces and compiles, without running, the functions whose call signatures are known from the last run, in the new
  /// `text`; the top level runs only its definitions (imports, functions, decorators). False: nothing was known.
  bool retrace(const std::string& text, const std::string& name, const std::filesystem::path& folder, EventSink& sink);
  void setCompileOptions(CompileOptions options);

  /// Every function and signature that the last program compiled, in order.
  std::vector<JittedCall> calls() const;
  /// Runs that call again, compiled and (where asked) operation by operation, on the inputs of its last call.
  Result<Run> measure(const Compilation& compilation, const MeasureOptions& options, EventSink& sink);

  /// From any thread: the running program stops with KeyboardInterrupt, and kernels at their next poll.
  void cancel();

  /// python3's own command line (argv[0] first) with `jax` importable; returns python3's exit code. Ends CPython.
  int runPython(std::span<const std::string> argv);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace onepot
