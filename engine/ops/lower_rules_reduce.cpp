// Reductions, positions of extremes, running reductions.
#include <limits>

#include "engine/base/result.h"
#include "engine/ops/lower_rules.h"

namespace onepot {

namespace {

struct Combiner {
  Opcode opcode;
  enum { Zero, One, Lowest, Highest, AllOnes } start;
};

Combiner combinerOf(Opcode opcode) {
  switch (opcode) {
    case Opcode::ReduceSum:
    case Opcode::Cumsum: return {Opcode::Add, Combiner::Zero};
    case Opcode::ReduceProd:
    case Opcode::Cumprod: return {Opcode::Multiply, Combiner::One};
    case Opcode::ReduceMax:
    case Opcode::Cummax:
    case Opcode::Cumlogsumexp: return {Opcode::Maximum, Combiner::Lowest};
    case Opcode::ReduceMin:
    case Opcode::Cummin: return {Opcode::Minimum, Combiner::Highest};
    case Opcode::ReduceAnd: return {Opcode::And, Combiner::AllOnes};
    case Opcode::ReduceOr: return {Opcode::Or, Combiner::Zero};
    case Opcode::ReduceXor: return {Opcode::Xor, Combiner::Zero};
    default: throw InternalError("not a reduction");
  }
}

/// The least or greatest value of an integer type.
int64_t integerLimit(ElementType type, bool highest) {
  int bits = elementTypeInfo(type).bits;
  if (isUnsigned(type)) return highest ? (bits == 64 ? -1 : (int64_t{1} << bits) - 1) : 0;
  int64_t least = bits == 64 ? std::numeric_limits<int64_t>::min() : -(int64_t{1} << (bits - 1));
  return highest ? -(least + 1) : least;
}

Instruction* startValue(Builder& builder, ElementType type, decltype(Combiner::start) start) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (start == Combiner::Zero || start == Combiner::One) return builder.constant(type, start == Combiner::One ? 1 : 0);
  if (type == ElementType::Pred) return builder.constant(Literal::scalarInt(type, start == Combiner::Lowest ? 0 : 1));
  if (start == Combiner::AllOnes) return builder.constant(Literal::scalarInt(type, -1));
  bool highest = start == Combiner::Highest;
  if (isFloat(type)) return builder.constant(type, highest ? kInfinity : -kInfinity);
  return builder.constant(Literal::scalarInt(type, integerLimit(type, highest)));
}

/// max and min of pred are or and and, as XLA's reducers have them.
Opcode opcodeFor(Opcode opcode, ElementType type) {
  if (type != ElementType::Pred) return opcode;
  if (opcode == Opcode::Maximum || opcode == Opcode::Add) return Opcode::Or;
  if (opcode == Opcode::Minimum || opcode == Opcode::Multiply) return Opcode::And;
  return opcode;
}

}  // namespace

void lowerReduction(LoweringContext& context) {
  Combiner combiner = combinerOf(context.instruction.opcode());
  ElementType type = context.operand(0)->shape().type();
  Instruction* start = startValue(context.builder, type, combiner.start);
  context.setResult(context.builder.reduce(context.operand(0), start,
                                           context.instruction.get<DimensionsAttributes>().dimensions,
                                           scalarCombiner(context.module, opcodeFor(combiner.opcode, type), type)));
}

