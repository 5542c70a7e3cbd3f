#include "engine/python/jit_function.h"

#include <structmember.h>

#include <algorithm>

#include "engine/python/array_object.h"
#include "engine/python/conversion.h"
#include "engine/python/jit_lowered.h"
#include "engine/python/source_locator.h"
#include "engine/python/traced_object.h"

namespace onepot {
namespace {

JitObject* self(PyObject* object) { return reinterpret_cast<JitObject*>(object); }
constexpr const char* kCacheCapsule = "onepot.jit_cache";

bool isStaticPosition(const JitState& state, size_t position) {
  return std::ranges::binary_search(state.staticPositions, static_cast<uint32_t>(position));
}
bool isStaticName(const JitState& state, PyObject* name) {
  for (const PyRef& each : state.staticNames)
    if (each.get() == name || PyUnicode_Compare(each.get(), name) == 0) return true;
  return false;
}

void reportMiss(JitObject& jit, const CallKey& key) {
  const auto& records = jit.state->cache->records();
  if (jit.state->library) return;
  Binding& binding = *jit.binding;
  if (!records.empty()) {
    Message because = explainMiss(key, leafNames(*jit.state, key), records);
    binding.events().cacheMiss({jit.state->name, binding.locator->here(), std::move(because)});
    return;
  }
  // A function that is made anew for each call never finds what an earlier one of the same text compiled.
  SourceRange definition = binding.locator->definitionOf(jit.function);
  if (!definition.known() || binding.tracing.staging()) return;
  if (binding.jittedDefinitions.insert(definition).second) return;
  Message because{"jit_miss_new_function", {jit.state->name, std::to_string(definition.line)}};
  binding.events().cacheMiss({jit.state->name, binding.locator->here(), std::move(because)});
}

PyRef unflattenResults(Binding& binding, const JitFunctionRecord& record, std::vector<Value> results) {
  std::vector<PyRef> leaves;
  leaves.reserve(results.size());
  for (Value& value : results) leaves.push_back(wrapValue(binding, std::move(value)));
  // A single array is the commonest result.
  if (record.outputs.nodes.size() == 1 && leaves.size() == 1) return leaves.front();
  return unflatten(binding, record.outputs, leaves);
}

PyObject* callPlain(JitObject& jit, PyObject* const* args, size_t count, PyObject* keywordNames) {
  return PyObject_Vectorcall(jit.function, args, count, keywordNames);
}

PyObject* call(PyObject* object, PyObject* const* args, size_t flagged, PyObject* keywordNames) {
  JitObject& jit = *self(object);
  Binding& binding = *jit.binding;
  size_t count = static_cast<size_t>(PyVectorcall_NARGS(flagged));
  bool staging = binding.tracing.staging();
  return guarded(binding, [&]() -> PyObject* {
    if (binding.tracing.jitDisabled()) return callPlain(jit, args, count, keywordNames);
    CallArguments arguments = readArguments(jit, args, count, keywordNames);
    bool record = staging || arguments.traced;
    if (jit.state->library && !record) return callPlain(jit, args, count, keywordNames);
    auto entry = jit.state->cache->find(arguments.key);
    if (!entry) {
      reportMiss(jit, arguments.key);
      entry = recordFor(jit, arguments, args);
    }
    std::vector<Value> results;
    if (record) {
      results = binding.tracing.callJit(entry->traced, arguments.values);
    } else {
      if (!entry->executable) {
        // Traced inside another function before, where its arguments were no arrays.
        if (!entry->arguments) keepCall(binding, *entry, arguments, args);
        compileRecord(binding, *entry, *jit.state);
      }
      results = runRecord(binding, *entry, arguments.values);
    }
    return unflattenResults(binding, *entry, std::move(results)).release();
  });
}

PyObject* bindMethod(PyObject* object, PyObject* instance, PyObject*) {
  if (!instance || instance == Py_None) return Py_NewRef(object);
  return PyMethod_New(object, instance);
}

int traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self(object)->function);
  Py_VISIT(self(object)->dict);
  return 0;
}
int clear(PyObject* object) {
  Py_CLEAR(self(object)->function);
  Py_CLEAR(self(object)->dict);
  return 0;
}
void deallocate(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  if (self(object)->weakReferences) PyObject_ClearWeakRefs(object);
  clear(object);
  delete self(object)->state;
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* represent(PyObject* object) {
  PyRef shown = PyRef::steal(PyObject_Repr(self(object)->function));
  return shown ? PyUnicode_FromFormat("<PjitFunction of %U>", shown.get()) : nullptr;
}

PyObject* cacheSize(PyObject* object, PyObject*) {
  return PyLong_FromSize_t(self(object)->state->cache->records().size());
}
PyObject* clearCache(PyObject* object, PyObject*) {
  self(object)->state->cache->clear();
  Py_RETURN_NONE;
}

std::shared_ptr<JitFunctionRecord> recordOf(JitObject& jit, PyObject* const* args, Py_ssize_t count, PyObject* names,
                                            CallArguments& arguments) {
  arguments = readArguments(jit, args, static_cast<size_t>(count), names);
  auto entry = jit.state->cache->find(arguments.key);
  return entry ? entry : recordFor(jit, arguments, args);
}

/// _trace(*args, **kwargs) → (traced function, structure of the results, the arguments' leaves as arrays)
PyObject* traceMethod(PyObject* object, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  JitObject& jit = *self(object);
  return guarded(*jit.binding, [&] {
    CallArguments arguments;
    auto entry = recordOf(jit, args, count, names, arguments);
    return pythonTuple({wrapTraced(*jit.binding, entry->traced), wrapTree(*jit.binding, entry->outputs),
                        wrapValues(*jit.binding, arguments.values)})
        .release();
  });
}

/// _lower(*args, **kwargs) → what Lowered and Compiled show; see jit_lowered.h.
PyObject* lowerMethod(PyObject* object, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  JitObject& jit = *self(object);
  return guarded(*jit.binding, [&] {
    CallArguments arguments;
    auto entry = recordOf(jit, args, count, names, arguments);
    return wrapLowered(*jit.binding, std::move(entry), object).release();
  });
}

PyMethodDef kMethods[] = {{"_cache_size", cacheSize, METH_NOARGS, "How many signatures were traced."},
                          {"clear_cache", clearCache, METH_NOARGS, "Forgets what was traced and compiled."},
                          {"_trace", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(traceMethod)),
                           METH_FASTCALL | METH_KEYWORDS, nullptr},
                          {"_lower", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(lowerMethod)),
                           METH_FASTCALL | METH_KEYWORDS, nullptr},
                          {nullptr, nullptr, 0, nullptr}};

