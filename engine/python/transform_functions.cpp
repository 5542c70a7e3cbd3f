#include "engine/python/transform_functions.h"

#include "engine/python/array_object.h"
#include "engine/python/conversion.h"
#include "engine/python/jit_lowered.h"
#include "engine/python/pytree.h"
#include "engine/python/traced_object.h"

namespace onepot {
namespace {

/// Reads METH_VARARGS by a format string of O's, s's and L's.
template <typename... Places>
void parse(PyObject* args, const char* format, Places... places) {
  if (!PyArg_ParseTuple(args, format, places...)) throw PythonError{};
}

std::vector<std::string> texts(PyObject* sequence) {
  PyRef fast = checked(PySequence_Tuple(sequence));
  std::vector<std::string> result;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fast.get()); ++i)
    result.push_back(textOf(PyTuple_GET_ITEM(fast.get(), i)));
  return result;
}

/// (dtype, shape, weak type)
std::vector<Aval> avals(Binding& binding, PyObject* sequence) {
  PyRef fast = checked(PySequence_Tuple(sequence));
  std::vector<Aval> result;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fast.get()); ++i) {
    PyObject *dtype, *shape;
    int weak = 0;
    parse(PyTuple_GET_ITEM(fast.get(), i), "OOp", &dtype, &shape, &weak);
    result.push_back({Shape(toElementType(binding, dtype), toIntegers(shape)), weak != 0});
  }
  return result;
}

/// trace(function, avals, name, argument names) → traced function
PyObject* trace(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *function, *arguments, *names;
    const char* name;
    parse(args, "OOsO", &function, &arguments, &name, &names);
    auto argumentNames = texts(names);
    return wrapTraced(binding, binding.tracing.trace(flatFunction(binding, function), avals(binding, arguments), name,
                                                     argumentNames))
        .release();
  });
}

/// jvp(function, primals, tangents) → (primals out, tangents out); None among tangents is zero.
PyObject* jvp(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *function, *primals, *tangents;
    parse(args, "OOO", &function, &primals, &tangents);
    JvpResult result =
        binding.tracing.jvp(flatFunction(binding, function), toValues(binding, primals), toValues(binding, tangents));
    return pythonTuple(
               {wrapValues(binding, std::move(result.primals)), wrapValues(binding, std::move(result.tangents))})
        .release();
  });
}

struct Pullback {
  Binding* binding;
  std::function<std::vector<Value>(std::span<const Value>)> function;
};
constexpr const char* kPullback = "onepot.pullback";

PyObject* callPullback(PyObject* capsule, PyObject* cotangents) {
  auto* pullback = static_cast<Pullback*>(PyCapsule_GetPointer(capsule, kPullback));
  if (!pullback) return nullptr;
  return guarded(*pullback->binding, [&] {
    return wrapValues(*pullback->binding, pullback->function(toValues(*pullback->binding, cotangents))).release();
  });
}
PyMethodDef kPullbackRow = {"pullback", callPullback, METH_O,
                            "cotangents of the results -> cotangents of the arguments"};

/// vjp(function, primals) → (results, pullback)
PyObject* vjp(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *function, *primals;
    parse(args, "OO", &function, &primals);
    Tracing::Vjp result = binding.tracing.vjp(flatFunction(binding, function), toValues(binding, primals));
    auto* pullback = new Pullback{&binding, std::move(result.pullback)};
    PyRef capsule = PyRef::steal(PyCapsule_New(pullback, kPullback, [](PyObject* self) {
      delete static_cast<Pullback*>(PyCapsule_GetPointer(self, kPullback));
    }));
    if (!capsule) {
      delete pullback;
      throw PythonError{};
    }
    return pythonTuple(
               {wrapValues(binding, std::move(result.results)), checked(PyCFunction_New(&kPullbackRow, capsule.get()))})
        .release();
  });
}

/// linearize(function, primals) → (results, linear part as a traced function)
PyObject* linearize(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *function, *primals;
    parse(args, "OO", &function, &primals);
    auto result = binding.tracing.linearize(flatFunction(binding, function), toValues(binding, primals));
    return pythonTuple({wrapValues(binding, std::move(result.results)), wrapTraced(binding, std::move(result.linear))})
        .release();
  });
}