namespace {

/// Keeps the better of (value, index) pairs: NaN before everything, then the extreme, then the lower index.
ComputationId extremeCombiner(Module& module, bool greatest, ElementType type, ElementType indexType) {
  std::string wanted =
      std::string(greatest ? "argmax_" : "argmin_") + std::string(name(type)) + "_" + std::string(name(indexType));
  for (const auto& computation : module.computations())
    if (computation->name() == wanted) return computation->id();
  Computation* made = module.addComputation(wanted);
  Builder builder(made);
  Instruction* lhs = builder.parameter(0, Shape::scalar(type));
  Instruction* lhsIndex = builder.parameter(1, Shape::scalar(indexType));
  Instruction* rhs = builder.parameter(2, Shape::scalar(type));
  Instruction* rhsIndex = builder.parameter(3, Shape::scalar(indexType));
  Instruction* better = builder.compare(greatest ? CompareDirection::GT : CompareDirection::LT, lhs, rhs);
  Instruction* tie = builder.compare(CompareDirection::EQ, lhs, rhs);
  if (isFloat(type)) {
    Instruction* lhsNan = builder.compare(CompareDirection::NE, lhs, lhs);
    Instruction* rhsNan = builder.compare(CompareDirection::NE, rhs, rhs);
    better =
        builder.binary(Opcode::Or, better, builder.binary(Opcode::And, lhsNan, builder.unary(Opcode::Not, rhsNan)));
    tie = builder.binary(Opcode::Or, tie, builder.binary(Opcode::And, lhsNan, rhsNan));
  }
  Instruction* first = builder.compare(CompareDirection::LT, lhsIndex, rhsIndex);
  Instruction* pick = builder.binary(Opcode::Or, better, builder.binary(Opcode::And, tie, first));
  made->setRoot(builder.tuple({builder.select(pick, lhs, rhs), builder.select(pick, lhsIndex, rhsIndex)}));
  return made->id();
}

}  // namespace

void lowerArgminmax(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* operand = context.operand(0);
  bool greatest = context.instruction.opcode() == Opcode::Argmax;
  int64_t dimension = context.instruction.get<ArgminmaxAttributes>().dimension;
  ElementType type = operand->shape().type(), indexType = context.instruction.shape().type();
  Instruction* positions = builder.iota(operand->shape().withType(indexType), dimension);
  Instruction* start = startValue(builder, type, greatest ? Combiner::Lowest : Combiner::Highest);
  Instruction* startIndex = builder.constant(Literal::scalarInt(indexType, integerLimit(indexType, true)));
  Instruction* pair = builder.add(Opcode::Reduce, {operand, positions, start, startIndex},
                                  DimensionsAttributes{{dimension}, false, false},
                                  {extremeCombiner(context.module, greatest, type, indexType)});
  context.setResult(builder.getTupleElement(pair, 1));
}

namespace {

/// log(exp(a) + exp(b)) without overflow; equal infinities stay what they are.
Instruction* logAddExp(Builder& builder, Instruction* a, Instruction* b) {
  Instruction* greater = builder.binary(Opcode::Maximum, a, b);
  Instruction* difference = builder.binary(Opcode::Subtract, a, b);
  Instruction* smaller = builder.unary(Opcode::Negate, builder.unary(Opcode::Abs, difference));
  Instruction* tail = builder.unary(Opcode::LogPlusOne, builder.unary(Opcode::Exponential, smaller));
  Instruction* undefined = builder.compare(CompareDirection::NE, difference, difference);
  return builder.select(undefined, builder.binary(Opcode::Add, a, b), builder.binary(Opcode::Add, greater, tail));
}

}  // namespace

// Log-step form: after step k each element holds the combination of the 2^k elements that end at it.
void lowerCumulative(LoweringContext& context) {
  Builder& builder = context.builder;
  Opcode opcode = context.instruction.opcode();
  const auto& attributes = context.instruction.get<DimensionsAttributes>();
  auto dimension = static_cast<size_t>(attributes.dimensions.front());
  Combiner combiner = combinerOf(opcode);
  Instruction* value = context.operand(0);
  const Shape shape = value->shape();
  Instruction* start = startValue(builder, shape.type(), combiner.start);
  std::vector<int64_t> dims = shape.dims(), ones(dims.size(), 1), zeros(dims.size(), 0);
  for (int64_t distance = 1; distance < dims[dimension]; distance *= 2) {
    SliceAttributes slice{zeros, dims, ones};
    PadAttributes pad{zeros, zeros, zeros};
    (attributes.reverse ? slice.starts : slice.limits)[dimension] += attributes.reverse ? distance : -distance;
    (attributes.reverse ? pad.high : pad.low)[dimension] = distance;
    Instruction* shifted = builder.pad(builder.slice(value, slice.starts, slice.limits, slice.strides), start, pad);
    value = opcode == Opcode::Cumlogsumexp ? logAddExp(builder, value, shifted)
                                           : builder.binary(opcodeFor(combiner.opcode, shape.type()), value, shifted);
  }
  context.setResult(value);
}

}  // namespace onepot
