#include "engine/python/jit_lowered.h"

#include "engine/ir/hlo_printer.h"
#include "engine/ir/stablehlo_writer.h"
#include "engine/ops/traced_lowering.h"
#include "engine/python/array_object.h"
#include "engine/python/jit_function.h"
#include "engine/python/python_error.h"
#include "engine/python/traced_object.h"
#include "engine/trace/evaluate_function.h"

namespace onepot {
namespace {

struct LoweredObject {
  PyObject_HEAD Binding* binding;
  std::shared_ptr<JitFunctionRecord> record;
  PyObject* jit;
};
LoweredObject* self(PyObject* object) { return reinterpret_cast<LoweredObject*>(object); }
const JitState& stateOf(PyObject* object) { return *reinterpret_cast<JitObject*>(self(object)->jit)->state; }

void deallocate(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  self(object)->record.~shared_ptr();
  Py_XDECREF(self(object)->jit);
  type->tp_free(object);
  Py_DECREF(type);
}

JitFunctionRecord& compiledRecord(PyObject* object) {
  JitFunctionRecord& record = *self(object)->record;
  compileRecord(*self(object)->binding, record, stateOf(object));
  return record;
}

/// text(stablehlo)
PyObject* text(PyObject* object, PyObject* stablehlo) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] {
    return pythonText(loweredText(binding, *self(object)->record->traced, stateOf(object).name, stablehlo == Py_True))
        .release();
  });
}
PyObject* optimizedText(PyObject* object, PyObject*) {
  return guarded(*self(object)->binding, [&] {
    const auto& stages = compiledRecord(object).compilation->stages;
    ensure(!stages.empty() && stages.back().module, "a compilation has a last stage");
    return pythonText(print(*stages.back().module, PrintOptions::canonical())).release();
  });
}

void put(PyObject* dict, const char* key, double value) {
  checkStatus(PyDict_SetItemString(dict, key, checked(PyFloat_FromDouble(value)).get()));
}

/// {"flops", "bytes accessed", "transcendentals"} as XLA names them, from the kernels that run.
PyObject* cost(PyObject* object, PyObject*) {
  return guarded(*self(object)->binding, [&] {
    int64_t flops = 0, bytes = 0, transcendentals = 0;
    for (const Kernel& kernel : compiledRecord(object).compilation->kernels) {
      flops += kernel.flops;
      bytes += kernel.bytesRead + kernel.bytesWritten;
      transcendentals += kernel.transcendentals;
    }
    PyRef dict = checked(PyDict_New());
    put(dict.get(), "flops", static_cast<double>(flops));
    put(dict.get(), "bytes accessed", static_cast<double>(bytes));
    put(dict.get(), "transcendentals", static_cast<double>(transcendentals));
    return dict.release();
  });
}

/// {"argument", "output", "temp", "peak"} bytes.
PyObject* memory(PyObject* object, PyObject*) {
  return guarded(*self(object)->binding, [&] {
    const JitFunctionRecord& record = compiledRecord(object);
    int64_t arguments = 0, outputs = 0, peak = record.compilation->buffers.peakBytes;
    for (const Aval& aval : record.traced->arguments) arguments += byteSize(aval.shape);
    for (const Aval& aval : record.traced->results) outputs += byteSize(aval.shape);
    PyRef dict = checked(PyDict_New());
    put(dict.get(), "argument", static_cast<double>(arguments));
    put(dict.get(), "output", static_cast<double>(outputs));
    put(dict.get(), "temp", static_cast<double>(std::max<int64_t>(peak - arguments - outputs, 0)));
    put(dict.get(), "peak", static_cast<double>(peak));
    return dict.release();
  });
}
PyObject* tracedFunction(PyObject* object, void*) {
  return guarded(*self(object)->binding,
                 [&] { return wrapTraced(*self(object)->binding, self(object)->record->traced).release(); });
}
PyObject* outputs(PyObject* object, void*) {
  return guarded(*self(object)->binding,
                 [&] { return wrapTree(*self(object)->binding, self(object)->record->outputs).release(); });
}
PyObject* nameOf(PyObject* object, void*) {
  return guarded(*self(object)->binding, [&] { return pythonText(stateOf(object).name).release(); });
}

PyMethodDef kMethods[] = {{"text", text, METH_O, "text(stablehlo): the program before optimisation"},
                          {"optimized_text", optimizedText, METH_NOARGS, "HLO after the last pass"},
                          {"cost", cost, METH_NOARGS, "operations and bytes of the kernels"},
                          {"memory", memory, METH_NOARGS, "bytes of arguments, results, temporaries"},
                          {nullptr, nullptr, 0, nullptr}};
PyGetSetDef kGetters[] = {{"traced", tracedFunction, nullptr, nullptr, nullptr},
                          {"out_tree", outputs, nullptr, nullptr, nullptr},
                          {"name", nameOf, nullptr, nullptr, nullptr},
                          {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

std::string loweredText(Binding& binding, const TracedFunction& traced, const std::string& name, bool stablehlo) {
  std::unique_ptr<Module> module = moduleForCompiling(traced);
  module->setName(hloName("jit_" + name));
  lowerTraced(*module);
  if (!stablehlo) return print(*module, PrintOptions::canonical());
  auto text = writeStableHlo(*module);
  if (!text) raiseDiagnostics(binding, text.error());
  return *text;
}

PyRef wrapLowered(Binding& binding, std::shared_ptr<JitFunctionRecord> record, PyObject* jit) {
  PyRef object = checked(binding.loweredType->tp_alloc(binding.loweredType, 0));
  self(object.get())->binding = &binding;
  new (&self(object.get())->record) std::shared_ptr<JitFunctionRecord>(std::move(record));
  self(object.get())->jit = Py_NewRef(jit);
  return object;
}

void addLoweredType(Binding& binding, PyObject* module) {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                         {Py_tp_methods, kMethods},
                         {Py_tp_getset, kGetters},
                         {0, nullptr}};
  PyType_Spec spec{"jax.LoweredFunction", static_cast<int>(sizeof(LoweredObject)), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  PyRef type = checked(PyType_FromModuleAndSpec(module, &spec, nullptr));
  binding.loweredType = reinterpret_cast<PyTypeObject*>(type.release());
}

}  // namespace onepot
