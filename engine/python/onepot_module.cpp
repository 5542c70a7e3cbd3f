// The built-in module `_onepot`: its state, its types, its functions.
#include "engine/python/array_object.h"
#include "engine/python/jit_function.h"
#include "engine/python/jit_lowered.h"
#include "engine/python/pytree.h"
#include "engine/python/source_locator.h"
#include "engine/python/traced_object.h"
#include "engine/python/transform_functions.h"

namespace onepot {
namespace {

struct ModuleState {
  Binding* binding;
};

int execute(PyObject* module) {
  auto* state = static_cast<ModuleState*>(PyModule_GetState(module));
  state->binding = new Binding();
  Binding& binding = *state->binding;
  try {
    binding.registry = checked(PyDict_New());
    binding.locator = std::make_shared<SourceLocator>("");
    binding.tracing.setSourceProvider([&binding] { return binding.locator->stack(); });
    addArrayTypes(binding, module);
    addTreeType(binding, module);
    addTracedType(binding, module);
    addJitType(binding, module);
    addLoweredType(binding, module);
    for (PyMethodDef* rows : {primitiveFunctions(), transformFunctions(), jitFunctions()})
      checkStatus(PyModule_AddFunctions(module, rows));
  } catch (...) {
    setErrorFromException(binding);
    return -1;
  }
  return 0;
}

void release(void* module) {
  auto* state = static_cast<ModuleState*>(PyModule_GetState(static_cast<PyObject*>(module)));
  if (state) delete std::exchange(state->binding, nullptr);
}

PyModuleDef_Slot kSlots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)}, {0, nullptr}};
PyModuleDef kDefinition = {PyModuleDef_HEAD_INIT,
                           "_onepot",
                           "The C++ half of Onepot's jax.",
                           sizeof(ModuleState),
                           nullptr,
                           kSlots,
                           nullptr,
                           nullptr,
                           release};

PyObject* initialize() { return PyModuleDef_Init(&kDefinition); }

}  // namespace

Binding& bindingOf(PyObject* module) { return *static_cast<ModuleState*>(PyModule_GetState(module))->binding; }

void registerOnepotModule() { PyImport_AppendInittab("_onepot", initialize); }

}  // namespace onepot
