// Laws that hold for whatever arrays: drawn from a seed that a failure names, new ones by ONEPOT_SEED.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

#include "engine/ir/builder.h"
#include "engine/ops/interpreter.h"

using namespace onepot;
using enum ElementType;

namespace {

constexpr int kRounds = 40;

uint32_t seed() {
  const char* given = std::getenv("ONEPOT_SEED");
  return given ? static_cast<uint32_t>(std::strtoul(given, nullptr, 10)) : 20240229;
}

/// A computation that grows by random constants; each check evaluates a value of it.
struct Draw {
  std::mt19937 random;
  Module module;
  Computation* computation = module.addComputation("main");
  Builder builder{computation};

  explicit Draw(uint32_t round) : random(seed() + round) {}

  int64_t below(int64_t bound) { return std::uniform_int_distribution<int64_t>(0, bound - 1)(random); }
  std::vector<int64_t> dims(int most = 3, int64_t least = 0) {
    std::vector<int64_t> made(static_cast<size_t>(1 + below(most)));
    for (int64_t& size : made) size = least + below(6 - least);
    return made;
  }
  Instruction* array(std::vector<int64_t> dims, ElementType type = S32) {
    Literal value(Shape(type, std::move(dims)));
    for (int64_t i = 0; i < value.shape().elementCount(); ++i) value.setInt(i, below(200) - 100);
    return builder.constant(std::move(value));
  }
  std::vector<int64_t> permutation(size_t rank) {
    std::vector<int64_t> order(rank);
    for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(i);
    std::ranges::shuffle(order, random);
    return order;
  }
  Literal value(Instruction* instruction) {
    computation->setRoot(instruction);
    auto result = Interpreter(module).evaluate(*computation, {});
    REQUIRE_MESSAGE(result.has_value(), result.error().front().message.text());
    return std::move(*result);
  }
  bool equal(Instruction* a, Instruction* b) { return value(a) == value(b); }
};

template <typename Law>
void holdsForAll(Law law) {
  for (uint32_t round = 0; round < kRounds; ++round) {
    Draw draw(round);
    INFO("seed ", seed(), ", round ", round);
    law(draw);
  }
}

}  // namespace

TEST_CASE("slices of a concatenation are its parts") {
  holdsForAll([](Draw& draw) {
    std::vector<int64_t> left = draw.dims(), right = left;
    auto along = static_cast<size_t>(draw.below(static_cast<int64_t>(left.size())));
    right[along] = draw.below(5);
    Instruction *a = draw.array(left), *b = draw.array(right);
    Instruction* both = draw.builder.concatenate({a, b}, static_cast<int64_t>(along));
    std::vector<int64_t> zeros(left.size(), 0), ones(left.size(), 1), middle = zeros, end = left;
    middle[along] = left[along];
    end[along] += right[along];
    CHECK(draw.equal(draw.builder.slice(both, zeros, left, ones), a));
    CHECK(draw.equal(draw.builder.slice(both, middle, end, ones), b));
  });
}

TEST_CASE("a slice takes back what padding put around and between") {
  holdsForAll([](Draw& draw) {
    std::vector<int64_t> dims = draw.dims(3, 1);
    PadAttributes padding;
    std::vector<int64_t> limits, strides;
    for (int64_t size : dims) {
      padding.low.push_back(draw.below(3));
      padding.high.push_back(draw.below(3));
      padding.interior.push_back(draw.below(3));
      strides.push_back(padding.interior.back() + 1);
      limits.push_back(padding.low.back() + (size - 1) * strides.back() + 1);
    }
    Instruction* a = draw.array(dims);
    Instruction* padded = draw.builder.pad(a, draw.builder.constant(S32, 7), padding);
    CHECK(draw.equal(draw.builder.slice(padded, padding.low, limits, strides), a));
  });
}

TEST_CASE("negative padding trims as a slice does") {
  holdsForAll([](Draw& draw) {
    std::vector<int64_t> dims = draw.dims(3, 3), starts, limits;
    PadAttributes padding;
    for (int64_t size : dims) {
      starts.push_back(draw.below(2));
      limits.push_back(size - draw.below(2));
      padding.low.push_back(-starts.back());
      padding.high.push_back(limits.back() - size);
      padding.interior.push_back(0);
    }
    Instruction* a = draw.array(dims);
    Instruction* trimmed = draw.builder.pad(a, draw.builder.constant(S32, 7), padding);
    CHECK(draw.equal(trimmed, draw.builder.slice(a, starts, limits, std::vector<int64_t>(dims.size(), 1))));
  });
}

