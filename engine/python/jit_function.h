// The object that jax.jit returns: a call looks up its signature, traces and compiles what is new, and runs.
#pragma once

#include "engine/python/jit_cache.h"

namespace onepot {

struct JitObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  Binding* binding;
  PyObject* function;
  PyObject* dict;
  PyObject* weakReferences;
  struct JitState* state;
};

/// What does not change with calls.
struct JitState {
  std::shared_ptr<JitCache> cache;
  std::string name;
  std::vector<std::string> parameterNames;
  std::vector<uint32_t> staticPositions;  // sorted
  std::vector<PyRef> staticNames;
  bool library = false;  // one of jax's own: runs operation by operation outside a trace
};

void addJitType(Binding& binding, PyObject* module);
/// Rows for the module's method table.
PyMethodDef* jitFunctions();

/// A call's arguments, flattened.
struct CallArguments {
  CallKey key;
  std::vector<Value> values;
  bool traced = false;  // some value is a tracer
};
CallArguments readArguments(const JitObject& jit, PyObject* const* args, size_t count, PyObject* keywordNames);
/// The record of that signature, traced (not yet compiled) if it is new. It belongs to the cache unless it captures
/// tracers.
std::shared_ptr<JitFunctionRecord> recordFor(JitObject& jit, const CallArguments& call, PyObject* const* args);
/// Runs the passes and the device's code generation once.
void compileRecord(Binding& binding, JitFunctionRecord& record, const JitState& state);
/// Keeps the inputs of a call so that it can be made again for measuring, unless they are too large.
void keepCall(Binding& binding, JitFunctionRecord& record, const CallArguments& call, PyObject* const* args);
std::vector<Value> runRecord(Binding& binding, JitFunctionRecord& record, std::span<const Value> arguments);
/// "x", "params['w'][0]": one a leaf.
std::vector<std::string> leafNames(const JitState& state, const CallKey& key);

}  // namespace onepot
