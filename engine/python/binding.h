// What the `_onepot` module holds for one interpreter: the tracer, the devices, the Python types and dtype objects.
#pragma once

#include <array>
#include <memory>
#include <set>
#include <vector>

#include "engine/python/py_ref.h"
#include "engine/runtime/compiler.h"
#include "engine/trace/api.h"

namespace onepot {

class SourceLocator;
struct JitFunctionRecord;

struct Binding {
  Tracing tracing;
  std::vector<Device*> devices;
  CompileOptions compile;
  EventSink* sink = nullptr;  // never null once a session has begun
  EventSink silent;
  std::shared_ptr<SourceLocator> locator;
  int64_t compilationCount = 0;
  bool x64 = false;  // jax_enable_x64
  int64_t hostFunctionCount = 0;

  // Types, owned by the module.
  PyTypeObject* arrayType = nullptr;     // jax.Array: every method; never made itself
  PyTypeObject* concreteType = nullptr;  // ArrayImpl
  PyTypeObject* tracerType = nullptr;    // jax.core.Tracer
  PyTypeObject* treeType = nullptr;      // PyTreeDef
  PyTypeObject* jitType = nullptr;       // the result of jax.jit
  PyTypeObject* tracedType = nullptr;    // ClosedJaxpr
  PyTypeObject* loweredType = nullptr;   // what jit(f).lower() wraps

  std::array<PyRef, 64> dtypes;  // by ElementType: numpy's dtype object, or our own (bfloat16, key)
  PyRef errors;                  // the module jax.errors, once imported
  PyRef registry;                // pytree nodes: {type: (flatten, unflatten, isNamedTuple)}
  std::vector<std::shared_ptr<JitFunctionRecord>> records;  // every signature that was compiled, in order

  std::set<SourceRange> jittedDefinitions;  // where functions stand that were jitted so far

  Device* device() const { return devices.empty() ? nullptr : devices.front(); }
  EventSink& events() { return sink ? *sink : silent; }
};

/// The state of the `_onepot` module of this interpreter.
Binding& bindingOf(PyObject* module);
/// Makes the module known to the interpreter; before Py_Initialize.
void registerOnepotModule();
/// Runs `body`; turns what it throws into a Python error and null.
PyObject* guarded(Binding& binding, auto&& body);
/// Sets the Python error that stands for the C++ exception now being handled.
void setErrorFromException(Binding& binding);

PyObject* guarded(Binding& binding, auto&& body) {
  try {
    return body();
  } catch (...) {
    setErrorFromException(binding);
    return nullptr;
  }
}

}  // namespace onepot
