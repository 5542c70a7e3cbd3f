#include "engine/python/python_session.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <mutex>

#include "engine/python/array_object.h"
#include "engine/python/call_measurement.h"
#include "engine/python/interpreter.h"
#include "engine/python/jit_function.h"
#include "engine/python/python_error.h"
#include "engine/python/source_locator.h"

namespace onepot {

namespace {
/// What a program that starts "itself" again should start: onepot-python beside this program, where it is installed.
std::filesystem::path besideThisProgram() {
  std::error_code error;
  std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  std::filesystem::path python = own.parent_path() / "onepot-python";
  return !error && std::filesystem::exists(python, error) ? python : std::filesystem::path();
}
/// A cancel that came too late must not meet the next program.
void forgetInterrupts() {
  PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), nullptr);
  if (PyErr_CheckSignals() != 0) PyErr_Clear();
}

/// A child that the program forked and that came to the program's end leaves here: recording and serving are its
/// parent's.
[[noreturn]] void endOfChild(int exitCode) {
  std::fflush(nullptr);
  ::_exit(exitCode);
}

/// Raises KeyboardInterrupt in the program's thread, which may sleep in a system call.
void interrupt(unsigned long thread) {
  struct sigaction action{};
  bool handled =
      ::sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
  if (handled) ::pthread_kill(static_cast<pthread_t>(thread), SIGINT);
  if (handled) return;
  PyGILState_STATE gil = PyGILState_Ensure();
  PyThreadState_SetAsyncExc(thread, PyExc_KeyboardInterrupt);
  PyGILState_Release(gil);
}

}  // namespace

struct PythonSession::State {
  PythonOptions options;
  CapturedStreams streams;
  EventSink* sink = nullptr;
  std::mutex mutex;          // guards the two below against cancel()
  unsigned long thread = 0;  // of the running program; 0: none runs
  bool cancelled = false;

  Binding& start(std::span<const std::string> argv = {});
  PythonOutcome run(const PythonProgram& program, EventSink& events);
};

Binding& PythonSession::State::start(std::span<const std::string> argv) {
  bool first = !Py_IsInitialized();
  std::filesystem::path executable = options.executable.empty() ? besideThisProgram() : options.executable;
  startInterpreter({options.resources, executable}, argv);
  Binding& binding = interpreterBinding();
  binding.devices = options.devices;
  binding.compile = options.compile;
  binding.tracing.setDevice(binding.device());
  if (first && options.captureOutput) {
    streams.write = [this](int stream, std::string_view text) {
      if (sink) sink->output(stream, text);
    };
    streams.readLine = options.readLine;
    captureStreams(&streams);
  }
  return binding;
}

PythonOutcome PythonSession::State::run(const PythonProgram& program, EventSink& events) {
  PythonOutcome outcome;
  sink = &events;
  Binding& binding = start();
  binding.sink = &events;
  binding.tracing.setSink(&events);
  binding.records.clear();
  binding.jittedDefinitions.clear();
  binding.compile.cancel.reset();
  {
    std::lock_guard lock(mutex);
    thread = PyThread_get_thread_ident();
    cancelled = false;
  }
  forgetInterrupts();
  const pid_t self = ::getpid();
  ProgramEnd end = runProgram(binding, program);
  if (::getpid() != self) endOfChild(end.exitCode);
  {
    std::lock_guard lock(mutex);
    thread = 0;
  }
  forgetInterrupts();
  outcome.exitCode = end.exitCode;
  outcome.diagnostics = std::move(end.diagnostics);
  if (end.failed) outcome.outcome = cancelled ? "cancelled" : end.outOfMemory ? "limit" : "failed";
  for (const Diagnostic& diagnostic : outcome.diagnostics) {
    if (diagnostic.errorType == "OnepotInternalError") outcome.outcome = "internal";
    events.diagnostic(diagnostic);
  }
  binding.sink = nullptr;
  binding.tracing.setSink(nullptr);
  sink = nullptr;
  return outcome;
}

