// A Python callable as a host function: what jax.pure_callback, io_callback and debug.callback put into a program.
#pragma once

#include "engine/python/binding.h"

namespace onepot {

/// A custom call's attributes from (target, callable or None, side effect, only observes, all of a batch at once).
Attributes customCallAttributes(Binding& binding, PyObject* parameters);

}  // namespace onepot
