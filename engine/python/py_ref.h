// Owning references to Python objects, and the C++ exception that stands for a Python error that is already set.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string>
#include <string_view>
#include <utility>

namespace onepot {

/// Thrown through C++ frames while the interpreter's error indicator is set.
struct PythonError {};

class PyRef {
 public:
  PyRef() = default;
  static PyRef steal(PyObject* object) { return PyRef(object); }
  static PyRef borrow(PyObject* object) {
    Py_XINCREF(object);
    return PyRef(object);
  }
  PyRef(const PyRef& other) : m_object(other.m_object) { Py_XINCREF(m_object); }
  PyRef(PyRef&& other) noexcept : m_object(std::exchange(other.m_object, nullptr)) {}
  PyRef& operator=(PyRef other) noexcept {
    std::swap(m_object, other.m_object);
    return *this;
  }
  ~PyRef() { Py_XDECREF(m_object); }

  PyObject* get() const { return m_object; }
  PyObject* release() { return std::exchange(m_object, nullptr); }
  explicit operator bool() const { return m_object != nullptr; }

 private:
  explicit PyRef(PyObject* object) : m_object(object) {}
  PyObject* m_object = nullptr;
};

/// Takes a new reference; null (an error is set) becomes PythonError.
inline PyRef checked(PyObject* object) {
  if (!object) throw PythonError{};
  return PyRef::steal(object);
}
inline void checkStatus(int status) {
  if (status < 0) throw PythonError{};
}
[[noreturn]] inline void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw PythonError{};
}

/// UTF-8 of a str; "" for anything else.
std::string textOf(PyObject* object);
PyRef pythonText(std::string_view text);
PyRef pythonTuple(std::initializer_list<PyRef> items);

/// Holds the GIL released for a scope.
class GilRelease {
 public:
  GilRelease() : m_state(PyEval_SaveThread()) {}
  ~GilRelease() { PyEval_RestoreThread(m_state); }
  GilRelease(const GilRelease&) = delete;
  GilRelease& operator=(const GilRelease&) = delete;

 private:
  PyThreadState* m_state;
};

}  // namespace onepot
