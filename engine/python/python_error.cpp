#include "engine/python/python_error.h"

#include <algorithm>
#include <new>
#include <string_view>

#include "engine/python/source_locator.h"
#include "engine/trace/result_avals.h"

namespace onepot {
namespace {

PyRef attribute(PyObject* object, const char* name) {
  PyRef value = PyRef::steal(PyObject_GetAttrString(object, name));
  if (!value) PyErr_Clear();
  return value && value.get() != Py_None ? value : PyRef();
}

int integerAttribute(PyObject* object, const char* name) {
  PyRef value = attribute(object, name);
  if (!value || !PyLong_Check(value.get())) return 0;
  return static_cast<int>(PyLong_AsLong(value.get()));
}

std::string messageOf(PyObject* value) {
  PyRef text = PyRef::steal(PyObject_Str(value));
  if (!text) PyErr_Clear();
  return textOf(text.get());
}

/// CPython gives the columns of syntax errors in characters, from 1, the end after the last.
void locateSyntaxError(PyObject* value, Diagnostic& diagnostic) {
  diagnostic.range.file = textOf(attribute(value, "filename").get());
  diagnostic.range.line = integerAttribute(value, "lineno");
  diagnostic.range.column = integerAttribute(value, "offset");
  int endLine = integerAttribute(value, "end_lineno"), endColumn = integerAttribute(value, "end_offset");
  diagnostic.range.endLine = endLine > 0 ? endLine : diagnostic.range.line;
  diagnostic.range.endColumn = endColumn > 1 ? endColumn - 1 : diagnostic.range.column;
  if (PyRef message = attribute(value, "msg")) diagnostic.message = Message::verbatim(textOf(message.get()));
}

/// What our own exceptions carry: a fix as (title, replacement, file, line, column, end line, end column).
std::optional<Fix> fixOf(PyObject* value, const SourceRange& range) {
  PyRef fix = attribute(value, "_onepot_fix");
  if (!fix || !PyTuple_Check(fix.get()) || PyTuple_GET_SIZE(fix.get()) != 2) return {};
  return Fix{Message::verbatim(textOf(PyTuple_GET_ITEM(fix.get(), 0))), range, textOf(PyTuple_GET_ITEM(fix.get(), 1))};
}

Diagnostic note(const SourceRange& range) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Note;
  diagnostic.range = range;
  diagnostic.message = {"python_called_from", {}};
  return diagnostic;
}

}  // namespace

PyRef exceptionType(Binding& binding, const std::string& name) {
  if (!binding.errors) binding.errors = PyRef::steal(PyImport_ImportModule("jax.errors"));
  if (!binding.errors) PyErr_Clear();
  if (binding.errors)
    if (PyRef type = attribute(binding.errors.get(), name.c_str())) return type;
  PyObject* builtins = PyEval_GetBuiltins();
  PyObject* type = builtins ? PyDict_GetItemString(builtins, name.c_str()) : nullptr;
  return PyRef::borrow(type ? type : PyExc_RuntimeError);
}

void raiseDiagnostics(Binding& binding, const Diagnostics& diagnostics, const char* type) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += (text.empty() ? "" : "\n") + diagnostic.message.text();
  std::string wanted = diagnostics.empty() ? type : failureType(diagnostics.front(), type);
  raise(exceptionType(binding, wanted).get(), text);
}

void setErrorFromException(Binding& binding) {
  try {
    throw;
  } catch (const PythonError&) {
  } catch (const TraceException& exception) {
    PyErr_SetString(exceptionType(binding, exception.error.errorType).get(), exception.error.message.text().c_str());
  } catch (const std::bad_alloc&) {
    PyErr_SetString(PyExc_MemoryError, "the memory limit was reached");
  } catch (const InternalError& exception) {
    PyErr_SetString(exceptionType(binding, "OnepotInternalError").get(), exception.what());
  } catch (const std::exception& exception) {
    PyErr_SetString(exceptionType(binding, "OnepotInternalError").get(), exception.what());
  }
}

RaisedError takeError() {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback && value) PyException_SetTraceback(value, traceback);
  return {PyRef::steal(type), PyRef::steal(value), PyRef::steal(traceback)};
}

namespace {
/// `raise … from cause`: the cause's type, text and place as a note; causes of causes are in the printed traceback.
void addCause(Binding& binding, const RaisedError& error, Diagnostic& diagnostic) {
  PyRef cause = attribute(error.value.get(), "__cause__");
  if (!cause) return;
  Diagnostic because;
  because.severity = Severity::Note;
  because.message = {"python_caused_by", {Py_TYPE(cause.get())->tp_name, messageOf(cause.get())}};
  auto frames = binding.locator->framesOf(attribute(cause.get(), "__traceback__").get());
  if (!frames.empty()) because.range = frames.front();
  diagnostic.notes.push_back(std::move(because));
}
}  // namespace

namespace {
/// The person's code is where the fault shows, not the library that it called; without any, the innermost frame.
size_t innermostOwnFrame(const std::vector<SourceRange>& frames) {
  static constexpr std::string_view kLibraries[] = {"/site-packages/", "/dist-packages/", "/lib/python3", "<frozen "};
  for (size_t i = 0; i < frames.size(); ++i) {
    auto inside = [&](std::string_view part) { return frames[i].file.find(part) != std::string::npos; };
    if (std::ranges::none_of(kLibraries, inside)) return i;
  }
  return 0;
}
}  // namespace

Diagnostic diagnosticOf(Binding& binding, const RaisedError& error) {
  Diagnostic diagnostic = Diagnostic::error(Message::verbatim(messageOf(error.value.get())));
  if (error.type) diagnostic.errorType = reinterpret_cast<PyTypeObject*>(error.type.get())->tp_name;
  auto dot = diagnostic.errorType.rfind('.');
  if (dot != std::string::npos) diagnostic.errorType.erase(0, dot + 1);
  auto frames = binding.locator->framesOf(error.traceback.get());
  const size_t own = innermostOwnFrame(frames);
  if (!frames.empty()) diagnostic.range = frames[own];
  if (error.value && PyErr_GivenExceptionMatches(error.type.get(), PyExc_SyntaxError) &&
      attribute(error.value.get(), "lineno")) {
    locateSyntaxError(error.value.get(), diagnostic);
  } else if (frames.size() > 1) {
    // Deep recursion repeats frames by the thousand: the outermost ones say how it began.
    size_t kept = std::min<size_t>(frames.size(), 20);
    for (size_t i = own + 1; i < kept; ++i) diagnostic.notes.push_back(note(frames[i]));
  }
  if (error.value) {
    diagnostic.fix = fixOf(error.value.get(), diagnostic.range);
    addCause(binding, error, diagnostic);
  }
  return diagnostic;
}

}  // namespace onepot
