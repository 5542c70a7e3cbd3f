#include "engine/python/traced_object.h"

#include "engine/python/array_object.h"
#include "engine/python/conversion.h"

namespace onepot {
namespace {

TracedObject* self(PyObject* object) { return reinterpret_cast<TracedObject*>(object); }

void deallocate(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  self(object)->traced.~TracedFunctionPtr();
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* represent(PyObject* object) {
  return guarded(*self(object)->binding, [&] { return pythonText(jaxprText(*self(object)->traced).text).release(); });
}

/// [(dtype, shape, weak type)…]
PyRef avalList(Binding& binding, const std::vector<Aval>& avals) {
  PyRef list = checked(PyList_New(0));
  for (const Aval& aval : avals) {
    PyRef row = pythonTuple({PyRef::borrow(dtypeObject(binding, aval.shape.type())), pythonShape(aval.shape),
                             PyRef::borrow(aval.weakType ? Py_True : Py_False)});
    checkStatus(PyList_Append(list.get(), row.get()));
  }
  return list;
}
PyObject* arguments(PyObject* object, void*) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] { return avalList(binding, self(object)->traced->arguments).release(); });
}
PyObject* results(PyObject* object, void*) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] { return avalList(binding, self(object)->traced->results).release(); });
}
PyObject* consts(PyObject* object, void*) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] { return wrapValues(binding, self(object)->traced->consts).release(); });
}
PyObject* nameOf(PyObject* object, void*) {
  return guarded(*self(object)->binding, [&] { return pythonText(self(object)->traced->name).release(); });
}
/// Runs it at the current level: eval_jaxpr.
PyObject* evaluate(PyObject* object, PyObject* operands) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] {
    auto values = toValues(binding, operands);
    return wrapValues(binding, binding.tracing.evaluate(*self(object)->traced, values)).release();
  });
}

PyGetSetDef kGetters[] = {{"_in_avals", arguments, nullptr, nullptr, nullptr},
                          {"_out_avals", results, nullptr, nullptr, nullptr},
                          {"consts", consts, nullptr, nullptr, nullptr},
                          {"name", nameOf, nullptr, nullptr, nullptr},
                          {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef kMethods[] = {{"evaluate", evaluate, METH_O, "Runs the body, operation by operation, on a list of arrays."},
                          {nullptr, nullptr, 0, nullptr}};

}  // namespace

PyRef wrapTraced(Binding& binding, TracedFunctionPtr traced) {
  PyRef object = checked(binding.tracedType->tp_alloc(binding.tracedType, 0));
  self(object.get())->binding = &binding;
  new (&self(object.get())->traced) TracedFunctionPtr(std::move(traced));
  return object;
}

const TracedFunctionPtr& tracedOf(Binding& binding, PyObject* object) {
  if (Py_TYPE(object) != binding.tracedType) raise(PyExc_TypeError, "a traced function was expected");
  return self(object)->traced;
}

FlatFunction flatFunction(Binding& binding, PyObject* callable) {
  return [&binding, function = PyRef::borrow(callable)](std::span<const Value> values) {
    PyRef list = wrapValues(binding, std::vector<Value>(values.begin(), values.end()));
    PyRef result = checked(PyObject_CallOneArg(function.get(), list.get()));
    return toValues(binding, result.get());
  };
}

void addTracedType(Binding& binding, PyObject* module) {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                         {Py_tp_repr, reinterpret_cast<void*>(represent)},
                         {Py_tp_getset, kGetters},
                         {Py_tp_methods, kMethods},
                         {0, nullptr}};
  PyType_Spec spec{"jax.core.ClosedJaxpr", static_cast<int>(sizeof(TracedObject)), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  PyRef type = checked(PyType_FromModuleAndSpec(module, &spec, nullptr));
  checkStatus(PyModule_AddType(module, reinterpret_cast<PyTypeObject*>(type.get())));
  binding.tracedType = reinterpret_cast<PyTypeObject*>(type.release());
}

}  // namespace onepot
