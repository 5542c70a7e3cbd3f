// Linear operations in the order they were done: replayed forwards, transposed backwards.
#pragma once

#include "engine/trace/custom_rule.h"
#include "engine/trace/trace_level.h"

namespace onepot {

struct TapeEntry {
  Opcode opcode;
  std::vector<Value> operands;  // LinearTracers of the tape, and values that do not depend on its inputs
  Attributes attributes;
  std::vector<TracedFunctionPtr> functions;
  std::optional<Shape> written;
  std::vector<int64_t> results;            // slots
  std::vector<SourceRange> source;         // kept while something is recorded
  std::string scope;                       // the names it was recorded under
  std::shared_ptr<const CustomRule> rule;  // CustomVjpCall: its backward function takes the place of a transpose
};

struct Tape {
  LevelTagPtr tag;
  std::vector<Aval> slots;
  std::vector<TapeEntry> entries;

  /// The slot of a value, −1 for one that does not depend on the inputs.
  int64_t slotOf(const Value& value) const;
};

/// Records what happens to linear values; everything else goes to the level below.
class LinearLevel final : public TraceLevel {
 public:
  LinearLevel(TraceState& state, TraceLevel* parent);
  Value input(const Aval& aval);
  std::vector<Value> process(const Operation& operation) override;
  const std::shared_ptr<Tape>& tape() const { return m_tape; }

 private:
  std::shared_ptr<Tape> m_tape;
};

/// Which slots must be known for `results` to be: entries that do not lead to them are marked false.
std::vector<bool> neededEntries(const Tape& tape, std::span<const Value> results);

/// Backwards: from the cotangents of `results` (null: zero) to those of the slots of `inputs`, on the current level.
std::vector<Value> transposeTape(TraceState& state, const Tape& tape, std::span<const Value> results,
                                 std::span<const Value> cotangents, std::span<const Value> inputs);

/// Forwards on the current level: `values` holds the inputs' values by slot; `outside` maps what does not depend on
/// them.
std::vector<Value> replayTape(TraceState& state, const Tape& tape, std::span<const Value> results,
                              std::unordered_map<int64_t, Value> values,
                              const std::function<Value(const Value&)>& outside);

/// Cotangents of the operands of an entry with bodies (transpose_bodies.cpp).
std::vector<Value> transposeBodies(TraceState& state, const Tape& tape, const TapeEntry& entry,
                                   std::span<const Value> cotangents);

}  // namespace onepot
