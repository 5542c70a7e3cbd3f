// Backwards through operations with bodies.
#include <algorithm>

#include "engine/trace/bodies.h"
#include "engine/trace/evaluate_function.h"
#include "engine/trace/result_avals.h"
#include "engine/trace/rule_context.h"
#include "engine/trace/tape.h"

namespace onepot {

namespace {

Mask linearOperands(const Tape& tape, const TapeEntry& entry) {
  Mask linear;
  for (const Value& operand : entry.operands) linear.push_back(tape.slotOf(operand) >= 0);
  return linear;
}

Mask nonzeroMask(std::span<const Value> values) {
  Mask mask;
  for (const Value& value : values) mask.push_back(value != nullptr);
  return mask;
}

/// The values of the operands that are not linear, then the cotangents that are not zero.
std::vector<Value> transposedOperands(const TapeEntry& entry, const Mask& linear, std::span<const Value> cotangents) {
  std::vector<Value> operands;
  for (size_t i = 0; i < linear.size(); ++i)
    if (!linear[i]) operands.push_back(entry.operands[i]);
  std::ranges::copy_if(cotangents, std::back_inserter(operands), [](const Value& v) { return v != nullptr; });
  return operands;
}

std::vector<Value> spread(const Mask& nonzero, std::span<const Value> given) {
  std::vector<Value> all;
  size_t next = 0;
  for (bool one : nonzero) all.push_back(one ? given[next++] : nullptr);
  return all;
}

std::vector<Value> transposeCall(TraceState& state, const Tape& tape, const TapeEntry& entry,
                                 std::span<const Value> cotangents) {
  Mask linear = linearOperands(tape, entry);
  const TransposedBody& body = transposeBody(state, entry.functions[0], linear, nonzeroMask(cotangents), false);
  Operation operation{entry.opcode, {}, entry.attributes, {}, entry.written};
  return spread(body.argumentNonzero,
                bindBody(state, operation, body.function, transposedOperands(entry, linear, cotangents)));
}

std::vector<Value> transposeCustom(TraceState& state, const TapeEntry& entry, std::span<const Value> cotangents) {
  size_t residuals = entry.operands.size() - entry.rule->arguments;
  std::vector<Value> operands(entry.operands.begin(), entry.operands.begin() + static_cast<ptrdiff_t>(residuals));
  for (size_t i = 0; i < cotangents.size(); ++i)
    operands.push_back(instantiated(state, cotangents[i], entry.functions[0]->results[i].shape));
  std::vector<Value> all(residuals);
  append(all, entry.rule->backward(operands));
  ensure(all.size() == entry.operands.size(), "a backward function gives a cotangent for every argument");
  return all;
}

/// A linear scan backwards: cotangents of the carries are carried, those of the consts add up, those of the inputs
/// stack.
class ScanTransposer {
 public:
  ScanTransposer(TraceState& state, const Tape& tape, const TapeEntry& entry, std::span<const Value> cotangents)
      : m_state(state),
        m_entry(entry),
        m_cotangents(cotangents),
        m_scan(std::get<ScanAttributes>(entry.attributes)),
        m_linear(linearOperands(tape, entry)) {
    m_consts = static_cast<size_t>(m_scan.numConsts);
    m_fixed = m_consts + static_cast<size_t>(m_scan.numCarry);
    std::fill(m_linear.begin() + static_cast<ptrdiff_t>(m_consts), m_linear.begin() + static_cast<ptrdiff_t>(m_fixed),
              true);
    m_constants = countOf(part(m_linear, 0, m_consts));
  }

  std::vector<Value> run() {
    size_t carries = m_fixed - m_consts;
    Mask nonzero = joinedMasks({Mask(carries, true), nonzeroMask(m_cotangents.subspan(carries))});
    const TransposedBody& body = transposeBody(m_state, m_entry.functions[0], m_linear, nonzero, true);
    TracedFunctionPtr step =
        arranged(body.function, {-5}, [&] { return std::vector{recordStep(body.function)}; }).front();
    std::vector<Value> operands = pick(0, m_consts, false);
    ScanAttributes scan = m_scan;
    scan.reverse = !scan.reverse;
    scan.numConsts = static_cast<int64_t>(operands.size());
    scan.numCarry = static_cast<int64_t>(carries + m_constants);
    const auto& results = m_entry.functions[0]->results;
    for (size_t i = 0; i < carries; ++i) operands.push_back(instantiated(m_state, m_cotangents[i], results[i].shape));
    for (size_t i = 0; i < m_consts; ++i)
      if (m_linear[i]) operands.push_back(zerosOf(m_state, m_entry.operands[i]->aval().shape));
    append(operands, pick(m_fixed, m_linear.size(), false));
    for (const Value& cotangent : m_cotangents.subspan(carries))
      if (cotangent != nullptr) operands.push_back(cotangent);
    return place(bindScan(m_state, step, operands, scan), carries);
  }

