#include "engine/python/py_ref.h"

namespace onepot {

std::string textOf(PyObject* object) {
  if (!object || !PyUnicode_Check(object)) return {};
  Py_ssize_t size = 0;
  if (const char* text = PyUnicode_AsUTF8AndSize(object, &size)) return {text, static_cast<size_t>(size)};
  PyErr_Clear();
  // Lone surrogates: keep everything else.
  PyRef bytes = PyRef::steal(PyUnicode_AsEncodedString(object, "utf-8", "replace"));
  if (!bytes) {
    PyErr_Clear();
    return {};
  }
  return {PyBytes_AS_STRING(bytes.get()), static_cast<size_t>(PyBytes_GET_SIZE(bytes.get()))};
}

PyRef pythonText(std::string_view text) {
  return checked(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

PyRef pythonTuple(std::initializer_list<PyRef> items) {
  PyRef tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
  Py_ssize_t index = 0;
  for (const PyRef& item : items) PyTuple_SET_ITEM(tuple.get(), index++, PyRef(item).release());
  return tuple;
}

}  // namespace onepot
