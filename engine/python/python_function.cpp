#include "engine/python/python_function.h"

#include "engine/ir/host_function.h"
#include "engine/python/array_object.h"
#include "engine/python/conversion.h"

namespace onepot {
namespace {

/// The interpreter's lock for a scope, on whatever thread a kernel runs.
class GilHold {
 public:
  GilHold() : m_state(PyGILState_Ensure()) {}
  ~GilHold() { PyGILState_Release(m_state); }
  GilHold(const GilHold&) = delete;
  GilHold& operator=(const GilHold&) = delete;

 private:
  PyGILState_STATE m_state;
};

/// "ValueError: no", and forgets the error: it goes on as the device's failure.
std::string pendingError() {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  PyRef kind = PyRef::steal(type), problem = PyRef::steal(value), where = PyRef::steal(trace);
  PyRef text = PyRef::steal(problem.get() != nullptr ? PyObject_Str(problem.get()) : nullptr);
  PyErr_Clear();
  std::string name = kind.get() != nullptr ? reinterpret_cast<PyTypeObject*>(kind.get())->tp_name : "an error";
  return "The callback raised " + name + ": " + (text.get() != nullptr ? textOf(text.get()) : "");
}

class PythonFunction final : public HostFunction {
 public:
  PythonFunction(Binding& binding, PyObject* callable, bool sideEffect, bool observes, HostBatching batching)
      : m_binding(binding),
        m_callable(Py_NewRef(callable)),
        m_sideEffect(sideEffect),
        m_observes(observes),
        m_batching(batching) {}
  ~PythonFunction() override {
    if (!Py_IsInitialized()) return;
    GilHold hold;
    Py_DECREF(m_callable);
  }
  HostBatching batching() const override { return m_batching; }
  bool hasSideEffect() const override { return m_sideEffect; }
  bool onlyObserves() const override { return m_observes; }

  Result<Literal> call(std::span<const Literal> operands, const Shape& shape) const override {
    GilHold hold;
    try {
      std::vector<Value> values;
      for (const Literal& operand : operands) {
        // The bytes belong to the program that runs: the callback may keep what it is given.
        Literal own(operand.shape());
        std::ranges::copy(operand.bytes(), own.mutableBytes().begin());
        values.push_back(makeConcrete(Array(m_binding.device(), std::move(own))));
      }
      PyRef given = wrapValues(m_binding, std::move(values));
      return literalOf(checked(PyObject_CallOneArg(m_callable, given.get())), shape);
    } catch (const PythonError&) {
      return failed(pendingError());
    } catch (const std::exception& error) {
      return failed(error.what());
    }
  }

 private:
  static std::unexpected<Diagnostics> failed(std::string text) {
    Diagnostic diagnostic;
    diagnostic.message = {"eval.host_function", {std::move(text)}};
    diagnostic.errorType = "JaxRuntimeError";
    return std::unexpected(Diagnostics{diagnostic});
  }

  Result<Literal> literalOf(const PyRef& returned, const Shape& shape) const {
    std::vector<Value> values = toValues(m_binding, returned.get());
    std::vector<Shape> wanted = shape.isTuple() ? shape.elements() : std::vector{shape};
    if (values.size() != wanted.size())
      return failed("The callback gave " + std::to_string(values.size()) + " arrays, not " +
                    std::to_string(wanted.size()));
    std::vector<Literal> results;
    for (size_t i = 0; i < values.size(); ++i) {
      const Array* array = concreteArray(values[i]);
      if (array == nullptr) return failed("The callback returned a traced value");
      if (!array->shape.withoutLayout().compatible(wanted[i].withoutLayout()))
        return failed("The callback gave " + array->shape.jaxText() + " where " + wanted[i].jaxText() +
                      " was promised");
      results.push_back(array->literal());
    }
    return shape.isTuple() ? Literal::tuple(std::move(results)) : std::move(results[0]);
  }

  Binding& m_binding;
  PyObject* m_callable;
  bool m_sideEffect, m_observes;
  HostBatching m_batching;
};

}  // namespace

Attributes customCallAttributes(Binding& binding, PyObject* parameters) {
  PyRef items = checked(PySequence_Tuple(parameters));
  auto item = [&](Py_ssize_t i) { return PyTuple_GET_ITEM(items.get(), i); };
  if (PyTuple_GET_SIZE(items.get()) == 1) return CustomCallAttributes{textOf(item(0))};
  if (PyTuple_GET_SIZE(items.get()) != 5) raise(PyExc_TypeError, "a custom call has one parameter or five");
  auto truth = [&](Py_ssize_t i) { return PyObject_IsTrue(item(i)) == 1; };
  // A number of its own: kernels that are kept by their text must not be another callback's.
  std::string target = textOf(item(0)) + ":" + std::to_string(++binding.hostFunctionCount);
  return CustomCallAttributes{
      std::move(target), std::make_shared<PythonFunction>(binding, item(1), truth(2), truth(3),
                                                          truth(4) ? HostBatching::AllAtOnce : HostBatching::OneByOne)};
}

}  // namespace onepot
