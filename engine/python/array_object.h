// jax.Array as a Python object: a Value and its way into Python; concrete arrays and tracers share the struct.
#pragma once

#include "engine/python/binding.h"

namespace onepot {

struct ArrayObject {
  PyObject_HEAD Binding* binding;
  Value value;
  PyObject* weakReferences;
};

/// Frees an array; also what tells our objects from all others, without asking the interpreter.
void deallocateArray(PyObject* object);
inline bool isArray(PyObject* object) { return Py_TYPE(object)->tp_dealloc == deallocateArray; }
inline const Value& valueOf(PyObject* array) { return reinterpret_cast<ArrayObject*>(array)->value; }
/// A new ArrayImpl or Tracer.
PyRef wrapValue(Binding& binding, Value value);
/// A list of them.
PyRef wrapValues(Binding& binding, std::vector<Value> values);
/// Makes the types and puts them into the module.
void addArrayTypes(Binding& binding, PyObject* module);

PyRef pythonShape(const Shape& shape);
PyObject* dtypeObject(Binding& binding, ElementType type);  // borrowed

}  // namespace onepot
