#include "engine/python/interpreter.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "engine/python/python_error.h"
#include "engine/python/source_locator.h"

namespace onepot {
namespace {

/// The interpreter whose standard library and packages are used: the active virtual environment's where it has the
/// version that is embedded, Debian's otherwise.
std::string baseExecutable() {
  const char* environment = std::getenv("VIRTUAL_ENV");
  if (!environment || !*environment) return ONEPOT_PYTHON_EXECUTABLE;
  std::ifstream configuration(std::filesystem::path(environment) / "pyvenv.cfg");
  std::string wanted = std::to_string(PY_MAJOR_VERSION) + "." + std::to_string(PY_MINOR_VERSION) + ".";
  for (std::string line; std::getline(configuration, line);) {
    if (!line.starts_with("version")) continue;
    auto digit = line.find_first_of("0123456789");
    if (digit != std::string::npos && line.compare(digit, wanted.size(), wanted) == 0)
      return (std::filesystem::path(environment) / "bin" / "python3").string();
  }
  return ONEPOT_PYTHON_EXECUTABLE;
}

void require(PyStatus status) {
  if (PyStatus_Exception(status)) throw std::runtime_error(status.err_msg ? status.err_msg : "CPython does not start");
}

void putOnPath(const std::filesystem::path& folder) {
  PyObject* path = PySys_GetObject("path");
  if (path) checkStatus(PyList_Insert(path, 0, pythonText(folder.string()).get()));
}

PyRef call(const char* module, const char* function) {
  PyRef imported = PyRef::steal(PyImport_ImportModule(module));
  PyRef result = imported ? PyRef::steal(PyObject_CallMethod(imported.get(), function, nullptr)) : PyRef();
  if (!result) PyErr_Clear();
  return result;
}

void flush(const char* stream) {
  PyObject* file = PySys_GetObject(stream);
  if (!file || file == Py_None) return;
  PyRef done = PyRef::steal(PyObject_CallMethod(file, "flush", nullptr));
  if (!done) PyErr_Clear();
}

/// Leaves out the traceback's entries for the jax package, as long as something of the user's remains.
PyRef userTraceback(Binding& binding, PyObject* traceback) {
  std::vector<PyRef> kept;
  for (PyRef entry = PyRef::borrow(traceback); entry && PyTraceBack_Check(entry.get());) {
    auto* raw = reinterpret_cast<PyTracebackObject*>(entry.get());
    PyRef code = PyRef::steal(reinterpret_cast<PyObject*>(PyFrame_GetCode(raw->tb_frame)));
    if (!binding.locator->isOurs(reinterpret_cast<PyCodeObject*>(code.get()))) kept.push_back(entry);
    entry = PyRef::borrow(reinterpret_cast<PyObject*>(raw->tb_next));
  }
  if (kept.empty()) return PyRef::borrow(traceback);
  for (size_t i = 0; i < kept.size(); ++i) {
    PyObject* next = i + 1 < kept.size() ? kept[i + 1].get() : Py_None;
    if (PyObject_SetAttrString(kept[i].get(), "tb_next", next) < 0) PyErr_Clear();
  }
  return kept.front();
}

/// What sys.exit was given: a number, None, or anything else, which is printed.
int exitCodeOf(PyObject* exception) {
  PyRef code = PyRef::steal(PyObject_GetAttrString(exception, "code"));
  if (!code || code.get() == Py_None) {
    PyErr_Clear();
    return 0;
  }
  if (PyLong_Check(code.get())) return static_cast<int>(PyLong_AsLong(code.get())) & 0xFF;
  PyRef text = PyRef::steal(PyObject_Str(code.get()));
  PyErr_Clear();
  PySys_FormatStderr("%s\n", textOf(text.get()).c_str());
  return 1;
}

ProgramEnd endOf(Binding& binding) {
  ProgramEnd end;
  RaisedError error = takeError();
  if (PyErr_GivenExceptionMatches(error.type.get(), PyExc_SystemExit)) {
    end.exitCode = exitCodeOf(error.value.get());
    return end;
  }
  end.failed = true;
  end.exitCode = 1;
  end.interrupted = PyErr_GivenExceptionMatches(error.type.get(), PyExc_KeyboardInterrupt);
  end.outOfMemory = PyErr_GivenExceptionMatches(error.type.get(), PyExc_MemoryError);
  if (end.interrupted) end.exitCode = 130;
  end.diagnostics.push_back(diagnosticOf(binding, error));
  PyRef traceback = error.traceback ? userTraceback(binding, error.traceback.get()) : PyRef();
  if (traceback) PyException_SetTraceback(error.value.get(), traceback.get());
  PyErr_Display(error.type.get(), error.value.get(), traceback.get());
  return end;
}

PyRef freshMain(const PythonProgram& program) {
  PyRef main = checked(PyModule_New("__main__"));
  PyObject* names = PyModule_GetDict(main.get());
  checkStatus(PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins()));
  checkStatus(PyDict_SetItemString(names, "__file__", pythonText(program.name).get()));
  checkStatus(PyDict_SetItemString(PyImport_GetModuleDict(), "__main__", main.get()));
  return main;
}

void setArguments(const PythonProgram& program) {
  PyRef list = checked(PyList_New(0));
  checkStatus(PyList_Append(list.get(), pythonText(program.name).get()));
  for (const std::string& argument : program.arguments)
    checkStatus(PyList_Append(list.get(), pythonText(argument).get()));
  checkStatus(PySys_SetObject("argv", list.get()));
}

/// Modules that an earlier program imported from its folder may have changed since.
void forgetModulesBelow(const std::filesystem::path& folder) {
  PyRef modules = PyRef::borrow(PyImport_GetModuleDict());
  PyRef names = checked(PyDict_Keys(modules.get()));
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(names.get()); ++i) {
    PyObject* name = PyList_GET_ITEM(names.get(), i);
    PyRef file = PyRef::steal(PyObject_GetAttrString(PyDict_GetItem(modules.get(), name), "__file__"));
    PyErr_Clear();
    if (!file || folder.empty()) continue;
    std::filesystem::path path = textOf(file.get());
    if (path.parent_path() == folder && PyDict_DelItem(modules.get(), name) < 0) PyErr_Clear();
  }
}

}  // namespace