 private:
  std::vector<Value> pick(size_t from, size_t to, bool linear) const {
    std::vector<Value> all;
    for (size_t i = from; i < to; ++i)
      if (m_linear[i] == linear) all.push_back(m_entry.operands[i]);
    return all;
  }

  // The transposed body takes values, then cotangents; gives cotangents of consts, carries, inputs.
  TracedFunctionPtr recordStep(const TracedFunctionPtr& transposed) {
    const auto& avals = transposed->arguments;
    size_t fixedValues = m_consts - m_constants, carries = m_fixed - m_consts;
    size_t values = static_cast<size_t>(std::ranges::count(m_linear, false));
    auto slice = [&](size_t from, size_t to) {
      return std::vector<Aval>(avals.begin() + static_cast<ptrdiff_t>(from),
                               avals.begin() + static_cast<ptrdiff_t>(to));
    };
    std::vector<Aval> own = slice(0, fixedValues);
    auto add = [&](const std::vector<Aval>& more) { own.insert(own.end(), more.begin(), more.end()); };
    add(slice(values, values + carries));
    for (size_t i = 0; i < m_constants; ++i) own.push_back({transposed->results[i].shape, false});
    add(slice(fixedValues, values));
    add(slice(values + carries, avals.size()));
    return recordFunction(m_state, transposed->name, own, [&](std::span<const Value> given) {
      auto sums = given.subspan(fixedValues + carries, m_constants);
      auto inputs = given.subspan(fixedValues + carries + m_constants);
      std::vector<Value> arguments(given.begin(), given.begin() + static_cast<ptrdiff_t>(fixedValues));
      append(arguments, inputs.first(values - fixedValues));
      append(arguments, given.subspan(fixedValues, carries));
      append(arguments, inputs.subspan(values - fixedValues));
      std::vector<Value> all = evaluateFunction(m_state, *transposed, withConsts(*transposed, arguments));
      std::vector<Value> results(all.begin() + static_cast<ptrdiff_t>(m_constants),
                                 all.begin() + static_cast<ptrdiff_t>(m_constants + carries));
      for (size_t i = 0; i < m_constants; ++i) results.push_back(m_state.bind1(Opcode::AddAny, {sums[i], all[i]}));
      append(results, std::span(all).subspan(m_constants + carries));
      return results;
    });
  }

  std::vector<Value> place(const std::vector<Value>& given, size_t carries) const {
    std::vector<Value> all(m_linear.size());
    size_t nextConst = carries, nextInput = carries + m_constants;
    for (size_t i = 0; i < m_linear.size(); ++i) {
      if (!m_linear[i]) continue;
      if (i < m_consts)
        all[i] = given[nextConst++];
      else if (i < m_fixed)
        all[i] = given[i - m_consts];
      else
        all[i] = given[nextInput++];
    }
    return all;
  }

  TraceState& m_state;
  const TapeEntry& m_entry;
  std::span<const Value> m_cotangents;
  ScanAttributes m_scan;
  Mask m_linear;
  size_t m_consts = 0, m_fixed = 0, m_constants = 0;
};

std::vector<Value> transposeCond(TraceState& state, const Tape& tape, const TapeEntry& entry,
                                 std::span<const Value> cotangents) {
  Mask linear = linearOperands(tape, entry);
  Mask inner = part(linear, 1, linear.size());
  std::vector<TracedFunctionPtr> branches;
  for (const TracedFunctionPtr& branch : entry.functions)
    branches.push_back(transposeBody(state, branch, inner, nonzeroMask(cotangents), true).function);
  std::vector<Value> operands = transposedOperands(entry, linear, cotangents);
  return spread(linear, state.bind(Opcode::Cond, operands, {}, branches));
}

}  // namespace

std::vector<Value> transposeBodies(TraceState& state, const Tape& tape, const TapeEntry& entry,
                                   std::span<const Value> cotangents) {
  switch (entry.opcode) {
    case Opcode::Scan: return ScanTransposer(state, tape, entry, cotangents).run();
    case Opcode::Cond: return transposeCond(state, tape, entry, cotangents);
    case Opcode::CustomVjpCall: return transposeCustom(state, entry, cotangents);
    case Opcode::WhileLoop: throwTraceError("ValueError", {"trace.while_reverse", {}}, state.rangeNow());
    default: return transposeCall(state, tape, entry, cotangents);
  }
}

}  // namespace onepot