std::vector<std::optional<int64_t>> axes(PyObject* sequence) {
  PyRef fast = checked(PySequence_Tuple(sequence));
  std::vector<std::optional<int64_t>> result;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fast.get()); ++i) {
    PyObject* item = PyTuple_GET_ITEM(fast.get(), i);
    if (item == Py_None)
      result.emplace_back();
    else
      result.emplace_back(toInteger(item));
  }
  return result;
}

/// vmap(function, arguments, in axes, out axes, size, axis name) → results
PyObject* vmap(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *function, *arguments, *inAxes, *outAxes;
    long long size;
    const char* axisName;
    parse(args, "OOOOLs", &function, &arguments, &inAxes, &outAxes, &size, &axisName);
    return wrapValues(binding, binding.tracing.vmap(flatFunction(binding, function), toValues(binding, arguments),
                                                    axes(inAxes), axes(outAxes), size, axisName))
        .release();
  });
}

/// call_jit(traced, arguments)
PyObject* callJit(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *traced, *arguments;
    parse(args, "OO", &traced, &arguments);
    return wrapValues(binding, binding.tracing.callJit(tracedOf(binding, traced), toValues(binding, arguments)))
        .release();
  });
}
/// custom_jvp(traced, rule, arguments); rule maps primals then tangents to results then their tangents.
PyObject* customJvp(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *traced, *rule, *arguments;
    parse(args, "OOO", &traced, &rule, &arguments);
    return wrapValues(binding, binding.tracing.customJvp(tracedOf(binding, traced), flatFunction(binding, rule),
                                                         toValues(binding, arguments)))
        .release();
  });
}
/// custom_vjp(traced, forward, backward, arguments)
PyObject* customVjp(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *traced, *forward, *backward, *arguments;
    parse(args, "OOOO", &traced, &forward, &backward, &arguments);
    return wrapValues(binding, binding.tracing.customVjp(tracedOf(binding, traced), flatFunction(binding, forward),
                                                         flatFunction(binding, backward), toValues(binding, arguments)))
        .release();
  });
}

/// scan(body, operands, length, carries, reverse, unroll)
PyObject* scan(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *body, *operands;
    long long length, carries, unroll;
    int reverse;
    parse(args, "OOLLpL", &body, &operands, &length, &carries, &reverse, &unroll);
    ScanAttributes attributes{
        .length = length, .numConsts = 0, .numCarry = carries, .unroll = unroll, .reverse = reverse != 0};
    return wrapValues(binding, binding.tracing.scan(tracedOf(binding, body), toValues(binding, operands), attributes))
        .release();
  });
}
/// while_loop(condition, body, carry)
PyObject* whileLoop(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *condition, *body, *carry;
    parse(args, "OOO", &condition, &body, &carry);
    return wrapValues(binding, binding.tracing.whileLoop(tracedOf(binding, condition), tracedOf(binding, body),
                                                         toValues(binding, carry), {}))
        .release();
  });
}
/// cond(branches, index and operands)
PyObject* cond(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *branches, *operands;
    parse(args, "OO", &branches, &operands);
    PyRef fast = checked(PySequence_Tuple(branches));
    std::vector<TracedFunctionPtr> functions;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(fast.get()); ++i)
      functions.push_back(tracedOf(binding, PyTuple_GET_ITEM(fast.get(), i)));
    return wrapValues(binding, binding.tracing.cond(functions, toValues(binding, operands))).release();
  });
}

PyObject* setJitDisabled(PyObject* module, PyObject* disabled) {
  Binding& binding = bindingOf(module);
  bool before = binding.tracing.jitDisabled();
  binding.tracing.setJitDisabled(PyObject_IsTrue(disabled) == 1);
  return PyBool_FromLong(before);
}
PyObject* setX64(PyObject* module, PyObject* enabled) {
  return PyBool_FromLong(std::exchange(bindingOf(module).x64, PyObject_IsTrue(enabled) == 1));
}
PyObject* staging(PyObject* module, PyObject*) { return PyBool_FromLong(bindingOf(module).tracing.staging()); }

/// devices() → [(name, ordinal)…]
PyObject* devices(PyObject* module, PyObject*) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyRef list = checked(PyList_New(0));
    for (Device* device : binding.devices)
      checkStatus(PyList_Append(
          list.get(), pythonTuple({pythonText(device->name()), checked(PyLong_FromLong(device->ordinal()))}).get()));
    return list.release();
  });
}