void startInterpreter(const InterpreterOptions& options, std::span<const std::string> argv) {
  if (Py_IsInitialized()) return;
  registerOnepotModule();
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  std::string base = baseExecutable();
  std::vector<char*> bytes;
  for (const std::string& argument : argv) bytes.push_back(const_cast<char*>(argument.c_str()));
  config.parse_argv = argv.empty() ? 0 : 1;
  config.install_signal_handlers = options.signalHandlers ? 1 : 0;
  config.safe_path = 0;
  try {
    require(PyConfig_SetBytesString(&config, &config.program_name, base.c_str()));
    require(PyConfig_SetBytesString(&config, &config.executable, base.c_str()));
    if (!argv.empty()) require(PyConfig_SetBytesArgv(&config, static_cast<Py_ssize_t>(bytes.size()), bytes.data()));
    require(Py_InitializeFromConfig(&config));
  } catch (...) {
    PyConfig_Clear(&config);
    throw;
  }
  PyConfig_Clear(&config);
  try {
    if (!options.executable.empty())
      checkStatus(PySys_SetObject("executable", pythonText(options.executable.string()).get()));
    putOnPath(options.resources);
    interpreterBinding().locator = std::make_shared<SourceLocator>((options.resources / "jax").string() + "/");
  } catch (const PythonError&) {
    throw std::runtime_error(diagnosticOf(interpreterBinding(), takeError()).message.text());
  }
}

Binding& interpreterBinding() {
  PyRef module = checked(PyImport_ImportModule("_onepot"));
  return bindingOf(module.get());
}

