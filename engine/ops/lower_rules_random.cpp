// Random bits as JAX draws them: threefry2x32 with 20 rounds, one 64-bit counter an element (partitionable form).
#include <array>
#include <limits>

#include "engine/base/result.h"
#include "engine/ops/lower_rules.h"

namespace onepot {

namespace {

using Pair = std::array<Instruction*, 2>;

Instruction* word(Builder& builder, const Shape& shape, uint32_t value) {
  return stretch(builder, builder.constant(Literal::scalarInt(ElementType::U32, value)), shape);
}

Instruction* rotateLeft(Builder& builder, Instruction* x, uint32_t distance) {
  const Shape shape = x->shape();
  Instruction* high = builder.binary(Opcode::ShiftLeft, x, word(builder, shape, distance));
  Instruction* low = builder.binary(Opcode::ShiftRightLogical, x, word(builder, shape, 32 - distance));
  return builder.binary(Opcode::Or, high, low);
}

/// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC11); all four operands have one shape.
Pair threefry(Builder& builder, Pair key, Pair counter) {
  static constexpr uint32_t kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const Shape shape = counter[0]->shape();
  auto add = [&](Instruction* a, Instruction* b) { return builder.binary(Opcode::Add, a, b); };
  Instruction* parity = builder.binary(Opcode::Xor, key[0], key[1]);
  parity = builder.binary(Opcode::Xor, parity, word(builder, shape, 0x1BD11BDA));
  std::array<Instruction*, 3> schedule = {key[0], key[1], parity};
  Pair x = {add(counter[0], key[0]), add(counter[1], key[1])};
  for (uint32_t group = 0; group < 5; ++group) {
    for (uint32_t rotation : kRotations[group % 2]) {
      x[0] = add(x[0], x[1]);
      x[1] = builder.binary(Opcode::Xor, rotateLeft(builder, x[1], rotation), x[0]);
    }
    x[0] = add(x[0], schedule[(group + 1) % 3]);
    x[1] = add(add(x[1], schedule[(group + 2) % 3]), word(builder, shape, group + 1));
  }
  return x;
}

std::vector<int64_t> joined(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> all = a;
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

/// One word of each key, for all of `drawn` dimensions: u32[keys…, 2] → u32[keys…, drawn…].
Instruction* keyWord(Builder& builder, Instruction* keys, int64_t which, const std::vector<int64_t>& drawn) {
  std::vector<int64_t> limits = keys->shape().dims(), starts(limits.size(), 0), strides(limits.size(), 1);
  starts.back() = which;
  limits.back() = which + 1;
  Instruction* slice = builder.slice(keys, starts, limits, strides);
  limits.pop_back();
  std::vector<int64_t> dimensions;
  for (size_t i = 0; i < limits.size(); ++i) dimensions.push_back(static_cast<int64_t>(i));
  Instruction* one = builder.reshape(slice, limits);
  if (drawn.empty()) return one;
  return builder.broadcast(one, Shape(ElementType::U32, joined(limits, drawn)), std::move(dimensions));
}

/// threefry of every key at every counter of `drawn`: two arrays of u32[keys…, drawn…].
Pair draw(Builder& builder, Instruction* keys, const std::vector<int64_t>& drawn) {
  std::vector<int64_t> keyDims = keys->shape().dims();
  keyDims.pop_back();
  int64_t count = Shape(ElementType::U32, drawn).elementCount();
  ensure(count <= std::numeric_limits<uint32_t>::max(), "no more than 2^32 numbers are drawn at once");
  Shape shape(ElementType::U32, joined(keyDims, drawn));
  Instruction* low = builder.reshape(builder.iota(Shape(ElementType::U32, std::vector<int64_t>{count}), 0), drawn);
  if (!keyDims.empty()) {
    std::vector<int64_t> dimensions;
    for (size_t i = 0; i < drawn.size(); ++i) dimensions.push_back(static_cast<int64_t>(keyDims.size() + i));
    low = builder.broadcast(low, shape, std::move(dimensions));
  }
  Pair key = {keyWord(builder, keys, 0, drawn), keyWord(builder, keys, 1, drawn)};
  return threefry(builder, key, {word(builder, shape, 0), low});
}

/// Two arrays of words as keys: u32[…] twice → u32[…, 2].
Instruction* asKeys(Builder& builder, Pair words) {
  std::vector<int64_t> dims = joined(words[0]->shape().dims(), {1});
  auto last = static_cast<int64_t>(dims.size()) - 1;
  return builder.concatenate({builder.reshape(words[0], dims), builder.reshape(words[1], dims)}, last);
}

}  // namespace

void lowerThreefry2x32(LoweringContext& context) {
  Builder& builder = context.builder;
  Shape shape = context.instruction.shape().elements().front();
  std::array<Instruction*, 4> all{};
  for (size_t i = 0; i < 4; ++i) all[i] = stretch(builder, context.operands[i], shape);
  Pair result = threefry(builder, {all[0], all[1]}, {all[2], all[3]});
  context.setResult(builder.tuple({result[0], result[1]}));
}

void lowerRandomBits(LoweringContext& context) {
  Builder& builder = context.builder;
  const auto& random = context.instruction.get<RandomAttributes>();
  Pair words = draw(builder, context.operand(0), random.shape);
  if (random.bitWidth == 64) {
    Instruction* high = builder.convert(words[0], ElementType::U64);
    Instruction* shift = stretch(builder, builder.constant(Literal::scalarInt(ElementType::U64, 32)), high->shape());
    high = builder.binary(Opcode::ShiftLeft, high, shift);
    context.setResult(builder.binary(Opcode::Or, high, builder.convert(words[1], ElementType::U64)));
    return;
  }
  Instruction* bits = builder.binary(Opcode::Xor, words[0], words[1]);
  if (random.bitWidth < 32) bits = builder.convert(bits, random.bitWidth == 8 ? ElementType::U8 : ElementType::U16);
  context.setResult(bits);
}

// The high word of a 32-bit seed is 0: JAX shifts a 32-bit number by 32.
void lowerRandomSeed(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* seed = context.operand(0);
  Shape words = seed->shape().withType(ElementType::U32);
  Instruction* high = word(builder, words, 0);
  if (elementTypeInfo(seed->shape().type()).bits == 64) {
    Instruction* bits = builder.convert(seed, ElementType::U64);
    Instruction* shift = stretch(builder, builder.constant(Literal::scalarInt(ElementType::U64, 32)), bits->shape());
    high = builder.convert(builder.binary(Opcode::ShiftRightLogical, bits, shift), ElementType::U32);
  }
  context.setResult(asKeys(builder, {high, builder.convert(seed, ElementType::U32)}));
}

void lowerRandomWrap(LoweringContext& context) { context.setResult(context.operand(0)); }

void lowerRandomSplit(LoweringContext& context) {
  Pair words = draw(context.builder, context.operand(0), context.instruction.get<RandomAttributes>().shape);
  context.setResult(asKeys(context.builder, words));
}

void lowerRandomFoldIn(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* keys = context.operand(0);
  Instruction* data = context.operand(1);
  if (data->shape().type() != ElementType::U32) data = builder.convert(data, ElementType::U32);
  Shape shape(ElementType::U32, context.instruction.shape().dims());
  Pair key = {stretch(builder, keyWord(builder, keys, 0, {}), shape),
              stretch(builder, keyWord(builder, keys, 1, {}), shape)};
  context.setResult(asKeys(builder, threefry(builder, key, {word(builder, shape, 0), stretch(builder, data, shape)})));
}

namespace {

Attributes withWords(const Instruction& instruction, int64_t rank) {
  Attributes attributes = instruction.attributes();
  if (auto* dimensions = std::get_if<DimensionsAttributes>(&attributes)) {
    bool permutes = instruction.opcode() == Opcode::Transpose || instruction.opcode() == Opcode::Broadcast;
    if (permutes) dimensions->dimensions.push_back(rank);
  } else if (auto* slice = std::get_if<SliceAttributes>(&attributes)) {
    slice->starts.push_back(0);
    slice->limits.push_back(2);
    slice->strides.push_back(1);
  } else if (auto* dynamic = std::get_if<DynamicSliceAttributes>(&attributes)) {
    dynamic->sizes.push_back(2);
  }
  return attributes;
}

}  // namespace

void lowerKeyMovement(LoweringContext& context) {
  Builder& builder = context.builder;
  const Instruction& instruction = context.instruction;
  Shape shape = physicalShape(instruction.shape());
  std::vector<Instruction*> operands = context.operands;
  switch (instruction.opcode()) {
    case Opcode::Reshape:
    case Opcode::Transpose:
    case Opcode::Slice:
    case Opcode::Concatenate:
    case Opcode::Reverse:
    case Opcode::Broadcast: break;
    case Opcode::DynamicSlice:
    case Opcode::DynamicUpdateSlice: {
      ElementType index = operands.back()->shape().type();
      bool indexed = instruction.operandCount() > (instruction.opcode() == Opcode::DynamicSlice ? 1 : 2);
      operands.push_back(builder.constant(Literal::scalarInt(indexed ? index : ElementType::S32, 0)));
      break;
    }
    case Opcode::Select: {
      std::vector<int64_t> dimensions;
      for (int i = 0; i < operands[0]->shape().rank(); ++i) dimensions.push_back(i);
      operands[0] = builder.broadcast(operands[0], shape.withType(ElementType::Pred), std::move(dimensions));
      break;
    }
    default: throw InternalError("key arrays have no " + std::string(name(instruction.opcode())));
  }
  int64_t rank = instruction.opcode() == Opcode::Broadcast ? shape.rank() - 1 : operands[0]->shape().rank() - 1;
  context.setResult(builder.add(instruction.opcode(), std::move(operands), withWords(instruction, rank), {}, shape));
}

}  // namespace onepot
