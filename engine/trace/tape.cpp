#include "engine/trace/tape.h"

#include <algorithm>

#include "engine/ops/op.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/rule_context.h"

namespace onepot {

int64_t Tape::slotOf(const Value& value) const {
  const auto* tracer = tracerOf<LinearTracer>(value, tag.get(), ValueKind::Linear);
  return tracer == nullptr ? -1 : tracer->slot;
}

LinearLevel::LinearLevel(TraceState& state, TraceLevel* parent)
    : TraceLevel(state, parent, parent->tag()->depth + 1), m_tape(std::make_shared<Tape>()) {
  m_tape->tag = m_tag;
}

Value LinearLevel::input(const Aval& aval) {
  m_tape->slots.push_back(aval);
  return std::make_shared<LinearTracer>(aval, m_tag, static_cast<int64_t>(m_tape->slots.size()) - 1);
}

std::vector<Value> LinearLevel::process(const Operation& operation) {
  bool linear = std::ranges::any_of(operation.operands, [&](const Value& v) { return m_tape->slotOf(v) >= 0; });
  if (!linear) return m_parent->process(operation);
  TapeEntry entry{operation.opcode,
                  {operation.operands.begin(), operation.operands.end()},
                  operation.attributes,
                  {operation.functions.begin(), operation.functions.end()},
                  operation.written,
                  {},
                  {},
                  m_state.names.text(),
                  nullptr};
  if (m_state.staging > 0) entry.source = m_state.sourceNow();
  if (operation.opcode == Opcode::CustomVjpCall) {
    auto found = m_state.rules.find(std::get<CallAttributes>(operation.attributes).rule);
    ensure(found != m_state.rules.end(), "a custom derivative is known while its operations are");
    entry.rule = found->second.lock();
  }
  std::vector<Value> results;
  for (const Aval& aval : resultAvals(operation, m_state)) {
    results.push_back(input(aval));
    entry.results.push_back(static_cast<int64_t>(m_tape->slots.size()) - 1);
  }
  m_tape->entries.push_back(std::move(entry));
  return results;
}

std::vector<bool> neededEntries(const Tape& tape, std::span<const Value> results) {
  std::vector<bool> slots(tape.slots.size(), false), entries(tape.entries.size(), false);
  auto need = [&](const Value& value) {
    if (int64_t slot = tape.slotOf(value); slot >= 0) slots[static_cast<size_t>(slot)] = true;
  };
  for (const Value& result : results) need(result);
  for (size_t i = tape.entries.size(); i-- > 0;) {
    const TapeEntry& entry = tape.entries[i];
    entries[i] = std::ranges::any_of(entry.results, [&](int64_t slot) { return slots[static_cast<size_t>(slot)]; });
    if (!entries[i]) continue;
    for (const Value& operand : entry.operands) need(operand);
  }
  return entries;
}

namespace {

std::vector<Value> transposeEntry(TraceState& state, const Tape& tape, const TapeEntry& entry,
                                  std::span<const Value> cotangents) {
  if (hasBodies(entry.opcode)) return transposeBodies(state, tape, entry, cotangents);
  std::vector<Value> operands;
  std::vector<Shape> shapes;
  for (const Value& operand : entry.operands) {
    operands.push_back(tape.slotOf(operand) >= 0 ? nullptr : operand);
    shapes.push_back(operand->aval().shape);
  }
  RuleContext context(state, entry.opcode, entry.attributes, std::move(operands), entry.functions);
  context.written = entry.written;
  context.operandShapes = std::move(shapes);
  context.cotangent = cotangents.front();
  const OpRow& row = op(entry.opcode);
  if (row.transpose == nullptr) context.refuse({"trace.no_transpose", {std::string(row.jaxpr)}});
  row.transpose(context);
  return std::move(context.operandCotangents);
}

}  // namespace

std::vector<Value> transposeTape(TraceState& state, const Tape& tape, std::span<const Value> results,
                                 std::span<const Value> cotangents, std::span<const Value> inputs) {
  std::vector<Value> slots(tape.slots.size());
  auto accumulate = [&](int64_t slot, Value cotangent) {
    if (slot < 0 || cotangent == nullptr) return;
    Value& sum = slots[static_cast<size_t>(slot)];
    sum = sum == nullptr ? std::move(cotangent) : state.bind1(Opcode::AddAny, {sum, cotangent});
  };
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i] != nullptr) accumulate(tape.slotOf(results[i]), cotangents[i]);
  for (size_t i = tape.entries.size(); i-- > 0;) {
    const TapeEntry& entry = tape.entries[i];
    std::vector<Value> own;
    bool any = false;
    for (int64_t slot : entry.results) {
      any |= slots[static_cast<size_t>(slot)] != nullptr;
      own.push_back(std::move(slots[static_cast<size_t>(slot)]));
    }
    if (!any) continue;
    SourceScope source(state, entry.source.empty() ? nullptr : &entry.source);
    NameScope scope(state, NameScope::kScope, entry.scope);
    std::vector<Value> operands = transposeEntry(state, tape, entry, own);
    for (size_t k = 0; k < operands.size(); ++k) accumulate(tape.slotOf(entry.operands[k]), operands[k]);
  }
  std::vector<Value> all;
  for (const Value& input : inputs)
    all.push_back(input == nullptr ? nullptr : slots[static_cast<size_t>(tape.slotOf(input))]);
  return all;
}

std::vector<Value> replayTape(TraceState& state, const Tape& tape, std::span<const Value> results,
                              std::unordered_map<int64_t, Value> values,
                              const std::function<Value(const Value&)>& outside) {
  std::vector<bool> needed = neededEntries(tape, results);
  auto resolve = [&](const Value& value) {
    int64_t slot = tape.slotOf(value);
    return slot < 0 ? outside(value) : values.at(slot);
  };
  for (size_t i = 0; i < tape.entries.size(); ++i) {
    if (!needed[i]) continue;
    const TapeEntry& entry = tape.entries[i];
    std::vector<Value> operands;
    for (const Value& operand : entry.operands) operands.push_back(resolve(operand));
    SourceScope source(state, entry.source.empty() ? nullptr : &entry.source);
    NameScope scope(state, NameScope::kScope, entry.scope);
    std::vector<Value> done = state.bind(entry.opcode, operands, entry.attributes, entry.functions, entry.written);
    for (size_t k = 0; k < done.size(); ++k) values[entry.results[k]] = std::move(done[k]);
  }
  std::vector<Value> all;
  for (const Value& result : results) all.push_back(result == nullptr ? nullptr : resolve(result));
  return all;
}

}  // namespace onepot
