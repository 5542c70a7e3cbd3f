#include <cstring>

#include "engine/ops/op.h"
#include "engine/python/array_object.h"
#include "engine/python/array_operators.h"
#include "engine/python/attribute_conversion.h"
#include "engine/python/conversion.h"
#include "engine/python/pytree.h"
#include "engine/python/traced_object.h"
#include "engine/python/transform_functions.h"

namespace onepot {
namespace {

void wantArguments(Py_ssize_t count, Py_ssize_t least, Py_ssize_t most, const char* name) {
  if (count < least || count > most)
    raise(PyExc_TypeError, std::string(name) + " got " + std::to_string(count) + " arguments");
}

std::optional<Shape> writtenShape(Binding& binding, PyObject* const* args, Py_ssize_t count, Py_ssize_t at) {
  if (count <= at + 1 || args[at] == Py_None) return {};
  if (PyList_Check(args[at])) {
    // Several results: a list of dtypes and a list of shapes.
    std::vector<Shape> elements;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(args[at]); ++i) {
      PyRef dims = checked(PySequence_GetItem(args[at + 1], i));
      elements.push_back(Shape(toElementType(binding, PyList_GET_ITEM(args[at], i)), toIntegers(dims.get())));
    }
    return Shape::tuple(std::move(elements));
  }
  return Shape(toElementType(binding, args[at]), toIntegers(args[at + 1]));
}

std::vector<TracedFunctionPtr> tracedFunctions(Binding& binding, PyObject* sequence) {
  std::vector<TracedFunctionPtr> functions;
  if (!sequence || sequence == Py_None) return functions;
  PyRef fast = checked(PySequence_Fast(sequence, "functions must be a sequence"));
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.get()); ++i)
    functions.push_back(tracedOf(binding, PySequence_Fast_GET_ITEM(fast.get(), i)));
  return functions;
}

/// bind(opcode, operands, parameters=None, dtype=None, shape=None, functions=None) → list
std::vector<Value> bindFrom(Binding& binding, PyObject* const* args, Py_ssize_t count) {
  wantArguments(count, 2, 6, "bind");
  auto opcode = static_cast<Opcode>(toInteger(args[0]));
  auto operands = toValues(binding, args[1]);
  auto functions = tracedFunctions(binding, count > 5 ? args[5] : nullptr);
  return binding.tracing.bind(opcode, operands, toAttributes(binding, opcode, count > 2 ? args[2] : nullptr), functions,
                              writtenShape(binding, args, count, 3));
}

PyObject* bind(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] { return wrapValues(binding, bindFrom(binding, args, count)).release(); });
}
PyObject* bind1(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    auto values = bindFrom(binding, args, count);
    ensure(!values.empty(), "a primitive with a result");
    return wrapValue(binding, std::move(values.front())).release();
  });
}

/// unary(opcode, x): as it is.
PyObject* unary(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 2, 2, "unary");
    return wrapValue(binding,
                     binding.tracing.bind1(static_cast<Opcode>(toInteger(args[0])), {toValue(binding, args[1])}))
        .release();
  });
}
/// unary_inexact(opcode, x): integers become floats first.
PyObject* unaryInexact(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 2, 2, "unary_inexact");
    Value value = toValue(binding, args[1]);
    value = convertTo(binding, value, inexact(scalarTypeOf(value), binding.x64));
    return wrapValue(binding, binding.tracing.bind1(static_cast<Opcode>(toInteger(args[0])), {value})).release();
  });
}
/// binary(opcode, x, y, inexact=False): jnp's promotion and broadcasting.
PyObject* binary(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 3, 4, "binary");
    Value a = toValue(binding, args[1]), b = toValue(binding, args[2]);
    if (count > 3 && args[3] == Py_True) {
      ScalarType type = inexact(promote(scalarTypeOf(a), scalarTypeOf(b), binding.x64), binding.x64);
      a = convertTo(binding, a, type);
      b = convertTo(binding, b, type);
    }
    return wrapValue(binding, binaryOperation(binding, static_cast<Opcode>(toInteger(args[0])), a, b)).release();
  });
}
PyObject* compare(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 3, 3, "compare");
    auto direction = static_cast<CompareDirection>(toInteger(args[0]));
    return wrapValue(binding,
                     compareOperation(binding, direction, toValue(binding, args[1]), toValue(binding, args[2])))
        .release();
  });
}

