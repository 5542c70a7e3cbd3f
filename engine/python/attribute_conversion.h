// A primitive's parameters, given by Python as a tuple, → its attribute struct.
#pragma once

#include "engine/ir/attributes.h"
#include "engine/ir/opcode.h"
#include "engine/python/binding.h"

namespace onepot {

/// What each opcode takes is written beside the rows in the .cpp. None: no attributes. Raises TypeError.
Attributes toAttributes(Binding& binding, Opcode opcode, PyObject* parameters);

}  // namespace onepot
