// The level that batches: values carry a batch dimension, operations follow the batch column of the op table.
#pragma once

#include <string>

#include "engine/trace/trace_level.h"

namespace onepot {

class BatchLevel final : public TraceLevel {
 public:
  BatchLevel(TraceState& state, TraceLevel* parent, int64_t size, std::string axisName)
      : TraceLevel(state, parent, parent->tag()->depth + 1), m_size(size), m_axisName(std::move(axisName)) {}
  std::vector<Value> process(const Operation& operation) override;

  Value join(const Value& value, std::optional<int64_t> dimension) const;
  std::pair<Value, std::optional<int64_t>> split(const Value& value) const;
  /// The value below with its batch at `dimension` (broadcast to it where it has none).
  Value placedAt(const Value& value, int64_t dimension) const;
  int64_t size() const { return m_size; }

 private:
  /// all_gather over this level's axis, and its transpose: where values of the batch meet. None: another operation.
  std::optional<std::vector<Value>> collective(const Operation& operation) const;

  int64_t m_size;
  std::string m_axisName;
};

/// Moves dimension `from` to `to`, on the current level.
Value moveDimension(TraceState& state, const Value& value, int64_t from, int64_t to);
/// Repeats the value along a new dimension.
Value broadcastAt(TraceState& state, const Value& value, int64_t dimension, int64_t size);

struct Batched {
  std::vector<Value> results;
  std::vector<std::optional<int64_t>> dimensions;
};
/// An operation with bodies; `dimensions` by operand. Runs on the level below.
Batched batchBodies(const Operation& operation, std::span<const std::optional<int64_t>> dimensions, int64_t size,
                    TraceState& state);

}  // namespace onepot