PyObject* enterScope(PyObject* module, PyObject* name) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    binding.tracing.enterScope(textOf(name));
    return Py_NewRef(Py_None);
  });
}
PyObject* leaveScope(PyObject* module, PyObject*) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    binding.tracing.leaveScope();
    return Py_NewRef(Py_None);
  });
}

/// lowered_text(traced, name, stablehlo)
PyObject* loweredTextOf(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject* traced;
    const char* name;
    int stablehlo;
    parse(args, "Osp", &traced, &name, &stablehlo);
    return pythonText(loweredText(binding, *tracedOf(binding, traced), name, stablehlo != 0)).release();
  });
}

/// tree_flatten(tree, is_leaf=None) → (leaves, PyTreeDef)
PyObject* treeFlatten(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *object, *isLeaf = nullptr;
    parse(args, "O|O", &object, &isLeaf);
    Flattened flat = flatten(binding, object, isLeaf);
    PyRef leaves = checked(PyList_New(static_cast<Py_ssize_t>(flat.leaves.size())));
    for (size_t i = 0; i < flat.leaves.size(); ++i)
      PyList_SET_ITEM(leaves.get(), static_cast<Py_ssize_t>(i), flat.leaves[i].release());
    return pythonTuple({leaves, wrapTree(binding, std::move(flat.tree))}).release();
  });
}
/// register_node(type, flatten, unflatten)
PyObject* registerNode(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&] {
    PyObject *type, *flattenRule, *unflattenRule;
    parse(args, "OOO", &type, &flattenRule, &unflattenRule);
    if (PyDict_Contains(binding.registry.get(), type) == 1)
      raise(PyExc_ValueError, std::string("Duplicate custom PyTreeDef type registration for ") +
                                  textOf(checked(PyObject_Repr(type)).get()) + ".");
    checkStatus(PyDict_SetItem(binding.registry.get(), type,
                               pythonTuple({PyRef::borrow(flattenRule), PyRef::borrow(unflattenRule)}).get()));
    return Py_NewRef(Py_None);
  });
}

}  // namespace

PyMethodDef* transformFunctions() {
  static PyMethodDef rows[] = {
      {"trace", trace, METH_VARARGS, "trace(function, avals, name, argument names)"},
      {"jvp", jvp, METH_VARARGS, "jvp(function, primals, tangents)"},
      {"vjp", vjp, METH_VARARGS, "vjp(function, primals)"},
      {"linearize", linearize, METH_VARARGS, "linearize(function, primals)"},
      {"vmap", vmap, METH_VARARGS, "vmap(function, arguments, in axes, out axes, size, axis name)"},
      {"call_jit", callJit, METH_VARARGS, "call_jit(traced, arguments)"},
      {"custom_jvp", customJvp, METH_VARARGS, "custom_jvp(traced, rule, arguments)"},
      {"custom_vjp", customVjp, METH_VARARGS, "custom_vjp(traced, forward, backward, arguments)"},
      {"scan", scan, METH_VARARGS, "scan(body, operands, length, carries, reverse, unroll)"},
      {"while_loop", whileLoop, METH_VARARGS, "while_loop(condition, body, carry)"},
      {"cond", cond, METH_VARARGS, "cond(branches, [index, operands…])"},
      {"set_jit_disabled", setJitDisabled, METH_O, "returns what it was"},
      {"set_x64", setX64, METH_O, "returns what it was"},
      {"enter_scope", enterScope, METH_O, "operations are named under it until leave_scope()"},
      {"leave_scope", leaveScope, METH_NOARGS, nullptr},
      {"staging", staging, METH_NOARGS, "whether a function is being traced"},
      {"devices", devices, METH_NOARGS, "[(name, ordinal)]"},
      {"lowered_text", loweredTextOf, METH_VARARGS, "lowered_text(traced, name, stablehlo)"},
      {"tree_flatten", treeFlatten, METH_VARARGS, "(leaves, structure)"},
      {"register_node", registerNode, METH_VARARGS, "register_node(type, flatten, unflatten)"},
      {nullptr, nullptr, 0, nullptr}};
  return rows;
}

}  // namespace onepot