PythonSession::PythonSession(PythonOptions options) : m_state(std::make_unique<State>()) {
  m_state->options = std::move(options);
}

PythonSession::~PythonSession() {
  if (!Py_IsInitialized()) return;
  // Devices go with their owner: nothing may refer to them any more, not even the last program's functions.
  Binding& binding = interpreterBinding();
  binding.records.clear();
  forgetProgram();
  binding.devices.clear();
  binding.tracing.setDevice(nullptr);
}

PythonOutcome PythonSession::runFile(const std::filesystem::path& path, std::span<const std::string> arguments,
                                     EventSink& sink) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    PythonOutcome outcome{2, "failed", {Diagnostic::error({"python_no_such_file", {path.string()}})}};
    sink.diagnostic(outcome.diagnostics.front());
    return outcome;
  }
  PythonProgram program;
  program.source.assign(std::istreambuf_iterator<char>(stream), {});
  program.name = path.string();
  program.folder = std::filesystem::absolute(path).parent_path();
  program.arguments.assign(arguments.begin(), arguments.end());
  return m_state->run(program, sink);
}

PythonOutcome PythonSession::runText(const std::string& text, const std::string& name,
                                     const std::filesystem::path& folder, std::span<const std::string> arguments,
                                     EventSink& sink) {
  return m_state->run({text, name, folder, {arguments.begin(), arguments.end()}}, sink);
}

bool PythonSession::retrace(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                            EventSink& sink) {
  if (!Py_IsInitialized()) return false;
  Binding& binding = interpreterBinding();
  auto known = binding.records;
  if (known.empty()) return false;
  binding.sink = &sink;
  m_state->sink = &sink;
  binding.locator->setText(name, text);
  binding.records.clear();
  bool any = false;
  try {
    PyRef calls = checked(PyList_New(0));
    for (const auto& record : known) {
      if (!record->arguments || !record->compilation) continue;
      PyRef row = pythonTuple({pythonText(record->compilation->function), record->arguments,
                               record->keywords ? record->keywords : PyRef::borrow(Py_None)});
      checkStatus(PyList_Append(calls.get(), row.get()));
    }
    PyRef module = checked(PyImport_ImportModule("jax._src.retrace"));
    PyRef done = checked(PyObject_CallMethod(module.get(), "retrace", "sssO", text.c_str(), name.c_str(),
                                             folder.string().c_str(), calls.get()));
    any = PyObject_IsTrue(done.get()) == 1;
  } catch (const PythonError&) {
    sink.diagnostic(diagnosticOf(binding, takeError()));
  }
  if (binding.records.empty()) binding.records = std::move(known);
  binding.sink = nullptr;
  m_state->sink = nullptr;
  return any;
}

void PythonSession::setCompileOptions(CompileOptions options) {
  m_state->options.compile = options;
  if (Py_IsInitialized()) interpreterBinding().compile = std::move(options);
}

std::vector<JittedCall> PythonSession::calls() const {
  std::vector<JittedCall> result;
  if (!Py_IsInitialized()) return result;
  for (const auto& record : interpreterBinding().records)
    if (record->compilation) result.push_back({record->compilation, record->compilation->function});
  return result;
}

Result<Run> PythonSession::measure(const Compilation& compilation, const MeasureOptions& options, EventSink& sink) {
  Binding& binding = interpreterBinding();
  for (const auto& record : binding.records)
    if (record->compilation && record->compilation->id == compilation.id)
      return measureCall(binding, *record, options, sink);
  return fail(Message{"measure_unknown_function", {compilation.function}});
}

void PythonSession::cancel() {
  m_state->options.compile.cancel.cancel();
  unsigned long thread = 0;
  {
    // Not held while waiting for the interpreter: the program's thread takes it with the interpreter in its hands.
    std::lock_guard lock(m_state->mutex);
    thread = m_state->thread;
    m_state->cancelled = thread != 0;
  }
  if (thread == 0) return;
  interrupt(thread);
}

int PythonSession::runPython(std::span<const std::string> argv) {
  m_state->start(argv);
  return Py_RunMain();
}

}  // namespace onepot
