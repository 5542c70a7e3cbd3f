// Python values → arrays and types: scalars with their weak types, NumPy through the buffer protocol, dtypes.
#pragma once

#include "engine/python/array_object.h"
#include "engine/python/promotion.h"

namespace onepot {

/// A Python number with its weak type, an Array, or anything with a buffer, __jax_array__ or __array__. Raises
/// TypeError.
Value toValue(Binding& binding, PyObject* object);
/// What toValue would give, without making it (Python scalars, arrays); others are converted.
ScalarType scalarTypeOf(const Value& value);
std::vector<Value> toValues(Binding& binding, PyObject* sequence);

/// A copy of `object`'s buffer as a row-major literal; 64-bit types become 32-bit ones unless `x64`. Raises TypeError.
Literal literalFromBuffer(PyObject* object, bool x64);

/// np.dtype, a scalar type, a name, bool/int/float/complex, or an Array's dtype. 64-bit types become 32-bit ones
/// unless they are switched on.
ElementType toElementType(Binding& binding, PyObject* dtype);
std::vector<int64_t> toIntegers(PyObject* sequence);
int64_t toInteger(PyObject* object);

/// `value` as `type`: a concrete scalar is converted on the spot, anything else by a convert operation.
Value convertTo(Binding& binding, const Value& value, ScalarType type);

}  // namespace onepot