PyMemberDef kMembers[] = {{"__vectorcalloffset__", T_PYSSIZET, offsetof(JitObject, vectorcall), READONLY, nullptr},
                          {"__weaklistoffset__", T_PYSSIZET, offsetof(JitObject, weakReferences), READONLY, nullptr},
                          {"__dictoffset__", T_PYSSIZET, offsetof(JitObject, dict), READONLY, nullptr},
                          {"__wrapped__", T_OBJECT, offsetof(JitObject, function), READONLY, nullptr},
                          {nullptr, 0, 0, 0, nullptr}};
PyGetSetDef kGetters[] = {{"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
                          {nullptr, nullptr, nullptr, nullptr, nullptr}};

/// jit(function, cache, name, parameter names, static positions, static names, library)
PyObject* makeJit(PyObject* module, PyObject* args) {
  Binding& binding = bindingOf(module);
  return guarded(binding, [&]() -> PyObject* {
    PyObject *function, *cache, *parameterNames, *positions, *names;
    const char* name;
    int library;
    if (!PyArg_ParseTuple(args, "OOsOOOp", &function, &cache, &name, &parameterNames, &positions, &names, &library))
      throw PythonError{};
    auto* shared = static_cast<std::shared_ptr<JitCache>*>(PyCapsule_GetPointer(cache, kCacheCapsule));
    if (!shared) throw PythonError{};
    auto state = std::make_unique<JitState>();
    state->cache = *shared;
    state->name = name;
    state->library = library != 0;
    for (int64_t position : toIntegers(positions)) state->staticPositions.push_back(static_cast<uint32_t>(position));
    std::ranges::sort(state->staticPositions);
    PyRef nameList = checked(PySequence_Tuple(names)), parameterList = checked(PySequence_Tuple(parameterNames));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(nameList.get()); ++i)
      state->staticNames.push_back(PyRef::borrow(PyTuple_GET_ITEM(nameList.get(), i)));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(parameterList.get()); ++i)
      state->parameterNames.push_back(textOf(PyTuple_GET_ITEM(parameterList.get(), i)));
    PyRef object = checked(binding.jitType->tp_alloc(binding.jitType, 0));
    JitObject& jit = *self(object.get());
    jit.vectorcall = call;
    jit.binding = &binding;
    jit.function = Py_NewRef(function);
    jit.state = state.release();
    return object.release();
  });
}