namespace {
/// Tracebacks show lines of the text that runs, whatever a file of that name holds.
void rememberLines(const PythonProgram& program) {
  PyRef linecache = checked(PyImport_ImportModule("linecache"));
  PyRef cache = checked(PyObject_GetAttrString(linecache.get(), "cache"));
  PyRef text = pythonText(program.source);
  PyRef lines = checked(PyUnicode_Splitlines(text.get(), 1));
  PyRef name = pythonText(program.name);
  PyRef entry = pythonTuple({checked(PyLong_FromSize_t(program.source.size())), PyRef::borrow(Py_None), lines, name});
  checkStatus(PyObject_SetItem(cache.get(), name.get(), entry.get()));
}
}  // namespace

ProgramEnd runProgram(Binding& binding, const PythonProgram& program) {
  ProgramEnd end;
  PyRef folder;
  try {
    forgetModulesBelow(program.folder);
    setArguments(program);
    if (!program.folder.empty()) {
      folder = pythonText(program.folder.string());
      putOnPath(program.folder);
    }
    binding.locator->setText(program.name, program.source);
    rememberLines(program);
    PyRef main = freshMain(program);
    PyRef builtins = checked(PyImport_ImportModule("builtins"));
    PyRef compileFunction = checked(PyObject_GetAttrString(builtins.get(), "compile"));
    PyRef bytes =
        checked(PyBytes_FromStringAndSize(program.source.data(), static_cast<Py_ssize_t>(program.source.size())));
    PyRef code = checked(
        PyObject_CallFunction(compileFunction.get(), "OssiO", bytes.get(), program.name.c_str(), "exec", 0, Py_True));
    PyObject* names = PyModule_GetDict(main.get());
    PyRef result = checked(PyEval_EvalCode(code.get(), names, names));
  } catch (const PythonError&) {
    end = endOf(binding);
  }
  call("threading", "_shutdown");
  call("atexit", "_run_exitfuncs");
  flush("stdout");
  flush("stderr");
  if (folder) {
    PyRef removed = PyRef::steal(PyObject_CallMethod(PySys_GetObject("path"), "remove", "O", folder.get()));
    if (!removed) PyErr_Clear();
  }
  return end;
}

void forgetProgram() {
  PyRef main = PyRef::steal(PyModule_New("__main__"));
  if (main) PyDict_SetItemString(PyImport_GetModuleDict(), "__main__", main.get());
  call("gc", "collect");
  PyErr_Clear();
}

namespace {

constexpr const char* kStreams = "onepot.streams";

PyObject* writeStream(PyObject* capsule, PyObject* args) {
  auto* streams = static_cast<const CapturedStreams*>(PyCapsule_GetPointer(capsule, kStreams));
  int stream;
  PyObject* text;
  if (!streams || !PyArg_ParseTuple(args, "iU", &stream, &text)) return nullptr;
  streams->write(stream, textOf(text));
  Py_RETURN_NONE;
}
PyObject* readStream(PyObject* capsule, PyObject* prompt) {
  auto* streams = static_cast<const CapturedStreams*>(PyCapsule_GetPointer(capsule, kStreams));
  if (!streams) return nullptr;
  std::string line, words = textOf(prompt);
  if (streams->readLine) {
    GilRelease release;
    line = streams->readLine(words);
  }
  return pythonText(line).release();
}
PyMethodDef kWrite = {"write", writeStream, METH_VARARGS, nullptr};
PyMethodDef kRead = {"read", readStream, METH_O, nullptr};

}  // namespace

void captureStreams(const CapturedStreams* streams) {
  PyRef module = checked(PyImport_ImportModule("jax._src.captured_streams"));
  PyRef capsule = checked(PyCapsule_New(const_cast<CapturedStreams*>(streams), kStreams, nullptr));
  PyRef write = checked(PyCFunction_New(&kWrite, capsule.get())),
        read = checked(PyCFunction_New(&kRead, capsule.get()));
  PyRef done = checked(PyObject_CallMethod(module.get(), "install", "OO", write.get(), read.get()));
}

}  // namespace onepot
