// The one interface through which every layer reports while it works; capture/ turns the calls into events.
#pragma once

#include <string_view>

namespace onepot {

struct Compilation;
struct Diagnostic;
struct Run;
struct Stage;
struct CacheMiss;

/// Every method has an empty body: a caller overrides what it wants to hear. Calls come from the working thread, in order.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void diagnostic(const Diagnostic&) {}
  /// `stream` is 1 for the program's stdout, 2 for its stderr.
  virtual void output(int /*stream*/, std::string_view /*text*/) {}
  /// A function was traced: `compilation` has name, signature, arguments, jaxpr and the traced module as stage 0.
  virtual void traced(const Compilation&) {}
  virtual void stageDone(const Compilation&, const Stage&) {}
  /// All stages, decisions, buffers and kernels of the compilation are there.
  virtual void compiled(const Compilation&) {}
  virtual void cacheMiss(const CacheMiss&) {}
  virtual void ran(const Compilation&, const Run&) {}
};

}  // namespace onepot