/// asarray(x): anything but lists, with its weak type.
PyObject* asArray(PyObject* module, PyObject* object) {
  Binding& binding = bindingOf(module);
  if (isArray(object)) return Py_NewRef(object);
  return guarded(binding, [&] { return wrapValue(binding, toValue(binding, object)).release(); });
}
/// convert(x, dtype, weak=False)
PyObject* convert(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 2, 3, "convert");
    bool weak = count > 2 && PyObject_IsTrue(args[2]) == 1;
    return wrapValue(binding, convertTo(binding, toValue(binding, args[0]), {toElementType(binding, args[1]), weak}))
        .release();
  });
}
/// promote([x, …]) → arrays of one dtype.
PyObject* promoteAll(PyObject* module, PyObject* sequence) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    auto values = toValues(binding, sequence);
    std::vector<ScalarType> types;
    for (const Value& value : values) types.push_back(scalarTypeOf(value));
    ScalarType type = promote(types, binding.x64);
    if (type.type == ElementType::Invalid)
      raise(PyExc_TypeError, "these dtypes have no implicit conversion between them");
    for (Value& value : values) value = convertTo(binding, value, type);
    return wrapValues(binding, std::move(values)).release();
  });
}
/// result_type([x, …]) → (dtype, weak); dtypes and Python types may stand among the values.
PyObject* resultType(PyObject* module, PyObject* sequence) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyRef fast = checked(PySequence_Fast(sequence, "a sequence was expected"));
    std::vector<ScalarType> types;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.get()); ++i) {
      PyObject* item = PySequence_Fast_GET_ITEM(fast.get(), i);
      if (PyType_Check(item) || PyUnicode_Check(item) || PyObject_HasAttrString(item, "kind")) {
        bool weak = item == reinterpret_cast<PyObject*>(&PyFloat_Type) ||
                    item == reinterpret_cast<PyObject*>(&PyLong_Type) ||
                    item == reinterpret_cast<PyObject*>(&PyComplex_Type);
        types.push_back({toElementType(binding, item), weak});
      } else {
        types.push_back(scalarTypeOf(toValue(binding, item)));
      }
    }
    ScalarType type = promote(types, binding.x64);
    if (type.type == ElementType::Invalid)
      raise(PyExc_TypeError, "these dtypes have no implicit conversion between them");
    return pythonTuple({PyRef::borrow(dtypeObject(binding, type.type)), PyRef::borrow(type.weak ? Py_True : Py_False)})
        .release();
  });
}
PyObject* broadcastAll(PyObject* module, PyObject* sequence) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    auto values = toValues(binding, sequence);
    broadcastTogether(binding, values, "broadcast_arrays");
    return wrapValues(binding, std::move(values)).release();
  });
}
PyObject* broadcast(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 2, 2, "broadcast_to");
    return wrapValue(binding, broadcastTo(binding, toValue(binding, args[0]), toIntegers(args[1]))).release();
  });
}

/// set_dtype(hlo name, dtype object)
PyObject* setDtype(PyObject* module, PyObject* const* args, Py_ssize_t count) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    wantArguments(count, 2, 2, "set_dtype");
    auto type = elementTypeByName(textOf(args[0]));
    if (!type) raise(PyExc_ValueError, "no such element type");
    binding.dtypes[static_cast<size_t>(*type)] = PyRef::borrow(args[1]);
    return Py_NewRef(Py_None);
  });
}
PyObject* dtypeOf(PyObject* module, PyObject* object) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] { return Py_NewRef(dtypeObject(binding, toElementType(binding, object))); });
}
/// opcodes() → {HLO or traced name: number}
PyObject* opcodes(PyObject* module, PyObject*) {
  return guarded(bindingOf(module), [&] {
    PyRef dict = checked(PyDict_New());
    for (int i = 0; i < kOpcodeCount; ++i)
      checkStatus(PyDict_SetItem(dict.get(), pythonText(name(static_cast<Opcode>(i))).get(),
                                 checked(PyLong_FromLong(i)).get()));
    return dict.release();
  });
}

template <auto function>
PyCFunction fast() {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

}  // namespace

PyMethodDef* primitiveFunctions() {
  static PyMethodDef rows[] = {
      {"bind", fast<bind>(), METH_FASTCALL, "bind(opcode, operands, parameters, dtype, shape, functions) -> list"},
      {"bind1", fast<bind1>(), METH_FASTCALL, "bind, for primitives with one result"},
      {"unary", fast<unary>(), METH_FASTCALL, "unary(opcode, x)"},
      {"unary_inexact", fast<unaryInexact>(), METH_FASTCALL, "unary(opcode, x as a float)"},
      {"binary", fast<binary>(), METH_FASTCALL, "binary(opcode, x, y, inexact=False)"},
      {"compare", fast<compare>(), METH_FASTCALL, "compare(direction, x, y)"},
      {"asarray", asArray, METH_O, "a number, array or buffer as an Array"},
      {"convert", fast<convert>(), METH_FASTCALL, "convert(x, dtype, weak=False)"},
      {"promote", promoteAll, METH_O, "arrays of one dtype"},
      {"result_type", resultType, METH_O, "(dtype, weak)"},
      {"broadcast_arrays", broadcastAll, METH_O, "arrays of one shape, but for scalars"},
      {"broadcast_to", fast<broadcast>(), METH_FASTCALL, "broadcast_to(x, shape)"},
      {"set_dtype", fast<setDtype>(), METH_FASTCALL, "set_dtype(HLO name, dtype)"},
      {"dtype_of", dtypeOf, METH_O, "the canonical dtype object"},
      {"opcodes", opcodes, METH_NOARGS, "{name: number}"},
      {nullptr, nullptr, 0, nullptr}};
  return rows;
}

}  // namespace onepot