PyObject* makeCache(PyObject*, PyObject*) {
  auto* cache = new std::shared_ptr<JitCache>(std::make_shared<JitCache>());
  return PyCapsule_New(cache, kCacheCapsule, [](PyObject* capsule) {
    delete static_cast<std::shared_ptr<JitCache>*>(PyCapsule_GetPointer(capsule, kCacheCapsule));
  });
}

}  // namespace

CallArguments readArguments(const JitObject& jit, PyObject* const* args, size_t count, PyObject* keywordNames) {
  const JitState& state = *jit.state;
  CallArguments call;
  call.key.positional = static_cast<uint32_t>(count);
  call.key.x64 = jit.binding->x64;
  std::vector<PyRef> leaves;
  for (size_t i = 0; i < count; ++i) {
    if (!state.staticPositions.empty() && isStaticPosition(state, i))
      call.key.statics.emplace_back(static_cast<uint32_t>(i), PyRef::borrow(args[i]));
    else
      flattenInto(*jit.binding, args[i], nullptr, leaves, call.key.tree);
  }
  size_t keywords = keywordNames ? static_cast<size_t>(PyTuple_GET_SIZE(keywordNames)) : 0;
  for (size_t i = 0; i < keywords; ++i) {
    PyObject* name = PyTuple_GET_ITEM(keywordNames, static_cast<Py_ssize_t>(i));
    call.key.keywords.push_back(PyRef::borrow(name));
    if (isStaticName(state, name))
      call.key.statics.emplace_back(static_cast<uint32_t>(count + i), PyRef::borrow(args[count + i]));
    else
      flattenInto(*jit.binding, args[count + i], nullptr, leaves, call.key.tree);
  }
  call.values.reserve(leaves.size());
  call.key.avals.reserve(leaves.size());
  for (const PyRef& leaf : leaves) {
    call.values.push_back(toValue(*jit.binding, leaf.get()));
    const Value& value = call.values.back();
    call.traced = call.traced || value->isTracer();
    call.key.avals.push_back(value->aval());
  }
  sealKey(call.key);
  return call;
}

void addJitType(Binding& binding, PyObject* module) {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                         {Py_tp_traverse, reinterpret_cast<void*>(traverse)},
                         {Py_tp_clear, reinterpret_cast<void*>(clear)},
                         {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                         {Py_tp_repr, reinterpret_cast<void*>(represent)},
                         {Py_tp_descr_get, reinterpret_cast<void*>(bindMethod)},
                         {Py_tp_methods, kMethods},
                         {Py_tp_members, kMembers},
                         {Py_tp_getset, kGetters},
                         {0, nullptr}};
  PyType_Spec spec{
      "jax.PjitFunction", static_cast<int>(sizeof(JitObject)), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  PyRef type = checked(PyType_FromModuleAndSpec(module, &spec, nullptr));
  checkStatus(PyModule_AddType(module, reinterpret_cast<PyTypeObject*>(type.get())));
  binding.jitType = reinterpret_cast<PyTypeObject*>(type.release());
}

PyMethodDef* jitFunctions() {
  static PyMethodDef rows[] = {{"jit", makeJit, METH_VARARGS,
                                "jit(function, cache, name, parameter names, static positions, static names, library)"},
                               {"jit_cache", makeCache, METH_NOARGS, "an empty cache of signatures"},
                               {nullptr, nullptr, 0, nullptr}};
  return rows;
}

}  // namespace onepot
