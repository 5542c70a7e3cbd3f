// One row of the op table: everything Onepot knows of an operation, column by column.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/module.h"
#include "engine/ir/shape_inference.h"

namespace onepot {

// Each column's interface has a header of its own.
class EvaluationContext;  // ops/evaluation.h      the reference evaluator's view of an instruction
class CalleeCosts;        // ops/cost_rules.h      costs of called computations
struct OpCost;            // ops/op_cost.h         flops, transcendentals, bytes
class ElementContext;     // ops/element_lowering.h   output element i from operand elements
struct Scalar;            // ops/scalar_builder.h
class TransformContext;   // ops/transform_rules.h    jvp, transpose, batching
class LoweringContext;    // ops/traced_lowering.h    traced row → HLO

enum OpTrait : uint32_t {
  kNoTrait = 0,
  kElementwise = 1 << 0,  // output element i depends on operand elements i alone
  kCommutative = 1 << 1,
  kSideEffect = 1 << 2,
  kExpensive = 1 << 3,  // recomputing it costs more than a memory access (transcendentals, divide…)
  kTranscendental = 1 << 4,
  kFree = 1 << 5,         // no work and no bytes: tuple, get-tuple-element, bitcast, parameter
  kMovement = 1 << 6,     // moves elements, computes nothing: transpose, slice, broadcast…
  kContraction = 1 << 7,  // dot, convolution
  kReduction = 1 << 8,
  kControl = 1 << 9,  // while, call, conditional, custom-call
  kCollective = 1 << 10,
  kTracedRow = 1 << 11,    // the traced dialect: `lower` is mandatory
  kTextOnly = 1 << 12,     // parsed, kept, printed; evaluating or compiling it is refused in words
  kLoopFusible = 1 << 13,  // may be inside a loop fusion
  kLinear = 1 << 14,       // linear in (some of) its operands: `transpose` is mandatory
};

using ShapeRule = Result<Shape> (*)(const ShapeQuery&);
using EvaluateRule = Result<Literal> (*)(EvaluationContext&);
using CostRule = OpCost (*)(const Instruction&, CalleeCosts&);
using ElementRule = Scalar (*)(ElementContext&);
using JvpRule = void (*)(TransformContext&);
using TransposeRule = void (*)(TransformContext&);
using BatchRule = void (*)(TransformContext&);
using LowerRule = void (*)(LoweringContext&);

/// The order of the columns is the order within a row's text: what one person fills in stands apart from what another
/// does.
struct OpRow {
  Opcode opcode;
  int arity;  // −1: any number
  uint32_t traits;
  ShapeRule shape = nullptr;
  EvaluateRule evaluate = nullptr;
  CostRule cost = nullptr;
  std::string_view stablehlo = {};  // "add" for stablehlo.add; "chlo.erf" for another dialect's
  std::string_view jaxpr = {};      // the primitive's name as a jaxpr prints it, "add", "exp", "reduce_sum"
  ElementRule element = nullptr;
  std::string_view doc = {};  // one line
  JvpRule jvp = nullptr;
  TransposeRule transpose = nullptr;
  BatchRule batch = nullptr;
  LowerRule lower = nullptr;
  std::string_view example = {};  // one line of HLO text; x, y… are operands, f, g… computations

  constexpr bool is(OpTrait trait) const { return (traits & trait) != 0; }
};

/// The row of an operation. Every opcode has one (a static_assert in op_table.cpp).
const OpRow& op(Opcode opcode);
inline bool has(Opcode opcode, OpTrait trait) { return op(opcode).is(trait); }
std::span<const OpRow> opTable();

}  // namespace onepot
