// The number protocol of jax.Array for what must be quick; what is rarer is set on the type by Python.
#pragma once

#include <vector>

#include "engine/python/binding.h"

namespace onepot {

std::vector<PyType_Slot> numberSlots();

/// jnp's binary operation: promotes types, broadcasts shapes, binds.
Value binaryOperation(Binding& binding, Opcode opcode, const Value& lhs, const Value& rhs);
Value compareOperation(Binding& binding, CompareDirection direction, const Value& lhs, const Value& rhs);
/// Gives all the same number of dimensions, as elementwise primitives want them; scalars stay.
void raiseRanks(Binding& binding, std::vector<Value>& values, const char* operation);
/// All to one shape by NumPy's rule; a scalar stays one. Raises TypeError with JAX's words.
void broadcastTogether(Binding& binding, std::vector<Value>& values, const char* operation);
Value broadcastTo(Binding& binding, const Value& value, const std::vector<int64_t>& dims);

}  // namespace onepot