TEST_CASE("a transposition is undone by its inverse, a reversal by itself") {
  holdsForAll([](Draw& draw) {
    std::vector<int64_t> dims = draw.dims(4);
    std::vector<int64_t> order = draw.permutation(dims.size()), inverse(order.size());
    for (size_t i = 0; i < order.size(); ++i) inverse[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
    Instruction* a = draw.array(dims);
    CHECK(draw.equal(draw.builder.transpose(draw.builder.transpose(a, order), inverse), a));
    DimensionsAttributes some{{draw.below(static_cast<int64_t>(dims.size()))}};
    Instruction* once = draw.builder.add(Opcode::Reverse, {a}, some);
    CHECK(draw.equal(draw.builder.add(Opcode::Reverse, {once}, some), a));
  });
}

TEST_CASE("a block written by an update is read back by a slice at the same start") {
  holdsForAll([](Draw& draw) {
    std::vector<int64_t> dims = draw.dims(3, 1), sizes;
    std::vector<Instruction*> starts;
    for (int64_t size : dims) {
      sizes.push_back(1 + draw.below(size));
      starts.push_back(draw.builder.constant(Literal::scalarInt(S32, draw.below(12) - 4)));
    }
    Instruction* block = draw.array(sizes);
    Instruction* updated = draw.builder.dynamicUpdateSlice(draw.array(dims), block, starts);
    CHECK(draw.equal(draw.builder.dynamicSlice(updated, starts, sizes), block));
  });
}

TEST_CASE("a reduction over two dimensions is one after the other, and equals a dot with ones") {
  holdsForAll([](Draw& draw) {
    std::vector<int64_t> dims{draw.below(5), draw.below(5), draw.below(5)};
    Instruction *a = draw.array(dims), *zero = draw.builder.constant(S32, 0);
    ComputationId sum = scalarCombiner(draw.module, Opcode::Add, S32);
    Instruction* together = draw.builder.reduce(a, zero, {0, 2}, sum);
    CHECK(draw.equal(together, draw.builder.reduce(draw.builder.reduce(a, zero, {2}, sum), zero, {0}, sum)));
    CHECK(draw.equal(together, draw.builder.add(Opcode::ReduceSum, {a}, DimensionsAttributes{{0, 2}})));
    Instruction* ones = draw.builder.constantLike(Shape(S32, {dims[0], dims[2]}), 1);
    DotAttributes contraction{
        .lhsContracting = {0, 2}, .rhsContracting = {0, 1}, .lhsBatch = {}, .rhsBatch = {}, .operandPrecision = {}};
    CHECK(draw.equal(together, draw.builder.add(Opcode::Dot, {a, ones}, contraction)));
  });
}

TEST_CASE("a reduction is a loop over its elements, whatever the combiner") {
  holdsForAll([](Draw& draw) {
    int64_t rows = 1 + draw.below(4), columns = 1 + draw.below(9);
    Instruction* a = draw.array({rows, columns});
    for (Opcode opcode :
         {Opcode::Add, Opcode::Multiply, Opcode::Maximum, Opcode::Minimum, Opcode::And, Opcode::Or, Opcode::Xor}) {
      Instruction* sum = draw.builder.constantLike(Shape(S32, {rows}), 5);
      for (int64_t c = 0; c < columns; ++c) {
        Instruction* column = draw.builder.slice(a, {0, c}, {rows, c + 1}, {1, 1});
        sum = draw.builder.binary(opcode, sum, draw.builder.reshape(column, {rows}));
      }
      ComputationId combiner = scalarCombiner(draw.module, opcode, S32);
      CHECK(draw.equal(draw.builder.reduce(a, draw.builder.constant(S32, 5), {1}, combiner), sum));
    }
  });
}

TEST_CASE("a matrix product is the sum of its columns' outer products") {
  holdsForAll([](Draw& draw) {
    int64_t rows = draw.below(5), depth = draw.below(5), columns = draw.below(5);
    Instruction *a = draw.array({rows, depth}), *b = draw.array({depth, columns});
    DotAttributes matmul{
        .lhsContracting = {1}, .rhsContracting = {0}, .lhsBatch = {}, .rhsBatch = {}, .operandPrecision = {}};
    Shape shape(S32, {rows, columns});
    Instruction* sum = draw.builder.constantLike(shape, 0);
    for (int64_t k = 0; k < depth; ++k) {
      Instruction* column = draw.builder.reshape(draw.builder.slice(a, {0, k}, {rows, k + 1}, {1, 1}), {rows});
      Instruction* row = draw.builder.reshape(draw.builder.slice(b, {k, 0}, {k + 1, columns}, {1, 1}), {columns});
      Instruction* outer = draw.builder.binary(Opcode::Multiply, draw.builder.broadcast(column, shape, {0}),
                                               draw.builder.broadcast(row, shape, {1}));
      sum = draw.builder.binary(Opcode::Add, sum, outer);
    }
    CHECK(draw.equal(draw.builder.add(Opcode::Dot, {a, b}, matmul), sum));
  });
}

TEST_CASE("bits survive every conversion that has room for them") {
  holdsForAll([](Draw& draw) {
    Instruction* a = draw.array(draw.dims(), S8);
    for (ElementType wide : {S16, S32, S64, F16, BF16, F32, F64})
      CHECK(draw.equal(draw.builder.convert(draw.builder.convert(a, wide), S8), a));
    CHECK(draw.equal(draw.builder.bitcastConvert(draw.builder.bitcastConvert(a, U8), S8), a));
  });
}
