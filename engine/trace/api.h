// The tracer's door: bind an operation, trace a function, differentiate it, batch it. python/ stands on this alone.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/cancellation.h"
#include "engine/base/event_sink.h"
#include "engine/base/result.h"
#include "engine/ir/module.h"
#include "engine/runtime/compilation.h"
#include "engine/trace/value.h"

namespace onepot {

/// A user's mistake found while tracing; python/ raises `errorType` ("TracerBoolConversionError", "TypeError"…).
struct TraceError {
  std::string errorType;
  Message message;
  SourceRange range;
};
class TraceException : public std::runtime_error {
 public:
  explicit TraceException(TraceError error) : std::runtime_error(error.message.text()), error(std::move(error)) {}
  TraceError error;
};

/// Flattened (no pytrees): values in, values out. May throw whatever the user's code throws.
using FlatFunction = std::function<std::vector<Value>(std::span<const Value>)>;

class CallRecorder;
struct TracedFunction;
using TracedFunctionPtr = std::shared_ptr<const TracedFunction>;
struct DerivedFunctions;  // trace/derived_functions.h: what was made of a traced function so far
struct CustomRule;        // trace/custom_rule.h: a custom derivative that the module's instructions name by number

/// A traced function: a module in the traced dialect whose entry takes consts, then arguments, and whose root is a
/// tuple. Its address is its identity: derivatives, batched forms and compiled forms are kept with it.
struct TracedFunction {
  std::shared_ptr<const Module> module;
  std::vector<Value> consts;  // values of the first parameters, captured from outside
  std::vector<Aval> arguments, results;
  std::vector<TraceStep> steps;
  std::string name;
  std::unordered_map<ComputationId, TracedFunctionPtr> bodies;  // the function each called computation was made from
  std::vector<std::shared_ptr<const CustomRule>> rules;         // that its instructions (and its bodies') name
  std::shared_ptr<DerivedFunctions> derived;
  /// A const is a tracer: the function must not be kept for calls outside the trace that the tracer belongs to.
  bool capturesTracers() const;
};

struct JvpResult {
  std::vector<Value> primals, tangents;
};

/// Where the operation that is about to be bound stands in the user's text; asked once for each traced operation.
using SourceProvider = std::function<std::vector<SourceRange>()>;  // innermost user frame first

/// State of one Python thread's tracing: the stack of transformations, the eager device, who to tell.
class Tracing {
 public:
  Tracing();
  ~Tracing();
  Tracing(const Tracing&) = delete;

  void setDevice(Device* device);
  Device* device() const;
  void setSink(EventSink* sink);
  void setSourceProvider(SourceProvider provider);
  /// From now on each eager operation tells the recorder; null: no more.
  void setRecorder(CallRecorder* recorder);
  CallRecorder* recorder() const;
  void setCancellation(CancellationToken cancel);
  /// jax.disable_jit(): jit-like primitives run their body operation by operation.
  void setJitDisabled(bool disabled);
  bool jitDisabled() const;
  /// jax.named_scope: operations traced until the matching leaveScope() are named under it.
  void enterScope(const std::string& name);
  void leaveScope();
  /// True inside trace(): then even operations on concrete arrays are recorded.
  bool staging() const;

  /// Runs the operation on the outermost level any operand lives at: eagerly, or by recording, differentiating,
  /// batching. `functions` are the bodies of control-flow operations, by role. Throws TraceException for the user's
  /// faults.
  std::vector<Value> bind(Opcode opcode, std::span<const Value> operands, Attributes attributes = {},
                          std::span<const TracedFunctionPtr> functions = {}, std::optional<Shape> written = {});
  Value bind1(Opcode opcode, std::initializer_list<Value> operands, Attributes attributes = {},
              std::optional<Shape> written = {});

  /// convert_element_type; `weak` says whether the result is weakly typed (no work where nothing changes).
  Value convert(const Value& value, ElementType type, bool weak = false);

  TracedFunctionPtr trace(const FlatFunction& function, std::span<const Aval> arguments, const std::string& name,
                          std::span<const std::string> argumentNames = {});
  /// jax.jvp. A null tangent is a symbolic zero, in and out.
  JvpResult jvp(const FlatFunction& function, std::span<const Value> primals, std::span<const Value> tangents);
  /// jax.vjp: runs forward once; `pullback` may be called any number of times (null cotangents are zeros; null results
  /// too).
  struct Vjp {
    std::vector<Value> results;
    std::function<std::vector<Value>(std::span<const Value> cotangents)> pullback;
  };
  Vjp vjp(const FlatFunction& function, std::span<const Value> primals);
  /// jax.linearize's linear part as a traced function, beside the results.
  struct Linearized {
    std::vector<Value> results;
    TracedFunctionPtr linear;
  };
  Linearized linearize(const FlatFunction& function, std::span<const Value> primals);
  /// jax.vmap. inAxes[i] nullopt: not batched. outAxes gives where the results' batch dimension goes (nullopt: must be
  /// unbatched); one entry serves all results if it has size 1.
  std::vector<Value> vmap(const FlatFunction& function, std::span<const Value> arguments,
                          std::span<const std::optional<int64_t>> inAxes,
                          std::span<const std::optional<int64_t>> outAxes, int64_t size,
                          const std::string& axisName = {});
  /// The call of a traced function: the `jit` primitive (inlined by no one before the call-inliner pass).
  std::vector<Value> callJit(const TracedFunctionPtr& function, std::span<const Value> arguments);
  std::vector<Value> customJvp(const TracedFunctionPtr& function, const FlatFunction& rule,
                               std::span<const Value> arguments);
  std::vector<Value> customVjp(const TracedFunctionPtr& function, const FlatFunction& forward,
                               const FlatFunction& backward, std::span<const Value> arguments);
  std::vector<Value> scan(const TracedFunctionPtr& body, std::span<const Value> operands, ScanAttributes attributes);
  std::vector<Value> whileLoop(const TracedFunctionPtr& cond, const TracedFunctionPtr& body,
                               std::span<const Value> operands, WhileAttributes attributes);
  /// operands: the index (pred or s32), then the branches' arguments.
  std::vector<Value> cond(std::span<const TracedFunctionPtr> branches, std::span<const Value> operands);
  /// Runs the traced function's body operation by operation at the current level.
  std::vector<Value> evaluate(const TracedFunction& function, std::span<const Value> arguments);

  /// Names of the arguments that made `value` traced, with the function they belong to: what an error says.
  std::vector<std::string> tracedBecauseOf(const Value& value) const;
  /// "JitTracer(float32[3])" as JAX prints a tracer.
  std::string describe(const Value& value) const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// The jaxpr as JAX 0.10 prints it, and for each of its lines the instruction (0: none).
struct JaxprText {
  std::string text;
  std::vector<InstructionId> lines;
};
JaxprText jaxprText(const TracedFunction& function);

/// A module that takes the arguments alone: small consts become constants, large ones stay parameters in front;
/// `kept` gets the indices in `consts` of those. A single result is the root itself; operations are named from the
/// function on, "jit(f)/layer/exp".
std::unique_ptr<Module> moduleForCompiling(const TracedFunction& function, std::vector<size_t>* kept = nullptr);

}  // namespace onepot
