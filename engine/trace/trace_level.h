// One level of the stack of transformations, and the state that all levels of a thread share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/trace/api.h"
#include "engine/trace/name_stack.h"
#include "engine/trace/tracers.h"

namespace onepot {

/// An operation on its way down the stack.
struct Operation {
  Opcode opcode;
  std::span<const Value> operands;
  const Attributes& attributes;
  std::span<const TracedFunctionPtr> functions = {};
  const std::optional<Shape>& written;
};

struct TraceState;

/// What happens to an operation: run, recorded, differentiated, batched. Levels below see what this one binds.
class TraceLevel {
 public:
  /// `parent` is null for levels that end the way down (eager, recording); `depth` tells tracers of nested levels
  /// apart.
  TraceLevel(TraceState& state, TraceLevel* parent, int depth)
      : m_state(state), m_parent(parent), m_tag(std::make_shared<LevelTag>()) {
    m_tag->depth = depth;
  }
  virtual ~TraceLevel() { m_tag->alive = false; }
  TraceLevel(const TraceLevel&) = delete;
  virtual std::vector<Value> process(const Operation& operation) = 0;
  TraceLevel* parent() const { return m_parent; }
  const LevelTagPtr& tag() const { return m_tag; }
  TraceState& state() const { return m_state; }

 protected:
  TraceState& m_state;
  TraceLevel* m_parent;
  LevelTagPtr m_tag;
};

/// Of one thread's tracing.
struct TraceState {
  TraceLevel* current = nullptr;      // where bind() goes
  std::unique_ptr<TraceLevel> eager;  // the lowest level
  Device* device = nullptr;
  EventSink* sink = nullptr;
  SourceProvider sourceProvider;
  const std::vector<SourceRange>* source = nullptr;  // instead of asking: the operation that is being transformed
  NameStack names;
  bool jitDisabled = false;
  int staging = 0;
  std::string batchingAxis;  // of the batch level that is at work: bodies are batched under the same name
  uint64_t lastRule = 0;
  std::unordered_map<uint64_t, std::weak_ptr<const CustomRule>> rules;
  std::map<std::pair<Opcode, ElementType>, TracedFunctionPtr> combiners;  // of scatters that rules bind

  std::vector<SourceRange> sourceNow() const {
    if (source != nullptr) return *source;
    return sourceProvider ? sourceProvider() : std::vector<SourceRange>();
  }
  /// The innermost frame alone, for errors.
  SourceRange rangeNow() const {
    std::vector<SourceRange> stack = sourceNow();
    return stack.empty() ? SourceRange() : stack.front();
  }
  std::vector<Value> bind(Opcode opcode, std::span<const Value> operands, const Attributes& attributes = {},
                          std::span<const TracedFunctionPtr> functions = {}, const std::optional<Shape>& written = {}) {
    return current->process({opcode, operands, attributes, functions, written});
  }
  Value bind1(Opcode opcode, std::initializer_list<Value> operands, const Attributes& attributes = {},
              const std::optional<Shape>& written = {}) {
    return bind(opcode, std::span(operands.begin(), operands.size()), attributes, {}, written).front();
  }
};

/// Makes `level` the one that bind() goes to, for as long as it lives.
class LevelScope {
 public:
  LevelScope(TraceState& state, TraceLevel* level) : m_state(state), m_previous(state.current) {
    state.current = level;
  }
  ~LevelScope() { m_state.current = m_previous; }
  LevelScope(const LevelScope&) = delete;

 private:
  TraceState& m_state;
  TraceLevel* m_previous;
};

/// While it lives, new operations stand for the one that `stack` belongs to.
class SourceScope {
 public:
  SourceScope(TraceState& state, const std::vector<SourceRange>* stack) : m_state(state), m_previous(state.source) {
    if (stack != nullptr) state.source = stack;
  }
  ~SourceScope() { m_state.source = m_previous; }
  SourceScope(const SourceScope&) = delete;

 private:
  TraceState& m_state;
  const std::vector<SourceRange>* m_previous;
};

/// While it lives, operations are named under one more scope or transformation; an empty scope changes nothing.
class NameScope {
 public:
  enum Kind { kScope, kTransform };
  NameScope(TraceState& state, Kind kind, std::string name) : m_state(state), m_named(!name.empty()) {
    if (!m_named) return;
    if (kind == kScope) state.names.pushScope(std::move(name));
    if (kind == kTransform) state.names.pushTransform(std::move(name));
  }
  ~NameScope() {
    if (m_named) m_state.names.pop();
  }
  NameScope(const NameScope&) = delete;

 private:
  TraceState& m_state;
  bool m_named;
};

/// While it lives, names start anew: a function's operations are named within it.
class FreshNames {
 public:
  explicit FreshNames(TraceState& state) : m_state(state), m_kept(std::exchange(state.names, {})) {}
  ~FreshNames() { m_state.names = std::move(m_kept); }
  FreshNames(const FreshNames&) = delete;

 private:
  TraceState& m_state;
  NameStack m_kept;
};

/// Jit, scan, while, cond, custom derivatives, remat: the operations whose meaning lies in their bodies.
constexpr bool hasBodies(Opcode opcode) { return opcode >= Opcode::Jit && opcode <= Opcode::Cond; }

}  // namespace onepot
