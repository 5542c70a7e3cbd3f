// The level that differentiates: values carry tangents, operations follow the jvp column of the op table.
#pragma once

#include "engine/trace/trace_level.h"

namespace onepot {

class JvpLevel final : public TraceLevel {
 public:
  /// `linearizes`: the parent is a LinearLevel that records what happens to the tangents.
  JvpLevel(TraceState& state, TraceLevel* parent, bool linearizes)
      : TraceLevel(state, parent, parent->tag()->depth + 1), m_linearizes(linearizes) {}
  std::vector<Value> process(const Operation& operation) override;

  /// A value with its tangent; the value itself where the tangent is null.
  Value join(const Value& primal, const Value& tangent) const;
  /// The primal and (null for zero) the tangent of a value that this level gave or that came from outside.
  std::pair<Value, Value> split(const Value& value) const;
  bool linearizes() const { return m_linearizes; }

 private:
  bool m_linearizes;
};

/// What an operation with bodies gives and how that changes; `tangents` are null for zero. Runs on the level below.
struct Differentiated {
  std::vector<Value> results, tangents;
};
Differentiated differentiateBodies(const Operation& operation, std::span<const Value> tangents, bool linearizes,
                                   TraceState& state);

}  // namespace onepot
