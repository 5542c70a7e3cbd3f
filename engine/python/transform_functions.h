// The functions of the `_onepot` module: binding primitives, transformations, control flow, conversions.
#pragma once

#include "engine/python/py_ref.h"

namespace onepot {

/// Rows for the module's method table, each ended by a null row.
PyMethodDef* primitiveFunctions();
PyMethodDef* transformFunctions();

}  // namespace onepot
