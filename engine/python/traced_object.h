// A traced function as a Python object: what make_jaxpr returns and control flow passes on.
#pragma once

#include "engine/python/binding.h"

namespace onepot {

struct TracedObject {
  PyObject_HEAD Binding* binding;
  TracedFunctionPtr traced;
};
PyRef wrapTraced(Binding& binding, TracedFunctionPtr traced);
/// Raises TypeError for anything else.
const TracedFunctionPtr& tracedOf(Binding& binding, PyObject* object);
void addTracedType(Binding& binding, PyObject* module);

/// A Python function over lists of arrays as the tracer wants it.
FlatFunction flatFunction(Binding& binding, PyObject* callable);

}  // namespace onepot
