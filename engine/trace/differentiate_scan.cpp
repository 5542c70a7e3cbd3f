// Derivatives of scan: forward in one loop; linearised into a loop that stacks residuals and a loop that is linear.
#include <algorithm>

#include "engine/trace/bodies.h"
#include "engine/trace/differentiate_loops.h"
#include "engine/trace/rule_context.h"

namespace onepot {

namespace {

/// Where consts, carries and stacked inputs lie among a scan's operands, and which have a tangent.
struct ScanParts {
  ScanParts(const Operation& operation, std::span<const Value> tangents)
      : attributes(std::get<ScanAttributes>(operation.attributes)),
        consts(static_cast<size_t>(attributes.numConsts)),
        carries(static_cast<size_t>(attributes.numCarry)),
        operands(operation.operands.size()),
        results(operation.functions[0]->results.size()),
        nonzero(nonzeroOf(tangents)) {}

  size_t fixed() const { return consts + carries; }
  Mask carryMask() const { return part(nonzero, consts, fixed()); }
  /// Carries that get a tangent inside the loop have one from the start. False: nothing was added.
  bool widen(const Mask& resultNonzero) {
    bool wider = false;
    for (size_t i = 0; i < carries; ++i) {
      wider |= resultNonzero[i] && !nonzero[consts + i];
      nonzero[consts + i] = nonzero[consts + i] || resultNonzero[i];
    }
    return wider;
  }

  ScanAttributes attributes;
  size_t consts, carries, operands, results;
  Mask nonzero;
};

/// The tangents of one part of the operands, zeros where a carry's is zero.
std::vector<Value> tangentsOf(const ScanParts& parts, std::span<const Value> operands, std::span<const Value> tangents,
                              size_t from, size_t to, TraceState& state) {
  std::vector<Value> all;
  for (size_t i = from; i < to; ++i)
    if (parts.nonzero[i]) all.push_back(instantiated(state, tangents[i], operands[i]->aval().shape));
  return all;
}

/// Indices of the tangents of operands [from, to) among all tangents that are not zero, counted from `first`.
std::vector<size_t> tangentIndices(const Mask& nonzero, size_t from, size_t to, size_t first) {
  size_t before = countOf(part(nonzero, 0, from));
  return range(first + before, first + before + countOf(part(nonzero, from, to)));
}

Differentiated unpack(const std::vector<Value>& all, const ScanParts& parts, const Mask& resultNonzero) {
  // carries, their tangents, outputs, their tangents
  Differentiated done;
  size_t carryTangents = countOf(part(resultNonzero, 0, parts.carries));
  size_t tangent = parts.carries, outputs = parts.carries + carryTangents;
  done.results.assign(all.begin(), all.begin() + static_cast<ptrdiff_t>(parts.carries));
  for (size_t i = 0; i < parts.carries; ++i) done.tangents.push_back(resultNonzero[i] ? all[tangent++] : nullptr);
  size_t outputTangent = outputs + parts.results - parts.carries;
  for (size_t i = parts.carries; i < parts.results; ++i) {
    done.results.push_back(all[outputs++]);
    done.tangents.push_back(resultNonzero[i] ? all[outputTangent++] : nullptr);
  }
  return done;
}

}  // namespace

Differentiated differentiateScan(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  ScanParts parts(operation, tangents);
  const JvpBody* body = nullptr;
  do body = &jvpOfBody(state, operation.functions[0], parts.nonzero, parts.carryMask());
  while (parts.widen(body->resultNonzero));
  const Mask& given = body->resultNonzero;
  size_t n = parts.operands, fixed = parts.fixed();
  std::vector<size_t> arguments = range(0, parts.consts), results = range(0, parts.carries);
  append(arguments, tangentIndices(parts.nonzero, 0, parts.consts, n));
  append(arguments, range(parts.consts, fixed));
  append(arguments, tangentIndices(parts.nonzero, parts.consts, fixed, n));
  append(arguments, range(fixed, n));
  append(arguments, tangentIndices(parts.nonzero, fixed, n, n));
  append(results, tangentIndices(given, 0, parts.carries, parts.results));
  append(results, range(parts.carries, parts.results));
  append(results, tangentIndices(given, parts.carries, parts.results, parts.results));
  std::vector<Value> operands;
  for (auto [from, to] : {std::pair{size_t{0}, parts.consts}, std::pair{parts.consts, fixed}, std::pair{fixed, n}}) {
    append(operands, operation.operands.subspan(from, to - from));
    append(operands, tangentsOf(parts, operation.operands, tangents, from, to, state));
  }
  ScanAttributes scan = parts.attributes;
  scan.numConsts += static_cast<int64_t>(countOf(part(parts.nonzero, 0, parts.consts)));
  scan.numCarry += static_cast<int64_t>(countOf(parts.carryMask()));
  TracedFunctionPtr inner = reordered(state, body->function, arguments, results);
  return unpack(bindScan(state, inner, operands, scan), parts, given);
}

// A residual is a const of the loop, one of its stacked inputs, or is stacked by the primal loop.
Differentiated linearizeScan(const Operation& operation, std::span<const Value> tangents, TraceState& state) {
  ScanParts parts(operation, tangents);
  Mask atHand =
      joinedMasks({Mask(parts.consts, true), Mask(parts.carries, false), Mask(parts.operands - parts.fixed(), true)});
  const LinearizedBody* body = nullptr;
  do body = &linearizeBody(state, operation.functions[0], parts.nonzero, parts.carryMask(), atHand);
  while (parts.widen(body->resultNonzero));
  Differentiated done;
  done.results = bindScan(state, body->primal, operation.operands, parts.attributes);
  std::vector<Value> consts, stacks;
  std::vector<size_t> constIndices, stackIndices;
  size_t computed = parts.results;
  for (size_t i = 0; i < body->residuals.size(); ++i) {
    std::optional<size_t> argument = body->residuals[i];
    bool isConst = argument && *argument < parts.consts;
    (isConst ? consts : stacks).push_back(argument ? operation.operands[*argument] : done.results[computed++]);
    (isConst ? constIndices : stackIndices).push_back(i);
  }
  done.results.resize(parts.results);
  size_t first = body->residuals.size();
  std::vector<size_t> arguments = constIndices;
  append(arguments, tangentIndices(parts.nonzero, 0, parts.consts, first));
  append(arguments, tangentIndices(parts.nonzero, parts.consts, parts.fixed(), first));
  append(arguments, stackIndices);
  append(arguments, tangentIndices(parts.nonzero, parts.fixed(), parts.operands, first));
  std::vector<Value> operands = consts;
  append(operands, tangentsOf(parts, operation.operands, tangents, 0, parts.consts, state));
  ScanAttributes scan = parts.attributes;
  scan.numConsts = static_cast<int64_t>(operands.size());
  scan.numCarry = static_cast<int64_t>(countOf(parts.carryMask()));
  append(operands, tangentsOf(parts, operation.operands, tangents, parts.consts, parts.fixed(), state));
  append(operands, stacks);
  append(operands, tangentsOf(parts, operation.operands, tangents, parts.fixed(), parts.operands, state));
  TracedFunctionPtr inner = reordered(state, body->linear, arguments, range(0, body->linear->results.size()));
  std::vector<Value> given = bindScan(state, inner, operands, scan);
  size_t next = 0;
  for (bool one : body->resultNonzero) done.tangents.push_back(one ? given[next++] : nullptr);
  return done;
}

}  // namespace onepot
