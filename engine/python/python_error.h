// Errors in both directions: the tracer's mistakes become jax.errors exceptions, and uncaught exceptions Diagnostics.
#pragma once

#include "engine/python/binding.h"

namespace onepot {

/// The exception class `jax.errors.<name>`, or a builtin of that name, or RuntimeError.
PyRef exceptionType(Binding& binding, const std::string& name);
/// Raises the first of `diagnostics` as a Python exception (a device's or compiler's failure).
[[noreturn]] void raiseDiagnostics(Binding& binding, const Diagnostics& diagnostics,
                                   const char* type = "JaxRuntimeError");

/// A Python exception, normalised.
struct RaisedError {
  PyRef type, value, traceback;
};
/// Takes the error indicator.
RaisedError takeError();
/// The exception as a diagnostic: its type, text, the innermost user frame as its range, outer frames and causes as
/// notes.
Diagnostic diagnosticOf(Binding& binding, const RaisedError& error);

}  // namespace onepot
