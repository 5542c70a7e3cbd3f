// Elementwise traced rows that are short compositions of HLO.
#include <cmath>
#include <cstdlib>

#include "engine/ops/lower_rules.h"

namespace onepot {

// Square and multiply; a negative exponent is the reciprocal at the end, as JAX has it.
void lowerIntegerPow(LoweringContext& context) {
  Builder& builder = context.builder;
  int64_t exponent = context.instruction.get<IntegerPowAttributes>().exponent;
  Instruction* power = context.operand(0);
  Instruction* result = nullptr;
  for (uint64_t rest = static_cast<uint64_t>(std::abs(exponent)); rest != 0; rest >>= 1) {
    if (rest & 1) result = result == nullptr ? power : builder.binary(Opcode::Multiply, result, power);
    if (rest > 1) power = builder.binary(Opcode::Multiply, power, power);
  }
  if (result == nullptr) result = builder.constantLike(power->shape(), 1);
  if (exponent < 0) result = builder.binary(Opcode::Divide, builder.constantLike(power->shape(), 1), result);
  context.setResult(result);
}

void lowerSquare(LoweringContext& context) {
  context.setResult(context.builder.binary(Opcode::Multiply, context.operand(0), context.operand(0)));
}

void lowerExp2(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* factor = builder.constantLike(context.operand(0)->shape(), std::log(2.0));
  context.setResult(builder.unary(Opcode::Exponential, builder.binary(Opcode::Multiply, context.operand(0), factor)));
}

void lowerSqueeze(LoweringContext& context) {
  context.setResult(context.builder.reshape(context.operand(0), physicalShape(context.instruction.shape()).dims()));
}

void lowerAddAny(LoweringContext& context) {
  const Shape& shape = context.instruction.shape();
  Instruction* lhs = stretch(context.builder, context.operand(0), shape);
  context.setResult(context.builder.binary(Opcode::Add, lhs, stretch(context.builder, context.operand(1), shape)));
}

void lowerIdentity(LoweringContext& context) { context.setResult(context.operand(0)); }

// select_n takes the case that its first operand numbers; more than two cases become a chain.
void lowerSelectN(LoweringContext& context) {
  Builder& builder = context.builder;
  const Shape shape = physicalShape(context.instruction.shape());
  Instruction* which = context.operand(0);
  std::vector<Instruction*> cases;
  for (size_t i = 1; i < context.operands.size(); ++i) cases.push_back(stretch(builder, context.operands[i], shape));
  auto predicateFor = [&](Instruction* predicate) {
    if (context.instruction.shape().type() != ElementType::Key) return stretch(builder, predicate, shape);
    std::vector<int64_t> dimensions;
    for (int i = 0; i < predicate->shape().rank(); ++i) dimensions.push_back(i);
    return builder.broadcast(predicate, shape.withType(ElementType::Pred), std::move(dimensions));
  };
  if (which->shape().type() == ElementType::Pred) {
    context.setResult(cases.size() == 1 ? cases[0] : builder.select(predicateFor(which), cases[1], cases[0]));
    return;
  }
  Instruction* result = cases.back();
  for (size_t i = cases.size() - 1; i-- > 0;) {
    Instruction* number = builder.constantLike(which->shape(), static_cast<double>(i));
    result = builder.select(predicateFor(builder.compare(CompareDirection::LE, which, number)), cases[i], result);
  }
  context.setResult(result);
}

// The bits of a float, as an integer, are one step from those of its neighbour.
void lowerNextAfter(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* from = stretch(builder, context.operand(0), context.instruction.shape());
  Instruction* to = stretch(builder, context.operand(1), context.instruction.shape());
  const Shape shape = from->shape();
  int bits = elementTypeInfo(shape.type()).bits;
  ElementType integer = bits == 64 ? ElementType::S64 : bits == 32 ? ElementType::S32 : ElementType::S16;
  auto whole = [&](int64_t value) {
    Instruction* scalar = builder.constant(Literal::scalarInt(integer, value));
    return stretch(builder, scalar, shape);
  };
  int64_t signBit = bits == 64 ? std::numeric_limits<int64_t>::min() : -(int64_t{1} << (bits - 1));
  Instruction* fromBits = builder.bitcastConvert(from, integer);
  Instruction* toBits = builder.bitcastConvert(to, integer);
  Instruction* fromMagnitude = builder.binary(Opcode::And, fromBits, whole(~signBit));
  Instruction* toMagnitude = builder.binary(Opcode::And, toBits, whole(~signBit));
  Instruction* fromSign = builder.binary(Opcode::And, fromBits, whole(signBit));
  Instruction* toSign = builder.binary(Opcode::And, toBits, whole(signBit));
  Instruction* signsDiffer = builder.compare(CompareDirection::NE, fromSign, toSign);
  Instruction* tooLarge = builder.compare(CompareDirection::GT, fromMagnitude, toMagnitude);
  Instruction* inwards = builder.binary(Opcode::Or, tooLarge, signsDiffer);
  Instruction* step = builder.select(inwards, whole(-1), whole(1));
  Instruction* moved = builder.bitcastConvert(builder.binary(Opcode::Add, fromBits, step), shape.type());
  Instruction* leastTowards = builder.bitcastConvert(builder.binary(Opcode::Or, toSign, whole(1)), shape.type());
  Instruction* fromZero = builder.compare(CompareDirection::EQ, fromMagnitude, whole(0));
  Instruction* equal = builder.compare(CompareDirection::EQ, from, to);
  Instruction* sum = builder.binary(Opcode::Add, from, to);
  Instruction* undefined = builder.compare(CompareDirection::NE, sum, sum);
  Instruction* nans = builder.binary(Opcode::Or, builder.compare(CompareDirection::NE, from, from),
                                     builder.compare(CompareDirection::NE, to, to));
  Instruction* result = builder.select(fromZero, leastTowards, moved);
  result = builder.select(equal, to, result);
  context.setResult(builder.select(builder.binary(Opcode::And, undefined, nans), sum, result));
}

}  // namespace onepot
